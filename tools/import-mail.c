// SPDX-License-Identifier: GPL-2.0-only
/*
 * import: mails, in the sense of git mailsplit and git mailinfo
 *
 * What they make of a mail is what git am would: encodings, encoded words,
 * format=flowed, in-body "From:" lines. Dates and names go through git var, as
 * git am's go through the same code of git's.
 */
#include "import.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

const char *diff_start(const char *text, size_t len)
{
	static const char pattern[] = "^(?:diff --git |Index: |--- [^\\n]+\\n\\+\\+\\+ )";
	g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_RAW |
					      G_REGEX_NEWLINE_LF, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	int start;

	if (!g_regex_match_full(regex, text, (gssize)len, 0, 0, &match, NULL) ||
	    !g_match_info_fetch_pos(match, 0, &start, NULL))
		return NULL;
	return text + start;
}

/* The value of "Name: value" in git mailinfo's output; NULL where it is not there, or empty. */
static char *field(const char *info, const char *name)
{
	const char *p = info;
	size_t len = strlen(name);

	while (p && *p) {
		const char *end = strchrnul(p, '\n');

		if (!strncmp(p, name, len) && !strncmp(p + len, ": ", 2) && p + len + 2 < end)
			return g_strndup(p + len + 2, (gsize)(end - p) - len - 2);
		p = *end ? end + 1 : NULL;
	}
	return NULL;
}

int mail_parts_read(struct mail_parts *out, struct import *import, const char *mail, bool brackets)
{
	g_autofree char *text = g_build_filename(import->lab.home, "text", NULL);
	g_autofree char *rest = g_build_filename(import->lab.home, "rest", NULL);
	struct run run = RUN_INIT;
	size_t len;
	int ret;

	*out = (struct mail_parts){ 0 };
	lab_git(&run, &import->lab);
	run_arg(&run, "mailinfo", "--no-scissors", NULL);
	if (brackets)
		run_arg(&run, "-b", NULL);
	run_arg(&run, text, rest, NULL);
	run.input_file = mail;
	ret = run_ok(&run);
	if (!ret)
		ret = file_read(&out->text, &len, text);
	if (!ret)
		ret = file_read(&out->rest, &out->rest_len, rest);
	if (!ret) {
		out->author = field(run.out->str, "Author");
		out->email = field(run.out->str, "Email");
		out->subject = field(run.out->str, "Subject");
		out->date = field(run.out->str, "Date");
	}
	run_release(&run);
	return ret;
}

void mail_parts_release(struct mail_parts *parts)
{
	g_free(parts->author);
	g_free(parts->email);
	g_free(parts->subject);
	g_free(parts->date);
	g_free(parts->text);
	g_free(parts->rest);
}

/* "Name <mail> 1558385944 -0400" */
static bool parse_ident(struct draft *draft, const char *text, bool dated)
{
	const char *open = strrchr(text, '<'), *close = strrchr(text, '>');
	long zone;
	char *end;

	if (!open || !close || open == text || close < open)
		return false;
	ident_release(&draft->author);
	draft->author.name = g_strndup(text, (gsize)(open - text) - 1);
	draft->author.email = g_strndup(open + 1, (gsize)(close - open) - 1);
	draft->dated = dated;
	draft->date.time = g_ascii_strtoll(close + 1, &end, 10);
	zone = strtol(end, NULL, 10);
	draft->date.offset = (int)(zone / 100 * 60 + zone % 100);
	draft->date.sign = zone < 0 ? '-' : '+';
	return true;
}

int draft_set_author(struct import *import, struct draft *draft, const char *name,
		     const char *email, const char *date)
{
	struct run run = RUN_INIT;
	int ret;

	lab_git(&run, &import->lab);
	run_env(&run, "GIT_AUTHOR_NAME=%s", name ? name : "");
	run_env(&run, "GIT_AUTHOR_EMAIL=%s", email ? email : "");
	if (date)
		run_env(&run, "GIT_AUTHOR_DATE=%s", date);
	run_arg(&run, "var", "GIT_AUTHOR_IDENT", NULL);
	ret = run_command(&run);
	if (!ret && (run.status || run.signal || !parse_ident(draft, run.out->str, date != NULL)))
		ret = draft_fault(import, draft, "no author or date that git would take: '%s <%s>', %s:\n%s",
				  name ? name : "", email ? email : "", date ? date : "no date",
				  g_strchomp(run.err->str));
	run_release(&run);
	return ret;
}

/* The end of what is a patch: a signature, as git format-patch puts one. */
static size_t without_signature(const char *diff, size_t len)
{
	const char *last = g_strrstr_len(diff, (gssize)len, "\n-- \n");

	if (!last || len - (size_t)(last - diff) > 80)
		return len;
	return (size_t)(last - diff) + 1;
}

/* "<name>: <value>" at the beginning of a line; the first that is there is kept. */
static void find_line(char **value, const char *name, const char *text)
{
	g_autofree char *pattern = g_strdup_printf("^%s: ([!-~]+)\\s*$", name);
	g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;

	if (text && !*value && g_regex_match(regex, text, 0, &match))
		*value = g_match_info_fetch(match, 1);
}

static void find_lines(struct import *import, char **base, const struct mail_parts *parts)
{
	find_line(base, "base-commit", parts->rest);
	find_line(base, "base-commit", parts->text);
	find_line(&import->change_id, "change-id", parts->rest);
	find_line(&import->change_id, "change-id", parts->text);
}

/*
 * The cover letter's subject and text. What git or b4 put below the text (the
 * patches by author, the diffstat, the base) is made anew by export: it goes
 * below "---", where it is not sent.
 */
static void set_cover(struct import *import, const struct mail_parts *parts)
{
	g_autoptr(GRegex) shortlog = g_regex_new("^\\S.* \\(\\d+\\):\\n(?:  .*\\n)+", G_REGEX_MULTILINE |
						 G_REGEX_RAW, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *text = g_strdup(parts->text), *below = NULL;
	g_autofree char *rest = g_strndup(parts->rest, without_signature(parts->rest, parts->rest_len));
	int start;

	if (g_regex_match(shortlog, text, 0, &match) && g_match_info_fetch_pos(match, 0, &start, NULL)) {
		below = g_strdup(text + start);
		text[start] = '\0';
	}
	g_strchomp(text);
	g_strchomp(rest);
	import->cover = g_strdup_printf("%s\n%s%s\n---\n%s%s%s", parts->subject, *text ? "\n" : "", text,
					below ? below : "", rest, *rest ? "\n" : "");
}

struct numbers {
	unsigned int last, total;
	bool known;		/* the last mail had a number that could be read */
};

/* "[PATCH v2 3/7]": are all of them there, in order? An encoded subject is passed over. */
static void follow(struct numbers *seen, const struct import *import, const char *mail, const char *origin)
{
	g_autoptr(GRegex) regex = g_regex_new("^Subject:\\s[^\\]]*\\s(\\d+)/(\\d+)\\]",
					      G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *n = NULL, *total = NULL;

	if (!g_regex_match(regex, mail, 0, &match)) {
		seen->known = false;
		return;
	}
	n = g_match_info_fetch(match, 1);
	total = g_match_info_fetch(match, 2);
	if (seen->known && strtoul(n, NULL, 10) != seen->last + 1 && strtoul(n, NULL, 10))
		warning("%s: %s is number %s of %s, after number %u", import->source, origin, n, total,
			seen->last);
	seen->last = (unsigned int)strtoul(n, NULL, 10);
	seen->total = (unsigned int)strtoul(total, NULL, 10);
	seen->known = true;
}

static int take_patch(struct import *import, const struct mail_parts *parts, unsigned int n,
		      const char *diff)
{
	struct draft *draft = draft_add(import, "mail %u, '%s'", n, parts->subject);
	size_t len = parts->rest_len - (size_t)(diff - parts->rest);
	g_autofree char *message = g_strdup_printf("%s\n\n%s", parts->subject, parts->text);
	int ret = draft_set_message(import, draft, message);

	g_string_append_len(draft->diff, diff, (gssize)without_signature(diff, len));
	return ret ? ret : draft_set_author(import, draft, parts->author, parts->email, parts->date);
}

static int read_mail(struct import *import, struct numbers *seen, char **base, const char *path,
		     unsigned int n)
{
	g_autofree char *mail = NULL, *origin = NULL;
	struct mail_parts parts;
	const char *diff;
	size_t len;
	int ret = mail_parts_read(&parts, import, path, false);

	if (!ret)
		ret = file_read(&mail, &len, path);
	if (ret)
		goto out;
	if (!parts.subject)
		parts.subject = g_strdup("(no subject)");
	origin = g_strdup_printf("mail %u, '%s'", n, parts.subject);
	find_lines(import, base, &parts);
	follow(seen, import, mail, origin);
	diff = diff_start(parts.rest, parts.rest_len);
	if (diff)
		ret = take_patch(import, &parts, n, diff);
	else if (n == 1)
		set_cover(import, &parts);
	else
		ret = error_at(&(struct place){ import->source, 0 },
			       "%s: holds no patch; take it out (b4 am leaves replies out)", origin);
out:
	mail_parts_release(&parts);
	return ret;
}

/* b4 and respin put the cover letter beside the mbox, as <name>.cover. */
static int read_cover_beside(struct import *import, char **base)
{
	const char *dot = strrchr(import->source, '.');
	g_autofree char *stem = dot && !strchr(dot, '/') ? g_strndup(import->source, (gsize)(dot - import->source)) :
							   g_strdup(import->source);
	g_autofree char *name = g_strconcat(stem, ".cover", NULL);
	g_autofree char *path = g_canonicalize_filename(name, NULL);
	struct mail_parts parts = { 0 };
	int ret;

	if (import->cover || !g_file_test(path, G_FILE_TEST_IS_REGULAR) || !strcmp(name, import->source))
		return 0;
	ret = mail_parts_read(&parts, import, path, false);
	if (!ret && parts.subject) {
		find_lines(import, base, &parts);
		set_cover(import, &parts);
		note("%s is the cover letter", name);
	}
	mail_parts_release(&parts);
	return ret;
}

static int split(unsigned int *n, struct import *import, const char *dir)
{
	g_autofree char *mbox = g_canonicalize_filename(import->source, NULL), *text = NULL;
	struct run run = RUN_INIT;
	size_t len;
	int ret = file_read(&text, &len, mbox);

	if (ret)
		return ret;
	import->cut_cr = !import->keep_cr && memmem(text, len, "\r\n", 2);

	lab_git(&run, &import->lab);
	run_arg(&run, "mailsplit", "-d8", "-b", NULL);
	if (import->keep_cr)
		run_arg(&run, "--keep-cr", NULL);
	run_argf(&run, "-o%s", dir);
	run_arg(&run, "--", mbox, NULL);
	ret = run_ok(&run);
	*n = ret ? 0 : (unsigned int)strtoul(run.out->str, NULL, 10);
	run_release(&run);
	return ret;
}

/* The base-commit line, unless the user has named a base. */
static int find_base(struct import *import, const char *line)
{
	git_oid id;

	if (import->based || !line)
		return 0;
	if (strlen(line) != GIT_OID_HEXSZ || git_oid_fromstr(&id, line)) {
		warning("%s: not a commit's id: base-commit: %s", import->source, line);
	} else if (!repo_has(import->repo, &id)) {
		warning("%s: its base-commit %s is not in %s: fetch it, or name one with --base",
			import->source, line, import->repo->git_dir);
	} else {
		import->base = id;
		import->based = true;
	}
	return 0;
}

int import_mbox(struct import *import)
{
	g_autofree char *dir = scratch_dir(import->scratch, "mails"), *base = NULL;
	struct numbers seen = { 0, 0, true };
	unsigned int n = 0;
	int ret = dir ? split(&n, import, dir) : E_ENV, err = 0;

	progress_begin("import", n);
	for (unsigned int i = 1; !ret && i <= n; i++) {
		g_autofree char *path = g_strdup_printf("%s/%08u", dir, i);

		progress(i, "mail %u", i);
		ret = read_mail(import, &seen, &base, path, i);
		if (ret == E_SERIES) {
			err = ret;
			ret = 0;
		}
	}
	progress_end();
	if (!ret && !err && seen.known && seen.last != seen.total)
		warning("%s: number %u of %u is the last one", import->source, seen.last, seen.total);
	ret = ret ? ret : err;
	if (!ret)
		ret = read_cover_beside(import, &base);
	return ret ? ret : find_base(import, base);
}
