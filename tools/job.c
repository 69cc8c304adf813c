// SPDX-License-Identifier: GPL-2.0-only
/* one make, here or on another machine */
#include <string.h>
#include <sys/statvfs.h>
#include "diag.h"
#include "job.h"
#include "msg.h"
#include "scratch.h"

/* Less than this, and not even the log can be written. */
enum { FULL = 65536 };

/* --- the log as text */

/* The length of the escape sequence at @at. */
static size_t escape_len(const char *at, const char *end)
{
	const char *p = at + 1;

	if (p < end && *p == '[') {
		for (p++; p < end && (*p < 0x40 || *p > 0x7e) && *p != '\n'; p++)
			;
	} else if (p < end && *p == ']') {
		for (p++; p < end && *p != '\a' && *p != '\033' && *p != '\n'; p++)
			;
		if (p + 1 < end && *p == '\033')
			p++;
	}
	return (size_t)(MIN(p + 1, end) - at);
}

void job_plain(GString *text)
{
	const char *from = text->str, *end = from + text->len;
	char *to = text->str;

	while (from < end) {
		if (*from == '\033')
			from += escape_len(from, end);
		else if (!*from)
			*to++ = '?', from++;
		else
			*to++ = *from++;
	}
	g_string_truncate(text, (gsize)(to - text->str));
}

/* --- was it the machine? */

/* "   12 |	pr_err("Killed");": a line of the source, which may say anything */
static bool is_quote(const char *line)
{
	return line[strspn(line, " \t0123456789")] == '|';
}

/* What ccache makes of a compiler that was killed: a failure, and not a word of why */
static bool is_mute(char *const *lines, unsigned int i)
{
	return strstr(lines[i], "] Error 255") &&
	       (!i || diag_is_tag(lines[i - 1]) || g_str_has_prefix(lines[i - 1], "make"));
}

const char *job_fault(const char *log)
{
	static const char *const signs[] = {
		"No space left on device", "Disk quota exceeded", "Read-only file system",
		"Input/output error", "Stale file handle", "Too many open files",
		"Cannot allocate memory", "Resource temporarily unavailable",
		"virtual memory exhausted", "memory exhausted", "out of memory",
		"Killed signal terminated program", "internal compiler error: Killed",
		"unable to execute command: Killed", "terminated with signal 9",
		"terminated with signal 15", "] Killed", "] Terminated", "] Error 137",
		"] Error 143", "] Error 130", "] Interrupt", "ccache: error:",
	};
	g_auto(GStrv) lines = g_strsplit(log, "\n", -1);
	unsigned int i, k;

	for (i = 0; lines[i]; i++) {
		if (is_mute(lines, i))
			return "] Error 255, and not a word of why";
		for (k = 0; k < G_N_ELEMENTS(signs) && !is_quote(lines[i]); k++)
			if (strstr(lines[i], signs[k]))
				return signs[k];
	}
	return NULL;
}

/* The log may lie on the disk that is full, and lack what would say so, and more. */
static bool is_full(const char *file)
{
	g_autofree char *dir = g_path_get_dirname(file);
	struct statvfs fs;

	return !statvfs(dir, &fs) && fs.f_blocks &&
	       (guint64)fs.f_bavail * fs.f_frsize < FULL;
}

static int machine_failed(const char *log, const struct run *run, const char *file)
{
	const char *sign = run->status ? job_fault(log) : NULL;

	if (run->signal)
		return error("make was killed by signal %d", run->signal);
	if (sign)
		return error("the build was cut short: %s", *sign == ']' ? sign + 2 : sign);
	if (is_full(file))
		return error("the build was cut short: the disk of %s is full", file);
	if (run->status != 0 && run->status != 2)
		return error("make did not come to its end: status %d", run->status);
	return 0;
}

/* --- the runner */

static const char begin[] = "respin-job-begins\n", end[] = "respin-job-ends ";
static const char marks[] =
	"echo respin-job-begins; \"$@\" 2>&1; echo respin-job-ends $?";

/* The words of @run behind the runner's and the shell's; the caller releases it. */
static void wrap(struct run *out, const struct run *run, char *const *runner)
{
	unsigned int i;

	run_argv(out, (const char *const *)runner);
	run_arg(out, "sh", "-c", marks, "sh", NULL);
	for (i = 0; i < run->argv->len; i++)
		run_arg(out, run->argv->pdata[i], NULL);
	out->progress = run->progress;
}

/* Takes the job's own output and status out of what came back; false: no end. */
static bool unwrap(struct run *run, const struct run *wrapped)
{
	const char *from, *to;

	from = memmem(wrapped->out->str, wrapped->out->len, begin, strlen(begin));
	if (!from)
		return false;
	from += strlen(begin);
	to = g_strrstr_len(from, (gssize)(wrapped->out->str + wrapped->out->len - from), end);
	if (!to)
		return false;
	run->status = (int)strtol(to + strlen(end), NULL, 10);
	run->signal = 0;
	run->seconds = wrapped->seconds;
	run->out = g_string_new_len(from, to - from);
	return true;
}

static int gave_up(const struct run *wrapped, char *const *runner)
{
	const char *said = g_strchomp(wrapped->err->str);

	return error("the runner \"%s\" did not bring the job to its end: %s %d%s%s", runner[0],
		     wrapped->signal ? "signal" : "status",
		     wrapped->signal ? wrapped->signal : wrapped->status, *said ? "\n" : "", said);
}

static int run_elsewhere(struct run *run, char *const *runner, unsigned int tries)
{
	struct run wrapped = RUN_INIT;
	int ret;

	wrap(&wrapped, run, runner);
	ret = run_command(&wrapped);
	if (!ret && (!unwrap(run, &wrapped) || (run->status != 0 && run->status != 2)))
		ret = tries > 1 ? 1 : gave_up(&wrapped, runner);
	run_release(&wrapped);
	return ret;
}

static int run_here(struct run *run, const char *file)
{
	char *text = NULL;
	size_t len;
	int ret = file_write(file, "", 0);

	run->log = file;
	if (!ret)
		ret = run_command(run);
	run->log = NULL;
	if (!ret)
		ret = file_read(&text, &len, file);
	if (!ret)
		g_string_append_len(run->out, text, (gssize)len);
	g_free(text);
	return ret;
}

int job_run(char **log, struct run *run, char *const *runner, const char *file,
	    unsigned int tries)
{
	int ret;

	if (run->out)
		g_string_free(run->out, TRUE);
	run->out = NULL;
	ret = runner ? run_elsewhere(run, runner, tries) : run_here(run, file);
	if (!ret) {
		job_plain(run->out);
		ret = machine_failed(run->out->str, run, file);
	}
	if (!ret)
		*log = g_strdup(run->out->str);
	return ret;
}
