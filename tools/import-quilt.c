// SPDX-License-Identifier: GPL-2.0-only
/*
 * import: a folder of quilt's, in the order of its series file
 *
 * What stands above a patch's diff is one of these:
 *
 * - fields as a mail's or DEP-3's (From or Author, Subject or Description, Date,
 *   and others), then the text: git mailinfo reads the ones that it knows; the
 *   others become trailers;
 * - plain text, to the letter, its first line the subject;
 * - nothing: the file's name is the subject.
 *
 * What is below a line "---" there is not the message's.
 */
#include "import.h"
#include "run.h"
#include "recipe.h"

#include <stdlib.h>
#include <string.h>

static char *quilt_dir(const char *source)
{
	static const char *const below[] = { "", "patches", "debian/patches" };

	for (unsigned int i = 0; i < G_N_ELEMENTS(below); i++) {
		g_autofree char *dir = g_build_filename(source, below[i], NULL);
		g_autofree char *order = g_build_filename(dir, "series", NULL);

		if (g_file_test(order, G_FILE_TEST_IS_REGULAR))
			return g_steal_pointer(&dir);
	}
	return NULL;
}

bool import_is_quilt(const char *source)
{
	g_autofree char *dir = quilt_dir(source);

	return dir != NULL;
}

/* A header of fields, taken apart. */
struct header {
	char *from, *date, *subject;
	GString *text;		/* a description's further lines, then the text */
	GString *trailers;	/* fields that git mailinfo does not know, as they are */
};

static bool is_field(const char *line, const char *name)
{
	size_t len = strlen(name);

	return !g_ascii_strncasecmp(line, name, len) && line[len] == ':';
}

/* "locking: Fix it" is no field; a header is one of fields if it begins with one of these. */
static bool is_header(const char *text)
{
	static const char *const first[] = {
		"From", "Author", "Subject", "Description", "Date", "Origin", "Bug", "Forwarded",
		"Last-Update", "Applied-Upstream", "Message-Id", "Git-commit", "Patch-mainline",
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(first); i++)
		if (is_field(text, first[i]))
			return true;
	return false;
}

static size_t name_len(const char *line)
{
	size_t len = 0;

	while (g_ascii_isalnum(line[len]) || line[len] == '-')
		len++;
	return len && line[len] == ':' ? len : 0;
}

/* A field's further lines: " text", and " ." for a blank one. */
static void take_continuation(struct header *header, const char *line, const char *name)
{
	if (is_field(name, "Description") || (is_field(name, "Subject") && !header->subject)) {
		const char *rest = line + 1;

		g_string_append_printf(header->text, "%s\n", strcmp(rest, ".") ? rest : "");
	} else if (is_field(name, "Subject")) {
		char *joined = g_strconcat(header->subject, line, NULL);

		g_free(header->subject);
		header->subject = joined;
	} else if (!is_field(name, "From") && !is_field(name, "Author") && !is_field(name, "Date")) {
		g_string_append_printf(header->trailers, "%s\n", line);
	}
}

static void take_field(struct header *header, const char *line)
{
	const char *value = strchr(line, ':') + 1;
	char **known = NULL;

	if (is_field(line, "From") || is_field(line, "Author"))
		known = &header->from;
	else if (is_field(line, "Subject") || is_field(line, "Description"))
		known = &header->subject;
	else if (is_field(line, "Date"))
		known = &header->date;
	if (known && !*known)
		*known = g_strstrip(g_strdup(value));
	else
		g_string_append_printf(header->trailers, "%s\n", line);
}

static void read_header(struct header *header, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	const char *name = "";
	char **line = lines;

	for (; *line && **line && strcmp(*line, "---"); line++) {
		if (g_ascii_isspace(**line)) {
			take_continuation(header, *line, name);
		} else if (name_len(*line)) {
			name = *line;
			take_field(header, *line);
		} else {
			break;
		}
	}
	if (*line && !**line)
		g_string_append_c(header->text, '\n');
	for (; *line && strcmp(*line, "---"); line++)
		g_string_append_printf(header->text, "%s\n", *line);
}

static bool ends_in_trailer(const char *text)
{
	const char *last = strrchr(text, '\n');

	last = last ? last + 1 : text;
	return name_len(last) && strstr(text, "\n\n");
}

/* What git mailinfo makes of the fields that it knows. */
static int ask_mailinfo(struct import *import, struct draft *draft, const struct header *header,
			const char *fallback)
{
	g_autofree char *path = g_build_filename(import->lab.home, "mail", NULL);
	g_autofree char *text = g_strstrip(g_strdup(header->text->str)), *message = NULL;
	const char *subject = header->subject && *header->subject ? header->subject : NULL;
	GString *mail = g_string_new(NULL);
	struct mail_parts parts = { 0 };
	int ret;

	g_string_append_printf(mail, "From: %s\nSubject: %s\n", header->from ? header->from : "",
			       subject ? subject : "");
	if (header->date)
		g_string_append_printf(mail, "Date: %s\n", header->date);
	g_string_append(mail, "Content-Type: text/plain; charset=UTF-8\n\n---\n");
	ret = file_write(path, mail->str, mail->len);
	if (!ret)
		ret = mail_parts_read(&parts, import, path, true);
	if (!ret && !subject && !*text)
		subject = fallback;
	if (!ret) {
		message = g_strdup_printf("%s%s%s\n%s%s", parts.subject ? parts.subject : subject ? subject : "",
					  parts.subject || subject ? "\n\n" : "", text,
					  ends_in_trailer(text) ? "" : "\n", header->trailers->str);
		ret = draft_set_message(import, draft, message);
	}
	if (!ret && header->from)
		ret = draft_set_author(import, draft, parts.author, parts.email, parts.date);
	mail_parts_release(&parts);
	g_string_free(mail, TRUE);
	return ret;
}

static int set_plain(struct import *import, struct draft *draft, const char *text, const char *fallback)
{
	const char *end = g_str_has_prefix(text, "---\n") ? text : strstr(text, "\n---\n");
	g_autofree char *message = end ? g_strndup(text, (gsize)(end - text)) : g_strdup(text);

	g_strstrip(message);
	return draft_set_message(import, draft, *message ? message : fallback);
}

static int read_message(struct import *import, struct draft *draft, const char *text, const char *file)
{
	struct header header = { .text = g_string_new(NULL), .trailers = g_string_new(NULL) };
	g_autofree char *fallback = g_path_get_basename(file);
	int ret;

	for (const char *const *end = (const char *[]){ ".patch", ".diff", NULL }; *end; end++)
		if (g_str_has_suffix(fallback, *end))
			fallback[strlen(fallback) - strlen(*end)] = '\0';
	if (g_str_has_prefix(text, "From ") && strchr(text, '\n'))
		text = strchr(text, '\n') + 1;
	if (is_header(text)) {
		read_header(&header, text);
		ret = ask_mailinfo(import, draft, &header, fallback);
	} else {
		ret = set_plain(import, draft, text, fallback);
	}
	g_string_free(header.text, TRUE);
	g_string_free(header.trailers, TRUE);
	g_free(header.from);
	g_free(header.date);
	g_free(header.subject);
	return ret;
}

/* quilt's and patch's options behind a name. */
static int read_option(struct draft *draft, const struct place *at, const char *option, const char *next,
		       bool *used)
{
	const char *level = option + 2;
	char *end;

	*used = false;
	if (!strcmp(option, "-R")) {
		draft->reverse = true;
		return 0;
	}
	if (strncmp(option, "-p", 2))
		return error_at(at, "option %s of patch is not known here (-p and -R are)", option);
	if (!*level && next) {
		level = next;
		*used = true;
	}
	if (!strcmp(level, "ab"))
		level = "1";
	draft->strip = (unsigned int)strtoul(level, &end, 10);
	if (!g_ascii_isdigit(*level) || *end || draft->strip > 9)
		return error_at(at, "-p%s: it takes a number, or ab", level);
	return 0;
}

static int read_patch(struct import *import, const char *dir, const char *name, const struct place *at,
		      char **options)
{
	g_autofree char *path = g_build_filename(dir, name, NULL), *data = NULL, *header = NULL;
	struct draft *draft = draft_add(import, "%s", name);
	const char *why = path_fault(name), *diff;
	bool used = false;
	size_t len;
	int ret = 0;

	if (why)
		return error_at(at, "%s %s", name, why);
	for (char **option = options; !ret && *option; option += 1 + used)
		ret = read_option(draft, at, *option, option[1], &used);
	if (!ret)
		ret = file_read(&data, &len, path);
	if (ret)
		return ret;
	diff = diff_start(data, len);
	if (!diff)
		return error_at(at, "%s holds no diff", name);
	header = g_strndup(data, (gsize)(diff - data));
	g_string_append_len(draft->diff, diff, (gssize)(len - (size_t)(diff - data)));
	return read_message(import, draft, header, name);
}

/* Comments begin with '#', at the beginning of a line or behind white space. */
static char **words_of(char *line)
{
	for (char *p = line; *p; p++) {
		if (*p == '#' && (p == line || g_ascii_isspace(p[-1]))) {
			*p = '\0';
			break;
		}
	}
	return g_strsplit_set(g_strstrip(line), " \t", -1);
}

static void drop_empty(char **words)
{
	char **to = words;

	for (char **from = words; *from; from++) {
		if (**from)
			*to++ = *from;
		else
			g_free(*from);
	}
	*to = NULL;
}

static int read_order(struct import *import, const char *dir, const char *file, char **lines)
{
	int ret = 0, err = 0;

	for (unsigned int i = 0; !ret && lines[i]; i++) {
		const struct place at = { file, i + 1 };
		g_auto(GStrv) words = words_of(lines[i]);

		drop_empty(words);
		if (!words[0])
			continue;
		ret = read_patch(import, dir, words[0], &at, words + 1);
		if (ret == E_SERIES) {
			err = ret;
			ret = 0;
		}
	}
	return ret ? ret : err;
}

int import_quilt(struct import *import)
{
	g_autofree char *dir = quilt_dir(import->source), *text = NULL;
	g_autofree char *file = g_build_filename(dir, "series", NULL);
	g_auto(GStrv) lines = NULL;
	size_t len;
	int ret = file_read(&text, &len, file);

	if (!ret && !import->based)
		ret = repo_resolve(&import->base, import->repo, "HEAD");
	import->based = true;
	if (ret)
		return ret;
	lines = g_strsplit(text, "\n", -1);
	return read_order(import, dir, file, lines);
}
