// SPDX-License-Identifier: GPL-2.0-only
/* would a commit come back from the mail as it is? By export's rules, before its day */
#include <string.h>
#include "check.h"
#include "header.h"
#include "lint.h"

/* By commit; raise the number when the rules change. */
static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	record_key(out, "mail", "1", git_oid_tostr_s(&plan->subjects[n].commit), NULL);
	return 0;
}

static void lint_message(GString *out, const char *message)
{
	const char *next = message;
	struct lint lint;

	while (lint_next(&lint, message, &next)) {
		g_autofree char *bytes = text_show(lint.bytes, lint.len, 72);

		g_string_append_printf(out, "line %u of the message: %s: '%s'\n", lint.line,
				       lint.why, bytes);
	}
}

static void lint_author(GString *out, const struct ident *author)
{
	const char *fault = address_fault(author);
	g_autofree char *text = g_strdup_printf("%s <%s>", author->name, author->email);
	g_autofree char *shown = text_show(text, strlen(text), 160);

	if (fault)
		g_string_append_printf(out, "author %s: %s\n", shown, fault);
}

static char *git_line(const struct plan *plan, const char *const *words)
{
	struct run run = RUN_INIT;
	char *line;

	run_env(&run, "GIT_DIR=%s", plan->repo->git_dir);
	run_env(&run, "GIT_CONFIG_NOSYSTEM=1");
	run_argv(&run, words);
	line = run_shell_line(&run);
	run_release(&run);
	return line;
}

/* The commit, and what a reader of the mail gets of it. The caller frees it. */
static char *by_hand(const struct plan *plan, const git_oid *commit)
{
	const char *hex = git_oid_tostr_s(commit);
	const char *const show[] = { "git", "cat-file", "commit", hex, NULL };
	const char *const mail[] = { "git", "format-patch", "--stdout", "-1", hex, NULL };
	const char *const read[] = { "git", "mailinfo", "/dev/stdout", "/dev/null", NULL };
	g_autofree char *a = git_line(plan, show), *b = git_line(plan, mail);
	g_autofree char *c = git_line(plan, read);

	/* cat: what opens /dev/stdout would cut off a file that it is */
	return g_strdup_printf("%s && %s | %s | cat", a, b, c);
}

static int observe(struct record *out, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole, bool clean)
{
	const git_oid *commit = &plan->subjects[n].commit;
	g_autoptr(GString) faults = g_string_new(NULL);
	struct ident author = { NULL, NULL };
	g_autofree char *message = NULL;
	git_time when;
	int ret = repo_commit_author(&author, &when, plan->repo, commit);

	if (!ret)
		ret = repo_commit_message(&message, plan->repo, commit);
	if (!ret) {
		lint_author(faults, &author);
		lint_message(faults, message);
		out->clean = true;
		out->status = faults->len != 0;
		out->text = g_strdup(faults->str);
		out->command = by_hand(plan, commit);
	}
	ident_release(&author);
	return ret;
}

static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	const char *end = strchr(own->text, '\n');

	if (!own->status) {
		verdict_say(out, VERDICT_PASS, "comes back as it is");
		return;
	}
	verdict_say(out, VERDICT_FAIL, "%.*s%s", (int)(end - own->text), own->text,
		    end[1] ? ", and more" : "");
	g_free(out->detail);
	out->detail = g_strdup(own->text);
}

const struct check_ops check_mail = {
	.name = "mail",
	.reads = CHECK_MESSAGE,
	.key = key,
	.observe = observe,
	.judge = judge,
};
