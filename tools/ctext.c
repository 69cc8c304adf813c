// SPDX-License-Identifier: GPL-2.0-only
#include "ctext.h"

#include <string.h>

enum language { LANG_C, LANG_HASH, LANG_NONE };

static bool has_word(const char *base, const char *word)
{
	size_t n = strlen(word);

	return !strncmp(base, word, n) && (!base[n] || base[n] == '.');
}

static enum language language_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');

	if (dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h") || !strcmp(dot, ".S") ||
		    !strcmp(dot, ".cocci")))
		return LANG_C;
	if (has_word(base, "Makefile") || has_word(base, "Kbuild") || has_word(base, "Kconfig") ||
	    (dot && (!strcmp(dot, ".mk") || !strcmp(dot, ".sh") || !strcmp(dot, ".config"))))
		return LANG_HASH;
	return LANG_NONE;
}

bool ctext_is_c(const char *path)
{
	return g_str_has_suffix(path, ".c") || g_str_has_suffix(path, ".h");
}

static const char *line_end(const char *p, const char *end)
{
	const char *nl = memchr(p, '\n', (size_t)(end - p));

	return nl ? nl : end;
}

/* The end of a C comment that begins at @p, or NULL: there is none. */
static const char *comment_end(const char *p, const char *end)
{
	const char *close;

	if (end - p < 2 || p[0] != '/')
		return NULL;
	if (p[1] == '*') {
		close = g_strstr_len(p + 2, end - p - 2, "*/");
		return close ? close + 2 : end;
	}
	if (p[1] != '/')
		return NULL;
	for (p = line_end(p, end); p < end && p[-1] == '\\'; )
		p = line_end(p + 1, end);
	return p;
}

/* A literal ends at its quote, or at the line: an apostrophe in assembler. */
static const char *literal_end(const char *p, const char *end)
{
	char quote = *p;

	for (p++; p < end && *p != '\n'; p++) {
		if (*p == '\\' && p + 1 < end)
			p++;
		else if (*p == quote)
			return p + 1;
	}
	return p;
}

static bool is_include(const char *start, const char *p)
{
	while (p > start && p[-1] != '\n')
		p--;
	p += strspn(p, " \t");
	if (*p++ != '#')
		return false;
	p += strspn(p, " \t");
	return !strncmp(p, "include", strlen("include"));
}

static void blank(char *from, const char *to)
{
	for (; from < to; from++)
		if (*from != '\n')
			*from = ' ';
}

static void blank_c(char *code, char *end)
{
	const char *next;

	for (char *p = code; p < end; ) {
		next = comment_end(p, end);
		if (!next && (*p == '"' || *p == '\'')) {
			next = literal_end(p, end);
			if (is_include(code, p)) {
				p = (char *)next;
				continue;
			}
		}
		if (next) {
			blank(p, next);
			p = (char *)next;
		} else {
			p++;
		}
	}
}

static void blank_hash(char *code, char *end)
{
	for (char *p = code; p < end; p++) {
		if (*p != '#' || (p > code && !g_ascii_isspace(p[-1])))
			continue;
		blank(p, line_end(p, end));
	}
}

char *ctext_code(const char *path, const char *data, size_t len)
{
	char *code = g_malloc(len + 1);

	for (size_t i = 0; i < len; i++)
		code[i] = data[i] ? data[i] : ' ';
	code[len] = '\0';
	switch (language_of(path)) {
	case LANG_C:
		blank_c(code, code + len);
		break;
	case LANG_HASH:
		blank_hash(code, code + len);
		break;
	default:
		break;
	}
	return code;
}

static bool is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

const char *ctext_find(const char *from, const char *code, const char *token)
{
	size_t n = strlen(token);

	for (const char *p = from; n && (p = strstr(p, token)); p++) {
		if (is_word(token[0]) && p > code && is_word(p[-1]))
			continue;
		if (is_word(token[n - 1]) && is_word(p[n]))
			continue;
		return p;
	}
	return NULL;
}

unsigned int ctext_count(const char *code, const char *token, size_t *first)
{
	unsigned int n = 0;

	for (const char *p = code; (p = ctext_find(p, code, token)); p++)
		if (!n++ && first)
			*first = (size_t)(p - code);
	return n;
}

unsigned int ctext_line(const char *text, size_t offset)
{
	unsigned int line = 1;

	for (size_t i = 0; i < offset; i++)
		line += text[i] == '\n';
	return line;
}

/* The name in a line at the left margin that has one in front of a "(". */
static char *function_name(const char *line)
{
	const char *nl = strchrnul(line, '\n'), *open, *end;

	if (!g_ascii_isalpha(*line) && *line != '_')
		return NULL;
	open = memchr(line, '(', (size_t)(nl - line));
	if (!open || nl[-1] == ';')
		return NULL;
	for (end = open; end > line && g_ascii_isspace(end[-1]); end--)
		;
	for (open = end; open > line && is_word(open[-1]); open--)
		;
	return open < end ? g_strndup(open, (gsize)(end - open)) : NULL;
}

char *ctext_function(const char *code, unsigned int line)
{
	char *found = NULL;

	for (unsigned int at = 1; at <= line && code; at++) {
		char *name = function_name(code);

		if (name) {
			g_free(found);
			found = name;
		}
		code = strchr(code, '\n');
		code = code ? code + 1 : NULL;
	}
	return found;
}

static char *fold(const char *from, const char *to)
{
	GString *text = g_string_new(NULL);

	for (; from < to; from++) {
		if (!g_ascii_isspace(*from))
			g_string_append_c(text, *from);
		else if (text->len && text->str[text->len - 1] != ' ')
			g_string_append_c(text, ' ');
	}
	return g_strchomp(g_string_free(text, FALSE));
}

static void comment_free(void *data)
{
	g_free(((struct comment *)data)->text);
	g_free(data);
}

GPtrArray *ctext_comments(const char *data, size_t len)
{
	GPtrArray *comments = g_ptr_array_new_with_free_func(comment_free);
	const char *end = data + len, *next;

	for (const char *p = data; p < end; p = next) {
		next = comment_end(p, end);
		if (next) {
			struct comment *comment = g_new0(struct comment, 1);

			comment->text = fold(p, next);
			comment->line = ctext_line(data, (size_t)(p - data));
			g_ptr_array_add(comments, comment);
		} else if (*p == '"' || *p == '\'') {
			next = literal_end(p, end);
		} else {
			next = p + 1;
		}
	}
	return comments;
}
