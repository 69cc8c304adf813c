// SPDX-License-Identifier: GPL-2.0-only
#include "kept.h"

#include <stdio.h>
#include <string.h>
#include "scratch.h"

static char *ref_name(const char *series, unsigned int version)
{
	return g_strdup_printf("refs/respin/posting/%s/v%u", series, version);
}

/* "v12" and nothing else */
static unsigned int parse_version(const char *name)
{
	unsigned int version;
	char more;

	return sscanf(name, "v%u%c", &version, &more) == 1 ? version : 0;
}

int kept_last(unsigned int *out, struct repo *repo, const char *series)
{
	g_autofree char *glob = g_strdup_printf("refs/respin/posting/%s/v*", series);
	git_reference_iterator *it = NULL;
	const char *name;

	*out = 0;
	if (git_reference_iterator_glob_new(&it, repo->git, glob))
		return error_git("cannot list %s", glob);
	while (!git_reference_next_name(&name, it)) {
		unsigned int version = parse_version(strrchr(name, '/') + 1);

		*out = MAX(*out, version);
	}
	git_reference_iterator_free(it);
	return 0;
}

int kept_tip(git_oid *tip, bool *found, struct repo *repo, const char *series,
	     unsigned int version)
{
	g_autofree char *name = ref_name(series, version);
	int ret = git_reference_name_to_id(tip, repo->git, name);

	*found = !ret;
	if (ret && ret != GIT_ENOTFOUND)
		return error_git("cannot read %s", name);
	return 0;
}

char *kept_path(struct repo *repo, const char *series, unsigned int version, bool resend)
{
	g_autofree char *name = g_strdup_printf("v%u%s.mbox", version, resend ? "-resend" : "");

	return g_build_filename(repo->state_dir, "postings", series, name, NULL);
}

int kept_read(GString **out, struct repo *repo, const char *series, unsigned int version,
	      bool resend)
{
	g_autofree char *path = kept_path(repo, series, version, resend);
	g_autofree char *data = NULL;
	size_t len;

	*out = NULL;
	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return 0;
	if (file_read(&data, &len, path))
		return E_ENV;
	*out = g_string_new_len(data, (gssize)len);
	return 0;
}

int kept_store(struct repo *repo, const char *series, unsigned int version, bool resend,
	       const git_oid *tip, const GString *mbox)
{
	g_autofree char *path = kept_path(repo, series, version, resend);
	g_autofree char *name = ref_name(series, version);
	git_reference *ref = NULL;
	int ret = file_replace(path, mbox->str, mbox->len);

	if (ret)
		return ret;
	if (git_reference_create(&ref, repo->git, name, tip, 1, NULL))
		ret = error_git("cannot write %s", name);
	git_reference_free(ref);
	return ret;
}
