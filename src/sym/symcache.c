/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symcache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/folder.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/text.h"

enum {
	BLOCK_BYTES_MAX = SYMBLOCK_MAX * (SYMBLOCK_NAME_MAX + 64),
	PIECE = 1 << 16
};

/* Limit for all files in the folder: enough for the symbols of a few hundred large programs. */
#define LIMIT UINT64_C(1000000000)

static const char magic[8] = "PNAVSYM";

struct symcache_header {
	char magic[8];
	uint32_t version;
	uint32_t order; /* 1 in this machine's byte order */
	struct symcache_facts facts;
	uint64_t blocks;
	uint64_t hash; /* of the header with hash 0, and of all data after it */
};

/* A block in the list after the header. The packed blocks follow the list in its order. */
struct kept_block {
	uint64_t start, end; /* of its first and last range */
	uint32_t len, ranges;
};

static void path_of(const char *dir, const struct symcache_facts *facts, struct buf *path)
{
	buf_addf(path, "%s/", dir);
	buf_add_hexbytes(path, facts->id, facts->id_len);
	buf_adds(path, ".pns");
}

static void hash_header(XXH64_state_t *hash, const struct symcache_header *header)
{
	struct symcache_header copy = *header;

	copy.hash = 0;
	XXH64_reset(hash, 0);
	XXH64_update(hash, &copy, sizeof(copy));
}

/* ---- reading ---- */

static bool is_wanted(const struct symcache_header *h, const struct symcache_facts *facts,
		      uint64_t identity)
{
	return !memcmp(h->magic, magic, sizeof(magic)) && h->version == SYMCACHE_VERSION &&
	       h->order == 1 && h->facts.id_len == facts->id_len &&
	       !memcmp(h->facts.id, facts->id, facts->id_len) &&
	       (!identity || h->facts.identity == identity);
}

/* Are the checksum and the size right? */
static bool is_whole(int fd, const struct symcache_header *header, uint64_t size)
{
	XXH64_state_t *hash = XXH64_createState();
	char piece[PIECE];
	size_t n = 0;
	bool ok;

	hash_header(hash, header);
	for (uint64_t at = sizeof(*header); at < size; at += n) {
		n = size - at < sizeof(piece) ? (size_t)(size - at) : sizeof(piece);
		if (io_read_at(fd, at, piece, n) != n)
			break;
		XXH64_update(hash, piece, n);
	}
	ok = XXH64_digest(hash) == header->hash;
	XXH64_freeState(hash);
	return ok;
}

/* Take the places of the blocks. They are read when an address in them is looked up. */
static bool take_blocks(int fd, const struct symcache_header *header, uint64_t size,
			struct symstore *store, struct symtab *table)
{
	uint64_t bytes = header->blocks * sizeof(struct kept_block), off = sizeof(*header) + bytes;
	struct kept_block *list = mem_alloc(bytes + 1);
	bool ok = io_read_at(fd, sizeof(*header), list, bytes) == bytes;

	for (uint64_t i = 0; ok && i < header->blocks; i++) {
		const struct kept_block *b = &list[i];
		struct symtab_block block = { b->start, b->end, off, b->len, 0 };

		ok = b->len && b->len <= BLOCK_BYTES_MAX && b->len <= size - off &&
		     symstore_refer(store, table, &block, b->ranges);
		off += b->len;
	}
	free(list);
	return ok && off == size;
}

static bool load(int fd, uint64_t size, uint64_t identity, struct symcache_facts *facts,
		 struct symstore *store, struct symtab *table)
{
	struct symcache_header header;
	bool ok = io_read_at(fd, 0, &header, sizeof(header)) == sizeof(header) &&
		  is_wanted(&header, facts, identity) &&
		  header.blocks <= (size - sizeof(header)) / sizeof(struct kept_block) &&
		  is_whole(fd, &header, size) && take_blocks(fd, &header, size, store, table);

	if (ok)
		*facts = header.facts;
	return ok;
}

bool symcache_load(const char *dir, uint64_t identity, struct symcache_facts *facts,
		   struct symstore *store, struct symtab *table)
{
	struct buf path = BUF_INIT;
	struct stat st;
	bool ok = false;
	int fd;

	path_of(dir, facts, &path);
	fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	if (fd >= 0)
		table->file = fd + 1;
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode)) {
		ok = load(fd, (uint64_t)st.st_size, identity, facts, store, table);
		futimens(fd, NULL); /* set the time of the last use */
	}
	if (!ok)
		symtab_release(table);
	buf_release(&path);
	return ok;
}

/* ---- room ---- */

struct kept_file {
	char *name;
	uint64_t bytes;
	int64_t used_ns;
};

static int compare_use(const void *a, const void *b)
{
	const struct kept_file *x = a, *y = b;

	return x->used_ns < y->used_ns ? -1 : x->used_ns > y->used_ns;
}

/* Remove the least recently used files. */
static void make_room(const char *dir)
{
	VEC(struct kept_file) list = { 0 };
	const struct dirent *entry;
	uint64_t bytes = 0;
	struct stat st;
	DIR *d = opendir(dir);

	while (d && (entry = readdir(d))) {
		if (!text_ends_with(entry->d_name, ".pns") ||
		    fstatat(dirfd(d), entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		bytes += (uint64_t)st.st_size;
		vec_push(&list, ((struct kept_file){
					.name = mem_strdup(entry->d_name),
					.bytes = (uint64_t)st.st_size,
					.used_ns = st.st_mtim.tv_sec * INT64_C(1000000000) +
						   st.st_mtim.tv_nsec,
				}));
	}
	if (bytes > LIMIT)
		qsort(list.v, list.n, sizeof(*list.v), compare_use);
	for (size_t i = 0; i < list.n; i++) {
		if (bytes > LIMIT && !unlinkat(dirfd(d), list.v[i].name, 0))
			bytes -= list.v[i].bytes;
		free(list.v[i].name);
	}
	vec_release(&list);
	if (d)
		closedir(d);
}

/* ---- writing ---- */

static bool put_bytes(FILE *f, XXH64_state_t *hash, const void *p, size_t len)
{
	XXH64_update(hash, p, len);
	return fwrite(p, len, 1, f) == 1;
}

static bool put_blocks(FILE *f, XXH64_state_t *hash, const struct symstore *store,
		       const struct symtab *table)
{
	struct buf block = BUF_INIT, list = BUF_INIT, all = BUF_INIT;
	struct symblock ranges;
	bool ok = true;

	for (size_t i = 0; ok && i < table->blocks.n; i++) {
		const struct symtab_block *b = &table->blocks.v[i];
		struct kept_block kept;

		buf_reset(&block);
		ok = symstore_block(store, table, b, &block) &&
		     symblock_unpack(&ranges, block.p, block.len);
		kept = (struct kept_block){ b->start, b->end, b->len, ranges.n };
		buf_add(&list, &kept, sizeof(kept));
		buf_add(&all, block.p, block.len);
	}
	ok = ok && put_bytes(f, hash, list.p, list.len) && put_bytes(f, hash, all.p, all.len);
	buf_release(&block);
	buf_release(&list);
	buf_release(&all);
	return ok;
}

static bool save(FILE *f, const struct symcache_facts *facts, const struct symstore *store,
		 const struct symtab *table)
{
	struct symcache_header header;
	XXH64_state_t *hash = XXH64_createState();
	bool ok;

	memset(&header, 0, sizeof(header)); /* also clears padding between the members */
	memcpy(header.magic, magic, sizeof(magic));
	header.version = SYMCACHE_VERSION;
	header.order = 1;
	memcpy(&header.facts, facts, sizeof(*facts));
	header.blocks = table->blocks.n;
	hash_header(hash, &header);
	ok = fwrite(&header, sizeof(header), 1, f) == 1 && put_blocks(f, hash, store, table);
	header.hash = XXH64_digest(hash);
	ok = ok && !fseek(f, 0, SEEK_SET) && fwrite(&header, sizeof(header), 1, f) == 1;
	XXH64_freeState(hash);
	return ok;
}

/* Write under another name, and rename the complete file. */
void symcache_save(const char *dir, const struct symcache_facts *facts,
		   const struct symstore *store, const struct symtab *table)
{
	struct buf path = BUF_INIT, part = BUF_INIT;
	FILE *f = NULL;
	bool ok = false;
	int fd;

	path_of(dir, facts, &path);
	buf_addf(&part, "%s.XXXXXX", path.p);
	fd = folder_make(dir) ? mkostemp(part.p, O_CLOEXEC) : -1; /* mode 0600 */
	if (fd >= 0)
		f = fdopen(fd, "w");
	if (f) {
		ok = save(f, facts, store, table);
		ok = !fclose(f) && ok && !rename(part.p, path.p);
	} else if (fd >= 0) {
		close(fd);
	}
	if (fd >= 0 && !ok)
		unlink(part.p);
	if (ok)
		make_room(dir);
	buf_release(&path);
	buf_release(&part);
}
