/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trace data in recordings: where they lie, as nodes of the detail tree, what is missing of them.
 *
 * With --dump FILE the program is no test: it prints each packet of each AUXTRACE record, as
 * "RECORD PACKET LENGTH KIND TEXT" with the offsets in the file and in the data, in hexadecimal.
 */
#include "analysis/traces.h"
#include "recording/payload.h"
#include "recording/reader_tree.h"
#include "unit/corpus.h"
#include "unit/packets.h"
#include "wire/tree_value.h"

enum {
	CHUNK = 16 << 20 /* bytes of one payload that are looked at */
};

static enum trace_format format_of(struct reader *reader)
{
	struct payload_producer producer = { 0 };

	return payload_format(reader, 0, &producer);
}

/* The payload's bytes, up to CHUNK, for free(). */
static uint8_t *read_payload(struct reader *reader, const struct row_info *info,
			     const struct payload *payload, size_t *len)
{
	const struct perf_file *file = recording_file(reader_recording(reader), 0);
	uint8_t *p;
	int64_t got;

	*len = payload->there < CHUNK ? (size_t)payload->there : CHUNK;
	p = mem_alloc(*len + 1);
	got = source_read(file->streams.v[info->stream].source, payload->offset, p, *len);
	*len = got < 0 ? 0 : (size_t)got;
	return p;
}

/* ---- the dump ---- */

static void dump_row(struct reader *reader, const struct row_info *info,
		     const struct payload *payload)
{
	enum trace_format format = format_of(reader);
	struct buf text = BUF_INIT;
	struct packet packet;
	struct trace trace;
	size_t len;
	uint8_t *p = read_payload(reader, info, payload, &len);

	trace_init(&trace, format, p, len, payload->start);
	while (trace_next(&trace, &packet)) {
		buf_reset(&text);
		trace_text(format, &packet, &text);
		printf("%llx %llx %llx %s%s%s\n", (unsigned long long)info->offset,
		       (unsigned long long)packet.offset, (unsigned long long)packet.len,
		       trace_kind_name(format, packet.kind), text.len ? " " : "", text.p);
	}
	buf_release(&text);
	free(p);
}

static int dump(const char *path)
{
	struct recording *recording = corpus_open(path, NULL);
	struct reader *reader;
	struct err err = ERR_INIT;

	if (!recording)
		return 1;
	reader = reader_open(recording);
	for (uint64_t row = 0; row < recording_rows(recording); row++) {
		struct row_info info;
		struct payload payload;

		if (!reader_row(reader, row, &info, &err) &&
		    reader_payload(reader, &info, &payload))
			dump_row(reader, &info, &payload);
	}
	reader_close(reader);
	recording_close(recording);
	return 0;
}

/* ---- every recording ---- */

static const struct tree_node *find_label(const struct tree *tree, const char *label)
{
	for (size_t i = 0; i < tree->nodes.n; i++)
		if (!strcmp(tree_label(tree, &tree->nodes.v[i]), label))
			return &tree->nodes.v[i];
	return NULL;
}

static const struct tree_node *child(const struct tree *tree, const struct tree_node *list,
				     uint64_t i)
{
	return list + 1 + i < tree->nodes.v + list->next ? list + 1 + i : NULL;
}

/* Are the nodes of a list the packets of these bytes, in order? NULL, or the problem. */
static const char *same_packets(const struct tree *tree, const struct tree_node *list,
				enum trace_format format, const uint8_t *p, size_t len,
				uint64_t start)
{
	struct buf want = BUF_INIT, got = BUF_INIT;
	const char *why = NULL;
	struct packet packet;
	struct trace trace;
	uint64_t i = 0;

	trace_init(&trace, format, p, len, start);
	for (; !why && trace_next(&trace, &packet); i++) {
		const struct tree_node *node = child(tree, list, i);

		if (!node || !strcmp(tree_label(tree, node), "rest"))
			break;
		buf_reset(&want);
		buf_addf(&want, "[%llu] %s ", (unsigned long long)i,
			 trace_kind_name(format, packet.kind));
		trace_text(format, &packet, &want);
		buf_reset(&got);
		buf_addf(&got, "%s ", tree_label(tree, node));
		tree_value(tree, node, &got);
		if (strcmp(want.p, got.p) || node->off != list->off + packet.offset)
			why = "a node is not its packet";
		else if (node->len != packet.len && node->off + node->len < tree->len)
			why = "a node has not its packet's length";
		else if (!packet.wrong != !(node->flags & TREE_DAMAGED))
			why = "a node is not marked as its packet";
	}
	if (i && !why && i != PAYLOAD_PACKETS && list->off + list->len < tree->len)
		why = "there are more packets than nodes";
	buf_release(&want);
	buf_release(&got);
	return why;
}

static const char *check_row(struct reader *reader, const struct row_info *info, struct tree *tree,
			     uint64_t *bytes)
{
	const char *why = "there is no payload";
	enum trace_format format = format_of(reader);
	const struct tree_node *list;
	struct payload payload;
	size_t len, shown;
	uint8_t *p;

	if (!reader_payload(reader, info, &payload))
		return why;
	if (payload.offset != info->offset + info->size || payload.there > payload.size)
		return "the payload is at another place";
	p = read_payload(reader, info, &payload, &len);
	*bytes += len;
	reader_tree(reader, info, tree);
	shown = tree->len - (size_t)info->size;
	list = find_label(tree, "auxtrace.data");
	why = format != TRACE_BYTES ? packets_tile(format, p, len, payload.start) : NULL;
	if (!why && shown != (payload.there < PAYLOAD_SHOWN ? payload.there : PAYLOAD_SHOWN))
		why = "the tree has not the bytes to show";
	if (!why && memcmp(tree->rec + info->size, p, shown))
		why = "the tree has other bytes";
	if (!why && (!list || list->off != info->size || list->len != shown))
		why = "there is no node for the data";
	if (!why && payload_is_cut(&payload) != !!(list->flags & TREE_DAMAGED))
		why = "cut data are not marked";
	if (!why)
		why = same_packets(tree, list, format, p, len, payload.start);
	free(p);
	return why;
}

static uint64_t check_recording(const char *path)
{
	struct recording *recording = corpus_open(path, NULL);
	struct tree tree = TREE_INIT;
	struct err err = ERR_INIT;
	uint64_t rows = 0, bytes = 0;
	const char *why = NULL;
	struct reader *reader;

	if (!recording)
		return 0;
	reader = reader_open(recording);
	for (uint64_t row = 0; row < recording_rows(recording) && !why; row++) {
		struct row_info info;

		if (reader_row(reader, row, &info, &err) || info.type != RECORD_AUXTRACE)
			continue;
		why = check_row(reader, &info, &tree, &bytes);
		rows++;
	}
	if (rows && !ok(!why, "%s: packets of %llu bytes behind %llu records", corpus_name(path),
			(unsigned long long)bytes, (unsigned long long)rows))
		diag("%s", why);
	tree_release(&tree);
	reader_close(reader);
	recording_close(recording);
	return rows;
}

/* ---- known ones ---- */

/* A recording that mk made of a case; the test fails without it. */
static struct recording *open_case(const struct corpus *corpus, const char *name)
{
	for (size_t i = 0; i < corpus->paths.n; i++)
		if (!strcmp(corpus_name(corpus->paths.v[i]), name))
			return corpus_open(corpus->paths.v[i], NULL);
	ok(false, "there is a case %s", name);
	return NULL;
}

/* The labels and values below a node, one a line. */
static void is_nodes(struct recording *recording, uint64_t row, const char *label,
		     const char *value, const char *want)
{
	struct reader *reader = reader_open(recording);
	struct tree tree = TREE_INIT;
	struct buf got = BUF_INIT;
	const struct tree_node *list;
	struct err err = ERR_INIT;
	struct row_info info;

	if (ok(!reader_row(reader, row, &info, &err), "there is row %d", (int)row)) {
		reader_tree(reader, &info, &tree);
		list = find_label(&tree, label);
		if (list)
			tree_value(&tree, list, &got);
		is_str(got.p, value, "row %d: %s", (int)row, label);
		buf_reset(&got);
		for (uint64_t i = 0; list && child(&tree, list, i); i++) {
			buf_addf(&got, "%s ", tree_label(&tree, child(&tree, list, i)));
			tree_value(&tree, child(&tree, list, i), &got);
			buf_addc(&got, '\n');
		}
		is_str(got.p, want, "its packets");
	}
	buf_release(&got);
	tree_release(&tree);
	reader_close(reader);
}

static void test_spe(const struct corpus *corpus)
{
	struct recording *recording = open_case(corpus, "spe.mk");

	if (!recording)
		return;
	is_nodes(recording, 6, "auxtrace.data", "128 bytes at 0x328",
		 "[0] ADDRESS PC 0x80000012345678 EL2 NS=1\n"
		 "[1] CONTEXT 0x201 EL2\n"
		 "[2] OPERATION TYPE LD/ST load GP-REG\n"
		 "[3] EVENTS RETIRED L1D-ACCESS TLB-ACCESS\n"
		 "[4] COUNTER TOTAL latency 300\n"
		 "[5] COUNTER ISSUE latency 16\n"
		 "[6] ADDRESS data virtual address 0xff4455667788 tag 0xa5\n"
		 "[7] COUNTER TRANSLATION latency 3\n"
		 "[8] ADDRESS data physical address 0x55667788 NS=1 CH=0 PAT=5\n"
		 "[9] DATA SOURCE 0xd\n"
		 "[10] EVENTS RETIRED TLB-ACCESS LLC-ACCESS SVE-PARTIAL-PRED\n"
		 "[11] EVENTS RETIRED TXN bit56\n"
		 "[12] END \n"
		 "[13] PAD \n"
		 "[14] OPERATION TYPE BRANCH COND\n"
		 "[15] ADDRESS branch target 0x80001256341000 EL0 NS=1\n"
		 "[16] ADDRESS previous branch target 0x10000000000000 EL0 NS=0\n"
		 "[17] TIMESTAMP 81985529216486895\n"
		 "[18] ADDRESS index 8 0x102030405060708\n"
		 "[19] COUNTER TOTAL latency 5\n"
		 "[20] ALIGNMENT 16\n"
		 "[21] PAD \n");
	is_nodes(recording, 9, "auxtrace.data", "8 bytes at 0x478",
		 "[0] OPERATION TYPE BRANCH\n[1] END \n[2] PAD \n"
		 "[3] OPERATION TYPE BRANCH IND\n[4] END \n[5] PAD \n");
	recording_close(recording);
}

static void test_pt(const struct corpus *corpus)
{
	struct recording *recording = open_case(corpus, "pt.mk");

	if (!recording)
		return;
	is_nodes(recording, 6, "auxtrace.data", "64 bytes at 0x470",
		 "[0] unsynced 7 bytes before the first PSB\n"
		 "[1] PSB \n"
		 "[2] TNT T (1)\n"
		 "[3] bad 11 bytes\n"
		 "[4] PSB \n"
		 "[5] TIP 0x1234\n"
		 "[6] TNT T (1)\n"
		 "[7] PAD \n"
		 "[8] cut 2 bytes\n");
	is_nodes(recording, 7, "auxtrace.data", "0 bytes at 0x4e0", "");
	/* In a sample: at the place of the bytes in the record. */
	is_nodes(recording, 2, "data", "24 bytes at 0x2a0",
		 "[0] PSB \n[1] MODE.Exec IF:0 64\n[2] TIP no ip\n[3] PAD \n"
		 "[4] TNT TTNTTT (6)\n[5] MTC 0x11\n[6] PAD \n");
	recording_close(recording);
}

static void is_blocks(const struct trace_blocks *b, uint64_t key, int cpu, int tid, uint64_t blocks,
		      uint64_t bytes)
{
	is_uint(b->key, key, "blocks of %llu", (unsigned long long)key);
	is_int(b->has_cpu ? b->cpu : -1, cpu, "their CPU");
	is_int(b->has_tid ? b->tid : -1, tid, "their thread");
	is_uint(b->blocks, blocks, "how many");
	is_uint(b->bytes, bytes, "how many bytes");
}

static void is_counts(const struct trace_blocks *b, const uint64_t want[TRACE_COUNTS])
{
	is_mem(b->count, sizeof(b->count), want, sizeof(b->count), "what is missing of them");
}

static void test_traces(const struct corpus *corpus)
{
	struct recording *spe = open_case(corpus, "spe.mk");
	struct recording *cut = open_case(corpus, "aux_cut.mk");
	struct traces t;

	if (!spe || !cut)
		return;
	traces_collect(spe, 0, &t);
	is_uint(t.producer, 4, "Arm SPE");
	if (is_uint(t.queues.list.n, 2, "queues") && is_uint(t.buffers.list.n, 2, "buffers")) {
		is_blocks(&t.queues.list.v[0], 1, 1, 902, 3, 0xc0);
		is_counts(&t.queues.list.v[0],
			  (uint64_t[TRACE_COUNTS]){ [TRACE_GAPS] = 1, [TRACE_MISSING] = 0x50 });
		is_blocks(&t.queues.list.v[1], 2, 2, -1, 1, 8);
		is_counts(&t.queues.list.v[1], (uint64_t[TRACE_COUNTS]){ 0 });
		is_blocks(&t.buffers.list.v[0], 41, 1, 902, 3, 0xc0);
		is_counts(&t.buffers.list.v[0], (uint64_t[TRACE_COUNTS]){ [TRACE_GAPS] = 1,
									  [TRACE_MISSING] = 0x50,
									  [TRACE_TRUNCATED] = 1,
									  [TRACE_PARTIAL] = 1,
									  [TRACE_COLLISION] = 1 });
		is_blocks(&t.buffers.list.v[1], 43, 2, 902, 1, 8);
	}
	traces_release(&t);
	traces_collect(cut, 0, &t);
	if (is_uint(t.queues.list.n, 1, "one queue") &&
	    is_uint(t.buffers.list.n, 1, "one buffer")) {
		is_blocks(&t.queues.list.v[0], 0, -1, 962, 2, 0x10000000024);
		is_counts(&t.queues.list.v[0],
			  (uint64_t[TRACE_COUNTS]){ [TRACE_CUT] = 0x10000000000 - 48 });
		is_blocks(&t.buffers.list.v[0], 0, 0, 962, 3, 92);
		is_counts(&t.buffers.list.v[0], (uint64_t[TRACE_COUNTS]){ [TRACE_OVERWRITE] = 1 });
	}
	traces_release(&t);
	recording_close(spe);
	recording_close(cut);
}

/* ---- more than is shown ---- */

static const char head[] = "file mode=pipe\n"
			   "record 64 u32 0 64 fill 56\n"
			   "record 70 u32 4 0\n"
			   "record 71 u64 200000 0 0 u32 0 0 0 0\n";

static void test_much(const struct corpus *corpus, const char *bytes, const char *last)
{
	char *from = corpus_join(corpus->scratch, "much.txt");
	char *to = corpus_join(corpus->scratch, "much.data");
	FILE *f = fopen(from, "w");
	struct recording *recording;
	struct reader *reader;
	struct tree tree = TREE_INIT;
	struct err err = ERR_INIT;
	struct row_info info;
	struct buf got = BUF_INIT;
	uint64_t seen = 0;

	fprintf(f, "%s", head);
	for (int i = 0; i < 4; i++)
		fprintf(f, "raw %s\n", bytes);
	fclose(f);
	ok(corpus_run(places_mk(), from, to), "much data: %s", bytes);
	recording = corpus_open(to, NULL);
	if (recording) {
		reader = reader_open(recording);
		is_int(reader_row(reader, 2, &info, &err), 0, "their record");
		is_uint(info.type, RECORD_AUXTRACE, "is an AUXTRACE");
		reader_tree(reader, &info, &tree);
		is_uint(tree.len, 48 + PAYLOAD_SHOWN, "the first bytes of them are shown");
		ok(!check_row(reader, &info, &tree, &seen), "as packets");
		buf_addf(&got, "%s ", tree_label(&tree, &tree.nodes.v[tree.nodes.n - 1]));
		tree_value(&tree, &tree.nodes.v[tree.nodes.n - 1], &got);
		is_str(got.p, last, "how many are not");
		reader_close(reader);
		recording_close(recording);
	}
	buf_release(&got);
	tree_release(&tree);
	free(from);
	free(to);
}

int main(int argc, char **argv)
{
	struct corpus corpus;
	uint64_t rows = 0;

	if (argc == 3 && !strcmp(argv[1], "--dump"))
		return dump(argv[2]);
	corpus_collect(&corpus, argc, argv);
	for (size_t i = 0; i < corpus.paths.n; i++)
		rows += check_recording(corpus.paths.v[i]);
	ok(rows >= 9, "in all %llu records with data", (unsigned long long)rows);
	test_spe(&corpus);
	test_pt(&corpus);
	test_traces(&corpus);
	test_much(&corpus, "fill 50000 1", "rest 195904 bytes: Enter shows the next packets");
	test_much(&corpus, "fill 50000 0", "rest 68944 bytes: Enter shows the next packets");
	corpus_release(&corpus);
	return done_testing();
}
