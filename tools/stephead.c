// SPDX-License-Identifier: GPL-2.0-only
#include "stephead.h"

#include <stdio.h>
#include <string.h>

static const char *next_line(const char *p)
{
	p = strchrnul(p, '\n');
	return *p ? p + 1 : p;
}

static int read_author(struct step *step, const char *line, const struct place *at)
{
	g_autofree char *from = g_strndup(line, strcspn(line, "\n"));
	char *open;

	g_strchomp(from);
	open = strrchr(from, '<');
	if (!open || open == from || from[strlen(from) - 1] != '>' || open[1] == '>')
		return error_at(at, "not an author: '%s'; it takes From: Name <mail>", from);
	if (!g_utf8_validate(from, -1, NULL))
		return error_at(at, "the author's name is not UTF-8");
	*open = '\0';
	step->author.email = g_strndup(open + 1, strlen(open + 1) - 1);
	step->author.name = g_strdup(g_strstrip(from));
	return 0;
}

static bool parse_date(git_time *out, const char *text)
{
	int year, month, day, hour, minute, second, end = 0;
	unsigned int zone_hour, zone_minute;
	GDateTime *date;
	char sign;

	if (sscanf(text, "%4d-%2d-%2d %2d:%2d:%2d %c%2u%2u%n", &year, &month, &day, &hour, &minute,
		   &second, &sign, &zone_hour, &zone_minute, &end) != 9 ||
	    end != (int)strlen("2019-05-20 16:59:04 -0400") || text[end] ||
	    !strchr("+-", sign) || zone_hour > 14 || zone_minute > 59)
		return false;
	date = g_date_time_new_utc(year, month, day, hour, minute, second);
	if (!date)
		return false;
	out->offset = (int)(zone_hour * 60 + zone_minute) * (sign == '-' ? -1 : 1);
	out->sign = sign;
	out->time = g_date_time_to_unix(date) - out->offset * 60;
	g_date_time_unref(date);
	return true;
}

static int read_date(struct step *step, const char *line, const struct place *at)
{
	g_autofree char *text = g_strndup(line, strcspn(line, "\n"));

	if (!parse_date(&step->date, g_strstrip(text)))
		return error_at(at, "not a date: '%s'; it takes Date: 2019-05-20 16:59:04 -0400", text);
	step->dated = true;
	return 0;
}

char *step_date(const git_time *date)
{
	GDateTime *utc = g_date_time_new_from_unix_utc(date->time + date->offset * 60);
	g_autofree char *clock = utc ? g_date_time_format(utc, "%Y-%m-%d %H:%M:%S") : NULL;
	int zone = ABS(date->offset);

	if (utc)
		g_date_time_unref(utc);
	return g_strdup_printf("%s %c%02d%02d", clock ? clock : "?",
			       date->offset < 0 || date->sign == '-' ? '-' : '+', zone / 60, zone % 60);
}

static int read_fields(struct step *step, const char **text, struct place *at)
{
	bool fields = true;
	int ret = 0;

	while (fields) {
		if (!step->author.name && !step->dated && g_str_has_prefix(*text, "From: "))
			ret = read_author(step, *text + strlen("From: "), at) ? E_SERIES : ret;
		else if (!step->dated && g_str_has_prefix(*text, "Date: "))
			ret = read_date(step, *text + strlen("Date: "), at) ? E_SERIES : ret;
		else
			fields = false;
		if (fields && ret)
			return ret;
		if (fields) {
			*text = next_line(*text);
			at->line++;
		}
	}
	while (**text == '\n') {
		++*text;
		at->line++;
	}
	return ret;
}

static bool is_separator(const char *line)
{
	size_t len = strcspn(line, "\n");

	return len >= 3 && !strncmp(line, "---", 3) && strspn(line + 3, " \t\r") >= len - 3;
}

/* "\---": a separator behind backslashes */
static bool is_escaped(const char *line)
{
	return *line == '\\' && is_separator(line + strspn(line, "\\"));
}

static int message_faults(const struct step *step, unsigned int first)
{
	g_auto(GStrv) lines = g_strsplit(step->message, "\n", -1);
	int ret = 0;

	for (unsigned int i = 0; lines[i]; i++) {
		struct place at = { step->file, first + i };
		const char *bad;

		if (!g_utf8_validate(lines[i], -1, &bad))
			ret = error_at(&at, "the message is not UTF-8: byte 0x%02x at column %td",
				       (unsigned char)*bad, bad - lines[i] + 1);
		else if (strchr(lines[i], '\r'))
			ret = error_at(&at, "the message holds a carriage return");
	}
	return ret;
}

static int set_message(struct step *step, const char *text, const char *end, unsigned int line)
{
	struct place at = { step->file, line };
	GString *message = g_string_new(NULL);

	for (const char *p = text; p < end; p = next_line(p))
		g_string_append_len(message, p + is_escaped(p), next_line(p) - p - is_escaped(p));
	step->message = g_strconcat(g_strchomp(message->str), "\n", NULL);
	g_string_free(message, TRUE);
	if (*step->message == '\n')
		return error_at(&at, "the message is empty");
	if (strspn(step->message, " \t") == strcspn(step->message, "\n"))
		return error_at(&at, "the message has no subject");
	return message_faults(step, line);
}

int step_head_read(struct step *step, const char **recipe, unsigned int *line, const char *text)
{
	struct place at = { step->file, 1 };
	unsigned int first;
	const char *p;
	int ret;

	ret = read_fields(step, &text, &at);
	first = at.line;
	for (p = text; *p && !is_separator(p); p = next_line(p))
		at.line++;
	*recipe = p;
	*line = at.line;
	return set_message(step, text, p, first) ? E_SERIES : ret;
}

void step_head_append(GString *out, const struct ident *author, const git_time *date,
		      const char *message)
{
	g_autofree char *when = date ? step_date(date) : NULL;

	if (author)
		g_string_append_printf(out, "From: %s <%s>\n", author->name, author->email);
	if (when)
		g_string_append_printf(out, "Date: %s\n", when);
	if (author || date)
		g_string_append_c(out, '\n');
	for (const char *p = message; *p; p = next_line(p)) {
		if (is_separator(p) || is_escaped(p))
			g_string_append_c(out, '\\');
		g_string_append_len(out, p, next_line(p) - p);
	}
	g_string_append(out, "---\n");
}

const char *step_head_fault(const char *message, unsigned int *line)
{
	size_t len = strlen(message);
	const char *bad = NULL, *why = NULL;

	if (strspn(message, " \t\n") == len)
		why = "is empty";
	else if (!g_utf8_validate(message, (gssize)len, &bad))
		why = "is not UTF-8";
	else if ((bad = strchr(message, '\r')))
		why = "holds a carriage return";
	else if (*(bad = message) == '\n' || strspn(message, " \t") == strcspn(message, "\n"))
		why = "begins with a blank line";
	else if (*(bad = message + len - 1) != '\n')
		why = "does not end with a newline";
	else if (g_ascii_isspace(*--bad))
		why = "ends with white space";
	*line = 1;
	for (const char *p = message; p < bad; p++)
		*line += *p == '\n';
	return why;
}
