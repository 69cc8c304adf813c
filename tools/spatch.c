// SPDX-License-Identifier: GPL-2.0-only
#include "spatch.h"
#include "smpl.h"
#include "toolchain.h"

#include <string.h>

/* The built-in macros: semantic-patches/kernel-macros.h as of the build. */
static const char builtin_macros[] =
#include "kernel-macros.inc"
;

static const char *const options[] = {
	"--no-includes", "--very-quiet", "--in-place", "--no-show-diff",
	"--max-width", "80", "--linux-spacing", NULL
};

/* What spatch can parse of one text. Those that were asked for are kept to the end. */
struct parse {
	struct run run;
	GPtrArray *skips;	/* struct skip *; NULL: not known yet */
};

/* What all jobs of one operation share. */
struct setup {
	char *macros, *iso;	/* files */
	char *macro_text;
	unsigned int jobs;
	unsigned int limit;	/* seconds a file */
	const char *rule;
};

static char *macros_of(const char *root)
{
	g_autofree char *path = g_build_filename(root, "semantic-patches", "kernel-macros.h", NULL);
	char *text;

	if (g_file_get_contents(path, &text, NULL, NULL))
		return text;
	return g_strdup(builtin_macros);
}

int spatch_version(char **out, struct repo *repo, const char *root)
{
	g_autofree char *macros = macros_of(root);
	g_autofree char *words = g_strjoinv(" ", (char **)options);
	g_autofree char *version = NULL;
	int ret = toolchain_version(&version, repo, "spatch");

	if (!ret)
		*out = g_strjoin("\n", version, words, macros, NULL);
	return ret;
}

static void skip_free(void *data)
{
	g_free(((struct skip *)data)->text);
	g_free(data);
}

struct spatch_job *spatch_job_new(const char *file, const char *dir)
{
	struct spatch_job *job = g_new0(struct spatch_job, 1);

	job->file = g_strdup(file);
	job->dir = g_strdup(dir);
	return job;
}

static void string_free(GString *string)
{
	if (string)
		g_string_free(string, TRUE);
}

void spatch_job_free(void *data)
{
	struct spatch_job *job = data;

	g_free(job->file);
	g_free(job->dir);
	string_free(job->after);
	string_free(job->again);
	run_release(&job->apply);
	run_release(&job->reapply);
	g_free(job);
}

/* "bad: text" and, where the parser gave up, "BAD:!!!!! text". */
static const char *bad_line(const char *line)
{
	if (g_str_has_prefix(line, "BAD:!!!!! "))
		return line + strlen("BAD:!!!!! ");
	if (g_str_has_prefix(line, "bad: "))
		return line + strlen("bad: ");
	return NULL;
}

GPtrArray *spatch_parse_skips(const char *text)
{
	GPtrArray *skips = g_ptr_array_new_with_free_func(skip_free);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	GString *piece = g_string_new(NULL);
	unsigned int at = 0, n = 0;

	for (char **line = lines; *line; line++) {
		const char *bad = bad_line(*line), *where = strstr(*line, "\", line ");

		if (g_str_has_prefix(*line, " = File \"") && where)
			at = (unsigned int)g_ascii_strtoull(where + strlen("\", line "), NULL, 10);
		if (bad) {
			g_string_append_printf(piece, "%s\n", bad);
			n++;
		}
		if (n && (!bad || !line[1])) {
			struct skip *skip = g_new0(struct skip, 1);

			skip->text = g_strdup(piece->str);
			skip->line = at;
			skip->lines = n;
			g_ptr_array_add(skips, skip);
			g_string_truncate(piece, 0);
			n = 0;
		}
	}
	g_string_free(piece, TRUE);
	return skips;
}

/* The file's bytes under its own name in a folder of their own. */
static char *copy_to(const struct spatch_job *job, const char *folder, const GString *content)
{
	g_autofree char *base = g_path_get_basename(job->file);
	char *path = g_build_filename(job->dir, folder, base, NULL);

	if (file_write(path, content->str, content->len))
		g_clear_pointer(&path, g_free);
	return path;
}

static int read_string(GString **out, const char *path)
{
	g_autofree char *data = NULL;
	size_t len;

	if (file_read(&data, &len, path))
		return E_ENV;
	*out = g_string_new_len(data, (gssize)len);
	return 0;
}

static void set_apply(struct run *run, const struct setup *setup, const char *file)
{
	run_arg(run, "spatch", NULL);
	run_argv(run, options);
	run_arg(run, "--macro-file", setup->macros, NULL);
	if (setup->iso)
		run_arg(run, "--iso-file", setup->iso, NULL);
	run_arg(run, "--timeout", NULL);
	run_argf(run, "%u", setup->limit);
	run_arg(run, "--sp-file", setup->rule, file, NULL);
	run->timeout = 2 * setup->limit + 10;
	run->progress = true;
}

static void set_parse(struct run *run, const struct setup *setup, const char *file)
{
	run_arg(run, "spatch", "--macro-file", setup->macros, "--parse-ch", file, NULL);
	run->timeout = 2 * setup->limit + 10;
}

static int make_setup(struct setup *setup, struct stage *stage, const struct op *op)
{
	g_autofree char *dir = scratch_dir(stage->scratch, "spatch");
	g_autofree char *limit = series_config(stage->series, "spatchtimeout");
	struct smpl *smpl;
	int ret;

	if (!dir)
		return E_ENV;
	setup->rule = op->source;
	setup->limit = limit ? (unsigned int)g_ascii_strtoull(limit, NULL, 10) : 0;
	if (!setup->limit)
		setup->limit = 30;
	setup->macros = g_build_filename(dir, "macros.h", NULL);
	setup->macro_text = macros_of(stage->series->root);
	ret = file_write(setup->macros, setup->macro_text, strlen(setup->macro_text));
	smpl = smpl_read(op->data, op->len);
	if (!smpl->isomorphisms && !ret) {
		setup->iso = g_build_filename(dir, "none.iso", NULL);
		ret = file_write(setup->iso, "", 0);
	}
	smpl_free(smpl);
	return ret;
}

static char *parse_key(const struct setup *setup, const char *path, const GString *content)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const char *name = strrchr(path, '/');

	g_checksum_update(sum, (const guchar *)setup->macro_text, (gssize)strlen(setup->macro_text) + 1);
	g_checksum_update(sum, (const guchar *)name, (gssize)strlen(name) + 1);
	g_checksum_update(sum, (const guchar *)content->str, (gssize)content->len);
	return g_strdup(g_checksum_get_string(sum));
}

/* Of the text that stands in @folder, in a file of the job's name. */
static int parse_beside(struct parse **out, const struct spatch_job *job,
			const struct setup *setup, const char *folder, const GString *content)
{
	static GHashTable *asked;
	g_autofree char *key = parse_key(setup, job->file, content), *path = NULL;

	if (!asked)
		asked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	*out = g_hash_table_lookup(asked, key);
	if (*out)
		return 0;
	path = copy_to(job, folder, content);
	if (!path)
		return E_ENV;
	*out = g_new0(struct parse, 1);
	g_hash_table_insert(asked, g_steal_pointer(&key), *out);
	set_parse(&(*out)->run, setup, path);
	run_beside(&(*out)->run, setup->jobs);
	return 0;
}

static const GPtrArray *parse_end(struct parse *parse)
{
	g_autofree char *text = NULL;

	if (parse->skips)
		return parse->skips;
	text = g_strconcat(parse->run.out ? parse->run.out->str : "",
			   parse->run.err ? parse->run.err->str : "", NULL);
	parse->skips = spatch_parse_skips(text);
	if (!parse->run.out)
		parse->run.status = -1;
	return parse->skips;
}

/* Does the parser take it in, before and, where all is @well, after; and is the rule done with it? */
static int probe(struct spatch_job *job, const struct setup *setup, const GString *before, bool well)
{
	g_autofree char *again = NULL;
	int ret = parse_beside(&job->before, job, setup, "before", before);

	if (ret || !well || !job->changed)
		return ret;
	again = copy_to(job, "again", job->after);
	if (!again)
		return E_ENV;
	set_apply(&job->reapply, setup, again);
	run_beside(&job->reapply, setup->jobs);
	return parse_beside(&job->then, job, setup, "after", job->after);
}

static bool ran_well(const struct spatch_job *job)
{
	return !job->apply.status && !job->apply.timed_out;
}

bool spatch_is_quiet(const struct spatch_job *job)
{
	return ran_well(job) && !job->apply.err->len;
}

static int run_jobs_of(GPtrArray *jobs, const struct setup *setup)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_new();

	for (unsigned int i = 0; i < jobs->len; i++) {
		struct spatch_job *job = jobs->pdata[i];

		set_apply(&job->apply, setup, job->file);
		g_ptr_array_add(runs, &job->apply);
	}
	return run_many((struct run **)runs->pdata, runs->len, setup->jobs);
}

static int apply(GPtrArray *jobs, GPtrArray *before, const struct setup *setup)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < jobs->len; i++) {
		const struct spatch_job *job = jobs->pdata[i];
		GString *content = NULL;

		ret = read_string(&content, job->file);
		g_ptr_array_add(before, content);
	}
	if (!ret)
		ret = run_jobs_of(jobs, setup);
	for (unsigned int i = 0; !ret && i < jobs->len; i++) {
		struct spatch_job *job = jobs->pdata[i];

		ret = read_string(&job->after, job->file);
		job->changed = !ret && !g_string_equal(job->after, before->pdata[i]);
	}
	return ret;
}

int spatch_run(GPtrArray *jobs, struct stage *stage, const struct op *op)
{
	g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func((GDestroyNotify)string_free);
	struct setup setup = { .jobs = stage->jobs };
	bool well = true;
	int ret = make_setup(&setup, stage, op);

	if (!ret)
		ret = apply(jobs, before, &setup);
	for (unsigned int i = 0; !ret && i < jobs->len; i++)
		well &= ran_well(jobs->pdata[i]);
	for (unsigned int i = 0; !ret && i < jobs->len; i++)
		ret = probe(jobs->pdata[i], &setup, before->pdata[i], well);
	g_free(setup.macros);
	g_free(setup.macro_text);
	g_free(setup.iso);
	return ret;
}

int spatch_end(GPtrArray *jobs)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < jobs->len; i++) {
		struct spatch_job *job = jobs->pdata[i];
		const struct run *reapply = &job->reapply;

		if (job->before)
			job->bad_before = parse_end(job->before);
		if (job->then)
			job->bad_after = parse_end(job->then);
		if (reapply->argv)
			ret = read_string(&job->again, reapply->argv->pdata[reapply->argv->len - 1]);
	}
	return ret;
}

static char *indented(const char *text)
{
	g_autofree char *copy = g_strchomp(g_strdup(text));
	g_auto(GStrv) lines = g_strsplit(copy, "\n", -1);

	return g_strjoinv("\n\t", lines);
}

int spatch_verdict(const struct spatch_job *job, const struct op *op, const char *path,
		   bool *doubtful)
{
	const struct run *run = &job->apply;
	const char *rule = op->argv[0];
	g_autofree char *words = indented(run->err->str);

	if (run->timed_out || strstr(run->err->str, "Common.Timeout") ||
	    strstr(run->err->str, "timeout (we abort)"))
		return error_at(&op->at, "cocci: %s: spatch ran out of time on %s: several '...' in a long "
				"function? series.spatchTimeout says how long it may take", rule, path);
	if (run->signal)
		return error_at(&op->at, "cocci: %s: spatch was killed by signal %d on %s", rule,
				run->signal, path);
	if (run->status)
		return error_at(&op->at, "cocci: %s: spatch failed on %s:\n\t%s", rule, path, words);
	if ((job->before && job->before->run.status) || (job->then && job->then->run.status))
		return error_at(&op->at, "cocci: %s: spatch does not say what it can parse of %s", rule,
				path);
	if (strstr(run->err->str, "EXN:"))
		return error_at(&op->at, "cocci: %s: spatch gave up on %s:\n\t%s", rule, path, words);
	if (*words) {
		*doubtful = true;
		warning_at(&op->at, "cocci: %s: spatch on %s:\n\t%s", rule, path, words);
	}
	return 0;
}
