// SPDX-License-Identifier: GPL-2.0-only
#include "ledger.h"

#include <stdio.h>
#include <string.h>

static int widest_name(const GPtrArray *accounts)
{
	size_t widest = 0;

	for (unsigned int i = 0; i < accounts->len; i++)
		widest = MAX(widest, strlen(((struct account *)accounts->pdata[i])->step->name));
	return (int)widest;
}

static int widest_fate(const GPtrArray *accounts)
{
	size_t widest = 0;

	for (unsigned int i = 0; i < accounts->len; i++)
		widest = MAX(widest, strlen(fate_name(((struct account *)accounts->pdata[i])->fate)));
	return (int)widest;
}

void ledger_print(const GPtrArray *accounts)
{
	int name = widest_name(accounts), fate = widest_fate(accounts);

	for (unsigned int i = 0; i < accounts->len; i++) {
		const struct account *account = accounts->pdata[i];

		if (account->why)
			printf("%-*s  %-*s  %s\n", name, account->step->name, fate,
			       fate_name(account->fate), account->why);
		else
			printf("%-*s  %s\n", name, account->step->name, fate_name(account->fate));
	}
}

static void append_lines(GString *out, const char *label, const char *text)
{
	if (text)
		g_string_append_printf(out, "\t%s %s\n", label, text);
}

void ledger_conflict(const struct account *account)
{
	g_autoptr(GString) out = g_string_new(NULL);

	for (unsigned int i = 0; i < account->conflicts->len; i++) {
		const struct conflict *conflict = account->conflicts->pdata[i];

		g_string_append(out, conflict->text);
		append_lines(out, "expected:", conflict->expected);
		append_lines(out, "found:   ", conflict->found);
		for (unsigned int j = 0; j < conflict->near->len; j++)
			append_lines(out, "near:    ", conflict->near->pdata[j]);
	}
	if (account->why)
		g_string_append_printf(out, "\t%s\n", account->why);
	msg_print(out->str);
}
