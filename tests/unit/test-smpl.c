// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"
#include "smpl.h"

#include <string.h>

static struct smpl *read_text(const char *text)
{
	return smpl_read(text, strlen(text));
}

static void rules_and_metavariables(void **state)
{
	struct smpl *smpl = read_text("// head\n@a@\nexpression e, f;\nidentifier g =~ \"^x\";\n@@\n"
				      "- foo(e)\n+ bar(e)\n\n@ depends on a @ @@\n- baz()\n");
	const struct smpl_rule *a = smpl->rules->pdata[0], *b = smpl->rules->pdata[1];

	assert_int_equal(smpl->rules->len, 2);
	assert_string_equal(a->name, "a");
	assert_int_equal(a->line, 2);
	assert_int_equal(g_hash_table_size(a->metas), 3);
	assert_true(g_hash_table_contains(a->metas, "f"));
	assert_true(g_hash_table_contains(a->metas, "g"));
	assert_null(b->name);
	assert_int_equal(b->line, 9);
	assert_true(g_hash_table_contains(b->minus, "baz"));
	smpl_free(smpl);
}

static void names_that_stand_for_themselves_are_no_metavariables(void **state)
{
	struct smpl *smpl = read_text("@@\ndeclarer name EXPORT_SYMBOL;\ntypedef bool;\n"
				      "struct rw_semaphore *sem;\n@@\n- EXPORT_SYMBOL(down_read);\n");
	const struct smpl_rule *rule = smpl->rules->pdata[0];

	assert_int_equal(g_hash_table_size(rule->metas), 1);
	assert_true(g_hash_table_contains(rule->metas, "sem"));
	assert_true(g_hash_table_contains(rule->minus, "EXPORT_SYMBOL"));
	assert_false(g_hash_table_contains(rule->minus, "down_read"));
	smpl_free(smpl);
}

static void what_is_gone(void **state)
{
	struct smpl *smpl = read_text("@@ expression e; @@\n- foo(e)\n+ bar(e)\n\n"
				      "@@ expression e; @@\n- keep(e)\n+ keep(e, 1)\n\n"
				      "@@ identifier f; @@\nf(...) {\n- scoped();\n...\n}\n");
	g_autoptr(GHashTable) gone = smpl_gone(smpl);

	assert_int_equal(g_hash_table_size(gone), 1);
	assert_true(g_hash_table_contains(gone, "foo"));
	smpl_free(smpl);
}

static void what_a_rule_cannot_do_without(void **state)
{
	struct smpl *smpl = read_text("@@ expression e; @@\n  must(e);\n(\n- either(e);\n|\n- other(e);\n)\n"
				      "<...\n- perhaps(e);\n...>\n  also(e);\n... when != never(e)\n- last(e);\n");
	const struct smpl_rule *rule = smpl->rules->pdata[0];

	assert_true(g_hash_table_contains(rule->required, "must"));
	assert_true(g_hash_table_contains(rule->required, "also"));
	assert_true(g_hash_table_contains(rule->required, "last"));
	assert_int_equal(g_hash_table_size(rule->required), 3);
	smpl_free(smpl);
}

static void scripts_are_seen(void **state)
{
	static const struct { const char *text; unsigned int line; } cases[] = {
		{ "@script:python@\n@@\nprint(1)\n", 1 },
		{ "\n@ initialize : ocaml @ @@\n", 2 },
		{ "@finalize:python@ @@\n", 1 },
		{ "@@\nposition p : script:python() { True };\n@@\n- a\n", 2 },
		{ "@\nscript\n:\npython@ @@\n", 3 },
		{ "# spatch --in-place\n@@ @@\n- a\n", 1 },
		{ "#include \"other.cocci\"\n@@ @@\n- a\n", 1 },
		{ "using \"x.iso\"\n@@ @@\n- a\n", 1 },
		{ "// script:python\n@@ @@\n- a\n", 0 },
		{ "@@ @@\n- f(\"script:\")\n", 0 },
		{ "@@ @@\n#include \"a.h\"\n+ #include \"b.h\"\n", 0 },
	};

	for (unsigned int i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct smpl *smpl = read_text(cases[i].text);

		if (smpl->script != cases[i].line)
			fail_msg("line %u, not %u: %s", smpl->script, cases[i].line, cases[i].text);
		smpl_free(smpl);
	}
}

static void the_header_speaks(void **state)
{
	struct smpl *plain = read_text("/// x\n@@ @@\n- a();\n");
	struct smpl *said = read_text("// Idempotent: no\n// Isomorphisms: yes\n@@ @@\n- a();\n");

	assert_false(plain->not_idempotent || plain->isomorphisms);
	assert_true(said->not_idempotent && said->isomorphisms);
	smpl_free(plain);
	smpl_free(said);
}

static void broken_text_is_read_to_its_end(void **state)
{
	static const char *const texts[] = { "", "@", "@@", "@a@ x", "@@ e; @@", "- a\n", "@a@\n@@\n@" };

	for (unsigned int i = 0; i < G_N_ELEMENTS(texts); i++)
		smpl_free(read_text(texts[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_and_metavariables),
		cmocka_unit_test(names_that_stand_for_themselves_are_no_metavariables),
		cmocka_unit_test(what_is_gone),
		cmocka_unit_test(what_a_rule_cannot_do_without),
		cmocka_unit_test(scripts_are_seen),
		cmocka_unit_test(the_header_speaks),
		cmocka_unit_test(broken_text_is_read_to_its_end),
	};

	return cmocka_run_group_tests_name("smpl", tests, NULL, NULL);
}
