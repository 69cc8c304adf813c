// SPDX-License-Identifier: GPL-2.0-only
#include "fixup.h"
#include "changes.h"
#include "lab.h"
#include "run.h"

#include <string.h>

static void before_clear(void *target)
{
	g_free(((struct target *)target)->path);
}

void fixup_free(void *data)
{
	struct fixup *fixup = data;

	g_free(fixup->file);
	g_free(fixup->base);
	g_free(fixup->data);
	g_ptr_array_unref(fixup->instead);
	g_ptr_array_unref(fixup->already);
	g_array_unref(fixup->before);
	g_free(fixup);
}

static struct fixup *fixup_new(const char *path, const char *base)
{
	struct fixup *fixup = g_new0(struct fixup, 1);

	fixup->file = series_shown(path);
	fixup->base = g_strdup(base);
	fixup->instead = g_ptr_array_new_with_free_func(g_free);
	fixup->already = g_ptr_array_new_with_free_func(g_free);
	fixup->before = g_array_new(FALSE, TRUE, sizeof(struct target));
	g_array_set_clear_func(fixup->before, before_clear);
	return fixup;
}

static int read_before(struct fixup *fixup, const char *text, const struct place *at)
{
	struct target target = { .entry.mode = GIT_FILEMODE_BLOB };
	const char *fault;

	if (strlen(text) < OID_HEX + 1 || text[GIT_OID_HEXSZ] != ' ' ||
	    git_oid_fromstrn(&target.entry.id, text, GIT_OID_HEXSZ))
		return error_at(at, "Before: takes a blob's id and a path");
	fault = path_fault(text + OID_HEX);
	if (fault)
		return error_at(at, "%s %s", text + OID_HEX, fault);
	if (git_oid_is_zero(&target.entry.id))
		target.entry.mode = 0;
	target.path = g_strdup(text + OID_HEX);
	g_array_append_val(fixup->before, target);
	return 0;
}

/* What stands above the diff. */
static int read_head(struct fixup *fixup)
{
	g_auto(GStrv) lines = g_strsplit(fixup->data, "\n", -1);
	struct place at = { fixup->file, 0 };
	int ret = 0;

	for (char **line = lines; !ret && *line && !g_str_has_prefix(*line, "diff "); line++) {
		at.line++;
		if (g_str_has_prefix(*line, "Instead-of: "))
			g_ptr_array_add(fixup->instead, g_strdup(strchr(*line, ' ') + 1));
		else if (g_str_has_prefix(*line, "Already: "))
			g_ptr_array_add(fixup->already, g_strdup(strchr(*line, ' ') + 1));
		else if (g_str_has_prefix(*line, "Before: "))
			ret = read_before(fixup, strchr(*line, ' ') + 1, &at);
	}
	if (!ret && (!fixup->instead->len || !fixup->before->len))
		ret = error_at(&(struct place){ fixup->file, 0 },
			       "is bound to nothing: no Instead-of: and Before: above the diff");
	return ret;
}

static int read_file(struct series *series, const char *dir, const char *base, const char *name)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);
	g_autofree char *step = g_strndup(name, strlen(name) - strlen(".patch"));
	struct step *owner = (struct step *)series_step(series, step);
	struct fixup *fixup = fixup_new(path, base);
	int ret;

	if (!owner) {
		ret = error_at(&(struct place){ fixup->file, 0 }, "%s has no step '%s'; remove the file",
			       series->name, step);
		fixup_free(fixup);
		return ret;
	}
	g_ptr_array_add(owner->fixups, fixup);
	ret = file_read(&fixup->data, &fixup->len, path);
	return ret ? ret : read_head(fixup);
}

static gint by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In a fixed order, whatever the file system says. */
static GPtrArray *list_dir(const char *path)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir)))
		g_ptr_array_add(names, g_strdup(name));
	if (dir)
		g_dir_close(dir);
	g_ptr_array_sort(names, by_name);
	return names;
}

int fixups_read(struct series *series)
{
	g_autofree char *top = g_build_filename(series->dir, "fixups", NULL);
	g_autoptr(GPtrArray) bases = list_dir(top);
	int ret = 0;

	for (unsigned int i = 0; i < bases->len; i++) {
		g_autofree char *dir = g_build_filename(top, bases->pdata[i], NULL);
		g_autoptr(GPtrArray) names = list_dir(dir);

		for (unsigned int j = 0; j < names->len; j++) {
			int err = 0;

			if (g_str_has_suffix(names->pdata[j], ".patch"))
				err = read_file(series, dir, bases->pdata[i], names->pdata[j]);
			ret = err ? err : ret;
		}
	}
	return ret;
}

char *fixup_op_line(const struct op *op)
{
	return g_strdup(op->text);
}

char *fixup_claim_line(const struct claim *claim)
{
	g_autofree char *words = g_strjoinv(" ", claim->argv);

	return g_strconcat(claim_name(claim->kind), " ", words, NULL);
}

static char *conflict_line(const struct conflict *conflict)
{
	if (conflict->op)
		return fixup_op_line(conflict->op);
	return conflict->claim ? fixup_claim_line(conflict->claim) : g_strdup("");
}

static bool lists(const GPtrArray *lines, const char *line)
{
	return g_ptr_array_find_with_equal_func((GPtrArray *)lines, line, g_str_equal, NULL);
}

bool fixup_covers(const struct fixup *fixup, const struct claim *claim)
{
	g_autofree char *line = fixup_claim_line(claim);

	return lists(fixup->instead, line);
}

/* Every conflict is one that the fixup was made for. */
static char *other_conflict(const struct fixup *fixup, const struct account *account)
{
	for (unsigned int i = 0; i < account->conflicts->len; i++) {
		char *line = conflict_line(account->conflicts->pdata[i]);

		if (!lists(fixup->instead, line) && !lists(fixup->already, line))
			return line;
		g_free(line);
	}
	return NULL;
}

static bool conflicts_with(const struct account *account, const char *text)
{
	for (unsigned int i = 0; i < account->conflicts->len; i++) {
		g_autofree char *line = conflict_line(account->conflicts->pdata[i]);

		if (!strcmp(line, text))
			return true;
	}
	return false;
}

static bool is_operation(const struct account *account, const char *line)
{
	for (unsigned int i = 0; i < account->step->claims->len; i++) {
		g_autofree char *claim = fixup_claim_line(account->step->claims->pdata[i]);

		if (!strcmp(claim, line))
			return false;
	}
	return true;
}

/* And every operation that it was made for conflicts here. */
static const char *other_success(const struct fixup *fixup, const struct account *account)
{
	for (unsigned int i = 0; i < fixup->instead->len; i++) {
		const char *line = fixup->instead->pdata[i];

		if (is_operation(account, line) && !conflicts_with(account, line))
			return line;
	}
	return NULL;
}

static int other_file(char **why, const struct fixup *fixup, struct stage *stage)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && !*why && i < fixup->before->len; i++) {
		const struct target *before = &g_array_index(fixup->before, struct target, i);
		struct place at = { fixup->file, 0 };
		struct entry now;

		ret = repo_entry(&now, stage->repo, &stage->tree, before->path, &at);
		if (!ret && !now.mode != !before->entry.mode)
			*why = g_strdup_printf("%s %s", before->path,
					       now.mode ? "is there" : "is not there");
		else if (!ret && now.mode && !git_oid_equal(&now.id, &before->entry.id))
			*why = g_strdup_printf("%s is another", before->path);
	}
	return ret;
}

/* NULL: it fits. */
static int misfit_of(char **why, const struct fixup *fixup, struct stage *stage,
		     const struct account *account)
{
	g_autofree char *line = other_conflict(fixup, account);
	const char *success = other_success(fixup, account);

	*why = NULL;
	if (line)
		*why = g_strdup_printf("it is not for: %s", line);
	else if (success)
		*why = g_strdup_printf("this applies now: %s", success);
	return *why ? 0 : other_file(why, fixup, stage);
}

int fixup_find(const struct fixup **out, char **misfit, struct stage *stage,
	       const struct account *account)
{
	const GPtrArray *fixups = account->step->fixups;
	int ret = 0;

	*out = NULL;
	*misfit = NULL;
	for (unsigned int i = 0; !ret && i < fixups->len; i++) {
		const struct fixup *fixup = fixups->pdata[i];
		g_autofree char *why = NULL;

		ret = misfit_of(&why, fixup, stage, account);
		if (!ret && !why) {
			*out = fixup;
			g_clear_pointer(misfit, g_free);
			break;
		}
		if (!ret && !*misfit)
			*misfit = g_strdup_printf("%s does not fit here: %s", fixup->file, why);
	}
	return ret;
}

int fixup_apply(struct stage *stage, const struct fixup *fixup)
{
	char *argv[] = { fixup->file, NULL };
	const struct op op = {
		.kind = &op_patch,
		.at = { fixup->file, 0 },
		.text = fixup->file,
		.argv = argv,
		.argc = 1,
		.source = fixup->file,
		.data = fixup->data,
		.len = fixup->len,
	};

	return op_patch.run(stage, &op);
}

static char *makefile_value(const char *text, const char *key)
{
	g_autofree char *pattern = g_strdup_printf("^%s[ \\t]*=[ \\t]*([-.0-9A-Za-z]*)[ \\t]*$", key);
	g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;

	if (!g_regex_match(regex, text, 0, &match))
		return g_strdup("");
	return g_match_info_fetch(match, 1);
}

/* "5.2.1", as the tree's Makefile says; its id where that says nothing. */
static int base_name(char **out, struct repo *repo, const git_oid *base)
{
	g_autofree char *text = NULL, *version = NULL, *patch = NULL, *sub = NULL, *extra = NULL;
	struct place at = { "Makefile", 0 };
	struct entry makefile;
	git_oid tree;
	size_t len;
	int ret = repo_commit_tree(&tree, repo, base);

	if (!ret)
		ret = repo_entry(&makefile, repo, &tree, "Makefile", &at);
	if (!ret)
		ret = repo_blob(&text, &len, repo, &makefile.id);
	if (ret)
		return ret;
	version = makefile_value(text, "VERSION");
	patch = makefile_value(text, "PATCHLEVEL");
	sub = makefile_value(text, "SUBLEVEL");
	extra = makefile_value(text, "EXTRAVERSION");
	*out = *version && *patch ?
	       g_strdup_printf("%s.%s%s%s%s", version, patch, *sub ? "." : "", sub, extra) :
	       g_strdup_printf("%.12s", git_oid_tostr_s(base));
	return 0;
}

static int append_befores(GString *out, struct repo *repo, const struct fixup_draft *draft)
{
	GArray *changes = NULL;
	int ret = repo_changes(&changes, repo, &draft->made, &draft->wanted);

	for (unsigned int i = 0; !ret && i < changes->len; i++) {
		const char *path = g_array_index(changes, struct change, i).path;
		struct place at = { path, 0 };
		struct entry before;

		ret = repo_entry(&before, repo, &draft->made, path, &at);
		g_string_append_printf(out, "Before: %s %s\n", git_oid_tostr_s(&before.id), path);
	}
	repo_changes_free(changes);
	return ret;
}

static int append_diff(GString *out, struct repo *repo, struct scratch *scratch,
		       const struct fixup_draft *draft)
{
	struct run run = RUN_INIT;
	struct lab lab = LAB_INIT;
	int ret = lab_open(&lab, repo, scratch);

	lab_git(&run, &lab);
	run_arg(&run, "diff-tree", "-r", "-p", "--binary", "--full-index", "--no-renames", NULL);
	run_argf(&run, "%s", git_oid_tostr_s(&draft->made));
	run_argf(&run, "%s", git_oid_tostr_s(&draft->wanted));
	if (!ret)
		ret = run_ok(&run);
	if (!ret)
		g_string_append_len(out, run.out->str, (gssize)run.out->len);
	run_release(&run);
	lab_release(&lab);
	return ret;
}

/* Where it goes: not in the place of one that is for something else. */
static char *free_path(const struct series *series, const struct fixup_draft *draft,
		       const char *base, const GString *text)
{
	g_autofree char *name = g_strconcat(draft->step, ".patch", NULL);
	g_autofree char *old = NULL, *other = NULL;
	char *path = g_build_filename(series->dir, "fixups", base, name, NULL);

	if (!g_file_get_contents(path, &old, NULL, NULL) || !strcmp(old, text->str))
		return path;
	g_free(path);
	other = g_strdup_printf("%s-%.12s", base, git_oid_tostr_s(&draft->made));
	return g_build_filename(series->dir, "fixups", other, name, NULL);
}

int fixup_write(char **file, struct repo *repo, struct scratch *scratch,
		const struct series *series, const struct fixup_draft *draft)
{
	g_autoptr(GString) text = g_string_new("SPDX-License-Identifier: GPL-2.0-only\n");
	g_autofree char *base = NULL, *path = NULL;
	int ret = base_name(&base, repo, &draft->base);

	*file = NULL;
	if (!ret)
		g_string_append_printf(text, "Base: %s %s\n", base, git_oid_tostr_s(&draft->base));
	for (char **line = draft->instead; *line; line++)
		g_string_append_printf(text, "Instead-of: %s\n", *line);
	for (char **line = draft->already; *line; line++)
		g_string_append_printf(text, "Already: %s\n", *line);
	if (!ret)
		ret = append_befores(text, repo, draft);
	g_string_append_c(text, '\n');
	if (!ret)
		ret = append_diff(text, repo, scratch, draft);
	if (ret)
		return ret;
	path = free_path(series, draft, base, text);
	ret = file_replace(path, text->str, text->len);
	if (!ret)
		*file = series_shown(path);
	return ret;
}
