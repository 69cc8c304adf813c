// SPDX-License-Identifier: GPL-2.0-only
/* the resolved kernel configuration of a target, commit by commit */
#include <string.h>
#include "config.h"

bool config_reads(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	/*
	 * Makefiles at the top and of the arch decide what the compiler is asked, and
	 * some architectures ask it with scripts of their own (arch/powerpc/tools).
	 */
	return strstr(name, "Kconfig") || g_str_has_suffix(name, "config") ||
	       g_str_has_prefix(path, "scripts/") || !strcmp(path, "Makefile") ||
	       (g_str_has_prefix(path, "arch/") &&
		(!strcmp(name, "Makefile") || strstr(path, "/tools/")));
}

static void keys(struct record_key *config, struct record_key *log, const struct plan *plan,
		 const struct plan_target *target, unsigned int n)
{
	char hex[OID_HEX];

	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].tree);
	record_key(config, "config", hex, target->target->hash, target->toolchain, NULL);
	record_key(log, "config-log", hex, target->target->hash, target->toolchain, NULL);
}

static void record_copy(struct record *to, const struct record *from)
{
	*to = *from;
	to->text = g_strdup(from->text);
	to->command = g_strdup(from->command);
}

/* 1: something that kconfig reads differs. */
static int differs(const struct plan *plan, unsigned int n)
{
	char **paths;
	unsigned int i;
	int ret;

	ret = plan_paths(&paths, plan, n);
	if (ret)
		return ret;
	for (i = 0; !ret && paths[i]; i++)
		ret = config_reads(paths[i]);
	return ret;
}

static int recall(struct plan *plan, struct plan_target *target, unsigned int n)
{
	struct record_key config, log;
	int ret;

	keys(&config, &log, plan, target, n);
	ret = record_load(&target->configs[n], plan->repo, &config);
	if (!ret)
		ret = record_load(&target->logs[n], plan->repo, &log);
	if (ret)
		record_release(&target->configs[n]);
	if (ret <= 0 || n == 0)
		return ret;
	ret = config_recall(plan, target, n - 1);
	if (!ret)
		ret = differs(plan, n);
	if (!ret) {
		record_copy(&target->configs[n], &target->configs[n - 1]);
		record_copy(&target->logs[n], &target->logs[n - 1]);
	}
	return ret;
}

/* What is not there is asked for by every check of every step. */
int config_recall(struct plan *plan, struct plan_target *target, unsigned int n)
{
	int ret;

	if (target->configs[n].text)
		return 0;
	if (target->unknown[n])
		return 1;
	ret = recall(plan, target, n);
	target->unknown[n] = ret > 0;
	return ret;
}

int config_resolve(struct plan *plan, struct plan_target *target, unsigned int n)
{
	struct record_key config, log;
	struct record *resolved = &target->configs[n], *said = &target->logs[n];
	int ret;

	ret = config_recall(plan, target, n);
	if (ret <= 0)
		return ret;
	ret = plan_lane(plan, n);
	if (!ret)
		ret = plan_kbuild(plan, target);
	if (!ret)
		ret = kbuild_configure(&resolved->text, &said->text, target->kbuild);
	if (ret < 0)
		return ret;
	if (ret) {
		resolved->status = 1;
		said->command = g_strdup(target->kbuild->command);
		resolved->text = g_strdup("");
	}
	memset(target->unknown, 0, target->n * sizeof(*target->unknown));
	keys(&config, &log, plan, target, n);
	ret = record_store(plan->repo, &log, said);
	if (!ret)
		ret = record_store(plan->repo, &config, resolved);
	return ret;
}

char *config_hash(const struct plan_target *target, unsigned int n)
{
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, target->configs[n].text, -1);
}

int config_key(struct record_key *out, const char *check, struct plan *plan,
	       struct plan_target *target, unsigned int n, bool whole, const char *extra)
{
	g_autofree char *config = NULL, *scope = NULL;
	char hex[OID_HEX];
	int ret;

	ret = config_recall(plan, target, n);
	if (!ret)
		ret = plan_scope(&scope, plan, target, n, whole);
	if (ret)
		return ret;
	config = config_hash(target, n);
	git_oid_tostr(hex, sizeof(hex), &plan->subjects[n].tree);
	record_key(out, check, hex, target->target->hash, config, target->toolchain, scope, extra,
		   NULL);
	return 0;
}

static GHashTable *symbols(const char *config)
{
	GHashTable *set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	char **lines = g_strsplit(config, "\n", -1), *name, *value;
	unsigned int i;

	for (i = 0; lines[i]; i++)
		if (symbol_parse(&name, &value, lines[i]))
			g_hash_table_replace(set, name, value);
	g_strfreev(lines);
	return set;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a + 1, *(char *const *)b + 1);
}

static void only_in(GPtrArray *out, char sign, GHashTable *set, GHashTable *other)
{
	GHashTableIter iter;
	void *name, *value;

	g_hash_table_iter_init(&iter, set);
	while (g_hash_table_iter_next(&iter, &name, &value)) {
		const char *there = g_hash_table_lookup(other, name);

		if (!there || strcmp(there, value))
			g_ptr_array_add(out, g_strdup_printf("%c%s=%s", sign, (char *)name,
							     (char *)value));
	}
}

GPtrArray *config_changes(const char *before, const char *now)
{
	GPtrArray *out = g_ptr_array_new_with_free_func(g_free);
	GHashTable *old = symbols(before), *new = symbols(now);

	only_in(out, '-', old, new);
	only_in(out, '+', new, old);
	g_ptr_array_sort(out, by_text);
	g_hash_table_destroy(old);
	g_hash_table_destroy(new);
	return out;
}
