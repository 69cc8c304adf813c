// SPDX-License-Identifier: GPL-2.0-only
#include "message.h"

#include <string.h>

static bool is_trailer(const char *line)
{
	const char *colon = strstr(line, ": ");

	if (!colon || colon == line)
		return false;
	for (; line < colon; line++)
		if (!g_ascii_isalnum(*line) && *line != '-')
			return false;
	return true;
}

/* Does the message end in a paragraph of trailers, so that one more belongs to it? */
static bool ends_in_trailers(const char *message)
{
	const char *last = g_strrstr(message, "\n\n");
	g_auto(GStrv) lines = NULL;

	if (!last)
		return false;
	lines = g_strsplit(last + 2, "\n", -1);
	for (char **line = lines; *line; line++)
		if (**line && !is_trailer(*line) && !g_ascii_isspace(**line) && **line != '[')
			return false;
	return true;
}

char *message_of(const struct step *step, const struct ident *signer)
{
	g_autofree char *line = NULL;

	if (signer)
		line = g_strdup_printf("Signed-off-by: %s <%s>\n", signer->name, signer->email);
	if (!line || g_str_has_suffix(step->message, line))
		return g_strdup(step->message);
	return g_strconcat(step->message, ends_in_trailers(step->message) ? "" : "\n", line, NULL);
}
