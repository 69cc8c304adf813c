// SPDX-License-Identifier: GPL-2.0-only
#include "lint.h"

#include <string.h>
#include <glib.h>
#include "header.h"

static bool starts(const char *line, size_t len, const char *with)
{
	size_t n = strlen(with);

	return len >= n && !memcmp(line, with, n);
}

/* git's own notion: a form feed is none */
static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_blank(const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!is_space(line[i]))
			return false;
	return true;
}

/* mailinfo.c: patchbreak() */
const char *lint_patch_start(const char *line, size_t len)
{
	if (starts(line, len, "diff -"))
		return "'diff -' begins a patch, which ends the message";
	if (starts(line, len, "Index: "))
		return "'Index: ' begins a patch, which ends the message";
	if (!starts(line, len, "---"))
		return NULL;
	if (is_blank(line + 3, len - 3))
		return "'---' ends the message";
	if (len > 4 && line[3] == ' ' && !is_space(line[4]))
		return "'--- ' and a name begin a patch, which ends the message";
	return NULL;
}

/* mailinfo.c: cleanup_subject() */
static const char *subject_head(const char *line, size_t len)
{
	if (len > 3 && !g_ascii_strncasecmp(line, "re:", 3))
		return "git am takes 'Re:' off the subject";
	if (line[0] == ':')
		return "git am takes ':' off the subject";
	if (line[0] == '[' && memchr(line, ']', len))
		return "git am takes '[...]' off the subject";
	return NULL;
}

static const char *subject_fault(const char *line, size_t len)
{
	if (is_blank(line, len))
		return "the subject is empty";
	if (is_space(line[0]))
		return "git am takes leading blanks off the subject";
	for (size_t i = 0; i + 1 < len; i++)
		if (line[i] != ' ' ? is_space(line[i]) : is_space(line[i + 1]))
			return "git am makes one blank of a tab, or of several blanks, in the subject";
	return subject_head(line, len);
}

/* A line that stands alone: whatever its number. */
static const char *line_fault(struct lint *fault, const char *line, size_t len)
{
	g_autofree char *copy = g_strndup(line, len);
	const char *bad = text_invalid(copy);

	if (bad) {
		fault->bytes = line + (bad - copy);
		fault->len = MIN(strlen(bad), 4);
		return "not UTF-8 as git wants it, and git am would repair it";
	}
	if (len && is_space(line[len - 1]))
		return "git am strips white space at the end of a line";
	return NULL;
}

/* @last: nothing follows this line. */
static const char *judge(struct lint *fault, const char *message, const char *line, size_t len,
			 bool last)
{
	const char *why = fault->line > 2 ? lint_patch_start(line, len) : NULL;

	if (!why)
		why = line_fault(fault, line, len);
	if (why)
		return why;
	if (line == message)
		return subject_fault(line, len);
	if (fault->line == 2 && len)
		return "git am makes one line of a subject of two";
	if (!len && last)
		return "git am strips blank lines at the end";
	if (!len && line - message >= 2 && line[-2] == '\n')
		return "git am makes one of several blank lines";
	return NULL;
}

static unsigned int line_number(const char *message, const char *line)
{
	unsigned int n = 1;

	for (; message < line; message++)
		n += *message == '\n';
	return n;
}

bool lint_next(struct lint *fault, const char *message, const char **at)
{
	while (*at) {
		const char *line = *at, *end = strchrnul(line, '\n');
		size_t len = (size_t)(end - line);
		bool last = !*end || !end[1];

		*fault = (struct lint){ line_number(message, line), NULL, line, len };
		fault->why = judge(fault, message, line, len, last);
		if (!fault->why && !*end)
			fault->why = "no newline at the end of the message";
		*at = last ? NULL : end + 1;
		if (fault->why)
			return true;
	}
	return false;
}

static bool is_field(const char *line, const char *name)
{
	size_t n = strlen(name);

	return !g_ascii_strncasecmp(line, name, n) && line[n] == ':' &&
	       is_space(line[n + 1]);
}

/* mailinfo.c: check_inbody_header() */
bool lint_is_header(const char *body)
{
	while (*body == '\n')
		body++;
	return is_field(body, "From") || is_field(body, "Subject") || is_field(body, "Date") ||
	       g_str_has_prefix(body, ">From ") || g_str_has_prefix(body, "[PATCH]");
}
