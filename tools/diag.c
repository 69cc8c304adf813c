// SPDX-License-Identifier: GPL-2.0-only
/* diagnostics of a build, in a form that two builds can be compared in */
#include <string.h>
#include "diag.h"

/* Each pattern is compiled once, when it is first needed. */
static GRegex *compiled(const char *pattern)
{
	static GHashTable *regexes;
	GRegex *regex;

	if (!regexes)
		regexes = g_hash_table_new(g_direct_hash, g_direct_equal);
	regex = g_hash_table_lookup(regexes, pattern);
	if (!regex) {
		regex = g_regex_new(pattern, G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL);
		g_assert(regex);
		g_hash_table_insert(regexes, (void *)pattern, regex);
	}
	return regex;
}

static bool match(const char *pattern, const char *line, GMatchInfo **info)
{
	bool found = g_regex_match(compiled(pattern), line, 0, info);

	if (!found && info)
		g_clear_pointer(info, g_match_info_free);
	return found;
}

static const char tag[] =
	"^  [A-Z][A-Z0-9_+.-]*(?: \\[M\\])?\\s+\\S";

bool diag_is_tag(const char *line)
{
	return match(tag, line, NULL);
}

/* What a good build prints. */
static const char chatter[] =
	"^\\s*$|^make(\\[\\d+\\])?: (Entering|Leaving) directory|^make(\\[\\d+\\])?: Nothing to be done"
	"|^make(\\[\\d+\\])?: '.*' is up to date\\.$"
	"|^#|^Kernel: |^\\d+ (warning|error)s?( and \\d+ errors?)? generated"
	"|^(cc1|cc1plus|lto1): (all|some) warnings being treated as errors"
	"|^scripts/kconfig/conf +--|^\\*\\*\\* Default configuration is based on"
	"|^Using \\S+ as source for kernel|^BUILD   |^\\s*\\d* *\\|"
	"|^make(\\[\\d+\\])?: Target '.*' not remade because of errors";

/* Lines that belong to the diagnostic before or after them. */
static const char continuation[] =
	"^\\s|^In file included from |^[^ :]+:\\d+:\\d+: (note|remark): |^[^ :]+:\\d+: note: "
	"|^[^ :]+:\\d+:\\d+:  |^compilation terminated|^collect2: error: |^Please submit a full bug"
	"|^See <file:|^cc1: note: ";

static const char in_function[] =
	"^(?:[^ :]+: |.*ld(?:\\.\\w+)?: )?(?:[^ :]+: )?[Ii]n function [`']([^']+)'[,:]$";
static const char top_level[] =
	"^[^ :]+: At top level:$|Assembler messages:$";
static const char caret[] =
	"^\\s*[\\^~][\\^~ ]*$";

static const char located[] =
	"^([^ :]+):(?:\\d+):(?:\\d+:)? ?(fatal error|[Ee]rror|[Ww]arning|internal compiler error): ?(.*)$";
static const char placed[] =
	"^([^ :]+):\\d+: (.*)$";
static const char make_error[] =
	"^make(?:\\[\\d+\\])?: \\*\\*\\* (?:\\[(?:[^ \\]]+:\\d+: )?([^\\]]+)\\] )?(.*)$";

struct replacement {
	const char *pattern, *by;
};

static const struct replacement volatile_parts[] = {
	{ "0x[0-9a-fA-F]+", "0x#" },
	{ "(__compiletime_assert|__UNIQUE_ID_\\w+?|__PASTE\\w*?)_?\\d+", "\\1_#" },
	{ "(\\.(?:isra|constprop|part|cold|lto_priv))(?:\\.\\d+)+", "\\1" },
	{ "(\\w\\.[chS]):\\d+(:\\d+)?", "\\1" },
	{ "\\s+", " " },
};

static char *normalised(const char *text)
{
	char *now = g_strdup(text), *next;
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(volatile_parts); i++) {
		next = g_regex_replace(compiled(volatile_parts[i].pattern), now, -1, 0,
				       volatile_parts[i].by, 0, NULL);
		if (!next)
			continue;
		g_free(now);
		now = next;
	}
	return g_strstrip(now);
}

static void diag_free(void *data)
{
	struct diag *diag = data;

	g_free(diag->key);
	g_free(diag->line);
	g_free(diag);
}

struct parser {
	struct diags *out;
	char *function;
	bool mismatch;		/* in modpost's explanation, which ends at a blank line */
	unsigned int order;
};

static void add(struct parser *parser, enum diag_level level, const char *file,
		const char *text, const char *line)
{
	struct diag *diag;
	char *plain = normalised(text), *key;

	key = g_strdup_printf("%s\t%s\t%s", file, parser->function ? parser->function : "",
			      plain);
	g_free(plain);
	diag = g_hash_table_lookup(parser->out->by_key, key);
	if (diag) {
		diag->count++;
		g_free(key);
		return;
	}
	diag = g_new0(struct diag, 1);
	diag->level = level;
	diag->key = key;
	diag->line = g_strdup(line);
	diag->count = 1;
	diag->order = parser->order++;
	g_hash_table_insert(parser->out->by_key, diag->key, diag);
}

static bool is_error(const char *text)
{
	static const char *const signs[] = {
		"undefined reference", "multiple definition", "syntax error", "ERROR: ",
		"cannot find ", "final link failed", "No such file or directory",
		"relocation truncated", "undefined symbol",
	};
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(signs); i++)
		if (strstr(text, signs[i]))
			return true;
	return g_str_has_prefix(text, "error:") || g_str_has_prefix(text, "Error:") ||
	       g_str_has_prefix(text, "*** ");	/* $(error ...) of a Makefile */
}

static bool parse_located(struct parser *parser, const char *line)
{
	GMatchInfo *info = NULL;
	char *file, *severity, *text;

	if (!match(located, line, &info))
		return false;
	file = g_match_info_fetch(info, 1);
	severity = g_match_info_fetch(info, 2);
	text = g_match_info_fetch(info, 3);
	add(parser, g_ascii_strcasecmp(severity, "warning") ? DIAG_ERROR : DIAG_WARNING,
	    file, text, line);
	g_free(file);
	g_free(severity);
	g_free(text);
	g_match_info_free(info);
	return true;
}

static bool parse_make(struct parser *parser, const char *line)
{
	GMatchInfo *info = NULL;
	char *goal, *text;
	bool cause;

	if (!match(make_error, line, &info))
		return false;
	goal = g_match_info_fetch(info, 1);
	text = g_match_info_fetch(info, 2);
	cause = g_str_has_prefix(text, "No rule to make target");
	g_clear_pointer(&parser->function, g_free);
	add(parser, cause ? DIAG_ERROR : DIAG_MAKE, goal, text, line);
	g_free(goal);
	g_free(text);
	g_match_info_free(info);
	return true;
}

static bool parse_placed(struct parser *parser, const char *line)
{
	GMatchInfo *info = NULL;
	char *file, *text;

	if (!match(placed, line, &info))
		return false;
	file = g_match_info_fetch(info, 1);
	text = g_match_info_fetch(info, 2);
	add(parser, is_error(text) ? DIAG_ERROR : DIAG_WARNING, file, text, line);
	g_free(file);
	g_free(text);
	g_match_info_free(info);
	return true;
}

static bool parse_context(struct parser *parser, const char *line)
{
	GMatchInfo *info = NULL;

	if (match(in_function, line, &info)) {
		char *name = g_match_info_fetch(info, 1);

		g_free(parser->function);
		parser->function = normalised(name);
		g_free(name);
		g_match_info_free(info);
		return true;
	}
	if (match(top_level, line, NULL) || diag_is_tag(line)) {
		g_clear_pointer(&parser->function, g_free);
		return true;
	}
	return false;
}

/* Returns how many lines were taken. */
static unsigned int parse_line(struct parser *parser, char **lines)
{
	const char *line = lines[0];

	if (parser->mismatch) {
		parser->mismatch = *line && !diag_is_tag(line);
		if (parser->mismatch)
			return 1;
	}
	if (parse_context(parser, line) || match(chatter, line, NULL))
		return 1;
	if (parse_located(parser, line) || parse_make(parser, line))
		return 1;
	if (match(continuation, line, NULL))
		return 1;
	if (lines[1] && match(caret, lines[1], NULL))	/* clang quotes the source */
		return 2;
	if (parse_placed(parser, line))
		return 1;
	add(parser, is_error(line) ? DIAG_ERROR : DIAG_WARNING, "", line, line);
	parser->mismatch = strstr(line, "Section mismatch") != NULL;
	return 1;
}

struct diags *diags_parse(const char *log)
{
	struct parser parser = { 0 };
	char **lines, **line;

	parser.out = g_new0(struct diags, 1);
	parser.out->by_key = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, diag_free);
	lines = g_strsplit(log ? log : "", "\n", -1);
	for (line = lines; *line; line++)
		g_strchomp(*line);
	for (line = lines; *line; )
		line += parse_line(&parser, line);
	g_strfreev(lines);
	g_free(parser.function);
	return parser.out;
}

void diags_free(struct diags *diags)
{
	if (!diags)
		return;
	g_hash_table_destroy(diags->by_key);
	g_free(diags);
}

static int by_order(const void *a, const void *b)
{
	const struct diag *const *one = a, *const *two = b;

	return (*one)->order < (*two)->order ? -1 : (*one)->order > (*two)->order;
}

GPtrArray *diags_added(const struct diags *now, const struct diags *before)
{
	GPtrArray *added = g_ptr_array_new();
	GHashTableIter iter;
	void *key, *value;

	g_hash_table_iter_init(&iter, now->by_key);
	while (g_hash_table_iter_next(&iter, &key, &value)) {
		const struct diag *diag = value, *old = NULL;

		if (before)
			old = g_hash_table_lookup(before->by_key, key);
		if (!old || old->count < diag->count)
			g_ptr_array_add(added, value);
	}
	g_ptr_array_sort(added, by_order);
	return added;
}

unsigned int diags_count(const struct diags *diags, enum diag_level level)
{
	GHashTableIter iter;
	unsigned int n = 0;
	void *value;

	g_hash_table_iter_init(&iter, diags->by_key);
	while (g_hash_table_iter_next(&iter, NULL, &value))
		if (((const struct diag *)value)->level == level)
			n += ((const struct diag *)value)->count;
	return n;
}
