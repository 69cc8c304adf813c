// SPDX-License-Identifier: GPL-2.0-only
/*
 * ed SCRIPT PATH... [if-present]: a script of ed's for what spatch cannot read
 *
 * ed runs as "ed -s -v --restricted" on a private copy, the script a regular
 * file on its stdin: only then does it stop at the first error. The script ends
 * with a w that respin adds, to a name of its own: when that file is not there
 * at exit 0, the script was left half way (a q, or an a, c or i without its
 * "."), whatever it may have written itself.
 *
 * Of the files that a pattern matches, those that do not hold the script's
 * first address are passed over; at any later line a failure is a failure.
 */
#include "rewrite.h"
#include "ctext.h"
#include "damage.h"

#include <string.h>

#define RESULT "respin.out"
#define TIME_LIMIT 20	/* seconds; ed takes milliseconds */

/* The line of the script that is its first command. */
static unsigned int first_command(const char *script)
{
	unsigned int line = 1;

	while (*script == '#' && (script = strchr(script, '\n'))) {
		script++;
		line++;
	}
	return line;
}

static int write_script(char **path, struct rewrite *rw)
{
	const struct op *op = rw->op;
	g_autofree char *dir = scratch_dir(rw->stage->scratch, "script");
	g_autofree char *text = NULL;

	if (!dir)
		return E_ENV;
	text = g_strconcat(op->data, op->len && op->data[op->len - 1] != '\n' ? "\n" : "",
			   "w " RESULT "\n", NULL);
	*path = g_build_filename(dir, "script", NULL);
	return file_write(*path, text, strlen(text));
}

/* ed -v says "script, line N: why", on stdout. */
static int failed(const struct rewrite *rw, struct rewrite_file *f)
{
	const struct op *op = rw->op;
	const char *where = strstr(f->run.out->str, "script, line ");
	unsigned int line = 0;
	const char *why = "no reason given";

	if (where) {
		char *end;

		line = (unsigned int)g_ascii_strtoull(where + strlen("script, line "), &end, 10);
		if (g_str_has_prefix(end, ": "))
			why = end + 2;
	}
	if (!f->named && line == first_command(op->data) && g_str_has_prefix(why, "No match"))
		return 0;
	if (f->run.timed_out)
		return error_at(&op->at, "ed: no end after %d seconds on %s", TIME_LIMIT, f->path);
	return error_at(&op->at, "ed: %s:%u: %.*s, in %s", op->source, line,
			(int)strcspn(why, "\n"), why, f->path);
}

/* ed ends a last line that had no newline: not asked for, so taken back. */
static void keep_open_end(const struct rewrite_file *f)
{
	const GString *before = f->before;
	const char *last = strrchr(before->str, '\n');

	if (!before->len || before->str[before->len - 1] == '\n')
		return;
	last = last ? last + 1 : before->str;
	if (f->after->len > strlen(last) && f->after->str[f->after->len - 1] == '\n' &&
	    !strncmp(f->after->str + f->after->len - 1 - strlen(last), last, strlen(last)))
		g_string_truncate(f->after, f->after->len - 1);
}

/* A w of the script's own, to its file or to another: respin adds the only one. */
static int own_writes(const struct rewrite *rw, const struct rewrite_file *f)
{
	GDir *dir = g_dir_open(f->dir, 0, NULL);
	g_autofree char *base = g_path_get_basename(f->path), *data = NULL;
	bool wrote = false;
	const char *name;
	size_t len;

	while (dir && (name = g_dir_read_name(dir)))
		wrote |= strcmp(name, base) && strcmp(name, RESULT);
	if (dir)
		g_dir_close(dir);
	if (file_read(&data, &len, f->file))
		return E_ENV;
	if (!wrote && len == f->before->len && !memcmp(data, f->before->str, len))
		return 0;
	return error_at(&rw->op->at, "ed: %s writes a file by itself; leave out its w, respin adds it",
			rw->op->source);
}

static int judge(struct rewrite *rw, struct rewrite_file *f)
{
	const struct op *op = rw->op;
	g_autofree char *result = NULL;
	char *data;
	size_t len;
	int ret;

	if (f->run.status)
		return failed(rw, f);
	ret = own_writes(rw, f);
	if (ret)
		return ret;
	result = g_build_filename(f->dir, RESULT, NULL);
	if (!g_file_test(result, G_FILE_TEST_IS_REGULAR))
		return error_at(&op->at, "ed: %s ends before its last line on %s: "
				"a q, or an a, c or i without its '.'", op->source, f->path);
	if (file_read(&data, &len, result))
		return E_ENV;
	f->after = g_string_new_len(data, (gssize)len);
	g_free(data);
	keep_open_end(f);
	return damage_whitespace(rw->stage->step, op, f->path, f->before, f->after);
}

static int edit(struct rewrite *rw, struct rewrite_file *f, const char *script)
{
	int ret = rewrite_place(rw, f);

	if (ret)
		return ret;
	run_arg(&f->run, "ed", "-s", "-v", "--restricted", strrchr(f->file, '/') + 1, NULL);
	f->run.cwd = f->dir;
	f->run.input_file = script;
	f->run.timeout = TIME_LIMIT;
	ret = run_command(&f->run);
	return ret ? ret : judge(rw, f);
}

static int run(struct stage *stage, const struct op *op)
{
	g_autofree char *script = NULL;
	struct rewrite rw = { 0 };
	int ret = run_require("ed");

	if (!ret)
		ret = rewrite_begin(&rw, stage, op, run_version("ed"));
	if (!ret)
		ret = write_script(&script, &rw);
	for (unsigned int i = 0; !ret && i < rw.files->len; i++) {
		struct rewrite_file *f = rw.files->pdata[i];

		if (!f->known)
			ret = edit(&rw, f, script);
	}
	if (!ret)
		ret = rewrite_end(&rw);
	rewrite_release(&rw);
	return ret;
}

/* Does this line begin text to be put in: an address, and a, i or c? */
static bool begins_text(const char *line)
{
	size_t len = strlen(line);

	if (!len || *line == '#' || !strchr("aic", line[len - 1]))
		return false;
	return len == 1 || !strchr("k'", line[len - 2]);
}

/* The lines that a script puts in, or the others: its addresses and commands. */
static char *script_part(const struct op *op, bool put_in)
{
	g_auto(GStrv) lines = g_strsplit(op->data, "\n", -1);
	GString *part = g_string_new(NULL);
	bool inside = false;

	for (char **line = lines; *line; line++) {
		if (inside && !strcmp(*line, "."))
			inside = false;
		else if (inside == put_in && (inside || **line != '#'))
			g_string_append_printf(part, "%s\n", *line);
		if (!inside && begins_text(*line))
			inside = true;
	}
	return g_string_free(part, FALSE);
}

static bool has_word(const struct op *op, const char *word, bool put_in)
{
	g_autofree char *part = script_part(op, put_in);

	return word ? ctext_count(part, word, NULL) > 0 : *part != '\0';
}

static bool adds(const struct op *op, const char *word)
{
	return has_word(op, word, true);
}

static bool takes(const struct op *op, const char *word)
{
	return has_word(op, word, false);
}

/* The regular expressions of a command's addresses, and of its s, g or v. */
static void line_wants(GPtrArray *wants, const char *line, unsigned int number)
{
	for (const char *p = line; (p = strpbrk(p, "/?")); p++) {
		const char *end = p + 1;
		g_autofree char *regex = NULL;

		while (*end && *end != *p)
			end += *end == '\\' && end[1] ? 2 : 1;
		regex = g_strndup(p + 1, (gsize)(end - p - 1));
		if (*regex)
			wants_add(wants, WANT_REGEX, regex, NULL, number);
		/* what follows an s, or a g's command, is not looked for in the file */
		if (!*end || (p > line && strchr("sgv", p[-1])))
			return;
		p = end;
	}
}

static GPtrArray *wants(const struct op *op)
{
	g_auto(GStrv) lines = g_strsplit(op->data, "\n", -1);
	GPtrArray *found = wants_new();
	bool inside = false;

	for (unsigned int i = 0; lines[i]; i++) {
		if (inside) {
			inside = strcmp(lines[i], ".") != 0;
			continue;
		}
		if (*lines[i] != '#')
			line_wants(found, lines[i], i + 1);
		inside = begins_text(lines[i]);
	}
	return found;
}

const struct op_kind op_ed = {
	.name = "ed",
	.usage = "SCRIPT PATH... [if-present]",
	.min = 2,
	.max = 1000,
	.source = SOURCE_EDIT,
	.globs = true,
	.run = run,
	.adds = adds,
	.takes = takes,
	.wants = wants,
};
