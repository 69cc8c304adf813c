// SPDX-License-Identifier: GPL-2.0-only
/* is there room on the disk for what a run is about to write? */
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include "check.h"
#include "room.h"
#include "scratch.h"

#define BLOCK 4096

/* What a tiny kernel of 6.1 takes of what its source does is a twentieth. */
#define WHOLE_SHARE 20
#define DIRS_SHARE 100

static guint64 on_disk(guint64 size)
{
	return (size + BLOCK - 1) / BLOCK * BLOCK;
}

struct sum {
	git_odb *odb;
	guint64 bytes;
};

static int add_entry(const char *root, const git_tree_entry *entry, void *data)
{
	struct sum *sum = data;
	git_object_t type;
	size_t size = 0;

	if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB)
		git_odb_read_header(&size, &type, sum->odb, git_tree_entry_id(entry));
	sum->bytes += on_disk(size);
	return 0;
}

/* Bytes that the files of a tree take; 0 where that cannot be said. */
static guint64 source_size(struct repo *repo, const git_oid *id)
{
	struct sum sum = { 0 };
	git_tree *tree = NULL;

	if (!git_tree_lookup(&tree, repo->git, id) && !git_repository_odb(&sum.odb, repo->git))
		git_tree_walk(tree, GIT_TREEWALK_PRE, add_entry, &sum);
	git_odb_free(sum.odb);
	git_tree_free(tree);
	return sum.bytes;
}

static guint64 folder_size(const char *dir)
{
	char *paths[] = { (char *)dir, NULL };
	FTS *fts = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	guint64 bytes = 0;
	FTSENT *entry;

	while (fts && (entry = fts_read(fts)))
		if (entry->fts_info == FTS_F || entry->fts_info == FTS_D)
			bytes += (guint64)entry->fts_statp->st_blocks * 512;
	if (fts)
		fts_close(fts);
	return bytes;
}

static char *size_file(const char *dir)
{
	return g_strconcat(dir, ".size", NULL);
}

void room_note(const char *dir)
{
	g_autofree char *file = size_file(dir);
	g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT "\n", folder_size(dir));

	g_file_set_contents(file, text, -1, NULL);
}

/* Of a folder that is not there yet; the source's size is asked for once, if at all. */
static guint64 build_size(struct plan *plan, const struct plan_target *target, guint64 *source)
{
	g_autofree char *dir = g_build_filename(plan->lane->dir, "build", target->target->name, NULL);
	g_autofree char *config = g_build_filename(dir, ".config", NULL);
	g_autofree char *file = size_file(dir), *text = NULL;
	bool whole = plan_whole(plan, target, plan->last) &&
		     !strcmp(target->target->scope->pdata[0], "vmlinux");

	if (g_file_test(config, G_FILE_TEST_EXISTS))
		return 0;
	if (g_file_get_contents(file, &text, NULL, NULL))
		return g_ascii_strtoull(text, NULL, 10);
	if (!*source)
		*source = source_size(plan->repo, &plan->subjects[plan->last].tree);
	return *source / (whole ? WHOLE_SHARE : DIRS_SHARE);
}

/* Is there a build of this target that is not known yet? */
static bool is_to_be_built(struct plan *plan, const struct plan_target *target)
{
	struct record record = RECORD_INIT;
	bool missing = false;

	for (unsigned int i = 0; i < plan->columns->len && !missing; i++) {
		const struct column *column = plan->columns->pdata[i];

		missing = column->target == target &&
			  check_record_of(&record, plan, column, plan->last) > 0;
		record_release(&record);
	}
	return missing;
}

static char *in_words(guint64 bytes)
{
	return g_format_size_full(bytes, G_FORMAT_SIZE_IEC_UNITS);
}

static int say(const struct plan *plan, guint64 need, const char *names)
{
	g_autofree char *needed = in_words(need), *free_now = NULL;
	struct statvfs fs;
	guint64 room;

	if (!need || statvfs(plan->lane->dir, &fs))
		return 0;
	room = (guint64)fs.f_bavail * fs.f_frsize;
	free_now = in_words(room);
	if (room >= need)
		return 0;
	return error("%s: some %s are needed for%s, and %s are free; make room, name fewer targets, "
		     "or set XDG_CACHE_HOME to a folder on another disk", plan->lane->dir, needed,
		     names, free_now);
}

int room_check(struct plan *plan)
{
	g_autofree char *index = g_build_filename(plan->lane->dir, "index", NULL);
	bool there = g_file_test(index, G_FILE_TEST_EXISTS);
	g_autoptr(GString) names = g_string_new(there ? "" : " the kernel's files");
	guint64 need = there ? 0 : source_size(plan->repo, &plan->subjects[plan->last].tree);
	guint64 source = need;

	for (unsigned int i = 0; i < plan->targets->len; i++) {
		const struct plan_target *target = plan->targets->pdata[i];
		guint64 size = is_to_be_built(plan, target) ? build_size(plan, target, &source) : 0;

		if (size)
			g_string_append_printf(names, "%s %s", names->len ? "," : "",
					       target->target->name);
		need += size;
	}
	return say(plan, need, names->str);
}
