// SPDX-License-Identifier: GPL-2.0-only
#include "near.h"
#include "ctext.h"

#include <string.h>

#define LIKE_ENOUGH 0.5

struct candidate {
	double likeness;
	unsigned int line;
	char *text;
};

static void candidate_clear(void *data)
{
	g_free(((struct candidate *)data)->text);
}

/* Letters, digits and _ only: what is left of a line that can be compared. */
static char *core(const char *text)
{
	GString *out = g_string_new(NULL);

	for (; *text; text++)
		if (g_ascii_isalnum(*text) || *text == '_')
			g_string_append_c(out, *text);
	return g_string_free(out, FALSE);
}

static double likeness(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	guint8 pairs[256 * 8] = { 0 };
	unsigned int common = 0;

	if (n < 2 || m < 2)
		return 0;
	for (size_t i = 0; i + 1 < n; i++) {
		guint8 *count = &pairs[((guint8)a[i] * 31u + (guint8)a[i + 1]) % sizeof(pairs)];

		*count += *count < 255;
	}
	for (size_t i = 0; i + 1 < m; i++) {
		guint8 *count = &pairs[((guint8)b[i] * 31u + (guint8)b[i + 1]) % sizeof(pairs)];

		common += *count > 0;
		*count -= *count > 0;
	}
	return 2.0 * common / (double)(n - 1 + m - 1);
}

/* Keep the best, the best first. */
static void consider(GArray *best, const char *wanted, const char *text, unsigned int line)
{
	g_autofree char *bare = core(text);
	struct candidate candidate = { likeness(wanted, bare), line, NULL };
	unsigned int at = best->len;

	if (candidate.likeness < LIKE_ENOUGH)
		return;
	while (at && g_array_index(best, struct candidate, at - 1).likeness < candidate.likeness)
		at--;
	if (at >= NEAR_MAX)
		return;
	candidate.text = g_strstrip(g_strdup(text));
	g_array_insert_val(best, at, candidate);
	if (best->len > NEAR_MAX)
		g_array_set_size(best, NEAR_MAX);
}

static GArray *best_new(void)
{
	GArray *best = g_array_new(FALSE, TRUE, sizeof(struct candidate));

	g_array_set_clear_func(best, candidate_clear);
	return best;
}

void near_lines(GPtrArray *out, const char *path, const char *text, const char *wanted)
{
	g_autofree char *bare = core(wanted);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GArray *best = best_new();

	for (unsigned int i = 0; lines[i]; i++)
		consider(best, bare, lines[i], i + 1);
	for (unsigned int i = 0; i < best->len; i++) {
		const struct candidate *found = &g_array_index(best, struct candidate, i);

		g_ptr_array_add(out, g_strdup_printf("%s:%u: %s", path, found->line, found->text));
	}
	g_array_unref(best);
}

void near_words(GPtrArray *out, const char *path, const char *text, size_t len,
		const char *wanted)
{
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree char *code = ctext_code(path, text, len);
	GArray *best = best_new();

	for (const char *p = code; *p; ) {
		size_t n = strspn(p, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
		char *word = g_strndup(p, n);

		if (n && g_hash_table_add(seen, word))
			consider(best, wanted, word, ctext_line(code, (size_t)(p - code)));
		else if (!n)
			g_free(word);
		p += n ? n : 1;
	}
	for (unsigned int i = 0; i < best->len; i++) {
		const struct candidate *found = &g_array_index(best, struct candidate, i);
		g_autofree char *function = ctext_function(code, found->line);

		g_ptr_array_add(out, g_strdup_printf("%s:%u: %s%s%s", path, found->line, found->text,
						     function ? ", in " : "", function ? function : ""));
	}
	g_array_unref(best);
}

void near_names(GPtrArray *out, GPtrArray *names, const char *wanted)
{
	g_autofree char *bare = core(wanted);
	GArray *best = best_new();

	for (unsigned int i = 0; i < names->len; i++)
		consider(best, bare, names->pdata[i], 0);
	for (unsigned int i = 0; i < best->len; i++)
		g_ptr_array_add(out, g_strdup(g_array_index(best, struct candidate, i).text));
	g_array_unref(best);
}

char *near_literal(const char *regex)
{
	GString *out = g_string_new(NULL);

	for (const char *p = regex; *p; p++) {
		if (*p == '\\' && p[1] && strchr("(){}|<>bBwW", p[1]))
			p++;
		else if (*p == '\\' && p[1])
			g_string_append_c(out, *++p);
		else if (!strchr("^$*[].", *p))
			g_string_append_c(out, *p);
	}
	return g_string_free(out, FALSE);
}
