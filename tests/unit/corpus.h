/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The recordings that tests of the core go over: those of data/, those that mk builds from
 * tests/mk/cases and tests/core, and those below the folders given as arguments or in
 * PERFNAV_RECORDINGS (separated by colons). A folder that holds a file "data" is itself one.
 *
 *	struct corpus corpus;
 *
 *	corpus_collect(&corpus, argc, argv);
 *	for (size_t i = 0; i < corpus.paths.n; i++) {
 *		struct recording *recording = corpus_open(corpus.paths.v[i], NULL);
 *		...
 *	}
 *	corpus_release(&corpus);
 */
#ifndef PERFNAV_TESTS_UNIT_CORPUS_H
#define PERFNAV_TESTS_UNIT_CORPUS_H

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/vec.h"
#include "recording/reader.h"
#include "tap.h"
#include "unit/places.h"

extern char **environ;

struct corpus {
	VEC(char *) paths;
	char *scratch; /* a folder of the test's own, removed at the end */
	size_t made;   /* recordings that mk built; they are the last paths */
};

static inline const char *corpus_env(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value && *value ? value : otherwise;
}

static inline char *corpus_join(const char *folder, const char *name)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s", folder, name);
	return buf_take(&path);
}

static inline bool corpus_ends(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* Any of the three magics: both byte orders and the first version. */
static inline bool corpus_is_recording(const char *path)
{
	char magic[8] = { 0 };
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(magic, 1, sizeof(magic), f) : 0;

	if (f)
		fclose(f);
	return n == 8 && (!memcmp(magic, "PERFILE2", 8) || !memcmp(magic, "2ELIFREP", 8) ||
			  !memcmp(magic, "PERFFILE", 8));
}

static inline void corpus_add(struct corpus *corpus, const char *path)
{
	vec_push(&corpus->paths, mem_strdup(path));
}

static inline bool corpus_is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static inline void corpus_add_folder(struct corpus *corpus, const char *folder)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char *path = corpus_join(folder, entries[i]->d_name);
		char *data = corpus_join(path, "data");

		if (entries[i]->d_name[0] == '.')
			; /* the folder itself, its parent, and hidden files */
		else if (!corpus_is_folder(path) && corpus_is_recording(path))
			corpus_add(corpus, path);
		else if (corpus_is_folder(path) && corpus_is_recording(data))
			corpus_add(corpus, path);
		else if (corpus_is_folder(path))
			corpus_add_folder(corpus, path);
		free(path);
		free(data);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

/* Runs a program with two arguments; true when it succeeds. */
static inline bool corpus_run(const char *program, const char *first, const char *second)
{
	char *argv[] = { mem_strdup(program), mem_strdup(first), mem_strdup(second), NULL };
	int status = -1;
	pid_t pid;

	if (!posix_spawn(&pid, program, NULL, NULL, argv, environ))
		waitpid(pid, &status, 0);
	for (size_t i = 0; argv[i]; i++)
		free(argv[i]);
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

static inline void corpus_make(struct corpus *corpus, const char *cases)
{
	const char *mk = places_mk();
	struct dirent **entries;
	int n = scandir(cases, &entries, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char *from = corpus_join(cases, entries[i]->d_name);
		char *to = corpus_join(corpus->scratch, entries[i]->d_name);

		if (corpus_ends(from, ".mk") && corpus_run(mk, from, to)) {
			corpus_add(corpus, to);
			corpus->made++;
		}
		free(from);
		free(to);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

static inline void corpus_collect(struct corpus *corpus, int argc, char **argv)
{
	const char *data = places_data();
	char *more = mem_strdup(corpus_env("PERFNAV_RECORDINGS", "")), *rest = more;
	char *cases = corpus_join(data, "../tests/mk/cases");
	char *core = corpus_join(data, "../tests/core");
	struct buf scratch = BUF_INIT;

	*corpus = (struct corpus){ 0 };
	buf_addf(&scratch, "%s/corpus-XXXXXX", corpus_env("TMPDIR", "/tmp"));
	corpus->scratch = buf_take(&scratch);
	if (!mkdtemp(corpus->scratch)) {
		puts("Bail out! no scratch folder can be made");
		exit(1);
	}
	corpus_add_folder(corpus, data);
	for (int i = 1; i < argc; i++)
		corpus_add_folder(corpus, argv[i]);
	for (char *folder; (folder = strsep(&rest, ":"));)
		if (*folder)
			corpus_add_folder(corpus, folder);
	ok(corpus->paths.n > 0, "there are recordings: %zu", corpus->paths.n);
	corpus_make(corpus, cases);
	corpus_make(corpus, core);
	ok(corpus->made > 0, "mk builds recordings: %zu", corpus->made);
	free(more);
	free(cases);
	free(core);
}

/* The files of a folder, and the folder. */
static inline void corpus_remove(const char *folder)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, NULL, NULL);

	for (int i = 0; i < n; i++) {
		char *path = corpus_join(folder, entries[i]->d_name);

		unlink(path);
		free(path);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	rmdir(folder);
}

static inline void corpus_release(struct corpus *corpus)
{
	corpus_remove(corpus->scratch);
	for (size_t i = 0; i < corpus->paths.n; i++)
		free(corpus->paths.v[i]);
	vec_release(&corpus->paths);
	free(corpus->scratch);
}

/* The name of a recording for the names of assertions. */
static inline const char *corpus_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/*
 * Opens a recording and waits for its index, which is kept in index_path, or nowhere when that is
 * NULL. A recording that cannot be opened fails the test and gives NULL.
 */
static inline struct recording *corpus_open(const char *path, const char *index_path)
{
	const struct recording_options how = {
		.index_path = index_path,
		.no_index = !index_path,
	};
	struct recording *recording;
	struct err err = ERR_INIT;

	if (recording_open(&recording, path, &how, &err)) {
		ok(false, "%s opens: %s", corpus_name(path), err.msg);
		return NULL;
	}
	if (recording_wait(recording) != INDEX_DONE) {
		ok(false, "%s: its index is built", corpus_name(path));
		recording_close(recording);
		return NULL;
	}
	return recording;
}

/* xorshift64*: the same numbers in every run. */
static inline uint64_t corpus_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * 0x2545f4914f6cdd1du;
}

#endif
