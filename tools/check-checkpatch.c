// SPDX-License-Identifier: GPL-2.0-only
/* what does the tree's own checkpatch.pl say of a commit, as it would be posted? */
#include <string.h>
#include "check.h"
#include "checkpatch.h"

static const char script[] = "scripts/checkpatch.pl";

static void finding_free(void *data)
{
	struct finding *finding = data;

	g_free(finding->type);
	g_free(finding->line);
	g_free(finding);
}

static struct finding *finding_parse(const char *line)
{
	static const char *const levels[] = { "ERROR:", "WARNING:", "CHECK:" };
	struct finding *finding;
	const char *at, *type;
	unsigned int i;
	size_t len;

	/* after "<file>:<line>: ", which a finding on the whole patch lacks */
	for (at = line; at; at = strstr(at, ": ") ? strstr(at, ": ") + 2 : NULL) {
		for (i = 0; i < G_N_ELEMENTS(levels); i++)
			if (g_str_has_prefix(at, levels[i]))
				break;
		if (i < G_N_ELEMENTS(levels))
			break;
	}
	if (!at)
		return NULL;
	type = at + strlen(levels[i]);
	len = strspn(type, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	if (!len || type[len] != ':')
		return NULL;
	finding = g_new0(struct finding, 1);
	finding->level = *at;
	finding->type = g_strndup(type, len);
	finding->line = g_strdup(line);
	return finding;
}

/* Some print it in spite of --no-summary. */
static bool is_summary(const char *line)
{
	return g_str_has_prefix(line, "total: ") && g_str_has_suffix(line, " lines checked");
}

GPtrArray *checkpatch_parse(char **unparsed, const char *text)
{
	GPtrArray *findings = g_ptr_array_new_with_free_func(finding_free);
	char **lines = g_strsplit(text, "\n", -1);
	struct finding *finding;
	unsigned int i;

	*unparsed = NULL;
	for (i = 0; lines[i]; i++) {
		if (!*g_strchomp(lines[i]) || is_summary(lines[i]))
			continue;
		finding = finding_parse(lines[i]);
		if (finding)
			g_ptr_array_add(findings, finding);
		else if (!*unparsed)
			*unparsed = g_strdup(lines[i]);
	}
	g_strfreev(lines);
	return findings;
}

struct tally {
	unsigned int errors, warnings, checks, waived, unused;
	GString *detail;
	const char *first;
	GHashTable *used;	/* claims that were needed */
};

static void tally_findings(struct tally *tally, const struct step *step,
			   const GPtrArray *findings)
{
	unsigned int i;

	for (i = 0; i < findings->len; i++) {
		const struct finding *finding = findings->pdata[i];
		const struct claim *claim = step_waiver(step, "checkpatch", finding->type);

		if (claim) {
			g_hash_table_add(tally->used, (void *)claim);
			tally->waived++;
			continue;
		}
		tally->errors += finding->level == 'E';
		tally->warnings += finding->level == 'W';
		tally->checks += finding->level == 'C';
		if (!tally->first || (finding->level == 'E' && tally->errors == 1))
			tally->first = finding->line;
		g_string_append_printf(tally->detail, "%s\n", finding->line);
	}
}

static void tally_waivers(struct tally *tally, const struct step *step)
{
	unsigned int i;

	for (i = 0; i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind != CLAIM_WAIVE || claim->argc < 2 ||
		    strcmp(claim->argv[0], "checkpatch") ||
		    g_hash_table_contains(tally->used, claim))
			continue;
		tally->unused++;
		g_string_append_printf(tally->detail, "%s:%u: not needed here: waive checkpatch %s\n",
				       claim->at.file, claim->at.line, claim->argv[1]);
	}
}

static void say(struct verdict *out, const struct tally *tally)
{
	GString *line = g_string_new(NULL);
	enum verdict_kind kind = VERDICT_PASS;

	if (tally->errors || tally->warnings || tally->checks) {
		kind = tally->errors ? VERDICT_FAIL : VERDICT_WARN;
		g_string_append_printf(line, "%u errors, %u warnings, %u checks",
				       tally->errors, tally->warnings, tally->checks);
	} else {
		g_string_append(line, "nothing to report");
	}
	if (tally->waived)
		g_string_append_printf(line, ", %u waived", tally->waived);
	if (tally->unused)	/* no fault: another tree's text may need it */
		g_string_append_printf(line, ", %u waivers not needed here", tally->unused);
	if (tally->first)
		g_string_append_printf(line, ": %s", tally->first);
	verdict_say(out, kind, "%s", line->str);
	g_string_free(line, TRUE);
}

void checkpatch_judge(struct verdict *out, const struct step *step,
		      const struct record *record)
{
	struct tally tally = { 0 };
	GPtrArray *findings;
	char *unparsed;

	if (record->status == RECORD_CANNOT) {
		verdict_say(out, VERDICT_SKIP, "%s", record->text);
		return;
	}
	tally.detail = g_string_new(NULL);
	tally.used = g_hash_table_new(g_direct_hash, g_direct_equal);
	findings = checkpatch_parse(&unparsed, record->text);
	tally_findings(&tally, step, findings);
	tally_waivers(&tally, step);
	if (unparsed)
		verdict_say(out, VERDICT_FAIL, "checkpatch printed what is not understood: %s",
			    unparsed);
	else if (record->status > 1 || (record->status && !findings->len))
		verdict_say(out, VERDICT_FAIL, "checkpatch ended with status %d and %s",
			    record->status, findings->len ? "may have stopped early" :
			    "said nothing");
	else
		say(out, &tally);
	g_free(out->detail);
	out->detail = g_string_free(tally.detail, FALSE);
	g_ptr_array_unref(findings);
	g_hash_table_destroy(tally.used);
	g_free(unparsed);
}

static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	checkpatch_judge(out, plan->subjects[n].step, own);
}

static int require(void)
{
	int err = run_require("perl");

	return err ? err : run_require("git");
}

/* By commit: the message and the author are looked at, too. */
static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	char hex[OID_HEX];

	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].commit);
	record_key(out, "checkpatch", hex, plan->history ? "history" : "", NULL);
	return 0;
}

/* The commit as a mail. A file that moved counts with what changed in it only. */
static int read_mail(struct run *run, struct plan *plan, unsigned int n)
{
	char hex[OID_HEX];

	lane_git(run, plan->lane);
	run_arg(run, "format-patch", "--stdout", "-1", "-M", "--no-signature", "--no-color",
		"--no-ext-diff", "--no-textconv", "--full-index", NULL);
	run_arg(run, git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].commit), NULL);
	return run_ok(run);
}

static char *pipeline(const struct plan *plan, const struct run *mail,
		      const struct run *script_run)
{
	g_autofree char *files = lane_switch_line(plan->lane);
	g_autofree char *from = run_shell_line(mail), *to = run_shell_line(script_run);

	return g_strdup_printf("(%s) && %s | (%s)", files, from, to);
}

/* $HOME/.checkpatch.conf is the user's, and has no say here. */
static int run_script(struct record *out, struct plan *plan, struct run *mail)
{
	struct run run = RUN_INIT;
	int err;

	run_arg(&run, "perl", script, "--strict", "--terse", "--showfile", "--show-types",
		"--no-summary", "--color=never", "-", NULL);
	run_env(&run, "HOME=%s", plan->lane->git);
	if (plan->history)
		run_env(&run, "GIT_DIR=%s", plan->repo->git_dir);
	run.cwd = plan->lane->source;
	run.input = g_string_new_len(mail->out->str, mail->out->len);
	run.progress = true;
	run.timeout = 600;
	err = run_command(&run);
	if (!err && run.timed_out)
		err = error("%s: no end after %u seconds", script, run.timeout);
	else if (!err && run.signal)
		err = error("%s was killed by signal %d", script, run.signal);
	if (!err) {
		out->status = run.status;
		out->seconds = run.seconds;
		out->command = pipeline(plan, mail, &run);
		out->text = g_strconcat(run.out->str, run.status > 1 ? run.err->str : "", NULL);
	}
	g_string_free(run.input, TRUE);
	run_release(&run);
	return err;
}

static int observe(struct record *out, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole, bool clean)
{
	struct place at = { script, 0 };
	struct entry entry;
	struct run mail = RUN_INIT;
	int err;

	out->clean = true;
	err = repo_entry(&entry, plan->repo, &plan->subjects[n].tree, script, &at);
	if (err)
		return err;
	if (!entry.mode) {
		out->status = RECORD_CANNOT;
		out->text = g_strdup("the tree has no scripts/checkpatch.pl");
		return 0;
	}
	err = plan_lane(plan, n);
	if (!err)
		err = read_mail(&mail, plan, n);
	if (!err)
		err = run_script(out, plan, &mail);
	run_release(&mail);
	return err;
}

const struct check_ops check_checkpatch = {
	.name = "checkpatch",
	.reads = CHECK_MESSAGE,
	.require = require,
	.key = key,
	.observe = observe,
	.judge = judge,
};
