// SPDX-License-Identifier: GPL-2.0-only
#include "series.h"
#include "fixup.h"
#include "recipe.h"
#include "stephead.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

int series_find_root(char **root, const char *start)
{
	g_autofree char *dir = g_canonicalize_filename(start, NULL);

	for (;;) {
		g_autofree char *below = g_build_filename(dir, "series", NULL);
		char *up;

		if (g_file_test(below, G_FILE_TEST_IS_DIR)) {
			*root = g_steal_pointer(&dir);
			return 0;
		}
		up = g_path_get_dirname(dir);
		if (!strcmp(up, dir)) {
			g_free(up);
			return error("no folder that holds series/ from %s upward; name one with --root",
				     start);
		}
		g_free(dir);
		dir = up;
	}
}

static void step_free(void *data)
{
	struct step *step = data;

	g_free(step->name);
	g_free(step->file);
	g_free(step->part);
	ident_release(&step->author);
	g_free(step->message);
	g_ptr_array_unref(step->ops);
	g_ptr_array_unref(step->claims);
	g_ptr_array_unref(step->fixups);
	g_free(step);
}

void series_free(struct series *series)
{
	if (!series)
		return;
	g_ptr_array_unref(series->steps);
	git_config_free(series->config);
	g_free(series->root);
	g_free(series->name);
	g_free(series->dir);
	g_free((char *)series->order.file);
	g_free(series);
}

char *series_shown(const char *path)
{
	g_autofree char *cwd = g_get_current_dir();
	size_t n = strlen(cwd);

	if (!strncmp(path, cwd, n) && path[n] == '/')
		path += n + 1;
	return g_strdup(path);
}

bool series_name_ok(const char *name)
{
	if (!g_ascii_isalnum(*name))
		return false;
	for (; *name; name++)
		if (!g_ascii_isalnum(*name) && !strchr("._-", *name))
			return false;
	return true;
}

/* The message, up to the first "---", then the recipe. */
static int parse_step(struct step *step, const struct series *series, const char *text)
{
	struct place at = { step->file, 1 };
	const char *p;
	int ret;

	ret = step_head_read(step, &p, &at.line, text);
	if (!*p)
		return error_at(&at, "no recipe: no line '---' below the message");
	while (*(p = strchrnul(p, '\n'))) {
		g_autofree char *line = NULL;

		p++;
		at.line++;
		line = g_strndup(p, strcspn(p, "\n"));
		if (recipe_read_line(step, series, &at, line))
			ret = E_SERIES;
	}
	if (!ret && !step->ops->len)
		ret = error_at(&(struct place){ step->file, 0 }, "the recipe has no operation");
	return ret;
}

static int read_step(struct series *series, const char *name, const char *part,
		     const struct place *listed)
{
	g_autofree char *path = g_strconcat(series->dir, "/", name, ".step", NULL);
	g_autofree char *text = NULL;
	g_autoptr(GError) err = NULL;
	struct step *step;
	size_t len;

	if (series_step(series, name))
		return error_at(listed, "step %s is listed twice", name);
	if (!g_file_get_contents(path, &text, &len, &err)) {
		if (g_error_matches(err, G_FILE_ERROR, G_FILE_ERROR_NOENT))
			return error_at(listed, "unknown step %s: there is no %s.step", name, name);
		return error("%s", err->message);
	}
	step = g_new0(struct step, 1);
	step->name = g_strdup(name);
	step->part = g_strdup(part);
	step->file = series_shown(path);
	step->ops = g_ptr_array_new_with_free_func(op_free);
	step->claims = g_ptr_array_new_with_free_func(claim_free);
	step->fixups = g_ptr_array_new_with_free_func(fixup_free);
	g_ptr_array_add(series->steps, step);
	if (strlen(text) != len)
		return error_at(&(struct place){ step->file, 0 }, "holds a NUL byte");
	return parse_step(step, series, text);
}

/* The worse of two: the environment's fault before the series'. */
static int worse(int a, int b)
{
	return a == E_ENV || b == E_ENV ? E_ENV : a ? a : b;
}

/* "part <name>" */
static int read_part(char **part, GHashTable *seen, char *line, const struct place *at)
{
	const char *name = g_strstrip(line + strlen("part"));

	if (!series_name_ok(name))
		return error_at(at, "'%s' is not a part's name (letters, digits, and . _ -)", name);
	if (!g_hash_table_add(seen, g_strdup(name)))
		return error_at(at, "part %s begins twice", name);
	g_free(*part);
	*part = g_strdup(name);
	return 0;
}

static bool is_part(const char *line)
{
	return g_str_has_prefix(line, "part") && g_ascii_isspace(line[strlen("part")]);
}

static int read_order(struct series *series, const char *text)
{
	g_autoptr(GHashTable) parts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	g_autofree char *part = NULL;
	int ret = 0;

	for (unsigned int i = 0; lines[i]; i++) {
		struct place at = { series->order.file, i + 1 };
		char *comment = lines[i];

		while ((comment = strchr(comment, '#'))) {
			if (comment == lines[i] || g_ascii_isspace(comment[-1]))
				*comment = '\0';
			else
				comment++;
		}
		g_strstrip(lines[i]);
		if (!*lines[i])
			continue;
		if (is_part(lines[i]))
			ret = worse(ret, read_part(&part, parts, lines[i], &at));
		else if (!series_name_ok(lines[i]))
			ret = worse(ret, error_at(&at, "'%s' is not a step's name "
						  "(letters, digits, and . _ -)", lines[i]));
		else
			ret = worse(ret, read_step(series, lines[i], part, &at));
	}
	if (!ret && !series->steps->len)
		ret = error_at(&series->order, "no step is listed");
	return ret;
}

/* A step file that the order does not name would be lost without a word. */
static int find_unlisted(const struct series *series)
{
	GDir *dir = g_dir_open(series->dir, 0, NULL);
	const char *name;
	int ret = 0;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *step = g_strdup(name);

		if (!g_str_has_suffix(name, ".step"))
			continue;
		step[strlen(step) - strlen(".step")] = '\0';
		if (!series_step(series, step))
			ret = error_at(&series->order, "%s is not listed: list it, or remove it", name);
	}
	if (dir)
		g_dir_close(dir);
	return ret;
}

static int open_config(struct series *series)
{
	g_autofree char *path = g_build_filename(series->dir, "config", NULL);

	if (g_file_test(path, G_FILE_TEST_EXISTS)) {
		if (git_config_open_ondisk(&series->config, path))
			return error_git("cannot read %s", path);
	} else if (git_config_new(&series->config)) {
		return error_git("no configuration");
	}
	return 0;
}

int series_read(struct series **out, const char *root, const char *name)
{
	struct series *series = g_new0(struct series, 1);
	g_autofree char *order = NULL, *text = NULL;
	g_autoptr(GError) err = NULL;
	int ret;

	git_libgit2_init();
	*out = NULL;
	series->root = g_canonicalize_filename(root, NULL);
	series->name = g_strdup(name);
	series->dir = g_build_filename(series->root, "series", name, NULL);
	series->steps = g_ptr_array_new_with_free_func(step_free);
	order = g_build_filename(series->dir, "series", NULL);
	series->order.file = series_shown(order);
	if (!series_name_ok(name) || !g_file_test(series->dir, G_FILE_TEST_EXISTS))
		ret = error("no series '%s' in %s/series", name, series->root);
	else if (!g_file_get_contents(order, &text, NULL, &err))
		ret = error("%s", err->message);
	else
		ret = open_config(series);
	if (!ret) {
		ret = read_order(series, text);
		ret = worse(ret, find_unlisted(series));
		ret = worse(ret, fixups_read(series));
	}
	if (ret)
		series_free(series);
	else
		*out = series;
	return ret;
}

int series_part(unsigned int *first, unsigned int *n, const struct series *series,
		const char *part)
{
	*first = 0;
	*n = part ? 0 : series->steps->len;
	for (unsigned int i = 0; part && i < series->steps->len; i++) {
		const struct step *step = series->steps->pdata[i];

		if (g_strcmp0(step->part, part))
			continue;
		*first = *n ? *first : i;
		++*n;
	}
	return *n ? 0 : error_at(&series->order, "there is no part %s", part);
}

const struct step *series_step(const struct series *series, const char *name)
{
	for (unsigned int i = 0; i < series->steps->len; i++) {
		const struct step *step = series->steps->pdata[i];

		if (!strcmp(step->name, name))
			return step;
	}
	return NULL;
}

char *series_config(const struct series *series, const char *key)
{
	g_autofree char *name = g_strconcat("series.", key, NULL);
	git_buf buf = GIT_BUF_INIT;
	char *value = NULL;

	if (!git_config_get_string_buf(&buf, series->config, name))
		value = g_strdup(buf.ptr);
	git_buf_dispose(&buf);
	return value;
}

bool series_config_bool(const struct series *series, const char *key, bool otherwise)
{
	g_autofree char *name = g_strconcat("series.", key, NULL);
	int value;

	if (git_config_get_bool(&value, series->config, name))
		return otherwise;
	return value;
}

static int collect(const git_config_entry *entry, void *data)
{
	g_ptr_array_add(data, g_strdup(entry->value));
	return 0;
}

GPtrArray *series_config_all(const struct series *series, const char *key)
{
	g_autofree char *name = g_strconcat("series.", key, NULL);
	GPtrArray *values = g_ptr_array_new_with_free_func(g_free);

	git_config_get_multivar_foreach(series->config, name, NULL, collect, values);
	return values;
}

const struct claim *step_waiver(const struct step *step, const char *check, const char *type)
{
	for (unsigned int i = 0; i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind == CLAIM_WAIVE && !strcmp(claim->argv[0], check) &&
		    !strcmp(claim->argv[1], type))
			return claim;
	}
	return NULL;
}

bool step_unchanged(const struct step *step, const char *target)
{
	for (unsigned int i = 0; i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind != CLAIM_UNCHANGED)
			continue;
		if (claim->argc == 1 ||
		    (target && g_strv_contains((const char *const *)claim->argv + 1, target)))
			return true;
	}
	return false;
}

char *step_waivers(const struct step *step, const char *check)
{
	GString *types = g_string_new(NULL);

	for (unsigned int i = 0; i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind == CLAIM_WAIVE && !strcmp(claim->argv[0], check))
			g_string_append_printf(types, "%s\n", claim->argv[1]);
	}
	return g_string_free(types, FALSE);
}

char *step_subject(const struct step *step)
{
	return g_strndup(step->message, strcspn(step->message, "\n"));
}
