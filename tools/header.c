// SPDX-License-Identifier: GPL-2.0-only
#include "header.h"

#include <string.h>

#define WORD_MAX	900	/* a longer one would break the 998 bytes of a line */
#define CHUNK_MAX	39	/* "Subject: " and its base64 stay below 76 */

/*
 * RFC 5322 asks for lines of 78, and allows 998; RFC 2047 allows 76 where there
 * are encoded words. b4 0.12 fails on a folded Subject or From, so these are
 * folded where they must be only.
 */
enum { LINE_WITH_WORDS = 76, LINE_OF_LIST = 76, LINE_OF_TEXT = 990 };

/* A field that is being folded: @column is where its last line has come to. */
struct fold {
	GString *out;
	size_t column, max;
	bool empty;
};

static void fold_begin(struct fold *fold, GString *out, const char *field, size_t max)
{
	fold->out = out;
	fold->max = max;
	g_string_append_printf(out, "%s:", field);
	fold->column = strlen(field) + 1;
	fold->empty = true;
}

static void fold_add(struct fold *fold, const char *word)
{
	size_t len = strlen(word);

	if (!fold->empty && fold->column + 1 + len > fold->max) {
		g_string_append(fold->out, "\n");
		fold->column = 0;
	}
	g_string_append_printf(fold->out, " %s", word);
	fold->column += 1 + len;
	fold->empty = false;
}

static bool is_printable_ascii(const char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~')
			return false;
	return true;
}

static bool word_needs_encoding(const char *word)
{
	return !*word || !is_printable_ascii(word) || strstr(word, "=?") ||
	       strlen(word) > WORD_MAX;
}

/* How many bytes of @text fit into one encoded word, whole characters only. */
static size_t chunk_length(const char *text, size_t len)
{
	size_t n = MIN(len, CHUNK_MAX);

	while (n < len && n > 1 && ((unsigned char)text[n] & 0xc0) == 0x80)
		n--;
	return n;
}

static void fold_add_encoded(struct fold *fold, const char *text, size_t len, const char *end)
{
	while (len) {
		size_t n = chunk_length(text, len);
		g_autofree char *base64 = g_base64_encode((const guchar *)text, n);
		g_autofree char *word = g_strdup_printf("=?UTF-8?B?%s?=%s", base64,
							n == len ? end : "");

		fold_add(fold, word);
		text += n;
		len -= n;
	}
}

/*
 * Blanks between two encoded words vanish when they are read, so everything
 * from the first word that needs encoding to the last one is encoded as one.
 */
void header_text(GString *out, const char *field, const char *text)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	g_autoptr(GString) run = g_string_new(NULL);
	unsigned int n = g_strv_length(words), first = n, last = 0;
	struct fold fold;

	for (unsigned int i = 0; i < n; i++) {
		if (!word_needs_encoding(words[i]))
			continue;
		first = MIN(first, i);
		last = i;
	}
	fold_begin(&fold, out, field, first < n ? LINE_WITH_WORDS : LINE_OF_TEXT);
	for (unsigned int i = 0; i < n; i++) {
		if (i < first || i > last) {
			fold_add(&fold, words[i]);
			continue;
		}
		g_string_append_printf(run, "%s%s", i > first ? " " : "", words[i]);
		if (i == last)
			fold_add_encoded(&fold, run->str, run->len, "");
	}
	g_string_append_c(out, '\n');
}

/* RFC 5322's atext and single blanks inside: may stand in a phrase as it is. */
static bool is_plain_phrase(const char *name)
{
	for (const char *p = name; *p; p++) {
		if (*p == ' ' && p > name && p[1] && p[1] != ' ')
			continue;
		if (!g_ascii_isalnum(*p) && !strchr("!#$%&'*+-/=?^_`{|}~", *p))
			return false;
	}
	return true;
}

static char *quoted(const char *name)
{
	GString *s = g_string_new("\"");

	for (; *name; name++) {
		if (*name == '"' || *name == '\\')
			g_string_append_c(s, '\\');
		g_string_append_c(s, *name);
	}
	g_string_append_c(s, '"');
	return g_string_free(s, FALSE);
}

static void fold_add_name(struct fold *fold, const char *name)
{
	if (word_needs_encoding(name)) {
		fold_add_encoded(fold, name, strlen(name), "");
	} else if (is_plain_phrase(name)) {
		g_auto(GStrv) words = g_strsplit(name, " ", -1);

		for (char **word = words; *word; word++)
			fold_add(fold, *word);
	} else {
		g_autofree char *q = quoted(name);

		fold_add(fold, q);
	}
}

static bool is_ascii_name(const struct ident *ident)
{
	return !ident->name || !*ident->name || !word_needs_encoding(ident->name);
}

void header_addresses(GString *out, const char *field, const GPtrArray *idents)
{
	struct fold fold;

	if (!idents || !idents->len)
		return;
	fold_begin(&fold, out, field, idents->len > 1 ? LINE_OF_LIST :
		   is_ascii_name(idents->pdata[0]) ? LINE_OF_TEXT : LINE_WITH_WORDS);
	for (unsigned int i = 0; i < idents->len; i++) {
		const struct ident *ident = idents->pdata[i];
		const char *comma = i + 1 < idents->len ? "," : "";
		bool named = ident->name && *ident->name;
		g_autofree char *mail = g_strdup_printf(named ? "<%s>%s" : "%s%s",
							ident->email, comma);

		if (named)
			fold_add_name(&fold, ident->name);
		fold_add(&fold, mail);
	}
	g_string_append_c(out, '\n');
}

void header_date(GString *out, git_time when)
{
	static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	int offset = ABS(when.offset);
	g_autoptr(GDateTime) local =
		g_date_time_new_from_unix_utc(when.time + (git_time_t)when.offset * 60);

	if (!local) {		/* beyond year 9999; the proof will say so */
		g_string_append_printf(out, "Date: %" G_GINT64_FORMAT "\n", (gint64)when.time);
		return;
	}
	g_string_append_printf(out, "Date: %s, %d %s %d %02d:%02d:%02d %c%02d%02d\n",
			       days[g_date_time_get_day_of_week(local) - 1],
			       g_date_time_get_day_of_month(local),
			       months[g_date_time_get_month(local) - 1],
			       g_date_time_get_year(local), g_date_time_get_hour(local),
			       g_date_time_get_minute(local), g_date_time_get_second(local),
			       when.offset < 0 ? '-' : '+', offset / 60, offset % 60);
}

struct ident *ident_copy(const struct ident *ident)
{
	struct ident *copy = g_new0(struct ident, 1);

	copy->name = g_strdup(ident->name);
	copy->email = g_strdup(ident->email);
	return copy;
}

void ident_free(void *ident)
{
	ident_release(ident);
	g_free(ident);
}

static char *unquoted(const char *name)
{
	size_t len = strlen(name);
	GString *s;

	if (len < 2 || name[0] != '"' || name[len - 1] != '"')
		return g_strdup(name);
	s = g_string_new(NULL);
	for (size_t i = 1; i < len - 1; i++) {
		if (name[i] == '\\' && i + 1 < len - 1)
			i++;
		g_string_append_c(s, name[i]);
	}
	return g_string_free(s, FALSE);
}

const char *address_parse(struct ident *out, const char *text)
{
	g_autofree char *all = g_strstrip(g_strdup(text));
	size_t len = strlen(all);
	const char *fault;
	char *open;

	memset(out, 0, sizeof(*out));
	if (len && all[len - 1] == '>' && (open = strrchr(all, '<'))) {
		all[len - 1] = '\0';
		*open++ = '\0';
		out->email = g_strdup(open);
		out->name = unquoted(g_strstrip(all));
	} else {
		out->email = g_strdup(all);
		out->name = g_strdup("");
	}
	fault = address_fault(out);
	if (fault)
		ident_release(out);
	return fault;
}

const char *address_fault(const struct ident *ident)
{
	const char *mail = ident->email, *at = strchr(mail, '@');

	if (text_invalid(ident->name) || text_invalid(mail))
		return "not valid UTF-8";
	for (const char *p = ident->name; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			return "a control character in the name";
	if (!is_printable_ascii(mail))
		return "a mail address that is not ASCII, which lists do not take";
	if (!at || at == mail || !at[1] || strchr(at + 1, '@'))
		return "no mail address";
	if (strpbrk(mail, " <>()[],;:\\\""))
		return "more than one mail address, or one with characters that need quoting";
	if (strlen(mail) > 254)
		return "a mail address of more than 254 bytes";
	if (!strcmp(ident->name, "Mail System Internal Data"))
		return "mailboxes have this name for mails that are none, and git am skips them";
	return NULL;
}

bool address_needs_body(const struct ident *ident)
{
	return word_needs_encoding(ident->name) && strpbrk(ident->name, "\"\\()<>@,;:");
}

void address_in_body(GString *out, const struct ident *ident)
{
	g_autofree char *name = strpbrk(ident->name, "\"\\()<>@,;:") ?
				quoted(ident->name) : g_strdup(ident->name);

	if (strstr(name, "=?")) {
		struct fold fold;

		fold_begin(&fold, out, "From", LINE_OF_TEXT);
		fold_add_encoded(&fold, name, strlen(name), "");
		g_string_append_printf(out, " <%s>\n", ident->email);
		return;
	}
	g_string_append_printf(out, "From: %s <%s>\n", name, ident->email);
}

/* git's commit-tree takes non-characters for damage and repairs them. */
static bool is_noncharacter(gunichar c)
{
	return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
}

const char *text_invalid(const char *text)
{
	const char *end;

	if (!g_utf8_validate(text, -1, &end))
		return end;
	for (; *text; text = g_utf8_next_char(text))
		if (is_noncharacter(g_utf8_get_char(text)))
			return text;
	return NULL;
}

static void show_byte(GString *out, unsigned char c)
{
	if (c == '\n')
		g_string_append(out, "\\n");
	else if (c == '\t')
		g_string_append(out, "\\t");
	else
		g_string_append_printf(out, "\\x%02x", c);
}

char *text_show(const char *bytes, size_t len, size_t max)
{
	GString *s = g_string_new(NULL);
	size_t i = 0;

	while (i < len && i < max) {
		gunichar c = g_utf8_get_char_validated(bytes + i, (gssize)(len - i));
		size_t n = 1;

		if (c < 0x80000000 && g_unichar_isprint(c)) {
			n = (size_t)g_unichar_to_utf8(c, NULL);
			g_string_append_len(s, bytes + i, (gssize)n);
		} else {
			show_byte(s, (unsigned char)bytes[i]);
		}
		i += n;
	}
	if (i < len)
		g_string_append(s, "...");
	return g_string_free(s, FALSE);
}
