// SPDX-License-Identifier: GPL-2.0-only
/* what becomes of the functions that series.code names, for the cover letter */
#include <string.h>
#include "check.h"
#include "code.h"
#include "config.h"

static int require(void)
{
	int ret = run_require("make");

	return ret ? ret : run_require("objdump");
}

/* All values of series.code in one string: part of the key, with how it is kept. */
static char *wanted(const struct plan *plan)
{
	g_autoptr(GPtrArray) values = series_config_all(plan->series, "code");
	GString *text = g_string_new("format 2\n");

	for (unsigned int i = 0; i < values->len; i++)
		g_string_append_printf(text, "%s\n", (char *)values->pdata[i]);
	return g_string_free(text, FALSE);
}

static int key(struct record_key *out, struct plan *plan, const struct column *column,
	       unsigned int n, bool whole)
{
	g_autofree char *functions = wanted(plan);

	return config_key(out, "code", plan, column->target, n, whole, functions);
}

/* One value: an object, and functions of it. Those that are not there are left out. */
static int list(GString *out, const struct plan_target *target, const char *value)
{
	const char *cross = target->target->cross;
	g_auto(GStrv) words = g_strsplit_set(value, " \t", -1);
	g_autofree char *path = g_build_filename(target->kbuild->out, words[0], NULL);
	struct run run = RUN_INIT;
	int ret;

	if (!words[0] || !g_file_test(path, G_FILE_TEST_EXISTS))
		return 0;
	run_argf(&run, "%sobjdump", cross ? cross : "");
	run_arg(&run, "-t", "-d", "-r", "--no-show-raw-insn", path, NULL);
	ret = run_ok(&run);
	if (!ret) {
		g_autoptr(GPtrArray) functions = code_parse(run.out->str, words + 1);

		code_format(out, functions);
	}
	run_release(&run);
	return ret;
}

/* The build, then objdump of each object. The caller frees it. */
static char *by_hand(const struct plan_target *target, const GPtrArray *values)
{
	GString *line = g_string_new(target->kbuild->command);

	for (unsigned int i = 0; i < values->len; i++) {
		const char *value = values->pdata[i];

		g_string_append_printf(line, " && %sobjdump -d -r --no-show-raw-insn %s/%.*s",
				       target->target->cross, target->kbuild->hand,
				       (int)strcspn(value, " \t"), value);
	}
	return g_string_free(line, FALSE);
}

static int disassemble(struct record *out, const struct plan *plan,
		       const struct plan_target *target)
{
	g_autoptr(GPtrArray) values = series_config_all(plan->series, "code");
	g_autoptr(GString) text = g_string_new(NULL);
	int ret = 0;

	g_free(out->command);
	out->command = by_hand(target, values);
	for (unsigned int i = 0; !ret && i < values->len; i++)
		ret = list(text, target, values->pdata[i]);
	g_free(out->text);
	out->text = g_strdup(text->str);
	return ret;
}

/* Has the check "build" just left them in the folder? */
static bool are_there(const struct plan *plan, const struct plan_target *target, unsigned int n)
{
	g_autoptr(GPtrArray) values = series_config_all(plan->series, "code");

	if (target->kbuild->status ||
	    !git_oid_equal(&target->kbuild->tree, &plan->subjects[n].tree))
		return false;
	for (unsigned int i = 0; i < values->len; i++) {
		const char *value = values->pdata[i];
		g_autofree char *path = g_strdup_printf("%s/%.*s", target->kbuild->out,
							(int)strcspn(value, " \t"), value);

		if (!g_file_test(path, G_FILE_TEST_EXISTS))
			return false;
	}
	return true;
}

static int build(struct record *out, struct plan *plan, struct plan_target *target,
		 unsigned int n, bool whole, bool clean)
{
	GPtrArray *goals = NULL;
	int ret = plan_goals(&goals, plan, target, n, whole);

	if (!ret)
		ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_kbuild(plan, target);
	if (!ret && !clean && are_there(plan, target, n)) {
		g_ptr_array_unref(goals);
		return 0;
	}
	if (!ret)
		ret = kbuild_prepare(target->kbuild, target->configs[n].text, clean);
	if (!ret)
		ret = kbuild_make(out, target->kbuild, goals, KBUILD_COMPILE);
	if (goals)
		g_ptr_array_unref(goals);
	return ret;
}

static int observe(struct record *out, struct plan *plan, const struct column *column,
		   unsigned int n, bool whole, bool clean)
{
	struct plan_target *target = column->target;
	int ret = config_resolve(plan, target, n);

	if (!ret && target->configs[n].status)
		out->status = RECORD_CANNOT;
	else if (!ret)
		ret = build(out, plan, target, n, whole, clean);
	if (ret)
		return ret;
	if (!out->status)
		return disassemble(out, plan, target);
	out->status = RECORD_CANNOT;
	g_free(out->text);
	out->text = g_strdup("it does not build");
	return 0;
}

static bool same(const struct code *a, const struct code *b)
{
	if (!a || !b || a->size != b->size || a->lines->len != b->lines->len)
		return false;
	for (unsigned int i = 0; i < a->lines->len; i++)
		if (strcmp(a->lines->pdata[i], b->lines->pdata[i]))
			return false;
	return true;
}

static void judge(struct verdict *out, const struct plan *plan,
		  const struct column *column, unsigned int n,
		  const struct record *own, const struct record *parent,
		  const struct verdict *before)
{
	g_autoptr(GPtrArray) now = code_read(own->text), then = code_read(parent->text);
	unsigned long sum = 0, old = 0;
	unsigned int changed = 0;

	if (own->status || parent->status || !now->len) {
		verdict_say(out, VERDICT_SKIP, "%s", own->status ? own->text :
			    parent->status ? "its parent does not build" :
			    "no function of series.code is there");
		return;
	}
	for (unsigned int i = 0; i < now->len; i++) {
		const struct code *code = now->pdata[i], *was = code_find(then, code->name);

		changed += !same(code, was);
		sum += code->size;
		old += was ? was->size : 0;
	}
	if (changed)
		verdict_say(out, VERDICT_PASS, "%u of %u functions changed: %lu to %lu bytes",
			    changed, now->len, old, sum);
	else
		verdict_say(out, VERDICT_PASS, "unchanged");
}

const struct check_ops check_code = {
	.name = "code",
	.reads = CHECK_TARGET | CHECK_PARENT,
	.require = require,
	.on_request = true,
	.config = "code",
	.key = key,
	.observe = observe,
	.judge = judge,
};
