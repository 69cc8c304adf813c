// SPDX-License-Identifier: GPL-2.0-only
#include "kept.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "scratch.h"

#define TIPS	"refs/respin/posting"
#define BASES	"refs/respin/posting-base"
#define STEPS	"refs/respin/posting-steps"

static char *ref_name(const char *kind, const char *series, unsigned int version)
{
	return g_strdup_printf("%s/%s/v%u", kind, series, version);
}

/* "v12" and nothing else */
static unsigned int parse_version(const char *name)
{
	unsigned int version;
	char more;

	return sscanf(name, "v%u%c", &version, &more) == 1 ? version : 0;
}

static int highest(unsigned int *out, struct repo *repo, const char *series, unsigned int below)
{
	g_autofree char *glob = g_strdup_printf(TIPS "/%s/v*", series);
	git_reference_iterator *it = NULL;
	const char *name;

	*out = 0;
	if (git_reference_iterator_glob_new(&it, repo->git, glob))
		return error_git("cannot list %s", glob);
	while (!git_reference_next_name(&name, it)) {
		unsigned int version = parse_version(strrchr(name, '/') + 1);

		if (version < below)
			*out = MAX(*out, version);
	}
	git_reference_iterator_free(it);
	return 0;
}

int kept_last(unsigned int *out, struct repo *repo, const char *series)
{
	return highest(out, repo, series, UINT_MAX);
}

static int read_ref(git_oid *out, bool *found, struct repo *repo, const char *name)
{
	int ret = git_reference_name_to_id(out, repo->git, name);

	*found = !ret;
	if (ret && ret != GIT_ENOTFOUND)
		return error_git("cannot read %s", name);
	return 0;
}

void kept_release(struct kept *kept)
{
	g_strfreev(kept->steps);
	*kept = (struct kept)KEPT_INIT;
}

int kept_range(struct range *out, struct repo *repo, const struct kept *kept)
{
	out->steps = g_strdupv(kept->steps);
	return range_walk(out, repo, &kept->base, &kept->tip);
}

/* Versions of before had no names. */
static int read_steps(struct kept *out, struct repo *repo, const char *series)
{
	g_autofree char *ref = ref_name(STEPS, series, out->version);
	g_autofree char *text = NULL;
	git_oid id;
	bool found;
	size_t len;

	if (read_ref(&id, &found, repo, ref))
		return E_ENV;
	if (!found)
		return 0;
	if (repo_blob(&text, &len, repo, &id))
		return E_ENV;
	out->steps = g_strsplit(g_strchomp(text), "\n", -1);
	return 0;
}

int kept_find(struct kept *out, bool *found, struct repo *repo, const char *series,
	      unsigned int version)
{
	g_autofree char *tip = ref_name(TIPS, series, version);
	g_autofree char *base = ref_name(BASES, series, version);
	bool based;

	*out = (struct kept){ .version = version };
	if (read_ref(&out->tip, found, repo, tip) || read_ref(&out->base, &based, repo, base))
		return E_ENV;
	*found = *found && based;
	return *found ? read_steps(out, repo, series) : 0;
}

int kept_before(struct kept *out, bool *found, struct repo *repo, const char *series,
		unsigned int version)
{
	unsigned int last;

	*found = false;
	if (highest(&last, repo, series, version))
		return E_ENV;
	return last ? kept_find(out, found, repo, series, last) : 0;
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

static int write_ref(struct repo *repo, const char *name, const git_oid *id)
{
	git_reference *ref = NULL;

	if (git_reference_create(&ref, repo->git, name, id, 1, NULL))
		return error_git("cannot write %s", name);
	git_reference_free(ref);
	return 0;
}

static int write_steps(struct repo *repo, const char *series, const struct kept *kept)
{
	g_autofree char *ref = ref_name(STEPS, series, kept->version);
	g_autofree char *names = g_strjoinv("\n", kept->steps);
	g_autofree char *text = g_strconcat(names, "\n", NULL);
	git_oid id;

	if (repo_blob_write(&id, repo, text, strlen(text)))
		return E_ENV;
	return write_ref(repo, ref, &id);
}

int kept_store(struct repo *repo, const char *series, const struct kept *kept, bool resend,
	       const GString *mbox)
{
	g_autofree char *path = kept_path(repo, series, kept->version, resend);
	g_autofree char *tip = ref_name(TIPS, series, kept->version);
	g_autofree char *base = ref_name(BASES, series, kept->version);

	if (file_replace(path, mbox->str, mbox->len))
		return E_ENV;
	if (write_steps(repo, series, kept) || write_ref(repo, base, &kept->base))
		return E_ENV;
	return write_ref(repo, tip, &kept->tip);
}
