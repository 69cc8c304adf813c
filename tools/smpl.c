// SPDX-License-Identifier: GPL-2.0-only
#include "smpl.h"
#include "ctext.h"

#include <string.h>

/* Words that say nothing about where a rule belongs. */
static const char *const common[] = {
	"if", "while", "for", "do", "switch", "return", "sizeof", "typeof", "else", "case",
	"likely", "unlikely", "NULL", "defined", "when", "any", "exists", "forall", "strict",
	"int", "void", "char", "long", "unsigned", "goto", "break", "continue", "default",
};

static bool is_common(const char *word)
{
	for (unsigned int i = 0; i < G_N_ELEMENTS(common); i++)
		if (!strcmp(common[i], word))
			return true;
	return false;
}

static bool is_word_start(char c)
{
	return g_ascii_isalpha(c) || c == '_';
}

static size_t word_len(const char *p)
{
	size_t n = 0;

	while (g_ascii_isalnum(p[n]) || p[n] == '_')
		n++;
	return n;
}

static bool is_constant(const char *word)
{
	if (strlen(word) < 3)
		return false;
	for (; *word; word++)
		if (g_ascii_islower(*word))
			return false;
	return true;
}

static bool after_tag(const char *line, const char *p)
{
	static const char *const tags[] = { "struct", "union", "enum" };

	while (p > line && g_ascii_isspace(p[-1]))
		p--;
	for (unsigned int i = 0; i < G_N_ELEMENTS(tags); i++) {
		size_t n = strlen(tags[i]);

		if ((size_t)(p - line) >= n && !strncmp(p - n, tags[i], n))
			return true;
	}
	return false;
}

/* Words of a line into a set: all, or those that name something. */
static void add_words(GHashTable *set, const char *line, GHashTable *metas, bool all)
{
	const char *p = line;

	while (*p && *p != '\n') {
		size_t n = word_len(p);
		g_autofree char *word = g_strndup(p, n);

		if (!is_word_start(*p)) {
			p += MAX(n, 1);
			continue;
		}
		if (!g_hash_table_contains(metas, word) && !is_common(word) &&
		    (all || is_constant(word) || after_tag(line, p) ||
		     p[n + strspn(p + n, " \t")] == '('))
			g_hash_table_add(set, g_strdup(word));
		p += n;
	}
}

static GHashTable *set_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static void rule_free(void *data)
{
	struct smpl_rule *rule = data;

	g_free(rule->name);
	g_hash_table_unref(rule->metas);
	g_hash_table_unref(rule->minus);
	g_hash_table_unref(rule->context);
	g_hash_table_unref(rule->plus);
	g_hash_table_unref(rule->required);
	g_free(rule);
}

static struct smpl_rule *rule_new(void)
{
	struct smpl_rule *rule = g_new0(struct smpl_rule, 1);

	rule->metas = set_new();
	rule->minus = set_new();
	rule->context = set_new();
	rule->plus = set_new();
	rule->required = set_new();
	return rule;
}

/* "expression e, f;": the names; none for those that stand for themselves. */
static void add_metas(GHashTable *metas, char *declaration)
{
	g_auto(GStrv) parts = NULL;

	g_strstrip(declaration);
	if (g_str_has_prefix(declaration, "typedef") || g_str_has_prefix(declaration, "symbol") ||
	    g_str_has_prefix(declaration, "declarer name") ||
	    g_str_has_prefix(declaration, "iterator name") ||
	    g_str_has_prefix(declaration, "attribute name"))
		return;
	parts = g_strsplit(declaration, ",", -1);
	for (char **part = parts; *part; part++) {
		char *end = *part + strcspn(*part, "=!~:{[("), *start;

		while (end > *part && g_ascii_isspace(end[-1]))
			end--;
		for (start = end; start > *part && word_len(start - 1); start--)
			;
		if (start < end)
			g_hash_table_add(metas, g_strndup(start, (gsize)(end - start)));
	}
}

/* How deep a line stands in what need not match: ( | ) and <... ...>. */
static unsigned int optional_depth(unsigned int depth, const char *line)
{
	if (*line == '(' || strstr(line, "<..."))
		return depth + 1;
	if (depth && (*line == ')' || strstr(line, "...>")))
		return depth - 1;
	return depth;
}

static void read_body_line(struct smpl_rule *rule, const char *text, unsigned int *depth)
{
	const char *code = text + (*text == '-' || *text == '+');

	if (*text == '+') {
		add_words(rule->plus, code, rule->metas, true);
		return;
	}
	*depth = optional_depth(*depth, text);
	if (*text == '-') {
		add_words(rule->minus, code, rule->metas, false);
	} else if (text[strspn(text, " \t()|")]) {
		rule->scoped = true;
		add_words(rule->context, code, rule->metas, false);
	}
	if (!*depth && !strstr(code, "when") && !strstr(code, "\\("))
		add_words(rule->required, code, rule->metas, false);
}

/* "@name depends on ...@": the name, where there is one. */
static char *rule_name(const char *header, size_t len)
{
	g_autofree char *text = g_strstrip(g_strndup(header, len));
	size_t n = word_len(text);

	if (!n || g_str_has_prefix(text, "depends ") || g_str_has_prefix(text, "expression") ||
	    g_str_has_prefix(text, "extends "))
		return NULL;
	return g_strndup(text, n);
}

/* One rule from its first @ on; returns where the next one begins. */
static const char *read_rule(struct smpl *smpl, const char *code, const char *p)
{
	struct smpl_rule *rule = rule_new();
	const char *header = p + 1, *close = strchr(header, '@'), *metas, *body;
	unsigned int depth = 0;

	rule->line = ctext_line(code, (size_t)(p - code));
	g_ptr_array_add(smpl->rules, rule);
	if (!close)
		return NULL;
	rule->name = rule_name(header, (size_t)(close - header));
	metas = close + 1;
	body = strstr(metas, "@@");
	if (!body)
		return NULL;
	if (body > metas) {
		g_autofree char *text = g_strndup(metas, (gsize)(body - metas));
		g_auto(GStrv) declarations = g_strsplit(text, ";", -1);

		for (char **d = declarations; *d; d++)
			add_metas(rule->metas, *d);
	}
	for (p = body + 2; *p && *p != '@'; p += strcspn(p, "\n"), p += *p == '\n') {
		g_autofree char *line = g_strndup(p, strcspn(p, "\n"));

		read_body_line(rule, line, &depth);
	}
	return p;
}

/*
 * Code that spatch would run: script:, initialize: and finalize: rules, script
 * constraints on metavariables, a "# spatch" line, which adds options, and what
 * draws in other files in front of the first rule.
 */
static unsigned int find_script(const char *code)
{
	g_autoptr(GRegex) regex = g_regex_new("\\b(script|initialize|finalize)\\s*:|^#\\s*spatch\\b|"
					      "\\A[^@]*^\\s*(using|#\\s*include)\\b",
					      G_REGEX_MULTILINE, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	int end = 0;

	if (!g_regex_match(regex, code, 0, &match))
		return 0;
	g_match_info_fetch_pos(match, 0, NULL, &end);
	return ctext_line(code, (size_t)end);
}

static bool header_says(const char *text, const char *what)
{
	g_autofree char *pattern = g_strconcat("^//\\s*", what, "\\b", NULL);

	return g_regex_match_simple(pattern, text, G_REGEX_MULTILINE, 0);
}

static void add_all(GHashTable *to, GHashTable *from)
{
	GHashTableIter it;
	void *word;

	g_hash_table_iter_init(&it, from);
	while (g_hash_table_iter_next(&it, &word, NULL))
		g_hash_table_add(to, g_strdup(word));
}

struct smpl *smpl_read(const char *text, size_t len)
{
	struct smpl *smpl = g_new0(struct smpl, 1);
	g_autofree char *code = ctext_code("rule.cocci", text, len);
	const char *p = code;

	smpl->rules = g_ptr_array_new_with_free_func(rule_free);
	smpl->anchors = set_new();
	smpl->not_idempotent = header_says(text, "Idempotent:\\s*no");
	smpl->isomorphisms = header_says(text, "Isomorphisms:\\s*yes");
	smpl->script = find_script(code);
	while (p && *p) {
		if (*p == '@' && (p == code || p[-1] == '\n'))
			p = read_rule(smpl, code, p);
		else
			p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL;
	}
	for (unsigned int i = 0; i < smpl->rules->len; i++) {
		struct smpl_rule *rule = smpl->rules->pdata[i];

		add_all(smpl->anchors, g_hash_table_size(rule->minus) ? rule->minus : rule->context);
	}
	return smpl;
}

void smpl_free(struct smpl *smpl)
{
	if (!smpl)
		return;
	g_ptr_array_unref(smpl->rules);
	g_hash_table_unref(smpl->anchors);
	g_free(smpl);
}

bool smpl_adds(const struct smpl *smpl, const char *word)
{
	for (unsigned int i = 0; i < smpl->rules->len; i++) {
		const struct smpl_rule *rule = smpl->rules->pdata[i];

		if (g_hash_table_contains(rule->plus, word))
			return true;
	}
	return false;
}

GHashTable *smpl_gone(const struct smpl *smpl)
{
	GHashTable *gone = set_new();

	for (unsigned int i = 0; i < smpl->rules->len; i++) {
		const struct smpl_rule *rule = smpl->rules->pdata[i];
		GHashTableIter it;
		void *word;

		if (rule->scoped)
			continue;
		g_hash_table_iter_init(&it, rule->minus);
		while (g_hash_table_iter_next(&it, &word, NULL))
			if (!smpl_adds(smpl, word))
				g_hash_table_add(gone, g_strdup(word));
	}
	return gone;
}
