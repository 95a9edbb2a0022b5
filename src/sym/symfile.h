/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_SYMFILE_H
#define SYM_SYMFILE_H

#include "base/buf.h"
#include "sym/module.h"
#include "sym/symhelper.h"
#include "sym/why.h"

/*
 * Files that may have the symbols of a module. Names come from recordings: nothing but a
 * regular file is opened, none of what the kernel makes up (/proc, /sys) but its symbols and its
 * memory, and none is believed whose build id is not the one recorded.
 */
struct symfile {
	int fd; /* -1: none */
	uint64_t size;
	uint64_t dev, ino;
	int64_t mtime_ns;
	uint32_t owner;
	struct elf_facts facts;
	bool differs; /* it is another build than the recorded one (symfile_places.other_builds) */
	struct buf path;
};

#define SYMFILE_INIT                                                                               \
	{                                                                                          \
		.fd = -1, .path = BUF_INIT                                                         \
	}

void symfile_release(struct symfile *file);

/* Open a path. WHY_NONE, or why it cannot be: MISSING, REFUSED. */
enum sym_why symfile_open(struct symfile *file, const char *path);

/* What a file was, to open it once more. */
struct symfile_trace {
	struct buf path; /* "": there was none */
	uint64_t size, dev, ino;
	int64_t mtime_ns;
};

#define SYMFILE_TRACE_INIT                                                                         \
	{                                                                                          \
		.path = BUF_INIT                                                                   \
	}

void symfile_remember(const struct symfile *file, struct symfile_trace *trace);

/* Its descriptor, to be closed; -1: it is gone, or another. */
int symfile_again(const struct symfile_trace *trace);

/*
 * Where to look; strings stay the caller's. Folders of the recordings themselves are tried first;
 * their lists end with NULL, and NULL stands for none.
 */
struct symfile_places {
	const char *const *own_roots;
	const char *const *own_caches;
	const char *const *own_folders; /* where they are: relative paths of source files */
	const char *symfs;		/* what is before each path; NULL: nothing */
	const char *buildid_dir;	/* the build-id cache of perf; NULL: none */
	const char *debug;		/* folder of debug files; NULL: /usr/lib/debug */
	bool other_builds; /* the file at the recorded path will do, whatever its build id */
};

/*
 * The i-th folder, from 0 and best first, below which the path of a recorded file may be ("": the
 * path as it is), and the i-th build-id cache. NULL: there are no more.
 */
const char *symfile_root(const struct symfile_places *places, size_t i);
const char *symfile_cache(const struct symfile_places *places, size_t i);

/* The folder of debug files. */
const char *symfile_debug_dir(const struct symfile_places *places);

/* The file that a process has mapped. WHY_NONE, or why there is none. */
enum sym_why symfile_of_module(struct symfile *file, const struct module *module,
			       const struct symfile_places *places, struct symhelper *helper);

/*
 * The separate debug file: of a file that was found, or with the build id of a module. It
 * has symbols or, where dwarf is asked for, debug information. False: there is none.
 */
bool symfile_debug(struct symfile *debug, const struct symfile *file, const struct module *module,
		   const struct symfile_places *places, struct symhelper *helper, bool dwarf);

/* A debug file that somebody has fetched for a build id. False: it is another one. */
bool symfile_fetched(struct symfile *debug, const char *path, const uint8_t *id, size_t id_len,
		     struct symhelper *helper);

/*
 * The ELF file of the kernel: the one of the user (NULL: none given), else where such
 * files are, by build id or release.
 */
enum sym_why symfile_vmlinux(struct symfile *file, const char *given, const struct module *module,
			     const struct symfile_places *places, struct symhelper *helper);

/*
 * What the cache of perf has by the build id of a module: the text of a kernel's symbols, to be
 * read (facts are not known), and a vdso.
 */
enum sym_why symfile_kallsyms(struct symfile *file, const struct module *module,
			      const struct symfile_places *places);
enum sym_why symfile_vdso(struct symfile *file, const struct module *module,
			  const struct symfile_places *places, struct symhelper *helper);

/*
 * Are two build ids the same? One of less than 20 bytes may be filled up with 0, of a longer one a
 * record has the first 20.
 */
bool symfile_same_id(const uint8_t *a, size_t len_a, const uint8_t *b, size_t len_b);

/* The bytes of one that may be filled up, as names of files have it. */
size_t symfile_id_len(const uint8_t *id, size_t len);

#endif
