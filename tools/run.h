/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run - child processes; nothing else in the program starts any
 *
 * Calling sequence:
 *
 *	struct run run = RUN_INIT;
 *	run_arg(&run, "spatch", "--sp-file", rule, NULL);
 *	run.cwd = dir; run.timeout = 60;
 *	if (run_command(&run))		// could not be run at all: reported
 *		...
 *	if (run.status) ... run.err->str ...
 *	run_release(&run);
 *
 * No shell is involved. A child gets LC_ALL=C, no GIT_* variable (but those in
 * .env), its own process group, stdin from .input (or /dev/null), and is killed
 * with its whole group at the time limit or when the user interrupts.
 *
 * run_command() returns 0 when the child ran to an end of whatever kind: look
 * at .status, .signal and .timed_out, or use run_ok(), which also reports.
 * E_ENV: it could not be started. E_INTERRUPTED: the user said stop.
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>
#include <glib.h>

struct run {
	GPtrArray *argv;	/* owned strings, no NULL at the end */
	GPtrArray *env;		/* "NAME=value", added to the scrubbed environment */
	const char *cwd;	/* NULL: the current one */
	const char *input_file;	/* a regular file as stdin; NULL: /dev/null */
	GString *input;		/* or these bytes */
	const char *log;	/* stdout and stderr go to this file instead */
	unsigned int timeout;	/* seconds; 0: none */
	bool progress;		/* tick the progress line while it runs */
	/* results */
	GString *out, *err;	/* bytes, NUL-terminated for convenience */
	int status;		/* exit status; -1 where killed */
	int signal;
	bool timed_out;
	double seconds;		/* wall clock */
};

#define RUN_INIT { 0 }

void run_arg(struct run *run, ...) G_GNUC_NULL_TERMINATED;
void run_argf(struct run *run, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
void run_argv(struct run *run, const char *const *argv);
void run_env(struct run *run, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
int run_command(struct run *run);
/*
 * The same for many, .jobs of them at a time. Every one is started unless the
 * user interrupts or one cannot be run; the first failure is returned.
 */
int run_many(struct run **runs, unsigned int n, unsigned int jobs);
/*
 * One that nobody waits for yet: it is started when there is room, and goes on while
 * others are waited for, so that at most @jobs run at a time. It has ended when
 * run_beside_end() returns, which waits for all of these, and which has to be called
 * before any of them is released.
 */
void run_beside(struct run *run, unsigned int jobs);
int run_beside_end(void);
/* run_command(), and any end but exit status 0 is reported and E_ENV. */
int run_ok(struct run *run);
void run_release(struct run *run);

/*
 * The command as a line that a shell would take; where it has an environment of its
 * own (.env), only PATH is the shell's. The caller frees it.
 */
char *run_shell_line(const struct run *run);

/* Where PATH has it, or NULL; looked for until it is found, and then known. */
const char *run_find(const char *program);
/* Is the program there? If not, an error that names the Debian package. */
int run_require(const char *program);

/* The first line of "<program> --version", asked once; "" where it says none. */
const char *run_version(const char *program);

/* From now on SIGINT, SIGTERM and SIGHUP stop children and run_interrupted(). */
void run_catch_signals(void);
bool run_interrupted(void);
/* Children at a time: the CPUs this process may use, unless -j says otherwise. */
unsigned int run_jobs(void);

#endif
