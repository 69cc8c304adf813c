// SPDX-License-Identifier: GPL-2.0-only
#include "cover.h"

#include <string.h>
#include "changelog.h"
#include "diffs.h"
#include "header.h"
#include "lint.h"
#include "rangediff.h"

#define RANGEDIFF_MAX 300	/* lines; a longer one becomes a line a patch */

enum choice { NEVER, ALWAYS, AUTO };

static int read_choice(enum choice *out, const struct series *series)
{
	g_autofree char *value = series_config(series, "cover");
	g_autofree char *config = g_build_filename(series->dir, "config", NULL);

	*out = AUTO;
	if (!value || !strcmp(value, "auto"))
		return 0;
	*out = ALWAYS;
	if (!strcmp(value, "always"))
		return 0;
	*out = NEVER;
	if (!strcmp(value, "never"))
		return 0;
	return error_at(&(struct place){ config, 0 },
			"series.cover = %s: it is auto, always or never", value);
}

/* Only the part that is for readers: "---" and all below it is cut off. */
static void cut_remarks(char *text)
{
	for (char *line = text; *line; line = *strchrnul(line, '\n') ?
					      strchrnul(line, '\n') + 1 : strchrnul(line, '\n')) {
		size_t len = strcspn(line, "\n");

		if (!strncmp(line, "---", 3) && strspn(line + 3, " \t\r") == len - 3) {
			*line = '\0';
			return;
		}
	}
}

static int refuse(const char *path, unsigned int line, const char *why, const char *bytes,
		  size_t len)
{
	g_autofree char *shown = text_show(bytes, len, 72), *file = series_shown(path);

	error_at(&(struct place){ file, line }, "%s: '%s'", why, shown);
	return REFUSED;
}

/* "*** ... ***": ours, and git format-patch's */
static bool is_placeholder(const char *line)
{
	return strlen(line) > 6 && g_str_has_prefix(line, "***") && g_str_has_suffix(line, "***");
}

/* A line of the cover that git am would take for a patch, or that is no text. */
static int judge_line(const char *path, unsigned int number, const char *line, bool force)
{
	const char *why = lint_patch_start(line, strlen(line)), *bad = text_invalid(line);

	if (bad)
		return refuse(path, number, "the cover letter is not UTF-8", bad,
			      MIN(strlen(bad), 4));
	if (why)
		return refuse(path, number, why, line, strlen(line));
	if (!force && is_placeholder(line))
		return refuse(path, number, "the cover letter still is the template", line,
			      strlen(line));
	return 0;
}

static int judge(const char *path, char **lines, bool force)
{
	int ret = 0;

	if (!lines[0] || !*lines[0] || strspn(lines[0], " \t") == strlen(lines[0]))
		return refuse(path, 1, "the cover letter has no subject", "", 0);
	if (lines[1] && *lines[1])
		return refuse(path, 2, "the line below the subject is not blank", lines[1],
			      strlen(lines[1]));
	for (unsigned int i = 0; lines[i]; i++)
		if (judge_line(path, i + 1, lines[i], force))
			ret = REFUSED;
	return ret;
}

static int parse(struct posting *posting, const char *path, char *text, bool force)
{
	g_auto(GStrv) lines = NULL;
	GString *body;

	cut_remarks(text);
	lines = g_strsplit(text, "\n", -1);
	for (char **line = lines; *line; line++)
		g_strchomp(*line);
	if (judge(path, lines, force))
		return REFUSED;
	body = g_string_new(NULL);
	for (char **line = lines[0] && lines[1] ? lines + 2 : lines + 1; *line; line++)
		if (**line || body->len)
			g_string_append_printf(body, "%s\n", *line);
	while (g_str_has_suffix(body->str, "\n\n"))
		g_string_truncate(body, body->len - 1);
	posting->cover_subject = g_strdup(lines[0]);
	posting->cover = body;
	return 0;
}

/* A part has a cover letter of its own, or else that of the series. */
static char *cover_path(const struct posting *posting)
{
	g_autofree char *name = g_strdup_printf("cover-%s", posting->part ? posting->part : "");
	g_autofree char *own = g_build_filename(posting->series->dir, name, NULL);

	if (posting->part && g_file_test(own, G_FILE_TEST_EXISTS))
		return g_steal_pointer(&own);
	return g_build_filename(posting->series->dir, "cover", NULL);
}

int cover_read(struct posting *posting, bool force)
{
	g_autofree char *path = cover_path(posting);
	g_autofree char *text = NULL;
	unsigned int n = posting->patches->len;
	enum choice choice;
	size_t len;

	if (read_choice(&choice, posting->series))
		return E_SERIES;
	if (choice == NEVER || (choice == AUTO && n == 1))
		return 0;
	if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
		if (choice == ALWAYS)
			return error_at(&(struct place){ path, 0 },
					"no such file, and series.cover = always");
		warning("no cover letter for %u patches: there is no %s", n, path);
		return 0;
	}
	if (file_read(&text, &len, path))
		return E_ENV;
	if (strlen(text) != len)
		return refuse(path, 0, "the cover letter holds a NUL byte", "", 0);
	return parse(posting, path, text, force);
}

static gint by_author(gconstpointer a, gconstpointer b)
{
	const struct patch *x = *(struct patch *const *)a, *y = *(struct patch *const *)b;

	return strcmp(x->author.name, y->author.name);
}

void cover_shortlog(GString *out, const GPtrArray *patches)
{
	g_autoptr(GPtrArray) sorted = g_ptr_array_new();

	for (unsigned int i = 0; i < patches->len; i++)
		g_ptr_array_add(sorted, patches->pdata[i]);
	g_ptr_array_sort(sorted, by_author);	/* stable: patches stay in order */
	for (unsigned int i = 0, end; i < sorted->len; i = end) {
		const struct patch *first = sorted->pdata[i];

		for (end = i; end < sorted->len; end++)
			if (by_author(&sorted->pdata[i], &sorted->pdata[end]))
				break;
		g_string_append_printf(out, "%s (%u):\n", first->author.name, end - i);
		for (unsigned int k = i; k < end; k++) {
			const struct patch *patch = sorted->pdata[k];
			g_autofree char *subject = g_strndup(patch->message,
							     strcspn(patch->message, "\n"));

			text_wrap(out, "  ", "    ", subject, 72);
		}
		g_string_append_c(out, '\n');
	}
}

int cover_template(GString *out, struct posting *posting, const struct lab *lab)
{
	g_string_append(out, "*** what the series does, in one line ***\n\n"
			"*** why, then how; what was measured ***\n---\n"
			"Nothing from the line above on is sent; export adds the rest by itself.\n\n");
	cover_shortlog(out, posting->patches);
	return diffs_stat(out, posting, lab);
}

static void append_changes(struct posting *posting, const struct cover_extras *extras)
{
	g_autofree char *archive = series_config(posting->series, "archive");
	g_autoptr(GString) changes = g_string_new(NULL);
	g_autoptr(GPtrArray) steps = g_ptr_array_new();

	for (unsigned int i = 0; i < posting->patches->len; i++) {
		const struct patch *patch = posting->patches->pdata[i];

		g_ptr_array_add(steps, (void *)patch->step);
	}
	changelog_of_steps(changes, steps, posting->version);
	if (extras->former_id)
		g_string_append_printf(changes, "%sv%u: %s%s\n", changes->len ? "\n" : "",
				       extras->former ? extras->former->version : posting->version - 1,
				       archive ? archive : "https://lore.kernel.org/r/",
				       extras->former_id);
	if (changes->len)
		g_string_append_printf(posting->cover, "%s\n", changes->str);
}

static int append_rangediff(struct posting *posting, struct lab *lab, const struct kept *old)
{
	struct range before = RANGE_INIT, now = RANGE_INIT;
	int ret;

	if (!old || !series_config_bool(posting->series, "range-diff", true))
		return 0;
	g_string_append_printf(posting->cover, "\nRange-diff to v%u:\n\n", old->version);
	ret = kept_range(&before, posting->repo, old);
	if (!ret)
		ret = posting_range(&now, posting);
	if (!ret)
		ret = rangediff_append(posting->cover, posting->repo, lab, &before, &now,
				       RANGEDIFF_MAX);
	range_release(&before);
	range_release(&now);
	return ret;
}

int cover_complete(struct posting *posting, struct lab *lab, const struct cover_extras *extras)
{
	GString *out = posting->cover;
	int ret;

	if (!posting->cover_subject)
		return 0;
	if (out->len)
		g_string_append_c(out, '\n');
	g_string_append(out, extras->evidence);
	append_changes(posting, extras);
	cover_shortlog(out, posting->patches);
	ret = diffs_stat(out, posting, lab);
	if (!ret)
		ret = append_rangediff(posting, lab, extras->former);
	g_string_append_printf(out, "\n%s", posting->basis->str);
	return ret;
}
