// SPDX-License-Identifier: GPL-2.0-only
#include "memo.h"
#include "scratch.h"

#include <string.h>

static void add_string(GChecksum *sum, const char *text)
{
	g_autofree char *size = g_strdup_printf("%zu:", strlen(text));

	g_checksum_update(sum, (const guchar *)size, -1);
	g_checksum_update(sum, (const guchar *)text, -1);
}

char *memo_key(const char *kind, ...)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	const char *part;
	va_list ap;
	char *key;

	add_string(sum, kind);
	va_start(ap, kind);
	while ((part = va_arg(ap, const char *)))
		add_string(sum, part);
	va_end(ap);
	key = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return key;
}

static char *entry_path(struct repo *repo, const char *key)
{
	g_autofree char *fan = g_strndup(key, 2);

	return g_build_filename(repo->state_dir, "memo", fan, key + 2, NULL);
}

bool memo_get(git_oid *out, struct repo *repo, const char *key)
{
	g_autofree char *path = entry_path(repo, key);
	g_autofree char *text = NULL;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		return false;
	if (strlen(text) != OID_HEX || text[OID_HEX - 1] != '\n')
		return false;
	text[OID_HEX - 1] = '\0';
	return !git_oid_fromstr(out, text) && repo_has(repo, out);
}

void memo_put(struct repo *repo, const char *key, const git_oid *id)
{
	g_autofree char *path = entry_path(repo, key);
	char text[OID_HEX + 1];

	git_oid_tostr(text, OID_HEX, id);
	text[OID_HEX - 1] = '\n';
	text[OID_HEX] = '\0';
	file_keep(path, text, OID_HEX);
}
