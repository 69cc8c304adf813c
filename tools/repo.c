// SPDX-License-Identifier: GPL-2.0-only
#include "repo.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

const char *git_reason(void)
{
	const git_error *e = git_error_last();
	int err = errno;

	if (e && e->message && e->klass != GIT_ERROR_NONE && err != ENOSPC && err != EDQUOT &&
	    err != EROFS)
		return e->message;
	return err ? g_strerror(err) : "no reason given";
}

int error_git(const char *fmt, ...)
{
	const char *why = git_reason();
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	text = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	return error("%s: %s", text, why);
}

/*
 * Before a write: libgit2 does not always say why one failed, and must not be
 * taken to say what it said of something else.
 */
static void forget_errors(void)
{
	git_error_clear();
	errno = 0;
}

/*
 * Extensions of the repository format that do not matter to somebody who reads
 * objects and moves a ref; libgit2 refuses those that it is not told of.
 */
static void allow_extensions(void)
{
	static const char *names[] = {
		"partialclone", "worktreeconfig", "preciousobjects",
	};

	git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, G_N_ELEMENTS(names));
}

/*
 * libgit2 keeps no object of more than 4 KiB, and a kernel's folders with the most
 * in them, those on the way to everything, are above that.
 */
static void keep_trees(void)
{
	git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_TREE, (size_t)1 << 16);
}

int repo_open(struct repo **out, const char *path)
{
	git_repository *git = NULL;
	struct repo *repo;
	int err;

	*out = NULL;
	git_libgit2_init();
	allow_extensions();
	keep_trees();
	err = git_repository_open_ext(&git, path, 0, NULL);
	if (err) {
		/* git compares the name that is set with an absolute one */
		g_autofree char *whole = g_canonicalize_filename(path, NULL);
		g_autofree char *quoted = g_shell_quote(whole);

		if (err == GIT_EOWNER || strstr(git_reason(), "safe.directory"))
			error("%s belongs to another user; if you trust it:\n"
			      "\tgit config --global --add safe.directory %s", path, quoted);
		else
			error_git("%s: no git repository", path);
		git_libgit2_shutdown();
		return E_ENV;
	}
	repo = g_new0(struct repo, 1);
	repo->git = git;
	repo->git_dir = g_strdup(git_repository_commondir(git));
	repo->state_dir = g_build_filename(repo->git_dir, "respin", NULL);
	*out = repo;
	return 0;
}

void repo_free(struct repo *repo)
{
	if (!repo)
		return;
	git_repository_free(repo->git);
	g_free(repo->git_dir);
	g_free(repo->state_dir);
	g_free(repo);
	git_libgit2_shutdown();
}

int repo_borrow(struct repo *repo, const char *objects)
{
	git_odb *odb = NULL;
	int ret = 0;

	if (git_repository_odb(&odb, repo->git) || git_odb_add_disk_alternate(odb, objects))
		ret = error_git("cannot read objects from %s", objects);
	git_odb_free(odb);
	return ret;
}

int repo_resolve(git_oid *commit, struct repo *repo, const char *rev)
{
	git_object *obj = NULL, *peeled = NULL;
	int ret = 0;

	if (git_revparse_single(&obj, repo->git, rev) ||
	    git_object_peel(&peeled, obj, GIT_OBJECT_COMMIT))
		ret = error_git("no commit '%s' in %s", rev, repo->git_dir);
	else
		git_oid_cpy(commit, git_object_id(peeled));
	git_object_free(peeled);
	git_object_free(obj);
	return ret;
}

static int lookup_commit(git_commit **out, struct repo *repo, const git_oid *id)
{
	if (git_commit_lookup(out, repo->git, id))
		return error_git("cannot read commit %s", git_oid_tostr_s(id));
	return 0;
}

static int lookup_tree(git_tree **out, struct repo *repo, const git_oid *id)
{
	if (git_tree_lookup(out, repo->git, id))
		return error_git("cannot read tree %s", git_oid_tostr_s(id));
	return 0;
}

int repo_commit_tree(git_oid *tree, struct repo *repo, const git_oid *id)
{
	git_commit *commit;

	if (lookup_commit(&commit, repo, id))
		return E_ENV;
	git_oid_cpy(tree, git_commit_tree_id(commit));
	git_commit_free(commit);
	return 0;
}

int repo_commit_parent(git_oid *parent, struct repo *repo, const git_oid *id)
{
	git_commit *commit;
	int ret = 0;

	if (lookup_commit(&commit, repo, id))
		return E_ENV;
	if (!git_commit_parentcount(commit))
		ret = error("commit %s has no parent", git_oid_tostr_s(id));
	else
		git_oid_cpy(parent, git_commit_parent_id(commit, 0));
	git_commit_free(commit);
	return ret;
}

int repo_commit_time(git_time *out, struct repo *repo, const git_oid *id)
{
	git_commit *commit;

	if (lookup_commit(&commit, repo, id))
		return E_ENV;
	*out = git_commit_committer(commit)->when;
	git_commit_free(commit);
	return 0;
}

int repo_commit_message(char **out, struct repo *repo, const git_oid *id)
{
	git_commit *commit;

	if (lookup_commit(&commit, repo, id))
		return E_ENV;
	*out = g_strdup(git_commit_message_raw(commit));
	git_commit_free(commit);
	return 0;
}

int repo_commit_bytes(char **out, struct repo *repo, const git_oid *id)
{
	git_odb_object *object = NULL;
	git_odb *odb = NULL;
	int ret = 0;

	if (git_repository_odb(&odb, repo->git) || git_odb_read(&object, odb, id))
		ret = error_git("cannot read commit %s", git_oid_tostr_s(id));
	else
		*out = g_strndup(git_odb_object_data(object), git_odb_object_size(object));
	git_odb_object_free(object);
	git_odb_free(odb);
	return ret;
}

int repo_commit_author(struct ident *out, git_time *when, struct repo *repo, const git_oid *id)
{
	git_commit *commit;

	if (lookup_commit(&commit, repo, id))
		return E_ENV;
	out->name = g_strdup(git_commit_author(commit)->name);
	out->email = g_strdup(git_commit_author(commit)->email);
	*when = git_commit_author(commit)->when;
	git_commit_free(commit);
	return 0;
}

/* remote.<name>.promisor is true: the clone left objects out. */
static int find_promisor(const git_config_entry *entry, void *data)
{
	const char *end = strstr(entry->name, ".promisor");
	char **remote = data;
	int promises = 0;

	if (!*remote && g_str_has_prefix(entry->name, "remote.") && end &&
	    !git_config_parse_bool(&promises, entry->value) && promises)
		*remote = g_strndup(entry->name + strlen("remote."),
				    (gsize)(end - entry->name) - strlen("remote."));
	return 0;
}

/* The remote that promises what is missing here; NULL where none does. */
static char *promisor(struct repo *repo)
{
	git_config *config = NULL;
	char *remote = NULL;

	if (!git_repository_config(&config, repo->git))
		git_config_foreach(config, find_promisor, &remote);
	git_config_free(config);
	return remote;
}

static int count_missing(const char *root, const git_tree_entry *entry, void *data)
{
	unsigned int *missing = ((void **)data)[0];
	git_odb *odb = ((void **)data)[1];

	(void)root;
	if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB &&
	    !git_odb_exists_ext(odb, git_tree_entry_id(entry), GIT_ODB_LOOKUP_NO_REFRESH))
		++*missing;
	return 0;
}

static int require_complete(struct repo *repo, git_tree *tree, const char *rev)
{
	g_autofree char *remote = promisor(repo);
	unsigned int missing = 0;
	git_odb *odb = NULL;
	int ret = 0;

	if (!remote)
		return 0;
	if (git_repository_odb(&odb, repo->git))
		return error_git("cannot open the object store");
	if (git_tree_walk(tree, GIT_TREEWALK_PRE, count_missing, (void *[]){ &missing, odb }))
		ret = error("%s: trees are missing from this partial clone; fetch them with:\n"
			    "\tcd %s && git fetch --refetch --no-filter %s",
			    rev, repo->git_dir, remote);
	else if (missing)
		ret = error("%s: %u files are missing from this partial clone; fetch them with:\n"
			    "\tcd %s && git fetch --refetch --no-filter %s",
			    rev, missing, repo->git_dir, remote);
	git_odb_free(odb);
	return ret;
}

static bool top_has(git_tree *tree, const char *name, git_object_t type)
{
	const git_tree_entry *entry = git_tree_entry_byname(tree, name);

	return entry && git_tree_entry_type(entry) == type;
}

int repo_require_kernel(struct repo *repo, const git_oid *id, const char *rev)
{
	git_tree *tree = NULL;
	int ret = 0;

	if (lookup_tree(&tree, repo, id))
		return E_ENV;
	if (!top_has(tree, "Makefile", GIT_OBJECT_BLOB) ||
	    !top_has(tree, "Kconfig", GIT_OBJECT_BLOB) ||
	    !top_has(tree, "kernel", GIT_OBJECT_TREE))
		ret = error("%s is no kernel tree: no Makefile, Kconfig and kernel/ at its top", rev);
	else
		ret = require_complete(repo, tree, rev);
	git_tree_free(tree);
	return ret;
}

int repo_entry(struct entry *out, struct repo *repo, const git_oid *tree_id,
	       const char *path, const struct place *at)
{
	git_tree *tree = NULL;
	const char *slash = path;
	int ret = 0;

	memset(out, 0, sizeof(*out));
	if (lookup_tree(&tree, repo, tree_id))
		return E_ENV;
	while (!ret && slash) {
		git_tree_entry *entry = NULL;
		g_autofree char *part = NULL;

		slash = strchr(slash + 1, '/');
		part = slash ? g_strndup(path, (gsize)(slash - path)) : g_strdup(path);
		if (git_tree_entry_bypath(&entry, tree, part))
			break;
		if (!slash) {
			git_oid_cpy(&out->id, git_tree_entry_id(entry));
			out->mode = git_tree_entry_filemode(entry);
		} else if (git_tree_entry_filemode(entry) == GIT_FILEMODE_LINK) {
			ret = error_at(at, "%s goes through a symbolic link, %s", path, part);
		} else if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB) {
			ret = error_at(at, "%s goes through %s, which is a file", path, part);
		}
		git_tree_entry_free(entry);
	}
	git_tree_free(tree);
	return ret;
}

bool repo_is_glob(const char *path)
{
	return strpbrk(path, "*?[") != NULL;
}

/* One level of the pattern, one level of the tree. Links are not followed. */
static int glob_level(GPtrArray *paths, struct repo *repo, const git_oid *tree_id,
		      const char *prefix, char **parts)
{
	git_tree *tree = NULL;
	int ret = 0;

	if (lookup_tree(&tree, repo, tree_id))
		return E_ENV;
	for (size_t i = 0; !ret && i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *entry = git_tree_entry_byindex(tree, i);
		const char *name = git_tree_entry_name(entry);
		git_filemode_t mode = git_tree_entry_filemode(entry);

		if (fnmatch(parts[0], name, FNM_PERIOD))
			continue;
		if (parts[1] && mode == GIT_FILEMODE_TREE) {
			g_autofree char *below = g_strconcat(prefix, name, "/", NULL);

			ret = glob_level(paths, repo, git_tree_entry_id(entry), below, parts + 1);
		} else if (!parts[1] && (mode == GIT_FILEMODE_BLOB ||
					 mode == GIT_FILEMODE_BLOB_EXECUTABLE)) {
			g_ptr_array_add(paths, g_strconcat(prefix, name, NULL));
		}
	}
	git_tree_free(tree);
	return ret;
}

int repo_glob(GPtrArray *paths, struct repo *repo, const git_oid *tree, const char *pattern)
{
	g_auto(GStrv) parts = g_strsplit(pattern, "/", -1);

	return glob_level(paths, repo, tree, "", parts);
}

int repo_blob(char **data, size_t *len, struct repo *repo, const git_oid *id)
{
	git_blob *blob = NULL;

	if (git_blob_lookup(&blob, repo->git, id))
		return error_git("cannot read blob %s", git_oid_tostr_s(id));
	*len = (size_t)git_blob_rawsize(blob);
	*data = g_malloc(*len + 1);
	memcpy(*data, git_blob_rawcontent(blob), *len);
	(*data)[*len] = '\0';
	git_blob_free(blob);
	return 0;
}

int repo_blob_write(git_oid *id, struct repo *repo, const char *data, size_t len)
{
	forget_errors();
	if (git_blob_create_from_buffer(id, repo->git, data, len))
		return error_git("cannot write an object to %s", repo->git_dir);
	return 0;
}

bool repo_has(struct repo *repo, const git_oid *id)
{
	git_odb *odb = NULL;
	bool has;

	if (git_repository_odb(&odb, repo->git))
		return false;
	has = git_odb_exists(odb, id);
	git_odb_free(odb);
	return has;
}

static void edit_clear(void *edit)
{
	g_free((char *)((git_tree_update *)edit)->path);
}

static void edits_add(struct edits *edits, const git_tree_update *update)
{
	if (!edits->list) {
		edits->list = g_array_new(FALSE, TRUE, sizeof(git_tree_update));
		g_array_set_clear_func(edits->list, edit_clear);
	}
	g_array_append_vals(edits->list, update, 1);
}

void edits_remove(struct edits *edits, const char *path)
{
	git_tree_update update = { .action = GIT_TREE_UPDATE_REMOVE, .path = g_strdup(path) };

	edits_add(edits, &update);
}

void edits_put(struct edits *edits, const char *path, const git_oid *id, git_filemode_t mode)
{
	git_tree_update update = {
		.action = GIT_TREE_UPDATE_UPSERT, .id = *id, .filemode = mode,
		.path = g_strdup(path),
	};

	edits_add(edits, &update);
}

void edits_release(struct edits *edits)
{
	if (edits->list)
		g_array_unref(edits->list);
	edits->list = NULL;
}

static int tree_update(git_oid *out, struct repo *repo, const git_oid *id,
		       const git_tree_update *updates, size_t n)
{
	git_tree *tree = NULL;
	int ret = 0;

	if (lookup_tree(&tree, repo, id))
		return E_ENV;
	forget_errors();
	if (git_tree_create_updated(out, repo->git, tree, n, updates))
		ret = error_git("cannot write a tree to %s", repo->git_dir);
	git_tree_free(tree);
	return ret;
}

/*
 * git keeps no empty folders, but git_tree_create_updated() leaves one where
 * the last file went. The outermost empty folder above @path is taken away.
 */
static int prune_above(git_oid *tree, struct repo *repo, const char *path)
{
	const git_oid empty = { { 0x4b, 0x82, 0x5d, 0xc6, 0x42, 0xcb, 0x6e, 0xb9, 0xa0, 0x60,
				  0xe5, 0x4b, 0xf8, 0xd6, 0x92, 0x88, 0xfb, 0xee, 0x49, 0x04 } };
	g_autofree char *dir = g_path_get_dirname(path);
	git_tree_update update = { .action = GIT_TREE_UPDATE_REMOVE, .path = dir };
	struct entry entry;
	struct place nowhere = { .file = path };
	int ret;

	if (!strcmp(dir, "."))
		return 0;
	ret = repo_entry(&entry, repo, tree, dir, &nowhere);
	if (ret || !entry.mode || !git_oid_equal(&entry.id, &empty))
		return ret;
	ret = tree_update(tree, repo, tree, &update, 1);
	return ret ? ret : prune_above(tree, repo, dir);
}

int repo_tree_update(git_oid *out, struct repo *repo, const git_oid *id, const struct edits *edits)
{
	git_tree_update *updates;
	int ret;

	git_oid_cpy(out, id);
	if (!edits->list)
		return 0;
	updates = (git_tree_update *)(void *)edits->list->data;
	ret = tree_update(out, repo, id, updates, edits->list->len);
	for (unsigned int i = 0; !ret && i < edits->list->len; i++)
		if (updates[i].action == GIT_TREE_UPDATE_REMOVE)
			ret = prune_above(out, repo, updates[i].path);
	return ret;
}

char *repo_config(struct repo *repo, const char *key)
{
	git_config *config = NULL, *snapshot = NULL;
	const char *value;
	char *copy = NULL;

	if (!git_repository_config(&config, repo->git) &&
	    !git_config_snapshot(&snapshot, config) &&
	    !git_config_get_string(&value, snapshot, key))
		copy = g_strdup(value);
	git_config_free(snapshot);
	git_config_free(config);
	return copy;
}

void ident_release(struct ident *ident)
{
	g_clear_pointer(&ident->name, g_free);
	g_clear_pointer(&ident->email, g_free);
}

int repo_ident(struct ident *out, struct repo *repo)
{
	const char *name = g_getenv("GIT_AUTHOR_NAME"), *email = g_getenv("GIT_AUTHOR_EMAIL");

	out->name = name && *name ? g_strdup(name) : repo_config(repo, "user.name");
	out->email = email && *email ? g_strdup(email) : repo_config(repo, "user.email");
	if (out->name && *out->name && out->email && *out->email)
		return 0;
	ident_release(out);
	return error("who are you? Tell git, and run this again:\n"
		     "\tgit config --global user.name \"Your Name\"\n"
		     "\tgit config --global user.email you@example.org");
}

int repo_commit(git_oid *out, struct repo *repo, const struct commit_spec *spec)
{
	git_signature *author = NULL, *committer = NULL;
	git_commit *parent = NULL;
	git_tree *tree = NULL;
	const git_commit *parents[1];
	int ret = E_ENV;

	if (lookup_tree(&tree, repo, spec->tree) || lookup_commit(&parent, repo, spec->parent))
		goto out;
	parents[0] = parent;
	if (git_signature_new(&author, spec->author->name, spec->author->email,
			      spec->author_time.time, spec->author_time.offset) ||
	    git_signature_new(&committer, spec->committer->name, spec->committer->email,
			      spec->committer_time.time, spec->committer_time.offset)) {
		error_git("not an identity: %s <%s>", spec->author->name, spec->author->email);
		goto out;
	}
	if (!author->when.offset && spec->author_time.sign == '-')
		author->when.sign = '-';	/* -0000 */
	forget_errors();
	if (git_commit_create(out, repo->git, NULL, author, committer, NULL, spec->message,
			      tree, 1, parents)) {
		error_git("cannot write a commit to %s", repo->git_dir);
		goto out;
	}
	ret = 0;
out:
	git_signature_free(author);
	git_signature_free(committer);
	git_commit_free(parent);
	git_tree_free(tree);
	return ret;
}
