// SPDX-License-Identifier: GPL-2.0-only
/* what a tool was seen to do, kept by content */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "msg.h"
#include "record.h"
#include "scratch.h"

/* Changed when a record of before says less, or something else. */
static const char format[] = "respin record 1";
static const char seal[] = "sha256 ";

void record_key(struct record_key *key, const char *part, ...)
{
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	va_list ap;

	g_checksum_update(sum, (const guchar *)format, sizeof(format));
	va_start(ap, part);
	for (; part; part = va_arg(ap, const char *))
		g_checksum_update(sum, (const guchar *)part, strlen(part) + 1);
	va_end(ap);
	g_strlcpy(key->hex, g_checksum_get_string(sum), sizeof(key->hex));
	g_checksum_free(sum);
}

GString *record_format(const struct record *record)
{
	GString *out = g_string_new(NULL);
	char seconds[G_ASCII_DTOSTR_BUF_SIZE], *sum;
	const char *text = record->text ? record->text : "";
	const char *command = record->command ? record->command : "";

	g_ascii_formatd(seconds, sizeof(seconds), "%.2f", record->seconds);
	g_string_append_printf(out, "%s\nstatus %d\nclean %d\nseconds %s\ncommand %zu\n%s\n"
			       "text %zu\n%s\n", format, record->status, record->clean, seconds,
			       strlen(command), command, strlen(text), text);
	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, out->str, out->len);
	g_string_append_printf(out, "%s%s\n", seal, sum);
	g_free(sum);
	return out;
}

/* "<name> <value>\n" at *at; the value's end is cut off in place. */
static char *field(char **at, const char *name)
{
	char *value, *end;

	if (!g_str_has_prefix(*at, name) || (*at)[strlen(name)] != ' ')
		return NULL;
	value = *at + strlen(name) + 1;
	end = strchr(value, '\n');
	if (!end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return value;
}

static char *field_bytes(char **at, const char *name, const char *end)
{
	char *value = field(at, name), *bytes;
	size_t len;

	if (!value)
		return NULL;
	len = strtoul(value, NULL, 10);
	if (len >= (size_t)(end - *at))
		return NULL;
	bytes = g_strndup(*at, len);
	*at += len + 1;
	return bytes;
}

static bool sealed(const char *data, size_t len)
{
	size_t tail = strlen(seal) + 64 + 1;
	const char *end = data + len - tail;
	bool good;
	char *sum;

	if (len < tail || strncmp(end, seal, strlen(seal)))
		return false;
	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, data, len - tail);
	good = !strncmp(end + strlen(seal), sum, 64);
	g_free(sum);
	return good;
}

bool record_parse(struct record *out, const char *data, size_t len)
{
	char *copy, *at, *status, *clean, *seconds;
	bool good = false;

	if (!sealed(data, len) || !g_str_has_prefix(data, format))
		return false;
	copy = g_strndup(data, len);
	at = copy + strlen(format) + 1;
	status = field(&at, "status");
	clean = status ? field(&at, "clean") : NULL;
	seconds = clean ? field(&at, "seconds") : NULL;
	if (seconds) {
		out->status = atoi(status);
		out->clean = *clean == '1';
		out->seconds = g_ascii_strtod(seconds, NULL);
		out->command = field_bytes(&at, "command", copy + len);
		out->text = out->command ? field_bytes(&at, "text", copy + len) : NULL;
		good = out->text != NULL;
	}
	g_free(copy);
	if (!good)
		record_release(out);
	return good;
}

static char *record_path(struct repo *repo, const struct record_key *key)
{
	return g_strdup_printf("%s/records/%.2s/%s", repo->state_dir, key->hex, key->hex + 2);
}

int record_load(struct record *out, struct repo *repo, const struct record_key *key)
{
	char *path = record_path(repo, key), *data = NULL;
	bool found = false;
	size_t len;
	int err = 0;

	record_release(out);
	if (g_file_test(path, G_FILE_TEST_EXISTS)) {
		err = file_read(&data, &len, path);
		found = !err && record_parse(out, data, len);
	}
	g_free(data);
	g_free(path);
	return err ? err : !found;
}

int record_store(struct repo *repo, const struct record_key *key,
		 const struct record *record)
{
	char *path = record_path(repo, key), *dir = g_path_get_dirname(path);
	GString *data = record_format(record);
	int err;

	err = dir_make(dir);
	if (!err)
		err = file_replace(path, data->str, data->len);
	g_string_free(data, TRUE);
	g_free(dir);
	g_free(path);
	return err;
}

void record_keep(struct repo *repo, const struct record_key *key, const struct record *record)
{
	g_autofree char *path = record_path(repo, key), *dir = g_path_get_dirname(path);
	GString *data = record_format(record);

	if (!g_mkdir_with_parents(dir, 0777))
		g_file_set_contents(path, data->str, (gssize)data->len, NULL);
	g_string_free(data, TRUE);
}

void record_release(struct record *record)
{
	g_free(record->command);
	g_free(record->text);
	memset(record, 0, sizeof(*record));
}

/* The folders stay, and what is being written: another run may be about to. */
static int forget_in(const char *dir)
{
	GDir *entries = g_dir_open(dir, 0, NULL);
	const char *name;
	int err = 0;

	while (entries && !err && (name = g_dir_read_name(entries))) {
		g_autofree char *path = g_build_filename(dir, name, NULL);

		if (g_file_test(path, G_FILE_TEST_IS_DIR))
			err = forget_in(path);
		else if (!strchr(name, '.') && unlink(path) && errno != ENOENT)
			err = error_errno("cannot remove %s", path);
	}
	if (entries)
		g_dir_close(entries);
	return err;
}

int record_forget(struct repo *repo)
{
	g_autofree char *dir = g_build_filename(repo->state_dir, "records", NULL);

	return forget_in(dir);
}
