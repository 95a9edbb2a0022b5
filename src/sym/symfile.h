/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMFILE_H
#define SYM_SYMFILE_H

#include "base/buf.h"
#include "sym/module.h"
#include "sym/symhelper.h"
#include "sym/why.h"

/*
 * Files that may have the symbols of a module. Names come from recordings, so only regular files
 * are opened. Of the kernel's virtual files (/proc, /sys), only those with its symbols and its
 * memory are opened. Files with another build id than the recorded one are rejected.
 */
struct symfile {
	int fd; /* -1: none */
	uint64_t size;
	uint64_t dev, ino;
	int64_t mtime_ns;
	uint32_t owner;
	struct elf_facts facts;
	bool differs; /* its build id is not the recorded one (symfile_places.other_builds) */
	struct buf path;
};

#define SYMFILE_INIT                                                                               \
	{                                                                                          \
		.fd = -1, .path = BUF_INIT                                                         \
	}

void symfile_release(struct symfile *file);

/* Open a path. Returns SYM_WHY_NONE, or the reason for a failure: MISSING, REFUSED. */
enum sym_why symfile_open(struct symfile *file, const char *path);

/* The identity of a file, for opening it again. */
struct symfile_trace {
	struct buf path; /* "": there was no file */
	uint64_t size, dev, ino;
	int64_t mtime_ns;
};

#define SYMFILE_TRACE_INIT                                                                         \
	{                                                                                          \
		.path = BUF_INIT                                                                   \
	}

void symfile_remember(const struct symfile *file, struct symfile_trace *trace);

/*
 * Open the file again; the caller closes the descriptor. -1: it no longer exists, or was replaced.
 */
int symfile_again(const struct symfile_trace *trace);

/*
 * Where to look. The caller keeps the strings. Folders of the recordings themselves are tried
 * first; their lists end with NULL, and a NULL list is empty.
 */
struct symfile_places {
	const char *const *own_roots;
	const char *const *own_caches;
	const char *const *own_folders; /* of the recordings, for relative source paths */
	const char *symfs;		/* folder before each path; NULL: none */
	const char *buildid_dir;	/* perf's build-id cache; NULL: none */
	const char *debug;		/* folder of debug files; NULL: /usr/lib/debug */
	bool other_builds;		/* accept the file at the recorded path with any build id */
};

/*
 * Return the i-th folder, from 0 and in order of preference, below which recorded paths are looked
 * for ("": the path itself), and the i-th build-id cache. NULL: there are no more.
 */
const char *symfile_root(const struct symfile_places *places, size_t i);
const char *symfile_cache(const struct symfile_places *places, size_t i);

/* Return the folder of debug files. */
const char *symfile_debug_dir(const struct symfile_places *places);

/* Find the file that a process has mapped. Returns SYM_WHY_NONE, or why there is none. */
enum sym_why symfile_of_module(struct symfile *file, const struct module *module,
			       const struct symfile_places *places, struct symhelper *helper);

/*
 * Find the separate debug file of a file that was found, or for the build id of a module. It must
 * have symbols, or debug information if dwarf is true. Returns false if there is none.
 */
bool symfile_debug(struct symfile *debug, const struct symfile *file, const struct module *module,
		   const struct symfile_places *places, struct symhelper *helper, bool dwarf);

/*
 * Use a debug file that was fetched for a build id. Returns false if its build id is another one.
 */
bool symfile_fetched(struct symfile *debug, const char *path, const uint8_t *id, size_t id_len,
		     struct symhelper *helper);

/*
 * Find the ELF file of the kernel: the user's (NULL: none given), or else in the usual places by
 * build id or release.
 */
enum sym_why symfile_vmlinux(struct symfile *file, const char *given, const struct module *module,
			     const struct symfile_places *places, struct symhelper *helper);

/*
 * Find data of a module in perf's cache by build id: symfile_kallsyms() a copy of /proc/kallsyms, a
 * text (the member facts is not set); symfile_vdso() a vdso.
 */
enum sym_why symfile_kallsyms(struct symfile *file, const struct module *module,
			      const struct symfile_places *places);
enum sym_why symfile_vdso(struct symfile *file, const struct module *module,
			  const struct symfile_places *places, struct symhelper *helper);

/*
 * Does the file belong to the user or to root, as perf requires for a file whose path any program
 * can choose?
 */
bool symfile_is_trusted(const struct symfile *file);

/*
 * Are two build ids equal? An id with less than 20 bytes may be padded with 0, and a record has the
 * first 20 bytes of a longer id.
 */
bool symfile_same_id(const uint8_t *a, size_t len_a, const uint8_t *b, size_t len_b);

/* Return the length of an id without padding, as used in file names. */
size_t symfile_id_len(const uint8_t *id, size_t len);

#endif
