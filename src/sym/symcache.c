/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symcache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/folder.h"
#include "base/text.h"

enum {
	BLOCK_BYTES_MAX = SYMBLOCK_MAX * (SYMBLOCK_NAME_MAX + 64)
};

/* Limit for all files in the folder: enough for the symbols of some hundred large programs. */
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

static bool read_block(FILE *f, XXH64_state_t *hash, struct buf *block)
{
	uint32_t len;

	buf_reset(block);
	if (fread(&len, sizeof(len), 1, f) != 1 || !len || len > BLOCK_BYTES_MAX ||
	    fread(buf_room(block, len), len, 1, f) != 1)
		return false;
	buf_added(block, len);
	XXH64_update(hash, &len, sizeof(len));
	XXH64_update(hash, block->p, len);
	return true;
}

static bool is_wanted(const struct symcache_header *h, const struct symcache_facts *facts,
		      uint64_t identity)
{
	return !memcmp(h->magic, magic, sizeof(magic)) && h->version == SYMCACHE_VERSION &&
	       h->order == 1 && h->facts.id_len == facts->id_len &&
	       !memcmp(h->facts.id, facts->id, facts->id_len) &&
	       (!identity || h->facts.identity == identity);
}

static bool load(FILE *f, uint64_t identity, struct symcache_facts *facts, struct symstore *store,
		 struct symtab *table)
{
	XXH64_state_t *hash = XXH64_createState();
	struct buf block = BUF_INIT;
	struct symcache_header header;
	bool ok = fread(&header, sizeof(header), 1, f) == 1 && is_wanted(&header, facts, identity);

	if (ok)
		hash_header(hash, &header);
	for (uint64_t i = 0; ok && i < header.blocks; i++)
		ok = read_block(f, hash, &block) &&
		     !symstore_add(store, table, block.p, block.len, NULL);
	ok = ok && XXH64_digest(hash) == header.hash;
	if (ok)
		*facts = header.facts;
	else
		symtab_release(table);
	XXH64_freeState(hash);
	buf_release(&block);
	return ok;
}

bool symcache_load(const char *dir, uint64_t identity, struct symcache_facts *facts,
		   struct symstore *store, struct symtab *table)
{
	struct buf path = BUF_INIT;
	struct stat st;
	FILE *f = NULL;
	bool ok = false;
	int fd;

	path_of(dir, facts, &path);
	fd = open(path.p, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode))
		f = fdopen(fd, "r");
	if (f) {
		ok = load(f, identity, facts, store, table);
		futimens(fd, NULL); /* set the time of the last use */
		fclose(f);
	} else if (fd >= 0) {
		close(fd);
	}
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

static bool save(FILE *f, const struct symcache_facts *facts, struct symstore *store,
		 const struct symtab *table)
{
	struct symcache_header header;
	XXH64_state_t *hash = XXH64_createState();
	struct buf block = BUF_INIT;
	bool ok;

	memset(&header, 0, sizeof(header)); /* also clears padding between the members */
	memcpy(header.magic, magic, sizeof(magic));
	header.version = SYMCACHE_VERSION;
	header.order = 1;
	memcpy(&header.facts, facts, sizeof(*facts));
	header.blocks = table->blocks.n;
	hash_header(hash, &header);
	ok = fwrite(&header, sizeof(header), 1, f) == 1;
	for (size_t i = 0; ok && i < table->blocks.n; i++) {
		uint32_t len = table->blocks.v[i].len;

		buf_reset(&block);
		ok = symstore_block(store, &table->blocks.v[i], &block) &&
		     fwrite(&len, sizeof(len), 1, f) == 1 && fwrite(block.p, len, 1, f) == 1;
		XXH64_update(hash, &len, sizeof(len));
		XXH64_update(hash, block.p, block.len);
	}
	header.hash = XXH64_digest(hash);
	ok = ok && !fseek(f, 0, SEEK_SET) && fwrite(&header, sizeof(header), 1, f) == 1;
	XXH64_freeState(hash);
	buf_release(&block);
	return ok;
}

/* Write under another name, and rename the complete file. */
void symcache_save(const char *dir, const struct symcache_facts *facts, struct symstore *store,
		   const struct symtab *table)
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
