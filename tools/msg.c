// SPDX-License-Identifier: GPL-2.0-only
#include "msg.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
	bool disabled, on_line;
	unsigned int depth, item, total;
	gint64 start;
	char *title, *text;
} bar;

/* Where messages go instead of stderr; NULL: they do not. */
static GString *held;

/* One that can take a line back. */
static bool is_terminal(void)
{
	static int cached = -1;

	if (cached < 0)
		cached = isatty(STDERR_FILENO) && g_strcmp0(g_getenv("TERM"), "dumb");
	return cached;
}

/* A line that fills the last column goes on in the next, and cannot be taken back. */
static int room_on_line(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col ? 79 : size.ws_col - 1;
}

static void clear_line(void)
{
	if (bar.on_line)
		fputs("\r\033[K", stderr);
	bar.on_line = false;
}

/*
 * A message may quote a file or another program's output. Whatever in it is no
 * text would act on the terminal, so it is shown as \xNN.
 */
static void append_text(GString *out, const char *text)
{
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if ((*p < 0x20 && *p != '\n' && *p != '\t') || *p == 0x7f)
			g_string_append_printf(out, "\\x%02x", *p);
		else
			g_string_append_c(out, (char)*p);
	}
}

void msg_hold(GString *text)
{
	held = text;
}

void msg_print(const char *text)
{
	clear_line();
	fputs(text, stderr);
}

static void report(const struct place *at, const char *kind, const char *fmt,
		   va_list ap, int err)
{
	g_autofree char *text = g_strdup_vprintf(fmt, ap);
	GString *out = held ? held : g_string_new(NULL);

	if (at && at->line)
		g_string_append_printf(out, "%s:%u: ", at->file, at->line);
	else if (at)
		g_string_append_printf(out, "%s: ", at->file);
	else
		g_string_append(out, "respin: ");
	g_string_append(out, kind);
	append_text(out, text);
	if (err)
		g_string_append_printf(out, ": %s", strerror(err));
	g_string_append_c(out, '\n');
	if (held)
		return;
	msg_print(out->str);
	g_string_free(out, TRUE);
}

#define REPORT(at, kind, err) do {			\
		va_list ap;				\
							\
		va_start(ap, fmt);			\
		report(at, kind, fmt, ap, err);		\
		va_end(ap);				\
	} while (0)

int error(const char *fmt, ...)
{
	REPORT(NULL, "error: ", 0);
	return E_ENV;
}

int error_errno(const char *fmt, ...)
{
	int err = errno;

	REPORT(NULL, "error: ", err);
	return E_ENV;
}

int error_at(const struct place *at, const char *fmt, ...)
{
	REPORT(at, "error: ", 0);
	return E_SERIES;
}

void warning(const char *fmt, ...)
{
	REPORT(NULL, "warning: ", 0);
}

void warning_at(const struct place *at, const char *fmt, ...)
{
	REPORT(at, "warning: ", 0);
}

void note(const char *fmt, ...)
{
	REPORT(NULL, "", 0);
}

int msg_exit_status(int ret)
{
	switch (ret) {
	case E_SERIES:
		return 2;
	case E_ENV:
		return 128;
	case E_INTERRUPTED:
		return 130;
	default:
		return ret;
	}
}

static void draw(void)
{
	unsigned int s = (unsigned int)((g_get_monotonic_time() - bar.start) / G_USEC_PER_SEC);

	g_autofree char *line = g_strdup_printf("%s %u/%u %u:%02u  %s", bar.title, bar.item,
						bar.total, s / 60, s % 60,
						bar.text ? bar.text : "");

	if (is_terminal()) {
		clear_line();
		fprintf(stderr, "%.*s", room_on_line(), line);
		bar.on_line = true;
		fflush(stderr);
	} else {
		fprintf(stderr, "%s\n", line);
	}
}

void progress_begin(const char *title, unsigned int total)
{
	if (bar.depth++)
		return;
	bar.title = g_strdup(title);
	bar.total = total;
	bar.item = 0;
	bar.start = g_get_monotonic_time();
}

void progress(unsigned int item, const char *fmt, ...)
{
	va_list ap;

	if (bar.disabled || bar.depth != 1)
		return;
	g_free(bar.text);
	va_start(ap, fmt);
	bar.text = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	bar.item = item;
	draw();
}

void progress_tick(void)
{
	if (!bar.disabled && bar.depth && bar.text && is_terminal())
		draw();
}

void progress_end(void)
{
	if (!bar.depth || --bar.depth)
		return;
	clear_line();
	g_clear_pointer(&bar.title, g_free);
	g_clear_pointer(&bar.text, g_free);
}

void progress_disable(void)
{
	bar.disabled = true;
}
