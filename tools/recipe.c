// SPDX-License-Identifier: GPL-2.0-only
#include "recipe.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

static const struct op_kind *const op_kinds[] = {
	&op_cocci, &op_delete, &op_ed, &op_overlay, &op_patch, &op_rename,
};

static const struct {
	const char *name, *usage;
	unsigned int min, max;
} claim_kinds[] = {
	[CLAIM_PRESENT] = { "present", "PATH TOKEN [N|N+]", 2, 3 },
	[CLAIM_ABSENT] = { "absent", "PATH TOKEN", 2, 2 },
	[CLAIM_UNCHANGED] = { "unchanged", "objects [TARGET ...]", 1, UINT_MAX },
	[CLAIM_UPSTREAM] = { "upstream", "TOKEN PATH", 2, 2 },
	[CLAIM_WAIVE] = { "waive", "CHECK TYPE \"REASON\"", 3, 3 },
	[CLAIM_CHANGE] = { "change", "vN: TEXT", 2, 2 },
};

const char *claim_name(enum claim_kind kind)
{
	return claim_kinds[kind].name;
}

void op_free(void *data)
{
	struct op *op = data;

	g_strfreev(op->argv);
	g_free(op->text);
	g_free(op->source);
	g_free(op->data);
	g_free(op);
}

void claim_free(void *data)
{
	struct claim *claim = data;

	g_strfreev(claim->argv);
	g_free(claim);
}

const char *path_fault(const char *path)
{
	g_auto(GStrv) parts = g_strsplit(path, "/", -1);

	if (!*path)
		return "is empty";
	if (*path == '/')
		return "is absolute; paths are relative to the kernel's top";
	for (char **p = parts; *p; p++) {
		if (!strcmp(*p, ".."))
			return "leaves the tree";
		if (!**p || !strcmp(*p, "."))
			return "is not a plain path (an empty or '.' part)";
		if (!g_ascii_strcasecmp(*p, ".git"))
			return "names git's own folder";
	}
	for (const char *p = path; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return "holds a control character";
	return NULL;
}

/* What comes first in an operation's line, and is not a path in the tree. */
static unsigned int first_path(const struct op_kind *kind)
{
	return kind->source == SOURCE_RULE || kind->source == SOURCE_EDIT;
}

static int check_paths(const struct place *at, char **argv, unsigned int from,
		       unsigned int to, bool globs)
{
	for (unsigned int i = from; i < to; i++) {
		const char *fault = path_fault(argv[i]);

		if (fault)
			return error_at(at, "%s %s", argv[i], fault);
		if (!globs && repo_is_glob(argv[i]))
			return error_at(at, "%s: a pattern cannot be used here", argv[i]);
	}
	return 0;
}

static char *source_path(const struct series *series, const struct op *op)
{
	g_autofree char *path = NULL;

	switch (op->kind->source) {
	case SOURCE_RULE:
		path = g_build_filename(series->root, "semantic-patches", series->name,
					op->argv[0], NULL);
		break;
	case SOURCE_EDIT:
		path = g_build_filename(series->dir, "edits", op->argv[0], NULL);
		break;
	default:
		path = g_build_filename(series->root, "kernel-overlay", series->name,
					op->argv[0], NULL);
	}
	return series_shown(path);
}

/* The rule, script, patch or new file: read now, so that a missing one is told now. */
static int read_source(struct op *op, const struct series *series)
{
	const char *fault = path_fault(op->argv[0]);
	g_autoptr(GError) err = NULL;
	struct stat st;

	if (fault)
		return error_at(&op->at, "%s %s", op->argv[0], fault);
	op->source = source_path(series, op);
	if (lstat(op->source, &st))
		return error_at(&op->at, "%s: %s: %s", op->kind->name, op->source,
				g_strerror(errno));
	op->mode = st.st_mode & S_IXUSR ? GIT_FILEMODE_BLOB_EXECUTABLE : GIT_FILEMODE_BLOB;
	if (S_ISLNK(st.st_mode) && op->kind->source == SOURCE_OVERLAY) {
		op->mode = GIT_FILEMODE_LINK;
		op->data = g_file_read_link(op->source, &err);
		op->len = op->data ? strlen(op->data) : 0;
	} else if (S_ISDIR(st.st_mode)) {
		return error_at(&op->at, "%s: %s is a folder", op->kind->name, op->source);
	} else {
		g_file_get_contents(op->source, &op->data, &op->len, &err);
	}
	if (err)
		return error_at(&op->at, "%s: %s", op->kind->name, err->message);
	return 0;
}

static int read_op(struct step *step, const struct series *series, const struct op_kind *kind,
		   const struct place *at, const char *line, char **words)
{
	struct op *op = g_new0(struct op, 1);
	unsigned int n;
	int ret;

	op->kind = kind;
	op->at = *at;
	op->text = g_strjoinv(" ", words);
	op->argv = g_strdupv(words + 1);
	n = g_strv_length(op->argv);
	if (n && !strcmp(op->argv[n - 1], "if-present")) {
		op->if_present = true;
		g_clear_pointer(&op->argv[--n], g_free);
	}
	op->argc = n;
	g_ptr_array_add(step->ops, op);
	if (n < kind->min || n > kind->max)
		return error_at(at, "%s takes: %s", kind->name, kind->usage);
	ret = check_paths(at, op->argv, first_path(kind), n, kind->globs);
	if (!ret && kind->source != SOURCE_NONE)
		ret = read_source(op, series);
	return ret;
}

static int read_count(struct claim *claim, const char *word)
{
	char *end;
	guint64 n;

	if (!g_ascii_isdigit(*word))
		goto bad;
	n = g_ascii_strtoull(word, &end, 10);
	claim->at_least = *end == '+';
	if (n > 1000000 || *(end + claim->at_least))
		goto bad;
	claim->count = (unsigned int)n;
	return 0;
bad:
	return error_at(&claim->at, "'%s' is no count: N, or N+ for at least N", word);
}

/* "vN: text", the text to the letter: an apostrophe is no quote in prose. */
static int read_change(struct claim *claim, const char *line)
{
	g_autofree char *text = g_strstrip(g_strdup(line + strlen("change")));
	char *colon = strchr(text, ':'), *end = NULL;
	guint64 version = 0;

	if (*text == 'v' && g_ascii_isdigit(text[1]))
		version = g_ascii_strtoull(text + 1, &end, 10);
	if (!version || version > 10000 || !colon || end != colon || !colon[1])
		return error_at(&claim->at, "change takes: %s", claim_kinds[CLAIM_CHANGE].usage);
	*colon = '\0';
	claim->count = (unsigned int)version;
	g_strfreev(claim->argv);
	claim->argv = g_new0(char *, 3);
	claim->argv[0] = g_strdup(text);
	claim->argv[1] = g_strdup(g_strstrip(colon + 1));
	claim->argc = 2;
	return 0;
}

/* A target without a file is a misspelt one, and the claim would be held against nothing. */
static int check_targets(const struct claim *claim, const struct series *series)
{
	for (unsigned int i = 1; i < claim->argc; i++) {
		const char *name = claim->argv[i];
		g_autofree char *file = g_strconcat(name, ".config", NULL);
		g_autofree char *path = g_build_filename(series->root, "series", "targets", file,
							 NULL);

		if (!series_name_ok(name) || !g_file_test(path, G_FILE_TEST_EXISTS))
			return error_at(&claim->at, "unchanged: there is no target \"%s\"", name);
	}
	return 0;
}

static int check_claim(struct claim *claim, const struct series *series)
{
	switch (claim->kind) {
	case CLAIM_PRESENT:
		claim->count = 1;
		claim->at_least = true;
		if (claim->argc == 3 && read_count(claim, claim->argv[2]))
			return E_SERIES;
		return check_paths(&claim->at, claim->argv, 0, 1, true);
	case CLAIM_ABSENT:
		return check_paths(&claim->at, claim->argv, 0, 1, true);
	case CLAIM_UPSTREAM:
		return check_paths(&claim->at, claim->argv, 1, 2, true);
	case CLAIM_UNCHANGED:
		if (strcmp(claim->argv[0], "objects"))
			return error_at(&claim->at, "'unchanged %s': only objects can be",
					claim->argv[0]);
		return check_targets(claim, series);
	case CLAIM_WAIVE:
		if (!*claim->argv[2])
			return error_at(&claim->at, "waive: the reason is empty");
		return 0;
	default:
		return 0;
	}
}

static int read_claim(struct step *step, const struct series *series, enum claim_kind kind,
		      const struct place *at, const char *line, char **words)
{
	struct claim *claim = g_new0(struct claim, 1);

	claim->kind = kind;
	claim->at = *at;
	claim->argv = g_strdupv(words + 1);
	claim->argc = g_strv_length(claim->argv);
	g_ptr_array_add(step->claims, claim);
	if (kind == CLAIM_CHANGE)
		return read_change(claim, line);
	if (claim->argc < claim_kinds[kind].min || claim->argc > claim_kinds[kind].max)
		return error_at(at, "%s takes: %s", claim_kinds[kind].name, claim_kinds[kind].usage);
	return check_claim(claim, series);
}

static int unknown(const struct place *at, const char *word)
{
	GString *known = g_string_new(NULL);
	int ret;

	for (unsigned int i = 0; i < G_N_ELEMENTS(op_kinds); i++)
		g_string_append_printf(known, " %s", op_kinds[i]->name);
	for (unsigned int i = 0; i < G_N_ELEMENTS(claim_kinds); i++)
		g_string_append_printf(known, " %s", claim_kinds[i].name);
	ret = error_at(at, "unknown operation or claim '%s'; known are:%s", word, known->str);
	g_string_free(known, TRUE);
	return ret;
}

/* Words as a shell splits them, with its quotes and comments; nothing expands. */
static int split_words(char ***words, const struct place *at, const char *line)
{
	g_autofree char *plain = g_strdelimit(g_strdup(line), "\t", ' ');
	g_autoptr(GError) err = NULL;

	*words = NULL;
	if (!g_str_is_ascii(plain) && !g_utf8_validate(plain, -1, NULL))
		return error_at(at, "not UTF-8");
	if (g_shell_parse_argv(plain, NULL, words, &err) ||
	    g_error_matches(err, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
		return 0;
	return error_at(at, "%s", err->message);
}

int recipe_read_line(struct step *step, const struct series *series,
		     const struct place *at, const char *line)
{
	g_autofree char *text = g_strstrip(g_strdup(line));
	g_auto(GStrv) words = NULL;

	if (g_str_has_prefix(text, "change") && g_ascii_isspace(text[6]))
		return read_claim(step, series, CLAIM_CHANGE, at, text, (char *[]){ text, NULL });
	if (split_words(&words, at, text))
		return E_SERIES;
	if (!words)
		return 0;
	for (unsigned int i = 0; i < G_N_ELEMENTS(op_kinds); i++)
		if (!strcmp(words[0], op_kinds[i]->name))
			return read_op(step, series, op_kinds[i], at, text, words);
	for (unsigned int i = 0; i < G_N_ELEMENTS(claim_kinds); i++)
		if (!strcmp(words[0], claim_kinds[i].name))
			return read_claim(step, series, (enum claim_kind)i, at, text, words);
	return unknown(at, words[0]);
}

static void target_clear(void *data)
{
	g_free(((struct target *)data)->path);
}

static int add_target(GArray *targets, const struct stage *stage, const struct op *op,
		      const char *path, bool named)
{
	struct target target = { .named = named };
	int ret = repo_entry(&target.entry, stage->repo, &stage->tree, path, &op->at);

	if (ret)
		return ret;
	if (!target.entry.mode) {
		if (op->if_present)
			return 0;
		return error_at(&op->at, "%s: %s is not there", op->kind->name, path);
	}
	if (target.entry.mode != GIT_FILEMODE_BLOB &&
	    target.entry.mode != GIT_FILEMODE_BLOB_EXECUTABLE &&
	    !(target.entry.mode == GIT_FILEMODE_LINK && op->kind->links))
		return error_at(&op->at, "%s: %s is %s, not a file", op->kind->name, path,
				target.entry.mode == GIT_FILEMODE_LINK ? "a symbolic link" :
				target.entry.mode == GIT_FILEMODE_TREE ? "a folder" : "a submodule");
	target.path = g_strdup(path);
	g_array_append_val(targets, target);
	return 0;
}

static int add_glob(GArray *targets, const struct stage *stage, const struct op *op,
		    const char *pattern)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	int ret = repo_glob(paths, stage->repo, &stage->tree, pattern);

	for (unsigned int i = 0; !ret && i < paths->len; i++)
		ret = add_target(targets, stage, op, paths->pdata[i], false);
	if (!ret && !paths->len && !op->if_present)
		ret = error_at(&op->at, "%s: no file matches %s", op->kind->name, pattern);
	return ret;
}

/* A file that two operands name is one file, and named where one names it. */
static void merge_doubles(GArray *targets)
{
	for (unsigned int i = 0; i < targets->len; i++) {
		struct target *kept = &g_array_index(targets, struct target, i);

		for (unsigned int j = targets->len - 1; j > i; j--) {
			struct target *other = &g_array_index(targets, struct target, j);

			if (strcmp(kept->path, other->path))
				continue;
			kept->named |= other->named;
			g_array_remove_index(targets, j);
		}
	}
}

int op_targets(GArray **out, const struct stage *stage, const struct op *op, unsigned int first)
{
	GArray *targets = g_array_new(FALSE, TRUE, sizeof(struct target));
	int ret = 0;

	g_array_set_clear_func(targets, target_clear);
	for (unsigned int i = first; !ret && i < op->argc; i++)
		ret = repo_is_glob(op->argv[i]) ? add_glob(targets, stage, op, op->argv[i]) :
		      add_target(targets, stage, op, op->argv[i], true);
	merge_doubles(targets);
	*out = targets;
	return ret;
}

const char *recipe_renamed(const struct step *step, const char *path)
{
	for (unsigned int i = 0; i < step->ops->len; i++) {
		const struct op *op = step->ops->pdata[i];

		if (op->kind == &op_rename && !strcmp(op->argv[1], path))
			return op->argv[0];
	}
	return path;
}

static void want_free(void *data)
{
	struct want *want = data;

	g_free(want->text);
	g_free(want->path);
	g_free(want);
}

GPtrArray *wants_new(void)
{
	return g_ptr_array_new_with_free_func(want_free);
}

void wants_add(GPtrArray *wants, int kind, const char *text, const char *path, unsigned int line)
{
	struct want *want = g_new0(struct want, 1);

	want->kind = kind;
	want->text = g_strdup(text);
	want->path = g_strdup(path);
	want->line = line;
	g_ptr_array_add(wants, want);
}
