/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * job - one make, here or on another machine
 *
 *	err = job_run(&log, &run, runner, file, tries);
 *
 * A runner is words before the command, NULL for none. What it says itself (srun
 * tells that a job is queued) is no part of the log, and its exit status not
 * make's: between it and make stands a shell that marks where the output begins
 * and ends, and with which status. A job without that end is one that did not run,
 * or not to its end, whatever the runner thinks of it.
 *
 * The log is what make printed as plain text: without colours, links, and zeros.
 */
#ifndef JOB_H
#define JOB_H

#include "run.h"

/*
 * Run @run, which has the command. 0: make came to its end with run->status 0 or 2,
 * and *log, the caller's, has what it said. 1: the runner failed; there may be more
 * @tries. A full disk, a killed compiler and Ctrl-C are errors, and reported. The
 * output goes through @file where there is no runner.
 */
int job_run(char **log, struct run *run, char *const *runner, const char *file,
	    unsigned int tries);

/* For tests: the sign in @log that it was the machine that failed, or NULL. */
const char *job_fault(const char *log);
/* For tests: without escape sequences and zeros; in place. */
void job_plain(GString *text);

#endif
