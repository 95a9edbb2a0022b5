/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sizes in an index are not trusted: nothing is allocated for data that do not exist. And when an
 * index is made, nothing is written to files of others.
 */
#include "index/container.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap.h"
#include "unit/scratch.h"

enum {
	LIMIT = 512 << 20 /* bytes of memory, for chunks that claim to be larger */
};

static const char payload[] = "what a chunk holds";

/* State a number of bytes in the header of a chunk. */
static void claim(const struct container *c, uint64_t chunk, uint64_t size)
{
	struct chunk_header head;

	ok(pread(c->fd, &head, sizeof(head), (off_t)chunk) == sizeof(head), "a header");
	head.size = size;
	ok(pwrite(c->fd, &head, sizeof(head), (off_t)chunk) == sizeof(head),
	   "... that claims %llu bytes", (unsigned long long)size);
}

static void check_claims(struct container *c, uint64_t chunk)
{
	static const uint32_t sizes[] = { sizeof(payload) + 8, 1u << 30, UINT32_MAX };
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		uint64_t offset = chunk;

		claim(c, chunk, sizes[i]);
		ok(!container_chunk(c, chunk, TAG_FRAME, sizes[i]), "... is not read");
		ok(!container_next(c->fd, &offset, &out), "... nor gone over");
		is_uint(offset, chunk, "... which stays where it is");
	}
	buf_release(&out);
}

/* Places that are after the end, or in no file. */
static void check_places(struct container *c)
{
	static const uint64_t places[] = { 1 << 20, INT64_MAX - 1, INT64_MAX, UINT64_MAX };
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		uint64_t offset = places[i];

		ok(!container_chunk(c, offset, TAG_FRAME, 8), "no chunk at %llu",
		   (unsigned long long)offset);
		ok(!container_next(c->fd, &offset, &out), "... for either reader");
		ok(!container_load(c, offset, 8), "... nor a table");
		ok(!container_load(c, 0, offset), "... nor one of that size");
	}
	buf_release(&out);
}

/* Tables in a sparse file: they are read only up to the limit for all of them. */
static void check_tables(struct container *c)
{
	struct chunk_header head = { .tag = TAG_FRAME, .size = 1u << 30 };
	uint64_t size = 1ull << 40;

	ok(!ftruncate(c->fd, (off_t)size), "a file that is nearly all hole");
	c->size = size;
	c->loadable = 8 << 20;
	ok(!container_load(c, 4096, size - 4096), "... is no table");
	ok(pwrite(c->fd, &head, sizeof(head), 4096) == sizeof(head), "a chunk that is mostly hole");
	ok(!container_chunk(c, 4096, TAG_FRAME, 1u << 30), "... is not read");
	ok(!container_load(c, 4096, (8 << 20) + 8), "nor is more than is allowed");
	ok(container_load(c, 4096, 5 << 20), "a table that is less");
	ok(!container_load(c, 4096, 5 << 20), "... but not twice");
	ok(container_load(c, 4096, 3 << 20), "... but what is left");
}

/* The path of a file in the scratch folder, which has this text and anybody may read. */
static const char *file_with(const char *name, const char *what)
{
	const char *path = path_of(name);

	put(name, what);
	ok(!chmod(path, 0644), "%s", name);
	return path;
}

/* Make an index where an unfinished one exists, which is resumed or left alone. */
static void make_index(bool goes_on, const char *what)
{
	struct container c;
	struct index_header header = { .version = INDEX_VERSION };
	struct index_end end = { .magic = "" };
	struct err err = ERR_INIT;
	const char *why = "unset";
	struct stat st;

	ok(!container_create(&c, path_of("x.pnx"), dir, &why, &err) && !why, "%s: an index", what);
	ok(!fstat(c.fd, &st) && st.st_size == (goes_on ? 3 : 0), "%s: %s", what,
	   goes_on ? "what was there is gone on with" : "it is a new file");
	is_uint(st.st_mode & 0777, 0600, "%s: for nobody else", what);
	ok(!container_begin(&c, &header, 0, &err) &&
		   !container_finish(&c, path_of("x.pnx"), &end, &err),
	   "%s: is made", what);
	container_close(&c);
}

/* Files under the name of the unfinished index in a folder where others write, too. */
static void check_parts(void)
{
	const char *part, *victim;
	struct stat st;
	char *text;

	snprintf(dir, sizeof(dir), "/tmp/perfnav-container-XXXXXX");
	if (!ok(mkdtemp(dir), "a folder"))
		return;
	part = path_of("x.pnx.part");
	file_with("x.pnx.part", "old");
	make_index(true, "an own file");
	victim = file_with("victim", "passwords");
	ok(!link(victim, part), "another name of a file that has one");
	make_index(false, "a second name");
	ok(slurp("victim", &text) == 9 && !memcmp(text, "passwords", 9), "the file is as it was");
	free(text);
	ok(!stat(victim, &st) && (st.st_mode & 0777) == 0644 && st.st_nlink == 1,
	   "... so is who may read it");
	file_with("x.pnx.part", "old");
	if (!geteuid() && !chown(part, 4321, 4321))
		make_index(false, "the file of somebody else");
	else
		skip(4, "only root gives files away");
	sh("rm -f x.pnx x.pnx.part victim out err");
	rmdir(dir);
}

int main(void)
{
	struct rlimit limit = { LIMIT, LIMIT };
	struct container c;
	struct index_header header = { .version = INDEX_VERSION };
	struct err err = ERR_INIT;
	const char *why = NULL;
	uint64_t chunk = 0, offset;
	struct buf out = BUF_INIT;
	uint8_t *p;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	ok(!setrlimit(RLIMIT_DATA, &limit), "little memory");
#else
	(void)limit;
#endif
	if (!ok(!container_create(&c, NULL, "/tmp", &why, &err) &&
			!container_begin(&c, &header, 0, &err) &&
			!container_add(&c, TAG_FRAME, payload, sizeof(payload), &chunk, &err),
		"a file with a chunk"))
		return tap_done();
	p = container_chunk(&c, chunk, TAG_FRAME, sizeof(payload));
	ok(p && !memcmp(p, payload, sizeof(payload)), "... that is read");
	free(p);
	offset = chunk;
	ok(container_next(c.fd, &offset, &out), "... and gone over");
	is_uint(offset, c.size, "... to the end");
	c.loadable = UINT64_MAX;
	check_claims(&c, chunk);
	check_places(&c);
	check_tables(&c);
	buf_release(&out);
	container_close(&c);
	check_parts();
	return tap_done();
}
