// SPDX-License-Identifier: GPL-2.0-only
#include "account.h"
#include "recipe.h"

static const struct {
	const char *name;
	bool commits;
} fates[] = {
	[FATE_PENDING] = { "pending", false },
	[FATE_APPLIED] = { "applied", true },
	[FATE_FIXUP] = { "applied with fixup", true },
	[FATE_PARTLY] = { "partly upstream", true },
	[FATE_UPSTREAM] = { "upstream", false },
	[FATE_EMPTY] = { "became empty", false },
	[FATE_SKIPPED] = { "skipped", false },
	[FATE_CONFLICT] = { "conflict", false },
};

const char *fate_name(enum fate fate)
{
	return fates[fate].name;
}

bool fate_commits(enum fate fate)
{
	return fates[fate].commits;
}

static void op_part_free(void *data)
{
	struct op *part = data;

	g_strfreev(part->argv);
	g_free(part->text);
	g_free(part);
}

static void conflict_free(void *data)
{
	struct conflict *conflict = data;

	g_free(conflict->text);
	g_free(conflict->path);
	g_free(conflict->function);
	g_free(conflict->expected);
	g_free(conflict->found);
	g_ptr_array_unref(conflict->near);
	g_free(conflict);
}

static void account_free(void *data)
{
	struct account *account = data;

	g_free(account->why);
	g_ptr_array_unref(account->conflicts);
	g_ptr_array_unref(account->parts);
	g_ptr_array_unref(account->there);
	g_free(account);
}

static struct account *account_new(const struct step *step)
{
	struct account *account = g_new0(struct account, 1);

	account->step = step;
	account->conflicts = g_ptr_array_new_with_free_func(conflict_free);
	account->parts = g_ptr_array_new_with_free_func(op_part_free);
	account->there = g_ptr_array_new();
	return account;
}

void account_clear(struct account *account)
{
	g_clear_pointer(&account->why, g_free);
	g_ptr_array_set_size(account->conflicts, 0);
	g_ptr_array_set_size(account->there, 0);
	g_ptr_array_set_size(account->parts, 0);
	account->fate = FATE_PENDING;
}

GPtrArray *accounts_new(const struct series *series)
{
	GPtrArray *accounts = g_ptr_array_new_with_free_func(account_free);

	for (unsigned int i = 0; i < series->steps->len; i++)
		g_ptr_array_add(accounts, account_new(series->steps->pdata[i]));
	return accounts;
}

struct conflict *conflict_add(struct account *account, const struct op *op, const char *text)
{
	struct conflict *conflict = g_new0(struct conflict, 1);

	conflict->op = op;
	conflict->text = g_strdup(text);
	conflict->near = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(account->conflicts, conflict);
	return conflict;
}

const struct account *carry_conflict(const GPtrArray *accounts)
{
	for (unsigned int i = 0; i < accounts->len; i++) {
		const struct account *account = accounts->pdata[i];

		if (account->fate == FATE_CONFLICT)
			return account;
	}
	return NULL;
}

/* All but its line is shared. */
static struct op *op_part(const struct op *op, unsigned int operand)
{
	unsigned int first = op->kind->source == SOURCE_NONE ? 0 : 1;
	struct op *part = g_memdup2(op, sizeof(*op));
	g_autofree char *words = NULL;

	part->argv = g_new0(char *, first + 2);
	part->argv[0] = g_strdup(op->argv[0]);
	g_free(part->argv[first]);
	part->argv[first] = g_strdup(op->argv[operand]);
	part->argc = first + 1;
	words = g_strjoinv(" ", part->argv);
	part->text = g_strjoin(" ", op->kind->name, words, op->if_present ? "if-present" : NULL, NULL);
	return part;
}

const struct op *account_part(struct account *account, const struct op *op, unsigned int operand)
{
	struct op *part = op_part(op, operand);

	g_ptr_array_add(account->parts, part);
	return part;
}
