// SPDX-License-Identifier: GPL-2.0-only
/*
 * cocci RULE PATH... [if-present]: a semantic patch
 *
 * spatch says nothing, and exits 0, when it could not parse a function, when
 * half of the rules matched, when a name is misspelt; and it inserts again what
 * it has inserted. So besides its exit status and its stderr:
 *
 * - every word that a rule cannot match without must stand in one of the files
 *   (or be written by another rule);
 * - a function that it skipped, and that holds a word of the rule, is a fault;
 * - lines that it cannot parse must not have become more;
 * - a word that the rule takes away wherever it stands must be gone, or a
 *   present claim says how often it stays;
 * - the rule on its own result should do nothing (a warning, unless its header
 *   says "// Idempotent: no");
 * - white space and comments must be unharmed (damage.h);
 * - a rule that holds code of its own is refused, but with --allow-scripts.
 *
 * Waivers: cocci MISSING:<word>, cocci SKIPPED:<function>, cocci PARSE, cocci COMMENT, cocci
 * WHITESPACE. Each file is a process of its own, so that no file's typedefs and
 * attributes colour another's, and the outcome does not depend on a batch.
 */
#include "rewrite.h"
#include "ctext.h"
#include "damage.h"
#include "later.h"
#include "smpl.h"
#include "spatch.h"

#include <fnmatch.h>
#include <string.h>

static const struct claim *accounted(const struct step *step, const char *path, const char *word)
{
	for (unsigned int i = 0; i < step->claims->len; i++) {
		const struct claim *claim = step->claims->pdata[i];

		if (claim->kind == CLAIM_PRESENT && !strcmp(claim->argv[1], word) &&
		    !fnmatch(claim->argv[0], path, FNM_PATHNAME | FNM_PERIOD))
			return claim;
	}
	return NULL;
}

/* Inside a function or a macro, where a rule could have matched. */
static bool in_body(const char *code, const char *p)
{
	while (p > code && p[-1] != '\n')
		p--;
	return *p == '#' || g_ascii_isspace(*p);
}

static int left_over(const struct rewrite *rw, const struct rewrite_file *f, GHashTable *gone)
{
	const GString *text = f->after ? f->after : f->before;
	g_autofree char *code = ctext_code(f->path, text->str, text->len);
	GHashTableIter it;
	void *key;
	int ret = 0;

	g_hash_table_iter_init(&it, gone);
	while (g_hash_table_iter_next(&it, &key, NULL)) {
		const char *word = key, *p = code;

		if (accounted(rw->stage->step, f->path, word))
			continue;
		for (; (p = ctext_find(p, code, word)); p++) {
			unsigned int line = ctext_line(code, (size_t)(p - code));
			g_autofree char *function = ctext_function(code, line);

			if (in_body(code, p))
				ret = error_at(&rw->op->at, "cocci: %s left over by %s at %s:%u, in %s; "
					       "if it is to stay, say: present %s %s <count>",
					       word, rw->op->argv[0], f->path, line,
					       function ? function : "no function", f->path, word);
		}
	}
	return ret;
}

static bool holds_any(const char *code, GHashTable *words, const char **found)
{
	GHashTableIter it;
	void *word;

	g_hash_table_iter_init(&it, words);
	while (g_hash_table_iter_next(&it, &word, NULL)) {
		*found = word;
		if (ctext_count(code, word, NULL))
			return true;
	}
	return false;
}

static bool stands_anywhere(const struct rewrite *rw, const char *word)
{
	for (unsigned int i = 0; i < rw->files->len; i++) {
		const struct rewrite_file *f = rw->files->pdata[i];
		g_autofree char *code = ctext_code(f->path, f->before->str, f->before->len);

		if (ctext_count(code, word, NULL))
			return true;
	}
	return false;
}

/* A word that no file has: misspelt, or the rule is for another kernel. */
static int missing_words(const struct rewrite *rw, const struct smpl *smpl)
{
	int ret = 0;

	for (unsigned int i = 0; i < smpl->rules->len; i++) {
		const struct smpl_rule *rule = smpl->rules->pdata[i];
		GHashTableIter it;
		void *word;

		g_hash_table_iter_init(&it, rule->required);
		while (g_hash_table_iter_next(&it, &word, NULL)) {
			g_autofree char *type = g_strconcat("MISSING:", word, NULL);

			if (smpl_adds(smpl, word) || damage_waived(rw->stage->step, rw->op, type) ||
			    stands_anywhere(rw, word))
				continue;
			ret = error_at(&rw->op->at, "%s: no file has '%s', of the rule at line %u: "
				       "misspelt?\n\tIf it is to match in other kernels only, say: "
				       "waive cocci %s \"<why>\"", rw->op->text, (char *)word,
				       rule->line, type);
		}
	}
	return ret;
}

/* Is there anything in the file for the rule to match? */
static bool is_candidate(const struct rewrite_file *f, const struct smpl *smpl)
{
	g_autofree char *code = ctext_code(f->path, f->before->str, f->before->len);
	const char *word;

	return f->named || !g_hash_table_size(smpl->anchors) ||
	       holds_any(code, smpl->anchors, &word);
}

/* What spatch could not parse before, it did not change: is it concerned? */
static int skipped(const struct rewrite *rw, const struct rewrite_file *f,
		   const struct smpl *smpl, const GPtrArray *bad)
{
	g_autofree char *code = ctext_code(f->path, f->before->str, f->before->len);
	int ret = 0;

	for (unsigned int i = 0; i < bad->len; i++) {
		const struct skip *skip = bad->pdata[i];
		g_autofree char *text = ctext_code(f->path, skip->text, strlen(skip->text));
		g_autofree char *function = ctext_function(code, skip->line);
		g_autofree char *type = g_strconcat("SKIPPED:", function ? function : "-", NULL);
		const char *word;

		if (!holds_any(text, smpl->anchors, &word) ||
		    damage_waived(rw->stage->step, rw->op, type))
			continue;
		ret = error_at(&rw->op->at, "cocci: %s: spatch cannot parse %s:%u, in %s, and skipped it; "
			       "it holds %s of the rule\n"
			       "\tteach it the macro in semantic-patches/kernel-macros.h, use ed there, "
			       "or say: waive cocci %s \"<why>\"", rw->op->argv[0], f->path, skip->line,
			       function ? function : "no function", word, type);
	}
	return ret;
}

static unsigned int lines_of(const GPtrArray *bad)
{
	unsigned int lines = 0;

	for (unsigned int i = 0; i < bad->len; i++)
		lines += ((const struct skip *)bad->pdata[i])->lines;
	return lines;
}

static int judge_parse(const struct rewrite *rw, const struct rewrite_file *f,
		       const GPtrArray *before, const GPtrArray *after)
{
	if (lines_of(after) <= lines_of(before) || damage_waived(rw->stage->step, rw->op, "PARSE"))
		return 0;
	return error_at(&rw->op->at, "cocci: after %s spatch cannot parse %u lines of %s (%u before), "
			"the last at line %u", rw->op->argv[0], lines_of(after), f->path,
			lines_of(before), ((const struct skip *)after->pdata[after->len - 1])->line);
}

/* The rule on its own result. */
static int judge_again(const struct rewrite *rw, struct rewrite_file *f, const struct smpl *smpl,
		       const GString *again)
{
	if (!again || g_string_equal(again, f->after) || smpl->not_idempotent)
		return 0;
	f->doubtful = true;
	warning_at(&rw->op->at, "cocci: %s, carried out twice, changes %s twice; guard it, or say "
		   "'// Idempotent: no' in its header", rw->op->argv[0], f->path);
	return 0;
}

static int judge_text(const struct rewrite *rw, const struct rewrite_file *f)
{
	const struct step *step = rw->stage->step;
	int ret = damage_whitespace(step, rw->op, f->path, f->before, f->after);

	if (!ret)
		ret = damage_comments(step, rw->op, f->path, f->before, f->after, rw->op->data);
	return ret;
}

/* One file's outcome, all of it. */
static int judge(const struct rewrite *rw, struct rewrite_file *f, const struct smpl *smpl,
		 const struct spatch_job *job)
{
	int ret = spatch_verdict(job, rw->op, f->path, &f->doubtful);

	if (!ret)
		ret = skipped(rw, f, smpl, job->bad_before);
	if (!ret && job->bad_after && rewrite_changed(f)) {
		ret = judge_parse(rw, f, job->bad_before, job->bad_after);
		if (!ret)
			ret = judge_again(rw, f, smpl, job->again);
		if (!ret)
			ret = judge_text(rw, f);
	}
	return ret;
}

/* The operation under way, or waiting for its judgement. */
struct cocci {
	struct stage stage;	/* as it is now: the step's */
	struct rewrite rw;
	struct smpl *smpl;
	GPtrArray *jobs;	/* struct spatch_job * */
	GPtrArray *files;	/* struct rewrite_file *, one each */
	bool done;		/* the tree has what came out */
};

static void cocci_free(void *data)
{
	struct cocci *cocci = data;

	rewrite_release(&cocci->rw);
	smpl_free(cocci->smpl);
	g_ptr_array_unref(cocci->jobs);
	g_ptr_array_unref(cocci->files);
	g_free(cocci);
}

static struct cocci *cocci_new(const struct stage *stage, const struct op *op)
{
	struct cocci *cocci = g_new0(struct cocci, 1);

	cocci->stage = *stage;
	cocci->smpl = smpl_read(op->data, op->len);
	cocci->jobs = g_ptr_array_new_with_free_func(spatch_job_free);
	cocci->files = g_ptr_array_new();
	return cocci;
}

/* All files' outcomes, when what it takes has ended. */
static int judge_all(struct cocci *cocci)
{
	int ret = spatch_end(cocci->jobs);

	for (unsigned int i = 0; !ret && i < cocci->files->len; i++)
		ret = judge(&cocci->rw, cocci->files->pdata[i], cocci->smpl, cocci->jobs->pdata[i]);
	return ret;
}

/* Nothing is said: what there is to say is said when all is done again in order. */
static int judge_later(void *data)
{
	struct cocci *cocci = data;
	GString *said;
	int ret;

	if (!cocci->done)
		return E_SERIES;
	said = g_string_new(NULL);
	cocci->rw.stage = &cocci->stage;
	msg_hold(said);
	ret = judge_all(cocci);
	msg_hold(NULL);
	for (unsigned int i = 0; !ret && i < cocci->files->len; i++)
		rewrite_remember(&cocci->rw, cocci->files->pdata[i]);
	if (!ret && said->len)
		ret = E_SERIES;
	g_string_free(said, TRUE);
	return ret;
}

static int transform(struct cocci *cocci)
{
	struct rewrite *rw = &cocci->rw;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < rw->files->len; i++) {
		struct rewrite_file *f = rw->files->pdata[i];

		if (f->known || !is_candidate(f, cocci->smpl))
			continue;
		ret = rewrite_place(rw, f);
		g_ptr_array_add(cocci->files, f);
		g_ptr_array_add(cocci->jobs, spatch_job_new(f->file, f->dir));
	}
	if (!ret && cocci->jobs->len)
		ret = spatch_run(cocci->jobs, rw->stage, rw->op);
	for (unsigned int i = 0; !ret && i < cocci->files->len; i++) {
		struct rewrite_file *f = cocci->files->pdata[i];
		const struct spatch_job *job = cocci->jobs->pdata[i];

		f->after = g_string_new_len(job->after->str, (gssize)job->after->len);
		f->unjudged = rw->stage->later != NULL;
		if (f->unjudged && !spatch_is_quiet(job))
			ret = E_SERIES;
	}
	if (ret || rw->stage->later || !cocci->jobs->len)
		return ret;
	ret = run_beside_end();
	return ret ? ret : judge_all(cocci);
}

static int refuse_script(const struct op *op, const struct smpl *smpl)
{
	return error_at(&op->at, "cocci: %s:%u: code or options of its own (script:, initialize:, "
			"finalize:, # spatch, using, #include); if you trust it, run again with "
			"--allow-scripts", op->source, smpl->script);
}

static int carry_out(struct cocci *cocci, struct stage *stage, const struct op *op)
{
	g_autoptr(GHashTable) gone = smpl_gone(cocci->smpl);
	g_autofree char *version = NULL;
	struct rewrite *rw = &cocci->rw;
	int ret;

	if (cocci->smpl->script && !stage->allow_scripts)
		ret = refuse_script(op, cocci->smpl);
	else
		ret = spatch_version(&version, stage->repo, stage->series->root);
	if (!ret)
		ret = rewrite_begin(rw, stage, op, version);
	if (!ret)
		ret = missing_words(rw, cocci->smpl);
	if (!ret)
		ret = transform(cocci);
	if (!ret)
		ret = rewrite_end(rw);
	for (unsigned int i = 0; !ret && i < rw->files->len; i++)
		ret = left_over(rw, rw->files->pdata[i], gone);
	return ret;
}

/* What was started beside ends before its memory does: also of what has failed. */
static int run(struct stage *stage, const struct op *op)
{
	struct cocci *cocci = cocci_new(stage, op);
	int ret = carry_out(cocci, stage, op);

	cocci->done = !ret;
	if (stage->later) {
		later_add(stage->later, judge_later, cocci_free, cocci);
		return ret;
	}
	run_beside_end();
	cocci_free(cocci);
	return ret;
}

static bool any_rule_has(const struct op *op, const char *word, bool plus)
{
	struct smpl *smpl = smpl_read(op->data, op->len);
	bool added = false, taken = false;

	for (unsigned int i = 0; i < smpl->rules->len; i++) {
		const struct smpl_rule *rule = smpl->rules->pdata[i];

		added |= word ? g_hash_table_contains(rule->plus, word) :
				g_hash_table_size(rule->plus) > 0;
		taken |= word && g_hash_table_contains(rule->minus, word);
	}
	smpl_free(smpl);
	return plus ? added && !taken : taken && !added;
}

static bool adds(const struct op *op, const char *word)
{
	return any_rule_has(op, word, true);
}

static bool takes(const struct op *op, const char *word)
{
	return any_rule_has(op, word, false);
}

static GPtrArray *wants(const struct op *op)
{
	struct smpl *smpl = smpl_read(op->data, op->len);
	GPtrArray *found = wants_new();

	for (unsigned int i = 0; i < smpl->rules->len; i++) {
		const struct smpl_rule *rule = smpl->rules->pdata[i];
		g_autoptr(GList) words = g_hash_table_get_keys(rule->required);

		words = g_list_sort(words, (GCompareFunc)strcmp);
		for (GList *l = words; l; l = l->next)
			if (!smpl_adds(smpl, l->data))
				wants_add(found, WANT_WORD, l->data, NULL, rule->line);
	}
	smpl_free(smpl);
	return found;
}

const struct op_kind op_cocci = {
	.name = "cocci",
	.usage = "RULE PATH... [if-present]",
	.min = 2,
	.max = 1000,
	.source = SOURCE_RULE,
	.globs = true,
	.run = run,
	.adds = adds,
	.takes = takes,
	.wants = wants,
};
