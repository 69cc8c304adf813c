// SPDX-License-Identifier: GPL-2.0-only
#include "import.h"
#include "apply.h"
#include "branch.h"
#include "run.h"
#include "series.h"
#include "stephead.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

/* As git format-patch cuts the names of its files. */
#define NAME_MAX_LEN 52

static void draft_free(void *data)
{
	struct draft *draft = data;

	g_free(draft->origin);
	g_free(draft->name);
	ident_release(&draft->author);
	g_free(draft->message);
	g_string_free(draft->diff, TRUE);
	g_free(draft);
}

int import_open(struct import *import, struct repo *repo, const char *source, const char *base)
{
	int ret = 0;

	import->repo = repo;
	import->source = source;
	import->drafts = g_ptr_array_new_with_free_func(draft_free);
	if (base) {
		ret = repo_resolve(&import->base, repo, base);
		import->based = !ret;
	}
	if (!ret)
		ret = scratch_new(&import->scratch, repo->state_dir);
	if (!ret)
		ret = lab_open(&import->lab, repo, import->scratch);
	return ret;
}

void import_release(struct import *import)
{
	lab_release(&import->lab);
	scratch_free(import->scratch);
	if (import->drafts)
		g_ptr_array_unref(import->drafts);
	g_free(import->cover);
	g_free(import->change_id);
}

struct draft *draft_add(struct import *import, const char *fmt, ...)
{
	struct draft *draft = g_new0(struct draft, 1);
	va_list ap;

	va_start(ap, fmt);
	draft->origin = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	draft->diff = g_string_new(NULL);
	draft->strip = 1;
	g_ptr_array_add(import->drafts, draft);
	return draft;
}

int draft_fault(const struct import *import, const struct draft *draft, const char *fmt, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	return error_at(&(struct place){ import->source, 0 }, "%s: %s", draft->origin, text);
}

int draft_set_message(struct import *import, struct draft *draft, const char *text)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, &import->lab);
	run_arg(&run, "stripspace", NULL);
	run.input = g_string_new(text);
	ret = run_ok(&run);
	if (!ret) {
		g_free(draft->message);
		draft->message = g_strdup(run.out->str);
	}
	run_release(&run);
	return ret;
}

/* --- names */

/* As git format-patch makes a file's name of a subject. */
static char *sanitized(const char *message)
{
	const char *end = strstr(message, "\n\n");
	GString *name = g_string_new(NULL);
	bool gap = false;

	for (const char *p = message; *p && p != end; p++) {
		bool dots = *p == '.' && name->len && !gap && name->str[name->len - 1] == '.';

		if (!g_ascii_isalnum(*p) && *p != '.' && *p != '_') {
			gap = true;
		} else if (!dots) {
			if (gap && name->len)
				g_string_append_c(name, '-');
			gap = false;
			g_string_append_c(name, *p);
		}
	}
	g_string_truncate(name, MIN(name->len, NAME_MAX_LEN));
	while (name->len && strchr(".-", name->str[name->len - 1]))
		g_string_truncate(name, name->len - 1);
	while (name->len && !g_ascii_isalnum(*name->str))
		g_string_erase(name, 0, 1);
	return g_string_free(name, FALSE);
}

/* Unique on file systems that do not tell cases apart, too. */
static void name_steps(struct import *import)
{
	g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (unsigned int i = 0; i < import->drafts->len; i++) {
		struct draft *draft = import->drafts->pdata[i];
		g_autofree char *stem = sanitized(draft->message);

		draft->name = g_strdup(*stem ? stem : "patch");
		for (unsigned int n = 2; !g_hash_table_add(taken, g_ascii_strdown(draft->name, -1)); n++) {
			g_free(draft->name);
			draft->name = g_strdup_printf("%s-%u", *stem ? stem : "patch", n);
		}
	}
}

/* --- messages and authors that a step file can hold */

static int judge(struct import *import, struct draft *draft)
{
	unsigned int line;
	const char *why = step_head_fault(draft->message, &line);

	if (why && import->cleanup) {
		g_autofree char *text = g_strdup(g_strdelimit(draft->message, "\r", ' '));
		int ret = draft_set_message(import, draft, text);

		if (ret)
			return ret;
		warning("%s: the message %s (line %u), and was cleaned up", draft->origin, why, line);
		why = step_head_fault(draft->message, &line);
	}
	if (why)
		return draft_fault(import, draft, "the message %s (line %u), which a step cannot hold%s",
				   why, line, import->cleanup ? "" : "; --cleanup makes it what git commit would");
	if (draft->author.name && (!*draft->author.name || !*draft->author.email))
		return draft_fault(import, draft, "the author has no %s",
				   *draft->author.name ? "mail address" : "name");
	if (draft->author.name && (!g_utf8_validate(draft->author.name, -1, NULL) ||
				   !g_utf8_validate(draft->author.email, -1, NULL)))
		return draft_fault(import, draft, "the author's name is not UTF-8");
	return 0;
}

static int judge_all(struct import *import)
{
	int ret = 0;

	if (!import->drafts->len)
		return error_at(&(struct place){ import->source, 0 }, "holds no patch");
	for (unsigned int i = 0; i < import->drafts->len; i++) {
		int err = judge(import, import->drafts->pdata[i]);

		if (err == E_ENV || err == E_INTERRUPTED)
			return err;
		ret = err ? err : ret;
	}
	return ret;
}

/* --- files */

static int write_step(const struct draft *draft, const char *dir)
{
	g_autofree char *step = g_strdup_printf("%s/%s.step", dir, draft->name);
	g_autofree char *patch = g_strdup_printf("%s/edits/%s.patch", dir, draft->name);
	GString *text = g_string_new(NULL);
	int ret;

	step_head_append(text, draft->author.name ? &draft->author : NULL,
			 draft->dated ? &draft->date : NULL, draft->message);
	g_string_append_printf(text, "patch    %s.patch\n", draft->name);
	ret = file_write(step, text->str, text->len);
	if (!ret)
		ret = file_write(patch, draft->diff->str, draft->diff->len);
	g_string_free(text, TRUE);
	return ret;
}

static int write_in(const char *dir, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	return text ? file_write(path, text, strlen(text)) : 0;
}

static int write_series(const struct import *import, const char *dir)
{
	g_autofree char *config = import->change_id ?
		g_strdup_printf("[series]\n\tchange-id = %s\n", import->change_id) : NULL;
	GString *order = g_string_new(NULL);
	int ret = 0;

	for (unsigned int i = 0; !ret && i < import->drafts->len; i++) {
		const struct draft *draft = import->drafts->pdata[i];

		g_string_append_printf(order, "%s\n", draft->name);
		ret = write_step(draft, dir);
	}
	if (!ret)
		ret = write_in(dir, "cover", import->cover);
	if (!ret)
		ret = write_in(dir, "config", config);
	if (!ret)
		ret = write_in(dir, "series", order->str);
	g_string_free(order, TRUE);
	return ret;
}

/* --- the proof */

static int compare(const struct import *import, const struct draft *draft, const git_oid *commit)
{
	g_autofree char *message = NULL;
	struct ident author = { NULL, NULL };
	const char *differs = NULL;
	git_time date;
	git_oid tree;
	int ret;

	ret = repo_commit_tree(&tree, import->repo, commit);
	if (!ret)
		ret = repo_commit_message(&message, import->repo, commit);
	if (!ret)
		ret = repo_commit_author(&author, &date, import->repo, commit);
	if (!ret && !git_oid_equal(&tree, &draft->tree))
		differs = "tree";
	else if (!ret && strcmp(message, draft->message))
		differs = "message";
	else if (!ret && draft->author.name && (strcmp(author.name, draft->author.name) ||
						strcmp(author.email, draft->author.email)))
		differs = "author";
	else if (!ret && draft->dated && (date.time != draft->date.time ||
					  date.offset != draft->date.offset))
		differs = "date";
	ident_release(&author);
	if (differs)
		return draft_fault(import, draft, "does not survive: as a step it has another %s", differs);
	return ret;
}

/* Applied to the base, the files that were written give what was to be imported. */
static int prove(git_oid *tip, const struct import *import, const char *root, const char *name)
{
	struct result result = RESULT_INIT;
	struct series *series = NULL;
	char onto[OID_HEX];
	struct apply_opts opts = { .onto = onto, .jobs = run_jobs() };
	int ret = series_read(&series, root, name);

	git_oid_tostr(onto, sizeof(onto), &import->base);
	if (!ret)
		ret = apply_series(&result, import->repo, series, &opts);
	if (!ret && result.commits->len != import->drafts->len)
		ret = error("%u patches came to %u commits", import->drafts->len, result.commits->len);
	for (unsigned int i = 0; !ret && i < result.commits->len; i++) {
		*tip = g_array_index(result.commits, git_oid, i);
		ret = compare(import, import->drafts->pdata[i], tip);
	}
	result_release(&result);
	series_free(series);
	return ret;
}

/* So that git gc keeps what three-way merges need. */
static int keep_objects(const struct import *import, const char *name, const git_oid *tip)
{
	g_autofree char *ref = g_strdup_printf("refs/respin/import/%s", name);

	return ref_set(import->repo, ref, tip, "respin: import");
}

/* --- into its place */

static int move_in(const char *from, const char *to)
{
	bool there = g_file_test(to, G_FILE_TEST_EXISTS);

	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, there ? RENAME_EXCHANGE : RENAME_NOREPLACE))
		return error_errno("cannot move the series to %s", to);
	return there ? dir_remove(from) : 0;
}

static int install(const struct import *import, const char *root, const char *name)
{
	g_autofree char *to = g_build_filename(root, "series", name, NULL);
	g_autofree char *aside = g_strdup_printf("%s/series/.%s.XXXXXX", root, name);
	int ret;

	if (!g_mkdtemp_full(aside, 0777))
		return error_errno("cannot make a folder in %s/series", root);
	ret = write_series(import, aside);
	if (!ret && run_interrupted())
		ret = E_INTERRUPTED;
	if (!ret)
		ret = move_in(aside, to);
	if (ret)
		dir_remove(aside);
	return ret;
}

int import_may(const char *root, const char *name, bool force)
{
	g_autofree char *place = g_build_filename(root, "series", name, NULL);
	g_autofree char *show = series_shown(place);

	if (!series_name_ok(name))
		return error("'%s' is no name for a series (letters, digits, and . _ -)", name);
	if (g_file_test(place, G_FILE_TEST_EXISTS) && !force)
		return error("%s is there already; --force replaces it", show);
	return 0;
}

int import_finish(struct import *import, const char *root, const char *name)
{
	g_autofree char *trial = scratch_dir(import->scratch, "root");
	g_autofree char *dir = trial ? g_build_filename(trial, "series", name, NULL) : NULL;
	git_oid tip;
	int ret = dir ? judge_all(import) : E_ENV;

	if (ret)
		return ret;
	name_steps(import);
	ret = write_series(import, dir);
	if (!ret && import->based)
		ret = prove(&tip, import, trial, name);
	if (!ret)
		ret = install(import, root, name);
	if (!ret && import->based)
		ret = keep_objects(import, name, &tip);
	return ret;
}
