// SPDX-License-Identifier: GPL-2.0-only
#include "run.h"
#include "msg.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static volatile sig_atomic_t interrupted;

/* A child that is running: its pipes, and when its time is up. */
struct child {
	struct run *run;
	pid_t pid;
	int pidfd, in, out, err;
	size_t fed;			/* bytes of input written so far */
	gint64 start, deadline, grace;	/* us; 0: none */
	bool killed;
	unsigned int *count;		/* of the children that somebody waits for; NULL: nobody */
};

/* All that are running, and those beside that are to be. */
static GPtrArray *living;
static GQueue beside = G_QUEUE_INIT;
static unsigned int beside_jobs;

static void on_signal(int sig)
{
	(void)sig;
	interrupted = 1;
}

void run_catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

bool run_interrupted(void)
{
	return interrupted;
}

unsigned int run_jobs(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	return (unsigned int)CPU_COUNT(&set);
}

static void arg_add(GPtrArray **list, char *word)
{
	if (!*list)
		*list = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(*list, word);
}

void run_arg(struct run *run, ...)
{
	const char *word;
	va_list ap;

	va_start(ap, run);
	while ((word = va_arg(ap, const char *)))
		arg_add(&run->argv, g_strdup(word));
	va_end(ap);
}

void run_argv(struct run *run, const char *const *argv)
{
	for (; *argv; argv++)
		arg_add(&run->argv, g_strdup(*argv));
}

void run_argf(struct run *run, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	arg_add(&run->argv, g_strdup_vprintf(fmt, ap));
	va_end(ap);
}

void run_env(struct run *run, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	arg_add(&run->env, g_strdup_vprintf(fmt, ap));
	va_end(ap);
}

void run_release(struct run *run)
{
	if (run->argv)
		g_ptr_array_unref(run->argv);
	if (run->env)
		g_ptr_array_unref(run->env);
	if (run->out)
		g_string_free(run->out, TRUE);
	if (run->err)
		g_string_free(run->err, TRUE);
	memset(run, 0, sizeof(*run));
}

/* Words that no shell reads anything into stay as they are. */
static void append_quoted(GString *line, const char *word)
{
	static const char plain[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@%+=:,./-";
	g_autofree char *quoted = g_shell_quote(word);

	g_string_append(line, *word && !word[strspn(word, plain)] ? word : quoted);
}

char *run_shell_line(const struct run *run)
{
	GString *line = g_string_new(NULL);

	if (run->cwd) {
		g_string_append(line, "cd ");
		append_quoted(line, run->cwd);
		g_string_append(line, " && ");
	}
	if (run->env)
		g_string_append(line, "env -i PATH=\"$PATH\" LC_ALL=C ");
	for (unsigned int i = 0; run->env && i < run->env->len; i++) {
		append_quoted(line, run->env->pdata[i]);
		g_string_append_c(line, ' ');
	}
	for (unsigned int i = 0; i < run->argv->len; i++) {
		if (i)
			g_string_append_c(line, ' ');
		append_quoted(line, run->argv->pdata[i]);
	}
	return g_string_free(line, FALSE);
}

/* git's own variables would make a child work on another repository. */
static char **child_environment(const struct run *run)
{
	char **env = g_get_environ();
	g_auto(GStrv) names = g_strdupv(env);

	for (char **p = names; *p; p++) {
		*strchrnul(*p, '=') = '\0';
		if (g_str_has_prefix(*p, "GIT_"))
			env = g_environ_unsetenv(env, *p);
	}
	env = g_environ_setenv(env, "LC_ALL", "C", TRUE);
	env = g_environ_unsetenv(env, "LANGUAGE");
	for (unsigned int i = 0; run->env && i < run->env->len; i++) {
		g_auto(GStrv) pair = g_strsplit(run->env->pdata[i], "=", 2);

		env = g_environ_setenv(env, pair[0], pair[1] ? pair[1] : "", TRUE);
	}
	return env;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int nonblocking_pipe(int fds[2], int ours)
{
	if (pipe2(fds, O_CLOEXEC))
		return error_errno("cannot make a pipe");
	fcntl(fds[ours], F_SETFL, O_NONBLOCK);
	return 0;
}

/* The child's three standard files; fds that it gets are collected to close. */
static int plumb(struct child *c, posix_spawn_file_actions_t *fa, int theirs[3])
{
	const struct run *run = c->run;
	int p[2];

	if (run->input) {
		if (nonblocking_pipe(p, 1))
			return E_ENV;
		theirs[0] = p[0];
		c->in = p[1];
	} else {
		const char *name = run->input_file ? run->input_file : "/dev/null";

		theirs[0] = open(name, O_RDONLY | O_CLOEXEC);
		if (theirs[0] < 0)
			return error_errno("cannot open %s", name);
	}
	if (run->log) {
		theirs[1] = open(run->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (theirs[1] < 0)
			return error_errno("cannot write %s", run->log);
		theirs[2] = dup(theirs[1]);
	} else {
		if (nonblocking_pipe(p, 0))
			return E_ENV;
		c->out = p[0];
		theirs[1] = p[1];
		if (nonblocking_pipe(p, 0))
			return E_ENV;
		c->err = p[0];
		theirs[2] = p[1];
	}
	for (int i = 0; i < 3; i++)
		posix_spawn_file_actions_adddup2(fa, theirs[i], i);
	return 0;
}

static int spawn(struct child *c)
{
	struct run *run = c->run;
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;
	sigset_t defaults;
	g_auto(GStrv) env = child_environment(run);
	g_autofree char **argv = g_new0(char *, run->argv->len + 1);
	int theirs[3] = { -1, -1, -1 };
	int ret;

	memcpy(argv, run->argv->pdata, run->argv->len * sizeof(*argv));
	posix_spawn_file_actions_init(&fa);
	posix_spawnattr_init(&attr);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGTERM);
	sigaddset(&defaults, SIGHUP);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
	ret = plumb(c, &fa, theirs);
	if (!ret && run->cwd)
		posix_spawn_file_actions_addchdir_np(&fa, run->cwd);
	if (!ret) {
		errno = posix_spawnp(&c->pid, argv[0], &fa, &attr, argv, env);
		if (errno)
			ret = error_errno("cannot run %s", argv[0]);
	}
	for (int i = 0; i < 3; i++)
		close_fd(&theirs[i]);
	posix_spawn_file_actions_destroy(&fa);
	posix_spawnattr_destroy(&attr);
	return ret;
}

static void child_close(struct child *c)
{
	close_fd(&c->in);
	close_fd(&c->out);
	close_fd(&c->err);
	close_fd(&c->pidfd);
}

static int child_start(struct child *c, struct run *run)
{
	*c = (struct child){ .run = run, .pidfd = -1, .in = -1, .out = -1, .err = -1 };
	if (!run->out)
		run->out = g_string_new(NULL);
	if (!run->err)
		run->err = g_string_new(NULL);
	if (spawn(c)) {
		child_close(c);
		return E_ENV;
	}
	c->pidfd = pidfd_open(c->pid, 0);
	c->start = g_get_monotonic_time();
	if (run->timeout)
		c->deadline = c->start + (gint64)run->timeout * G_USEC_PER_SEC;
	return 0;
}

static void child_kill(struct child *c, int sig)
{
	kill(-c->pid, sig);
	c->killed = true;
}

static void drain(int *fd, GString *to)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(*fd, buf, sizeof(buf))) > 0)
		g_string_append_len(to, buf, n);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		close_fd(fd);
}

static void feed(struct child *c)
{
	const GString *in = c->run->input;
	ssize_t n;

	while (c->fed < in->len) {
		n = write(c->in, in->str + c->fed, in->len - c->fed);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n < 0)
			break;
		c->fed += (size_t)n;
	}
	close_fd(&c->in);
}

static void reap(struct child *c)
{
	struct run *run = c->run;
	int status = 0;

	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (c->out >= 0)
		drain(&c->out, run->out);
	if (c->err >= 0)
		drain(&c->err, run->err);
	if (c->killed)
		kill(-c->pid, SIGKILL);
	run->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	run->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	run->seconds = (double)(g_get_monotonic_time() - c->start) / G_USEC_PER_SEC;
	child_close(c);
	if (c->count)
		--*c->count;
}

/* One look at everything that can move; waits up to a quarter of a second. */
static void wait_some(void)
{
	unsigned int n = living->len;
	g_autofree struct pollfd *fds = g_new0(struct pollfd, n * 4);

	for (unsigned int i = 0; i < n; i++) {
		const struct child *c = living->pdata[i];

		fds[4 * i] = (struct pollfd){ c->pidfd, POLLIN, 0 };
		fds[4 * i + 1] = (struct pollfd){ c->out, POLLIN, 0 };
		fds[4 * i + 2] = (struct pollfd){ c->err, POLLIN, 0 };
		fds[4 * i + 3] = (struct pollfd){ c->in, POLLOUT, 0 };
	}
	if (poll(fds, n * 4, 250) <= 0)
		return;
	/* from behind: one that is reaped leaves its place to the last */
	for (unsigned int i = n; i-- > 0;) {
		struct child *c = living->pdata[i];

		if (fds[4 * i + 1].revents)
			drain(&c->out, c->run->out);
		if (fds[4 * i + 2].revents)
			drain(&c->err, c->run->err);
		if (fds[4 * i + 3].revents)
			feed(c);
		if (fds[4 * i].revents) {
			reap(c);
			g_ptr_array_remove_index_fast(living, i);
		}
	}
}

/* Time limits and the user's interrupt: first a request, later the axe. */
static void enforce(struct child *c)
{
	gint64 now = g_get_monotonic_time();

	if (interrupted && !c->killed) {
		child_kill(c, SIGTERM);
		c->grace = now + 2 * G_USEC_PER_SEC;
	} else if (c->deadline && now > c->deadline && !c->killed) {
		c->run->timed_out = true;
		child_kill(c, SIGKILL);
	} else if (c->killed && c->grace && now > c->grace) {
		child_kill(c, SIGKILL);
	}
}

static int start(struct run *run, unsigned int *count)
{
	struct child *c = g_new(struct child, 1);

	if (child_start(c, run)) {
		g_free(c);
		return E_ENV;
	}
	c->count = count;
	if (count)
		++*count;
	g_ptr_array_add(living, c);
	return 0;
}

static unsigned int count_beside(void)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < living->len; i++)
		n += !((const struct child *)living->pdata[i])->count;
	return n;
}

/* As many beside as there is room for, @max at a time. */
static int start_beside(unsigned int max)
{
	int ret = 0;

	while (!ret && !interrupted && !g_queue_is_empty(&beside) && living->len < beside_jobs &&
	       count_beside() < max)
		ret = start(g_queue_pop_head(&beside), NULL);
	return ret;
}

static void tend(void)
{
	for (unsigned int i = 0; i < living->len; i++)
		enforce(living->pdata[i]);
	if (living->len)
		wait_some();
	for (unsigned int i = 0; i < living->len; i++)
		if (((const struct child *)living->pdata[i])->run->progress)
			progress_tick();
}

static void living_new(void)
{
	if (!living)
		living = g_ptr_array_new_with_free_func(g_free);
}

/* The first is never kept waiting by what runs beside. */
int run_many(struct run **runs, unsigned int n, unsigned int jobs)
{
	unsigned int next = 0, live = 0;
	int ret = 0;

	living_new();
	jobs = MAX(jobs, 1);
	do {
		while (next < n && !ret && !interrupted &&
		       (!live || (live < jobs && living->len < MAX(jobs, beside_jobs))))
			ret = start(runs[next++], &live);
		if (!ret)
			ret = start_beside(beside_jobs ? beside_jobs - 1 : 0);
		tend();
	} while (live || (next < n && !ret && !interrupted));
	return interrupted ? E_INTERRUPTED : ret;
}

void run_beside(struct run *run, unsigned int jobs)
{
	beside_jobs = MAX(jobs, 1);
	g_queue_push_tail(&beside, run);
}

int run_beside_end(void)
{
	int ret = 0;

	living_new();
	do {
		if (!ret)
			ret = start_beside(beside_jobs);
		tend();
	} while (living->len || (!ret && !interrupted && !g_queue_is_empty(&beside)));
	g_queue_clear(&beside);
	beside_jobs = 0;
	return interrupted ? E_INTERRUPTED : ret;
}

int run_command(struct run *run)
{
	return run_many(&run, 1, 1);
}

int run_ok(struct run *run)
{
	int ret = run_command(run);

	if (ret)
		return ret;
	if (run->timed_out)
		return error("%s: no end after %u seconds", (char *)run->argv->pdata[0],
			     run->timeout);
	if (run->status) {
		g_autofree char *line = run_shell_line(run);

		g_strchomp(run->err->str);
		return error("exit status %d from: %s%s%s", run->status, line,
			     *run->err->str ? "\n" : "", run->err->str);
	}
	return 0;
}

/* The Debian package of each program that respin may start. */
static const struct { const char *program, *package; } packages[] = {
	{ "spatch", "coccinelle" },
	{ "sparse", "sparse" },
	{ "ed", "ed" },
	{ "git", "git" },
	{ "make", "make" },
	{ "gcc", "gcc" },
	{ "clang", "clang" },
	{ "ld.lld", "lld" },
	{ "ccache", "ccache" },
	{ "perl", "perl" },
	{ "flex", "flex" },
	{ "bison", "bison" },
	{ "bc", "bc" },
	{ "qemu-system-x86_64", "qemu-system-x86" },
};

/* aarch64-linux-gnu-gcc is in gcc-aarch64-linux-gnu, its ld in binutils-... */
static char *cross_package(const char *program)
{
	char *triplet, *package = NULL;

	if (g_str_has_suffix(program, "-linux-gnu-gcc") ||
	    g_str_has_suffix(program, "-linux-gnueabi-gcc") ||
	    g_str_has_suffix(program, "-linux-gnueabihf-gcc")) {
		triplet = g_strndup(program, strlen(program) - strlen("-gcc"));
		package = g_strconcat("gcc-", g_strdelimit(triplet, "_", '-'), NULL);
		g_free(triplet);
	}
	return package;
}

const char *run_find(const char *program)
{
	static GHashTable *known;
	char *path;

	if (!known)
		known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	path = g_hash_table_lookup(known, program);
	if (!path && (path = g_find_program_in_path(program)))
		g_hash_table_insert(known, g_strdup(program), path);
	return path;
}

int run_require(const char *program)
{
	g_autofree char *cross = cross_package(program);

	if (run_find(program))
		return 0;
	if (cross)
		return error("%s is not installed: apt-get install %s", program, cross);
	for (unsigned int i = 0; i < G_N_ELEMENTS(packages); i++)
		if (!strcmp(packages[i].program, program))
			return error("%s is not installed: apt-get install %s", program,
				     packages[i].package);
	return error("%s is not installed, or not in PATH", program);
}

const char *run_version(const char *program)
{
	static GHashTable *known;
	char *version;

	if (!known)
		known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	version = g_hash_table_lookup(known, program);
	if (!version) {
		struct run run = RUN_INIT;

		run_arg(&run, program, "--version", NULL);
		run.timeout = 10;
		if (!run_command(&run))
			version = g_strndup(run.out->str, strcspn(run.out->str, "\n"));
		else
			version = g_strdup("");
		run_release(&run);
		g_hash_table_insert(known, g_strdup(program), version);
	}
	return version;
}
