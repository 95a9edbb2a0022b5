/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symstore.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/search.h"
#include "file/spool.h"

enum {
	SLOTS = 1024, /* unpacked blocks of about 10 KB each; a kernel has about as many blocks */
	LOCKS = 64
};

struct block_slot {
	uint32_t number;	/* of the block in the slot; UINT32_MAX: none */
	struct symblock *block; /* NULL: none */
	struct buf bytes;	/* names point into it */
};

struct symstore {
	const char *dir;
	int fd; /* -1: nothing is stored yet */
	uint64_t size;
	uint32_t blocks;
	struct block_slot slots[SLOTS];
	pthread_mutex_t locks[LOCKS]; /* guards the slots with the same remainder of their number */
};

struct symstore *symstore_open(const char *dir)
{
	struct symstore *s = mem_zalloc(sizeof(*s));

	s->dir = dir;
	s->fd = -1;
	for (size_t i = 0; i < SLOTS; i++)
		buf_init(&s->slots[i].bytes);
	for (size_t i = 0; i < LOCKS; i++)
		pthread_mutex_init(&s->locks[i], NULL);
	return s;
}

void symstore_close(struct symstore *s)
{
	if (s->fd >= 0)
		spool_close(s->fd);
	for (size_t i = 0; i < SLOTS; i++) {
		free(s->slots[i].block);
		buf_release(&s->slots[i].bytes);
	}
	for (size_t i = 0; i < LOCKS; i++)
		pthread_mutex_destroy(&s->locks[i]);
	free(s);
}

void symtab_release(struct symtab *table)
{
	vec_release(&table->blocks);
	table->ranges = 0;
	if (table->file)
		close(table->file - 1);
	table->file = 0;
}

static int append(struct symstore *s, const char *p, size_t len, struct err *err)
{
	if (s->fd < 0)
		s->fd = spool_file(s->dir, err);
	if (s->fd < 0)
		return ERR_IO;
	if (!spool_write_at(s->fd, s->size, p, len))
		return spool_failed(err, "symbols", s->dir, errno, 0);
	s->size += len;
	return 0;
}

int symstore_add(struct symstore *s, struct symtab *table, const void *p, size_t len,
		 struct err *err)
{
	uint64_t end = table->blocks.n ? table->blocks.v[table->blocks.n - 1].end : 0;
	struct symblock block;
	uint64_t off = s->size;

	if (!symblock_unpack(&block, p, len) || block.v[0].start < end)
		return err_set(err, ERR_FORMAT, "its symbols are not in order");
	if (append(s, p, len, err))
		return ERR_IO;
	vec_push(&table->blocks, ((struct symtab_block){
					 .start = block.v[0].start,
					 .end = block.v[block.n - 1].end,
					 .off = off,
					 .len = (uint32_t)len,
					 .number = s->blocks++,
				 }));
	table->ranges += block.n;
	return 0;
}

bool symstore_refer(struct symstore *s, struct symtab *table, const struct symtab_block *block,
		    uint32_t ranges)
{
	uint64_t before = table->blocks.n ? table->blocks.v[table->blocks.n - 1].end : 0;

	if (block->start < before || block->end < block->start)
		return false;
	vec_push(&table->blocks, *block);
	table->blocks.v[table->blocks.n - 1].number = s->blocks++;
	table->ranges += ranges;
	return true;
}

bool symstore_block(const struct symstore *s, const struct symtab *table,
		    const struct symtab_block *block, struct buf *out)
{
	char *p = buf_room(out, block->len);
	int fd = table->file ? table->file - 1 : s->fd;

	if (io_read_at(fd, block->off, p, block->len) != block->len)
		return false;
	buf_added(out, block->len);
	return true;
}

static bool load(const struct symstore *s, struct block_slot *slot, const struct symtab *table,
		 const struct symtab_block *block)
{
	if (slot->block && slot->number == block->number)
		return true;
	if (!slot->block)
		slot->block = mem_alloc(sizeof(*slot->block));
	slot->block->n = 0;
	slot->number = UINT32_MAX;
	buf_reset(&slot->bytes);
	if (!symstore_block(s, table, block, &slot->bytes) ||
	    !symblock_unpack(slot->block, slot->bytes.p, slot->bytes.len))
		return false;
	slot->number = block->number;
	return true;
}

static const struct symtab_block *block_of(const struct symtab *table, uint64_t at)
{
	const struct symtab_block *blocks = table->blocks.v;
	size_t n = table->blocks.n, i = search_first(0, n, k, blocks[k].end <= at);

	return i < n && blocks[i].start <= at ? &blocks[i] : NULL;
}

bool symstore_find(struct symstore *s, const struct symtab *table, uint64_t at,
		   struct symrange *range, struct buf *name)
{
	const struct symtab_block *block = block_of(table, at);
	const struct symrange *found = NULL;
	size_t number;

	buf_reset(name);
	if (!block)
		return false;
	number = block->number % SLOTS;
	pthread_mutex_lock(&s->locks[number % LOCKS]);
	if (load(s, &s->slots[number], table, block))
		found = symblock_find(s->slots[number].block, at);
	if (found) {
		*range = *found;
		buf_add(name, found->name, found->len);
		range->name = name->p;
	}
	pthread_mutex_unlock(&s->locks[number % LOCKS]);
	return found != NULL;
}

bool symstore_each(struct symstore *s, const struct symtab *table,
		   bool (*each)(void *arg, const struct symrange *range), void *arg)
{
	struct buf bytes = BUF_INIT;
	struct symblock block;
	bool ok = true;

	for (size_t i = 0; i < table->blocks.n && ok; i++) {
		buf_reset(&bytes);
		ok = symstore_block(s, table, &table->blocks.v[i], &bytes) &&
		     symblock_unpack(&block, bytes.p, bytes.len);
		for (uint32_t k = 0; ok && k < block.n; k++)
			ok = each(arg, &block.v[k]);
	}
	buf_release(&bytes);
	return ok;
}
