// SPDX-License-Identifier: GPL-2.0-only
#include "damage.h"
#include "ctext.h"
#include "recipe.h"

#include <string.h>

bool damage_waived(const struct step *step, const struct op *op, const char *type)
{
	return step_waiver(step, op->kind->name, type) != NULL;
}

static void count_up(GHashTable *counts, const char *key)
{
	void *n = g_hash_table_lookup(counts, key);

	g_hash_table_insert(counts, g_strdup(key), GUINT_TO_POINTER(GPOINTER_TO_UINT(n) + 1));
}

/* Takes one away; false where there is none left. */
static bool count_down(GHashTable *counts, const char *key)
{
	unsigned int n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));

	if (!n)
		return false;
	g_hash_table_insert(counts, g_strdup(key), GUINT_TO_POINTER(n - 1));
	return true;
}

static GHashTable *counts_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static const char *whitespace_fault(const char *line)
{
	size_t len = strlen(line), indent = strspn(line, " \t");

	if (!len)
		return NULL;
	if (indent == len)
		return "a line of white space only";
	if (g_ascii_isspace(line[len - 1]) && line[len - 1] != '\f')
		return "trailing white space";
	if (g_strstr_len(line, (gssize)indent, " \t"))
		return "a blank before a tab";
	if (!strncmp(line, "        ", 8))
		return "indented by blanks, not tabs";
	return NULL;
}

int damage_whitespace(const struct step *step, const struct op *op, const char *path,
		      const GString *before, const GString *after)
{
	g_autoptr(GHashTable) old = counts_new();
	g_auto(GStrv) was = g_strsplit(before->str, "\n", -1);
	g_auto(GStrv) is = g_strsplit(after->str, "\n", -1);

	if (damage_waived(step, op, "WHITESPACE"))
		return 0;
	for (char **p = was; *p; p++)
		count_up(old, *p);
	for (unsigned int i = 0; is[i]; i++) {
		const char *fault;

		if (count_down(old, is[i]))
			continue;
		fault = whitespace_fault(is[i]);
		if (fault)
			return error_at(&op->at, "%s: %s: %s:%u: %s was added: '%s'", op->kind->name,
					op->argv[0], path, i + 1, fault, is[i]);
	}
	return 0;
}

static int lost(const struct op *op, const char *path, const GString *before,
		const struct comment *comment)
{
	g_autofree char *code = ctext_code(path, before->str, before->len);
	g_autofree char *function = ctext_function(code, comment->line);

	return error_at(&op->at, "%s: %s: %s:%u: a comment is lost%s%s: %.60s\n"
			"\tkeep it in the rule, or say: waive %s COMMENT \"<why>\"", op->kind->name,
			op->argv[0], path, comment->line, function ? " in " : "", function ? function : "",
			comment->text, op->kind->name);
}

int damage_comments(const struct step *step, const struct op *op, const char *path,
		    const GString *before, const GString *after, const char *rule)
{
	g_autoptr(GHashTable) left = counts_new();
	g_autoptr(GPtrArray) was = ctext_comments(before->str, before->len);
	g_autoptr(GPtrArray) is = ctext_comments(after->str, after->len);

	if (damage_waived(step, op, "COMMENT"))
		return 0;
	for (unsigned int i = 0; i < is->len; i++)
		count_up(left, ((struct comment *)is->pdata[i])->text);
	for (unsigned int i = 0; i < was->len; i++) {
		const struct comment *comment = was->pdata[i];

		if (!count_down(left, comment->text) &&
		    !(rule && strstr(rule, comment->text)))
			return lost(op, path, before, comment);
	}
	return 0;
}
