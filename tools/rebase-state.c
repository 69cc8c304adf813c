// SPDX-License-Identifier: GPL-2.0-only
#include "rebase-state.h"
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define GROUP "rebase"

char *rebase_path(struct repo *repo, const char *series, const char *name)
{
	return g_build_filename(repo->state_dir, "rebase", series, name, NULL);
}

int rebase_lock(int *lock, struct repo *repo, const char *series)
{
	g_autofree char *dir = g_build_filename(repo->state_dir, "rebase", NULL);
	g_autofree char *path = g_strdup_printf("%s/%s.lock", dir, series);

	*lock = -1;
	if (dir_make(dir))
		return E_ENV;
	*lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (*lock < 0)
		return error_errno("cannot open %s", path);
	if (!flock(*lock, LOCK_EX | LOCK_NB))
		return 0;
	if (errno == EWOULDBLOCK)
		return error("another respin is rebasing %s just now", series);
	return error_errno("cannot lock %s", path);
}

void rebase_unlock(int lock)
{
	if (lock >= 0)
		close(lock);
}

static void put_id(GKeyFile *file, const char *key, const git_oid *id)
{
	g_key_file_set_string(file, GROUP, key, git_oid_tostr_s(id));
}

static int get_id(git_oid *id, GKeyFile *file, const char *key)
{
	g_autofree char *text = g_key_file_get_string(file, GROUP, key, NULL);

	return text && !git_oid_fromstr(id, text) ? 0 : E_ENV;
}

static void put_refs(GKeyFile *file, const struct rebase_state *state)
{
	for (unsigned int i = 0; i < G_N_ELEMENTS(state->refs); i++) {
		g_autofree char *name = g_strdup_printf("ref%u", i), *id = g_strdup_printf("id%u", i);

		g_key_file_set_string(file, GROUP, name, state->refs[i].name);
		if (state->refs[i].found)
			put_id(file, id, &state->refs[i].id);
	}
}

static int get_refs(struct rebase_state *state, GKeyFile *file)
{
	for (unsigned int i = 0; i < G_N_ELEMENTS(state->refs); i++) {
		g_autofree char *name = g_strdup_printf("ref%u", i), *id = g_strdup_printf("id%u", i);

		state->refs[i].name = g_key_file_get_string(file, GROUP, name, NULL);
		state->refs[i].found = !get_id(&state->refs[i].id, file, id);
		if (!state->refs[i].name)
			return E_ENV;
	}
	return 0;
}

static void put_list(GKeyFile *file, const char *key, char **list)
{
	g_key_file_set_string_list(file, GROUP, key, (const char *const *)list,
				   g_strv_length(list));
}

static void put_conflict(GKeyFile *file, const struct rebase_state *state)
{
	if (!state->step)
		return;
	g_key_file_set_string(file, GROUP, "step", state->step);
	put_id(file, "parent", &state->parent);
	put_id(file, "made", &state->made);
	put_list(file, "instead", state->instead);
	put_list(file, "already", state->already);
	g_key_file_set_boolean(file, GROUP, "ready", state->ready);
}

static int get_conflict(struct rebase_state *state, GKeyFile *file)
{
	state->step = g_key_file_get_string(file, GROUP, "step", NULL);
	if (!state->step)
		return 0;
	state->instead = g_key_file_get_string_list(file, GROUP, "instead", NULL, NULL);
	state->already = g_key_file_get_string_list(file, GROUP, "already", NULL, NULL);
	state->ready = g_key_file_get_boolean(file, GROUP, "ready", NULL);
	return state->instead && state->already && !get_id(&state->parent, file, "parent") ?
	       get_id(&state->made, file, "made") : E_ENV;
}

int rebase_save(const struct rebase_state *state, struct repo *repo)
{
	g_autofree char *path = rebase_path(repo, state->series, "state"), *text = NULL;
	g_autofree void **skip = g_hash_table_get_keys_as_array(state->skip, NULL);
	g_autoptr(GKeyFile) file = g_key_file_new();
	gsize len;

	g_key_file_set_string(file, GROUP, "series", state->series);
	put_id(file, "onto", &state->onto);
	g_key_file_set_string(file, GROUP, "branch", state->branch);
	put_refs(file, state);
	g_key_file_set_boolean(file, GROUP, "allow-scripts", state->allow_scripts);
	g_key_file_set_boolean(file, GROUP, "no-range-diff", state->no_range_diff);
	put_list(file, "skip", (char **)skip);
	g_key_file_set_string(file, GROUP, "worksite", state->worksite);
	put_conflict(file, state);
	if (state->publishing)
		put_id(file, "tip", &state->tip);
	text = g_key_file_to_data(file, &len, NULL);
	return file_replace(path, text, len);
}

static int parse(struct rebase_state *state, GKeyFile *file)
{
	g_auto(GStrv) skip = g_key_file_get_string_list(file, GROUP, "skip", NULL, NULL);
	int ret;

	state->series = g_key_file_get_string(file, GROUP, "series", NULL);
	state->branch = g_key_file_get_string(file, GROUP, "branch", NULL);
	state->worksite = g_key_file_get_string(file, GROUP, "worksite", NULL);
	state->allow_scripts = g_key_file_get_boolean(file, GROUP, "allow-scripts", NULL);
	state->no_range_diff = g_key_file_get_boolean(file, GROUP, "no-range-diff", NULL);
	state->publishing = !get_id(&state->tip, file, "tip");
	ret = get_id(&state->onto, file, "onto");
	if (!ret)
		ret = get_refs(state, file);
	if (!ret)
		ret = get_conflict(state, file);
	for (unsigned int i = 0; skip && skip[i]; i++)
		g_hash_table_add(state->skip, g_strdup(skip[i]));
	return ret || !state->series || !state->branch || !state->worksite || !skip ? E_ENV : 0;
}

int rebase_load(struct rebase_state *state, bool *found, struct repo *repo, const char *series)
{
	g_autofree char *path = rebase_path(repo, series, "state"), *text = NULL;
	g_autoptr(GKeyFile) file = g_key_file_new();
	size_t len;

	state->skip = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	*found = g_file_test(path, G_FILE_TEST_EXISTS);
	if (!*found)
		return 0;
	if (file_read(&text, &len, path))
		return E_ENV;
	if (!g_key_file_load_from_data(file, text, len, G_KEY_FILE_NONE, NULL) || parse(state, file))
		return error("%s: not the state of a rebase; if no rebase is under way, remove it", path);
	return 0;
}

int rebase_forget(struct repo *repo, const char *series)
{
	g_autofree char *dir = rebase_path(repo, series, NULL);
	g_autofree char *path = rebase_path(repo, series, "state");

	if (unlink(path) && errno != ENOENT)
		return error_errno("cannot remove %s", path);
	return g_file_test(dir, G_FILE_TEST_EXISTS) ? dir_remove(dir) : 0;
}

void rebase_state_release(struct rebase_state *state)
{
	for (unsigned int i = 0; i < G_N_ELEMENTS(state->refs); i++)
		g_free(state->refs[i].name);
	g_free(state->series);
	g_free(state->branch);
	g_free(state->step);
	g_free(state->worksite);
	g_strfreev(state->instead);
	g_strfreev(state->already);
	if (state->skip)
		g_hash_table_unref(state->skip);
	*state = (struct rebase_state)REBASE_STATE_INIT;
}
