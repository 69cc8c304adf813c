// SPDX-License-Identifier: GPL-2.0-only
#include "explain.h"
#include "ctext.h"
#include "lab.h"
#include "near.h"

#include <regex.h>
#include <string.h>
#include <sys/stat.h>

/* The line that a regular expression is found in; 0: in none. */
static unsigned int find_regex(const char *text, const char *pattern)
{
	unsigned int line = 0;
	regmatch_t match;
	regex_t regex;

	if (regcomp(&regex, pattern, REG_NEWLINE))
		return 0;
	if (!regexec(&regex, text, 1, &match, 0))
		line = ctext_line(text, (size_t)match.rm_so);
	regfree(&regex);
	return line;
}

static unsigned int find_line(const char *text, const char *wanted)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (unsigned int i = 0; lines[i]; i++)
		if (!strcmp(lines[i], wanted))
			return i + 1;
	return 0;
}

static unsigned int find_word(const char *path, const char *text, size_t len, const char *word)
{
	g_autofree char *code = ctext_code(path, text, len);
	size_t at;

	return ctext_count(code, word, &at) ? ctext_line(code, at) : 0;
}

static unsigned int find(const struct want *want, const char *path, const char *text, size_t len)
{
	switch (want->kind) {
	case WANT_REGEX:
		return find_regex(text, want->text);
	case WANT_LINE:
		return find_line(text, want->text);
	default:
		return find_word(path, text, len, want->text);
	}
}

/* The files of @path's folder, itself aside: their names. */
static int list_siblings(GPtrArray **out, struct stage *stage, const char *path)
{
	g_autofree char *dir = g_path_get_dirname(path);
	g_autofree char *pattern = strcmp(dir, ".") ? g_strconcat(dir, "/*", NULL) : g_strdup("*");
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
	int ret = repo_glob(paths, stage->repo, &stage->tree, pattern);

	for (unsigned int i = 0; i < paths->len; i++)
		if (!strcmp(paths->pdata[i], path))
			g_ptr_array_remove_index(paths, i--);
	*out = paths;
	return ret;
}

static int read_path(char **text, size_t *len, struct stage *stage, const struct op *op,
		     const char *path)
{
	struct entry entry;
	int ret = repo_entry(&entry, stage->repo, &stage->tree, path, &op->at);

	*text = NULL;
	if (!ret && S_ISREG(entry.mode))
		ret = repo_blob(text, len, stage->repo, &entry.id);
	return ret;
}

/* Does it stand next door? Then it has moved. */
static int look_next_door(struct conflict *conflict, struct stage *stage, const struct want *want,
			  const char *path)
{
	g_autoptr(GPtrArray) paths = NULL;
	int ret = list_siblings(&paths, stage, path);

	for (unsigned int i = 0; !ret && i < paths->len && conflict->near->len < NEAR_MAX; i++) {
		const char *other = paths->pdata[i];
		g_autofree char *text = NULL, *function = NULL;
		unsigned int line;
		size_t len;

		ret = read_path(&text, &len, stage, conflict->op, other);
		if (ret || !text)
			continue;
		line = find(want, other, text, len);
		function = line ? ctext_function(text, line) : NULL;
		if (line)
			g_ptr_array_add(conflict->near, g_strdup_printf("%s:%u%s%s has it", other, line,
				function ? ", in " : "", function ? function : ""));
	}
	return ret;
}

static int not_found(struct conflict *conflict, struct stage *stage, const struct want *want,
		     const char *path, const char *text, size_t len)
{
	const char *source = conflict->op->source;
	g_autofree char *where = want->line ? g_strdup_printf(", of %s:%u", source, want->line) : NULL;
	g_autofree char *bare = g_strstrip(g_strdup(want->text)), *literal = NULL;
	int ret;

	conflict->path = g_strdup(path);
	conflict->expected = g_strdup_printf(want->kind == WANT_REGEX ? "a line that matches %s%s" :
					     want->kind == WANT_LINE ? "the line \"%s\"%s" :
					     "the word %s%s",
					     want->kind == WANT_LINE ? bare : want->text,
					     where ? where : "");
	conflict->found = g_strdup_printf("no such thing in %s", path);
	literal = want->kind == WANT_REGEX ? near_literal(want->text) : g_strdup(want->text);
	ret = look_next_door(conflict, stage, want, path);
	if (want->kind == WANT_WORD)
		near_words(conflict->near, path, text, len, literal);
	else
		near_lines(conflict->near, path, text, literal);
	return ret;
}

static char *line_at(const char *text, unsigned int line)
{
	for (; line > 1 && *text; text++)
		line -= *text == '\n';
	return g_strstrip(g_strndup(text, strcspn(text, "\n")));
}

/* Where something stands that is looked for; what is in every file says nothing. */
static void add_place(struct conflict *conflict, const struct want *want, const char *path,
		      const char *text, unsigned int line)
{
	g_autofree char *function = ctext_function(text, line);
	g_autofree char *shown = want->kind == WANT_WORD ? g_strdup(want->text) : line_at(text, line);
	char *place;

	if (strlen(shown) < 4)
		return;
	place = g_strdup_printf("%s:%u: %s%s%s", path, line, shown, function ? ", in " : "",
				function ? function : "");
	if (g_ptr_array_find_with_equal_func(conflict->near, place, g_str_equal, NULL))
		g_free(place);
	else
		g_ptr_array_add(conflict->near, place);
	if (function && !conflict->function)
		conflict->function = g_strdup(function);
}

/* All that it looks for is there; so it is not where, or as, it was. */
static void found_all(struct conflict *conflict, const GPtrArray *wants, const char *path,
		      const char *text, size_t len)
{
	if (conflict->path || !wants->len)
		return;
	conflict->path = g_strdup(path);
	conflict->found = g_strdup_printf("what it looks for is in %s, but not as it has it:", path);
	for (unsigned int i = 0; i < wants->len && conflict->near->len < NEAR_MAX; i++) {
		const struct want *want = wants->pdata[i];

		if (!want->path || !strcmp(want->path, path))
			add_place(conflict, want, path, text, find(want, path, text, len));
	}
}

/* One file that is there: the first thing in it that is not to be found. */
static int explain_file(struct conflict *conflict, struct stage *stage, const GPtrArray *wants,
			const char *path, bool *complete)
{
	g_autofree char *text = NULL;
	size_t len;
	int ret = read_path(&text, &len, stage, conflict->op, path);

	*complete = !ret && text;
	for (unsigned int i = 0; *complete && i < wants->len; i++) {
		const struct want *want = wants->pdata[i];

		if ((want->path && strcmp(want->path, path)) || find(want, path, text, len))
			continue;
		*complete = false;
		if (!conflict->path)
			ret = not_found(conflict, stage, want, path, text, len);
	}
	if (!ret && *complete)
		found_all(conflict, wants, path, text, len);
	return ret;
}

static int collect_namesake(const char *root, const git_tree_entry *entry, void *data)
{
	GPtrArray *found = ((void **)data)[0];
	const char *name = ((void **)data)[1];

	if (!strcmp(git_tree_entry_name(entry), name))
		g_ptr_array_add(found, g_strconcat(root, name, NULL));
	return found->len >= NEAR_MAX ? -1 : 0;
}

static int explain_absent(struct conflict *conflict, struct stage *stage, const char *path)
{
	g_autofree char *name = g_path_get_basename(path);
	g_autoptr(GPtrArray) siblings = NULL;
	git_tree *tree = NULL;
	int ret = list_siblings(&siblings, stage, path);

	conflict->path = g_strdup(path);
	conflict->expected = g_strdup_printf("the file %s", path);
	conflict->found = g_strdup("no such file");
	near_names(conflict->near, siblings, path);
	if (!ret && !git_tree_lookup(&tree, stage->repo->git, &stage->tree))
		git_tree_walk(tree, GIT_TREEWALK_PRE, collect_namesake,
			      (void *[]){ conflict->near, name });
	git_tree_free(tree);
	return ret;
}

/* The last commit that has touched it, as far as there is history. */
static int since_when(char **out, struct stage *stage, const git_oid *parent, const char *path)
{
	struct run run = RUN_INIT;
	struct lab lab = LAB_INIT;
	int ret = lab_open(&lab, stage->repo, stage->scratch);

	if (!ret)
		ret = lab_add_history(&lab, stage->repo);
	lab_git(&run, &lab);
	run_arg(&run, "log", "-1", "--format=commit %h %s", "--abbrev=12", git_oid_tostr_s(parent),
		"--", NULL);
	run_argf(&run, ":(literal)%s", path);
	if (!ret)
		ret = run_ok(&run);
	if (!ret)
		*out = g_strchomp(g_strdup(run.out->str));
	run_release(&run);
	lab_release(&lab);
	return ret;
}

static int explain_overlay(struct conflict *conflict, struct stage *stage, const git_oid *parent)
{
	const char *path = conflict->op->argv[0];
	g_autofree char *since = NULL;
	struct entry entry;
	int ret = repo_entry(&entry, stage->repo, &stage->tree, path, &conflict->op->at);

	if (ret || !entry.mode)
		return ret;
	ret = since_when(&since, stage, parent, path);
	conflict->path = g_strdup(path);
	conflict->expected = g_strdup_printf("no file, or the one in %s", conflict->op->source);
	conflict->found = g_strdup_printf("another file, since %s", since && *since ? since : "ever");
	return ret;
}

static int explain_operand(struct conflict *conflict, struct stage *stage, const GPtrArray *wants,
			   const char *operand, bool *complete)
{
	struct entry entry;
	int ret;

	if (repo_is_glob(operand))
		return 0;
	ret = repo_entry(&entry, stage->repo, &stage->tree, operand, &conflict->op->at);
	if (ret)
		return ret;
	if (!entry.mode && !conflict->op->if_present && !conflict->path)
		return explain_absent(conflict, stage, operand);
	return entry.mode && wants ? explain_file(conflict, stage, wants, operand, complete) : 0;
}

static int explain_patch(struct conflict *conflict, struct stage *stage, const GPtrArray *wants)
{
	const char *last = NULL;
	bool complete;
	int ret = 0;

	for (unsigned int i = 0; !ret && !conflict->path && i < wants->len; i++) {
		const struct want *want = wants->pdata[i];

		if (last && !strcmp(last, want->path))
			continue;
		last = want->path;
		ret = explain_operand(conflict, stage, wants, last, &complete);
	}
	return ret;
}

static int explain_op(struct conflict *conflict, struct stage *stage, const git_oid *parent)
{
	const struct op *op = conflict->op;
	unsigned int first = op->kind->source == SOURCE_NONE ? 0 : 1;
	g_autoptr(GPtrArray) wants = op->kind->wants ? op->kind->wants(op) : NULL;
	bool complete;
	int ret = 0;

	if (op->kind->source == SOURCE_OVERLAY)
		return explain_overlay(conflict, stage, parent);
	if (first == 1 && op->argc == 1)
		return wants ? explain_patch(conflict, stage, wants) : 0;
	for (unsigned int i = first; !ret && i < op->argc && op->kind != &op_rename; i++)
		ret = explain_operand(conflict, stage, wants, op->argv[i], &complete);
	if (op->kind == &op_rename)
		ret = explain_operand(conflict, stage, wants, op->argv[0], &complete);
	return ret;
}

int explain(struct conflict *conflict, struct stage *stage, const git_oid *parent)
{
	GString *said = g_string_new(NULL);
	int ret;

	msg_hold(said);		/* the operation itself has said what is wrong */
	ret = explain_op(conflict, stage, parent);
	msg_hold(NULL);
	if (ret && ret != E_SERIES)
		msg_print(said->str);
	g_string_free(said, TRUE);
	return ret == E_SERIES ? 0 : ret;
}
