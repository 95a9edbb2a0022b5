/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Indexes without room on disk and in memory: blocks without columns are made again from the
 * recording. They equal those of the complete index, and are refused if the recording is another.
 */
#include "index/thin.h"

#include "corpus.h"
#include "file/spool.h"

enum {
	PIECE = 4096,
	LEFT = 3 * PIECE /* bytes of memory for the index, which has 20 KB */
};

static unsigned different(struct block *a, struct block *b)
{
	unsigned n = a->desc.rows != b->desc.rows;

	for (int c = 0; !n && c < COL_COUNT; c++)
		n += memcmp(block_column(a, (enum column_id)c), block_column(b, (enum column_id)c),
			    a->desc.rows * sizeof(uint64_t)) != 0;
	return n +
	       (memcmp(block_offsets(a), block_offsets(b), a->desc.rows * sizeof(uint64_t)) != 0);
}

/* The block as its builder had it. */
static void write_again(struct block_writer *w, struct block *block)
{
	w->rows = block->desc.rows;
	for (int c = 0; c < COL_COUNT; c++)
		memcpy(w->col[c], block_column(block, (enum column_id)c),
		       w->rows * sizeof(uint64_t));
	w->jumps.n = 0;
	for (uint32_t i = 0; i < block->head.jumps; i++) {
		struct block_jump jump;

		memcpy(&jump, block->jumps + i * sizeof(jump), sizeof(jump));
		vec_push(&w->jumps, jump);
	}
}

static bool has_damage(const struct index *index, struct block *block)
{
	const uint64_t *kind = block_column(block, COL_KIND), *in;

	block_offsets(block);
	in = block->in;
	for (uint32_t i = 0; i < block->desc.rows; i++)
		if (index_kind(index, kind[i])->reason || in[i])
			return true;
	return false;
}

/* Returns how many blocks are wrong. *thin counts those that can be thin. */
static unsigned check_block(const struct index *index, struct block *block, unsigned *thin)
{
	struct buf packed = BUF_INIT;
	struct block_writer w;
	struct block_desc desc = block->desc;
	struct block again;
	uint8_t *payload;
	unsigned wrong;
	bool can;

	block_writer_init(&w);
	write_again(&w, block);
	can = thin_pack(index, &w, &packed);
	wrong = can == has_damage(index, block);
	if (can) {
		++*thin;
		payload = thin_unpack(index, (uint8_t *)packed.p, packed.len, &desc.size);
		wrong += !payload || !block_open(&again, &desc, payload) ||
			 different(block, &again);
		if (payload)
			block_close(&again);
		wrong += thin_unpack(index, (uint8_t *)packed.p, packed.len - 1, &desc.size) !=
			 NULL;
	}
	block_writer_release(&w);
	buf_release(&packed);
	return wrong;
}

static void check_recording(const char *path, unsigned *thin)
{
	struct recording *recording = corpus_open(path, NULL);
	const struct index *index = recording ? recording_index(recording, 0) : NULL;
	unsigned wrong = 0;

	for (uint64_t i = 0; index && i < index_blocks(index); i++) {
		struct block block;

		if (!index_load(index, i, &block)) {
			wrong++;
			continue;
		}
		wrong += check_block(index, &block, thin);
		block_close(&block);
	}
	is_uint(wrong, 0, "%s: blocks without columns", corpus_name(path));
	recording_close(recording);
}

/* All rows by number, as a hash of their values in the index. */
static uint64_t sum(struct recording *recording)
{
	struct reader *reader = reader_open(recording);
	uint64_t n = recording_rows(recording), hash = n;

	for (uint64_t row = 0; row < n; row++) {
		struct row_info info = { 0 };

		if (reader_row(reader, row, &info, NULL))
			hash++;
		hash = (hash ^ info.offset ^ info.time << 20 ^ (uint64_t)info.tid << 8 ^ info.cpu ^
			(uint64_t)info.type << 32) *
		       0x9e3779b97f4a7c15u;
	}
	reader_close(reader);
	return hash;
}

/* An index with room only for a part of it. */
static void check_no_room(const char *path)
{
	static char piece[PIECE];
	struct recording_options how = { .no_index = true, .spool_dir = "/proc/nowhere" };
	struct recording *recording = corpus_open(path, NULL);
	uint64_t want = recording ? sum(recording) : 0, bytes = 0;
	int fd = spool_file("/proc/nowhere", NULL);
	struct err err = ERR_INIT;

	recording_close(recording);
	memset(piece, 1, sizeof(piece));
	while (bytes < SPOOL_MEMORY - LEFT && spool_write_at(fd, bytes, piece, sizeof(piece)))
		bytes += sizeof(piece);
	ok(!recording_open(&recording, path, &how, &err) &&
		   recording_wait(recording) == INDEX_DONE && sum(recording) == want,
	   "%s: no room but for a part of the index", corpus_name(path));
	recording_close(recording);
	spool_close(fd);
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	unsigned thin = 0;

	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++)
		check_recording(corpus.paths.v[i], &thin);
	ok(thin > 20, "%u blocks have none", thin);
	for (size_t i = 0; i < corpus.paths.n; i++)
		if (corpus_ends(corpus.paths.v[i], "/demo.data"))
			check_no_room(corpus.paths.v[i]);
	corpus_release(&corpus);
	return done_testing();
}
