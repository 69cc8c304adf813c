/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * msg - what the user is told: errors, warnings, progress
 *
 * All of it goes to stderr; stdout belongs to results. An error is reported
 * once, where it happened, and travels upward as a return value only:
 *
 *	if (rename(from, to))
 *		return error_errno("cannot rename %s", from);
 *
 * Return values of every function that can fail:
 *
 *	 0	done
 *	-1	environment, I/O, git		(exit status 128)
 *	-2	the series is at fault or does not apply here	(2)
 *	-3	interrupted by the user		(130); nothing is printed on the
 *		way up, main() says so once
 *
 * A place is the "file:line" that compilers print, so that editors jump to it.
 *
 * Progress: progress_begin() names the work and how many items there are,
 * progress() names the item under way. On a terminal one line is rewritten in
 * place, otherwise each item is one line. The time since progress_begin() is
 * shown. A nested begin is ignored until its end. Messages from anywhere clear
 * the line first.
 */
#ifndef MSG_H
#define MSG_H

#include <glib.h>

enum {
	E_ENV = -1,
	E_SERIES = -2,
	E_INTERRUPTED = -3,
};

struct place {
	const char *file;	/* as the user would name it; owned by the series */
	unsigned int line;	/* from 1; 0: the file as a whole */
};

int error(const char *fmt, ...) G_GNUC_PRINTF(1, 2);		/* E_ENV */
int error_errno(const char *fmt, ...) G_GNUC_PRINTF(1, 2);	/* E_ENV, with strerror */
int error_at(const struct place *at, const char *fmt, ...)
	G_GNUC_PRINTF(2, 3);					/* E_SERIES */
void warning(const char *fmt, ...) G_GNUC_PRINTF(1, 2);
void warning_at(const struct place *at, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
void note(const char *fmt, ...) G_GNUC_PRINTF(1, 2);

/*
 * What is only a failure if nothing else helps: from now on messages are
 * appended to @text instead of being printed; NULL: no more. Whoever holds
 * them prints them or drops them.
 */
void msg_hold(GString *text);
void msg_print(const char *text);

/* The process exit status for a return value of the table above. */
int msg_exit_status(int ret);

void progress_begin(const char *title, unsigned int total);
void progress(unsigned int item, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
/* The current item goes on: rewrites the time on a terminal, else silent. */
void progress_tick(void);
void progress_end(void);
/* No progress, whatever stderr is (-q). */
void progress_disable(void);

#endif
