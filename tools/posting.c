// SPDX-License-Identifier: GPL-2.0-only
#include "posting.h"

#include <string.h>
#include "changelog.h"
#include "header.h"
#include "lint.h"
#include "mail.h"
#include "recipients.h"

static void patch_free(void *data)
{
	struct patch *patch = data;

	ident_release(&patch->author);
	g_free(patch->message);
	g_free(patch->message_id);
	if (patch->diff)
		g_string_free(patch->diff, TRUE);
	g_free(patch);
}

void posting_release(struct posting *posting)
{
	g_clear_pointer(&posting->patches, g_ptr_array_unref);
	g_clear_pointer(&posting->to, g_ptr_array_unref);
	g_clear_pointer(&posting->cc, g_ptr_array_unref);
	ident_release(&posting->sender);
	g_free(posting->name);
	g_free(posting->cover_subject);
	g_free(posting->cover_id);
	if (posting->cover)
		g_string_free(posting->cover, TRUE);
	if (posting->basis)
		g_string_free(posting->basis, TRUE);
	if (posting->mbox)
		g_string_free(posting->mbox, TRUE);
	memset(posting, 0, sizeof(*posting));
}

static int collect_patch(struct posting *posting, const struct step *step, const git_oid *id)
{
	struct patch *patch = g_new0(struct patch, 1);

	g_ptr_array_add(posting->patches, patch);
	patch->step = step;
	git_oid_cpy(&patch->id, id);
	if (repo_commit_author(&patch->author, &patch->when, posting->repo, id))
		return E_ENV;
	return repo_commit_message(&patch->message, posting->repo, id);
}

/* git am takes off what stands in brackets, up to the first that closes. */
static int check_prefix(const struct series *series)
{
	g_autofree char *prefix = series_config(series, "prefix");
	g_autofree char *config = g_build_filename(series->dir, "config", NULL);

	if (!prefix || (*prefix && !strpbrk(prefix, "[]\r\n") && !text_invalid(prefix)))
		return 0;
	return error_at(&(struct place){ config, 0 },
			"series.prefix = %s: a word or two, without brackets", prefix);
}

int posting_collect(struct posting *posting, struct repo *repo, const struct series *series,
		    const struct result *result, const char *part)
{
	g_autoptr(GPtrArray) all = NULL;
	unsigned int first, n;
	int ret = result_part(&first, &n, result, series, part);

	if (!ret && !n)
		ret = error("%s has no commits to export", part ? part : series->name);
	if (!ret)
		ret = check_prefix(series);
	if (ret)
		return ret;

	posting->repo = repo;
	posting->series = series;
	posting->part = part;
	posting->name = part ? g_strdup_printf("%s-part%s", series->name, part) :
			       g_strdup(series->name);
	posting->series_base = result->base;
	posting->patches = g_ptr_array_new_with_free_func(patch_free);
	posting->base = *result_below(result, first);
	ret = repo_ident(&posting->sender, repo);
	for (unsigned int i = first; !ret && i < first + n; i++)
		ret = collect_patch(posting, result_step(result, series, i),
				    &g_array_index(result->commits, git_oid, i));
	if (!ret)
		ret = recipients_read(&all, series);
	if (!ret) {
		posting->to = recipients_of(all, RECIPIENT_TO);
		posting->cc = recipients_of(all, RECIPIENT_CC);
	}
	return ret;
}

/* The line of the step's file that holds the message's first; 0: not found. */
static unsigned int message_line(const struct step *step)
{
	g_autofree char *text = NULL;
	const char *p;
	unsigned int line = 1;

	if (!g_file_get_contents(step->file, &text, NULL, NULL) ||
	    !(p = strstr(text, step->message)))
		return 0;
	for (const char *q = text; q < p; q++)
		line += *q == '\n';
	return line;
}

static int lint_patch(const struct patch *patch)
{
	unsigned int first = message_line(patch->step);
	const char *next = patch->message, *fault = address_fault(&patch->author);
	struct lint lint;
	int ret = 0;

	if (fault) {
		g_autofree char *name = text_show(patch->author.name,
						  strlen(patch->author.name), 80);
		g_autofree char *mail = text_show(patch->author.email,
						  strlen(patch->author.email), 80);

		error_at(&(struct place){ patch->step->file, 0 }, "step %s, author %s <%s>: %s",
			 patch->step->name, name, mail, fault);
		ret = REFUSED;
	}
	while (lint_next(&lint, patch->message, &next)) {
		g_autofree char *bytes = text_show(lint.bytes, lint.len, 72);
		struct place at = { patch->step->file, first ? first + lint.line - 1 : 0 };

		error_at(&at, "step %s, line %u of the message: %s: '%s'", patch->step->name,
			 lint.line, lint.why, bytes);
		ret = REFUSED;
	}
	return ret;
}

int posting_lint(const struct posting *posting)
{
	const char *fault = address_fault(&posting->sender);
	int ret = 0;

	if (fault) {
		error("user.name and user.email, %s <%s>: %s", posting->sender.name,
		      posting->sender.email, fault);
		ret = REFUSED;
	}
	for (unsigned int i = 0; i < posting->patches->len; i++)
		if (lint_patch(posting->patches->pdata[i]))
			ret = REFUSED;
	return ret;
}

const git_oid *posting_tip(const struct posting *posting)
{
	const struct patch *last = posting->patches->pdata[posting->patches->len - 1];

	return &last->id;
}

char **posting_steps(const struct posting *posting)
{
	char **names = g_new0(char *, posting->patches->len + 1);

	for (unsigned int i = 0; i < posting->patches->len; i++) {
		const struct patch *patch = posting->patches->pdata[i];

		names[i] = g_strdup(patch->step->name);
	}
	return names;
}

int posting_range(struct range *out, const struct posting *posting)
{
	out->steps = posting_steps(posting);
	return range_walk(out, posting->repo, &posting->base, posting_tip(posting));
}

static int digits(unsigned int n)
{
	int width = 1;

	for (; n > 9; n /= 10)
		width++;
	return width;
}

char *posting_prefix(const struct posting *posting, unsigned int number, unsigned int total)
{
	g_autofree char *prefix = series_config(posting->series, "prefix");
	GString *s = g_string_new("[");

	if (posting->resend)
		g_string_append(s, "RESEND ");
	if (posting->rfc)
		g_string_append(s, "RFC ");
	g_string_append(s, prefix ? prefix : "PATCH");
	if (posting->version > 1)
		g_string_append_printf(s, " v%u", posting->version);
	if (total)
		g_string_append_printf(s, " %0*u/%u", digits(total), number, total);
	g_string_append(s, "] ");
	return g_string_free(s, FALSE);
}

/* The domain of the sender's mail, as far as a Message-ID can hold it. */
static const char *mail_domain(const struct posting *posting)
{
	const char *at = strrchr(posting->sender.email, '@');

	for (const char *p = at ? at + 1 : ""; *p; p++)
		if (!g_ascii_isalnum(*p) && *p != '.' && *p != '-')
			return "respin.invalid";
	return at && at[1] ? at + 1 : "respin.invalid";
}

static char *message_id(const struct posting *posting, unsigned int number, const char *subject,
			const git_oid *commit, const GString *body)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	g_checksum_update(sum, (const guchar *)subject, (gssize)strlen(subject) + 1);
	g_checksum_update(sum, commit->id, sizeof(commit->id));
	g_checksum_update(sum, (const guchar *)body->str, (gssize)body->len);
	return g_strdup_printf("%s-v%u-%u-%.16s@%s", posting->name, posting->version,
			       number, g_checksum_get_string(sum), mail_domain(posting));
}

/* The message's text: what follows the subject and its blank line. */
static const char *message_text(const char *message)
{
	const char *p = strchrnul(message, '\n');

	while (*p == '\n')
		p++;
	return p;
}

static bool same_ident(const struct ident *a, const struct ident *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->email, b->email);
}

static GString *patch_body(const struct posting *posting, const struct patch *patch, bool first)
{
	const char *text = message_text(patch->message);
	GString *body = g_string_new(NULL);
	g_autoptr(GString) changes = g_string_new(NULL);

	if (!same_ident(&patch->author, &posting->sender) || lint_is_header(text) ||
	    address_needs_body(&patch->author)) {
		address_in_body(body, &patch->author);
		g_string_append_c(body, '\n');
	}
	g_string_append_printf(body, "%s---\n", text);
	changelog_of_step(changes, patch->step, posting->version);
	if (changes->len)
		g_string_append_printf(body, "%s\n", changes->str);
	g_string_append_len(body, patch->diff->str, (gssize)patch->diff->len);
	if (first && !posting->cover_subject)
		g_string_append_printf(body, "\n%s", posting->basis->str);
	return body;
}

static void append_mail(struct posting *posting, char **id, const char *title,
			unsigned int number, const git_oid *commit, git_time when,
			const GString *body)
{
	unsigned int n = posting->patches->len;
	bool alone = n == 1 && !posting->cover_subject;
	g_autofree char *prefix = posting_prefix(posting, number, alone ? 0 : n);
	g_autofree char *subject = g_strconcat(prefix, title, NULL);
	const struct patch *first = posting->patches->pdata[0];
	const char *root = posting->cover_subject ? posting->cover_id : first->message_id;
	struct mail mail = {
		.id = commit, .subject = subject, .from = &posting->sender, .to = posting->to,
		.cc = posting->cc, .date = when, .parent_id = root, .body = body,
	};

	g_free(*id);
	mail.message_id = *id = message_id(posting, number, subject, commit, body);
	mail_append(posting->mbox, &mail);
}

/* The cover is dated a second before the first patch, so that mails are in order. */
static void append_cover(struct posting *posting)
{
	const struct patch *first = posting->patches->pdata[0];
	git_time when = first->when;

	when.time--;
	append_mail(posting, &posting->cover_id, posting->cover_subject, 0,
		    posting_tip(posting), when, posting->cover);
}

void posting_mails(struct posting *posting)
{
	posting->mbox = g_string_new(NULL);
	if (posting->cover_subject)
		append_cover(posting);
	posting->cover_len = posting->mbox->len;
	for (unsigned int i = 0; i < posting->patches->len; i++) {
		struct patch *patch = posting->patches->pdata[i];
		g_autoptr(GString) body = patch_body(posting, patch, i == 0);
		g_autofree char *subject = g_strndup(patch->message,
						     strcspn(patch->message, "\n"));

		patch->mail = posting->mbox->len;
		append_mail(posting, &patch->message_id, subject, i + 1, &patch->id,
			    patch->when, body);
		patch->mail_len = posting->mbox->len - patch->mail;
	}
}
