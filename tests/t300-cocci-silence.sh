#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='what Coccinelle does not tell'
. "$(dirname "$0")/lib.sh"

kernel_init

# The file that a test is about, from stdin, a tab to the right; it replaces
# that of the last test.
input() {
	git -C linux reset -q --hard main &&
	{ echo "// SPDX-License-Identifier: GPL-2.0-only" && sed "s/^\t//"; } >linux/lib/input.c &&
	kernel_commit input
}
git -C linux checkout -q -b inputs

foo_to_bar() {
	rule foo-to-bar.cocci <<-\EOT
	@@
	expression list es;
	@@
	- foo(es)
	+ bar(es)
	EOT
}
step_foo() {
	fresh && foo_to_bar &&
	step rename <<-\EOT
	cocci foo-to-bar.cocci lib/input.c
	EOT
}

test_expect_success 'the idioms of kernels of today are known: scoped_guard and its kin' '
	input <<\EOT &&
	void a(void)
	{
		scoped_guard(mutex, &m) {
			foo(1);
		}
	}

	void b(void)
	{
		guard(rcu)();
		list_for_each_entry(x, &head, list)
			foo(2);
	}

	int c(void)
	{
		struct x *p __free(kfree) = f();

		return foo(3);
	}
EOT
	step_foo && applies &&
	is "$(changed_lines | grep -c "^+.*bar(")" 3 &&
	! show lib/input.c | grep foo
'

test_expect_success 'a function that cannot be parsed and holds what the rule is about' '
	input <<\EOT &&
	void a(void)
	{
		with_the_lock_held(m) <- 3 {
			foo(1);
		}
	}

	void b(void)
	{
		foo(2);
	}
EOT
	step_foo && refuses &&
	said rename.step:5 foo-to-bar.cocci lib/input.c foo &&
	grep -E "\<a\>|:5|:6" err
'

test_expect_success 'a function that cannot be parsed and holds nothing of it is left alone' '
	input <<\EOT &&
	void a(void)
	{
		with_the_lock_held(m) <- 3 {
			other(1);
		}
	}

	void b(void)
	{
		foo(2);
	}
EOT
	step_foo && applies &&
	is "$(changed_lines)" "-	foo(2);
+	bar(2);"
'

test_expect_success 'a misspelt name in the rule' '
	input <<\EOT &&
	void b(void)
	{
		foo(2);
	}
EOT
	fresh && printf "@@ expression e; @@\n- fooo(e)\n+ bar(e)\n" | rule typo.cocci &&
	step typo <<-\EOT &&
	cocci typo.cocci lib/input.c
	EOT
	refuses && said typo.step:5 typo.cocci lib/input.c
'

test_expect_success 'a misspelt name in one of two rules' '
	fresh && printf "@@ expression e; @@\n- foo(e)\n+ bar(e)\n\n@@ expression e; @@\n- fooo(e)\n+ baz(e)\n" |
		rule typo.cocci &&
	step typo <<-\EOT &&
	cocci typo.cocci lib/input.c
	EOT
	refuses && said typo.step:5 typo.cocci fooo
'

test_expect_success 'a rule that spatch cannot read: its own words' '
	fresh && printf "@@ expresion e; @@\n- foo(e)\n+ bar(e)\n" | rule broken.cocci &&
	step broken <<-\EOT &&
	cocci broken.cocci lib/input.c
	EOT
	refuses && said broken.step:5 broken.cocci
'

test_expect_success 'scripts are refused, unless they are allowed' '
	for block in "@script:python@ @@" "@script:ocaml@ @@" "@initialize:python@ @@" \
		"@finalize:python@ @@" "@ script:python s @ x << r.e; @@"
	do
		fresh &&
		{
			printf "@r@ expression e; @@\n- foo(e)\n+ bar(e)\n\n%s\n" "$block"
			printf "open(\"%s/ran\", \"w\")\n" "$TRASH"
		} | rule script.cocci &&
		step script <<-\EOT &&
		cocci script.cocci lib/input.c
		EOT
		refuses && said script.cocci: allow-scripts &&
		test ! -e ran || return 1
	done
'

test_expect_success 'nor hidden in white space, a comment, or an include' '
	fresh &&
	printf "@r@ expression e; @@\n- foo(e)\n+ bar(e)\n\n@ script\n:\npython@\n@@\nopen(\"%s/ran\", \"w\")\n" "$TRASH" |
		rule script.cocci &&
	step script <<-\EOT &&
	cocci script.cocci lib/input.c
	EOT
	refuses && test ! -e ran &&
	printf "@initialize:python@ @@\nopen(\"%s/ran\", \"w\")\n" "$TRASH" >"$TRASH/evil.cocci" &&
	printf "using \"%s/evil.iso\"\n#include \"%s/evil.cocci\"\n@r@ expression e; @@\n- foo(e)\n+ bar(e)\n" "$TRASH" "$TRASH" |
		rule script.cocci &&
	refuses && test ! -e ran
'

test_expect_success 'a word about scripts in a comment is no script' '
	fresh &&
	printf "// no script:python here\n@@ expression e; @@\n- foo(e)\n+ bar(e)\n" | rule words.cocci &&
	step words <<-\EOT &&
	cocci words.cocci lib/input.c
	EOT
	applies
'

test_expect_success 'a rule is not carried out on its own result' '
	input <<\EOT &&
	void b(void)
	{
		foo(2);
	}
EOT
	fresh && rule insert.cocci <<-\EOT &&
	@@
	expression e;
	@@
	+ count(e);
	  foo(e);
	EOT
	step insert <<-\EOT &&
	cocci insert.cocci lib/input.c
	EOT
	step again <<-\EOT &&
	cocci insert.cocci lib/input.c
	EOT
	refuses && said again.step:5 insert.cocci lib/input.c
'

test_expect_success 'a comment that would be lost' '
	input <<\EOT &&
	void b(int a)
	{
		foo(a, /* why */ 2);
	}
EOT
	fresh && printf "@@ expression a, b; @@\n- foo(a, b)\n+ bar(b, a)\n" | rule swap.cocci &&
	step swap <<-\EOT &&
	cocci swap.cocci lib/input.c
	EOT
	if respin apply demo
	then
		show lib/input.c | grep "/\* why \*/"
	else
		said swap.step:5 swap.cocci lib/input.c why
	fi
'

test_expect_success 'white space at line ends, and lines of white space only' '
	input <<\EOT &&
	void b(int a)
	{
		if (a)
			foo(a);
	}
EOT
	fresh && printf "@@ expression a; @@\n  foo(a);\n+ bar(a);\n+ \n" | rule blank.cocci &&
	step blank <<-\EOT &&
	cocci blank.cocci lib/input.c
	EOT
	if respin apply demo
	then
		! git -C linux diff $tip^ $tip | grep -nE "^\+.*[[:blank:]]$"
	else
		said blank.step:5 blank.cocci lib/input.c
	fi
'

test_expect_success 'do/while(0), dead code, twins of #ifdef: all or an error' '
	input <<\EOT &&
	void b(int x)
	{
		do { foo(x); } while (0);
		return;
		foo(x);
	}

	#ifdef CONFIG_SMP
	int c(int x)
	{
		return foo(x);
	}
	#else
	int c(int x)
	{
		return foo(x + 1);
	}
	#endif
EOT
	step_foo &&
	if respin apply demo
	then
		! show lib/input.c | grep -w foo
	else
		said rename.step:5 foo-to-bar.cocci lib/input.c foo
	fi
'

test_expect_success 'a pattern: every file that holds the name changes, or is told' '
	input <<\EOT &&
	void b(void)
	{
		foo(2);
	}
EOT
	printf "#define X foo(1)\n" >linux/lib/macro.c && kernel_commit macro &&
	fresh && foo_to_bar &&
	step rename <<-\EOT &&
	cocci foo-to-bar.cocci lib/*.c
	EOT
	if respin apply demo
	then
		! git -C linux grep -w foo $tip -- lib
	else
		said rename.step:5 foo-to-bar.cocci lib/macro.c
	fi
'

test_expect_success 'a name in a comment or a string is not missed' '
	input <<\EOT &&
	/* foo() is old */
	void b(void)
	{
		foo("call foo(1)");
	}
EOT
	step_foo && applies &&
	is "$(changed_lines)" "-	foo(\"call foo(1)\");
+	bar(\"call foo(1)\");"
'

test_expect_success 'files do not see each other'\''s typedefs' '
	input <<\EOT &&
	typedef int attr;

	attr b(attr x)
	{
		return foo(x);
	}
EOT
	printf "int attr c(int x)\n{\n\treturn foo(x);\n}\n" >linux/lib/other.c && kernel_commit other &&
	fresh && foo_to_bar &&
	step rename <<-\EOT &&
	cocci foo-to-bar.cocci lib/*.c
	EOT
	if respin apply demo
	then
		! git -C linux grep -w foo $tip -- lib
	else
		said rename.step:5 foo-to-bar.cocci foo
	fi
'

test_expect_success 'nothing of spatch is left in the current folder' '
	input <<\EOT &&
	void b(void)
	{
		foo(2);
	}
EOT
	step_foo && mkdir -p empty &&
	(cd empty && "$RESPIN" -C ../linux --root ../root apply demo) &&
	test -z "$(ls -A empty)"
'

test_expect_success 'what made spatch complain is not remembered as good' '
	rm -rf bin && mkdir bin &&
	printf "#!/bin/sh\n%s \"\$@\" || exit\necho strange words >&2\n" "$(command -v spatch)" >bin/spatch &&
	chmod +x bin/spatch &&
	step_foo && rm -rf linux/.git/respin &&
	for i in 1 2
	do
		if (PATH=$PWD/bin:$PATH && respin apply demo); then :; fi
		said "strange words" || return 1
	done
'

test_expect_success 'a call that a rule leaves over is told, unless the step accounts for it' '
	printf "void b(void)\n{\n\t\tfoo(1);\n\t\tfoo(2);\n}\n" | input &&
	fresh && printf "@@ @@\n- foo(1)\n+ bar(1)\n" | rule some.cocci &&
	step some <<-\EOT &&
	cocci some.cocci lib/input.c
	EOT
	refuses && said some.step:5 some.cocci lib/input.c:5 foo &&
	echo "present lib/input.c foo 1" >>root/series/demo/some.step && applies
'

test_done
