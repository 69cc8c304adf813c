// SPDX-License-Identifier: GPL-2.0-only
#include "recipients.h"

#include <string.h>
#include "header.h"

#define SCRIPT		"scripts/get_maintainer.pl"
#define MANY		20	/* more than this is worth a warning */

static const char *const kind_names[] = { "To", "Cc", "Drop" };

void recipient_free(void *data)
{
	struct recipient *recipient = data;

	ident_release(&recipient->ident);
	g_free(recipient->reason);
	g_free(recipient);
}

static const char *make(struct recipient **out, enum recipient_kind kind, const char *address,
			const char *reason)
{
	struct ident ident;
	const char *fault = address_parse(&ident, address);

	*out = NULL;
	if (fault)
		return fault;
	*out = g_new0(struct recipient, 1);
	(*out)->kind = kind;
	(*out)->ident = ident;
	(*out)->reason = reason ? g_strstrip(g_strdup(reason)) : NULL;
	return NULL;
}

static bool same_mail(const struct recipient *a, const struct recipient *b)
{
	return !g_ascii_strcasecmp(a->ident.email, b->ident.email);
}

static const struct recipient *find(const GPtrArray *all, const struct recipient *wanted)
{
	for (unsigned int i = 0; i < all->len; i++)
		if (same_mail(all->pdata[i], wanted))
			return all->pdata[i];
	return NULL;
}

static int add_config(GPtrArray *all, const struct series *series, const char *key,
		      enum recipient_kind kind)
{
	g_autoptr(GPtrArray) values = series_config_all(series, key);
	g_autofree char *config = g_build_filename(series->dir, "config", NULL);
	int ret = 0;

	for (unsigned int i = 0; i < values->len; i++) {
		const char *value = values->pdata[i];
		struct recipient *recipient;
		const char *fault = make(&recipient, kind, value, NULL);

		if (fault) {
			g_autofree char *shown = text_show(value, strlen(value), 200);

			ret = error_at(&(struct place){ config, 0 }, "series.%s = %s: %s", key,
				       shown, fault);
		} else {
			g_ptr_array_add(all, recipient);
		}
	}
	return ret;
}

/* "Kind: address # reason"; the comment begins at a "#" after a blank. */
static const char *parse_line(struct recipient **out, char *line)
{
	char *comment = strstr(line, "#"), *colon;

	*out = NULL;
	while (comment && comment > line && !g_ascii_isspace(comment[-1]))
		comment = strstr(comment + 1, "#");
	if (comment)
		*comment++ = '\0';
	g_strstrip(line);
	if (!*line)
		return NULL;
	colon = strchr(line, ':');
	for (unsigned int kind = 0; colon && kind < G_N_ELEMENTS(kind_names); kind++)
		if (strlen(kind_names[kind]) == (size_t)(colon - line) &&
		    !g_ascii_strncasecmp(line, kind_names[kind], (gsize)(colon - line)))
			return make(out, (enum recipient_kind)kind, colon + 1, comment);
	return "a line begins with To:, Cc: or Drop:";
}

static int add_file(GPtrArray *all, const struct series *series)
{
	g_autofree char *path = g_build_filename(series->dir, "recipients", NULL);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	int ret = 0;
	size_t len;

	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return 0;
	if (file_read(&text, &len, path))
		return E_ENV;
	lines = g_strsplit(text, "\n", -1);
	for (unsigned int i = 0; lines[i]; i++) {
		g_autofree char *shown = text_show(lines[i], strlen(lines[i]), 200);
		struct recipient *recipient;
		const char *fault = parse_line(&recipient, lines[i]);

		if (fault)
			ret = error_at(&(struct place){ path, i + 1 }, "'%s': %s", shown, fault);
		else if (recipient)
			g_ptr_array_add(all, recipient);
	}
	return ret;
}

int recipients_read(GPtrArray **out, const struct series *series)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(recipient_free);
	int to = add_config(all, series, "to", RECIPIENT_TO);
	int cc = add_config(all, series, "cc", RECIPIENT_CC);
	int file = add_file(all, series);

	*out = all;
	return to ? to : cc ? cc : file;
}

static bool is_dropped(const GPtrArray *all, const struct recipient *recipient)
{
	for (unsigned int i = 0; i < all->len; i++) {
		const struct recipient *other = all->pdata[i];

		if (other->kind == RECIPIENT_DROP && same_mail(other, recipient))
			return true;
	}
	return false;
}

GPtrArray *recipients_of(const GPtrArray *all, enum recipient_kind kind)
{
	GPtrArray *idents = g_ptr_array_new_with_free_func(ident_free);

	for (unsigned int i = 0; i < all->len; i++) {
		const struct recipient *recipient = all->pdata[i];

		if (recipient->kind == kind && find(all, recipient) == recipient &&
		    !is_dropped(all, recipient))
			g_ptr_array_add(idents, ident_copy(&recipient->ident));
	}
	return idents;
}

/* "Name <mail> (maintainer:SUBSYSTEM)"; who looks after code is written to. */
const char *recipient_parse(struct recipient **out, const char *line)
{
	static const char *const to[] = { "maintainer", "supporter", "odd fixer" };
	g_autofree char *address = g_strchomp(g_strdup(line)), *reason = NULL;
	char *mail = strstr(address, "> ("), *open = mail ? mail + 1 : strstr(address, " (");
	enum recipient_kind kind = RECIPIENT_CC;

	if (open && g_str_has_suffix(address, ")")) {
		reason = g_strndup(open + 2, strlen(open + 2) - 1);
		*open = '\0';
	}
	for (unsigned int i = 0; reason && i < G_N_ELEMENTS(to); i++)
		if (g_str_has_prefix(reason, to[i]))
			kind = RECIPIENT_TO;
	return make(out, kind, address, reason);
}

/* What the script reads of a tree, in a folder of our own. */
static int lay_out(const char *dir, const struct posting *posting)
{
	static const char *const files[] = { SCRIPT, "MAINTAINERS", ".mailmap",
					     ".get_maintainer.ignore" };
	git_oid tree;
	int ret = repo_commit_tree(&tree, posting->repo, &posting->base);

	for (unsigned int i = 0; !ret && i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(dir, files[i], NULL), *data = NULL;
		struct place nowhere = { files[i], 0 };
		struct entry entry;
		size_t len;

		ret = repo_entry(&entry, posting->repo, &tree, files[i], &nowhere);
		if (!ret && !entry.mode && i < 2)
			ret = error("the base has no %s, so nobody can be asked", files[i]);
		if (ret || !entry.mode)
			continue;
		ret = repo_blob(&data, &len, posting->repo, &entry.id);
		if (!ret)
			ret = file_write(path, data, len);
	}
	return ret;
}

static int ask(GString **answer, const struct patch *patch, const char *dir)
{
	struct run run = RUN_INIT;
	int ret;

	run.cwd = dir;
	run.timeout = 120;
	run.input = g_string_new(patch->message);
	g_string_append(run.input, "---\n");
	g_string_append_len(run.input, patch->diff->str, (gssize)patch->diff->len);
	run_arg(&run, "perl", SCRIPT, "--no-tree", "--no-git", "--no-git-fallback",
		"--rolestats", NULL);
	ret = run_ok(&run);
	if (!ret)
		*answer = g_steal_pointer(&run.out);
	g_string_free(run.input, TRUE);
	run_release(&run);
	return ret;
}

/* Take in one answer; @bad counts addresses that are of no use. */
static void take(GPtrArray *all, GPtrArray *fresh, const GString *answer, const char *step,
		 unsigned int *bad)
{
	for (const char *line = answer->str, *end = line + answer->len; line < end;) {
		const char *next = memchr(line, '\n', (size_t)(end - line));
		size_t len = (size_t)((next ? next : end) - line);
		g_autofree char *text = g_strndup(line, len);
		g_autofree char *shown = text_show(line, len, 200);
		struct recipient *recipient = NULL;
		const char *fault = strlen(text) != len ? "a NUL byte" :
				    len ? recipient_parse(&recipient, text) : NULL;

		line = next ? next + 1 : end;
		if (fault) {
			warning("step %s: get_maintainer.pl says '%s': %s", step, shown, fault);
			++*bad;
		} else if (recipient && !find(all, recipient)) {
			g_ptr_array_add(all, recipient);
			g_ptr_array_add(fresh, recipient);
		} else if (recipient) {
			recipient_free(recipient);
		}
	}
}

static int append_to_file(const struct series *series, const GPtrArray *fresh)
{
	g_autofree char *path = g_build_filename(series->dir, "recipients", NULL);
	g_autofree char *old = NULL;
	g_autoptr(GString) text = NULL;
	size_t len = 0;

	if (!fresh->len)
		return 0;
	if (g_file_test(path, G_FILE_TEST_EXISTS) && file_read(&old, &len, path))
		return E_ENV;
	text = g_string_new(old ? old : "# SPDX-License-Identifier: GPL-2.0-only\n");
	if (text->len && text->str[text->len - 1] != '\n')
		g_string_append_c(text, '\n');
	for (unsigned int i = 0; i < fresh->len; i++) {
		const struct recipient *recipient = fresh->pdata[i];
		const char *name = recipient->ident.name;

		g_string_append_printf(text, *name ? "%s: %s%s<%s>" : "%s: %s%s%s",
				       kind_names[recipient->kind], name, *name ? " " : "",
				       recipient->ident.email);
		if (recipient->reason)
			g_string_append_printf(text, "\t# %s", recipient->reason);
		g_string_append_c(text, '\n');
	}
	return file_replace(path, text->str, text->len);
}

int recipients_update(unsigned int *added, struct posting *posting, struct scratch *scratch,
		      bool force)
{
	g_autofree char *dir = scratch_dir(scratch, "maintainers");
	g_autoptr(GPtrArray) all = NULL, fresh = g_ptr_array_new();
	unsigned int bad = 0;
	int ret = dir ? run_require("perl") : E_ENV;

	if (!ret)
		ret = recipients_read(&all, posting->series);
	if (!ret)
		ret = lay_out(dir, posting);
	for (unsigned int i = 0; !ret && i < posting->patches->len; i++) {
		const struct patch *patch = posting->patches->pdata[i];
		GString *answer = NULL;

		ret = ask(&answer, patch, dir);
		if (!ret)
			take(all, fresh, answer, patch->step->name, &bad);
		if (answer)
			g_string_free(answer, TRUE);
	}
	if (!ret && bad && !force) {
		error("%u addresses cannot be written to: --force leaves them out", bad);
		ret = REFUSED;
	}
	if (!ret)
		ret = append_to_file(posting->series, fresh);
	if (!ret && all->len > MANY)
		warning("%u recipients: are all of them to be asked?", all->len);
	*added = fresh->len;
	return ret;
}
