/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/traceinfo.h"

#include "analysis/traces.h"
#include "wire/fields.h"

/* Text shows these numbers only if they are not 0. */
static const struct {
	const char *key, *one, *many;
} counts[TRACE_COUNTS] = {
	[TRACE_GAPS] = { "gaps", "gap", "gaps" },
	[TRACE_MISSING] = { "missing", "byte missing", "bytes missing" },
	[TRACE_CUT] = { "cut", "byte cut off", "bytes cut off" },
	[TRACE_TRUNCATED] = { "truncated", "truncated", "truncated" },
	[TRACE_OVERWRITE] = { "overwrite", "overwriting", "overwriting" },
	[TRACE_PARTIAL] = { "partial", "partial", "partial" },
	[TRACE_COLLISION] = { "collision", "collided", "collided" },
};

static void blocks_text(struct report *r, const struct trace_blocks *b, const char *name)
{
	struct buf line = BUF_INIT;

	if (b->has_key)
		buf_addf(&line, "%s %llu", name, (unsigned long long)b->key);
	else
		buf_adds(&line, "buffer");
	if (b->has_cpu)
		buf_addf(&line, ", cpu %d", b->cpu);
	if (b->has_tid)
		buf_addf(&line, ", tid %d", b->tid);
	buf_addf(&line, ": %llu block%s, %llu bytes", (unsigned long long)b->blocks,
		 b->blocks == 1 ? "" : "s", (unsigned long long)b->bytes);
	for (size_t i = 0; i < TRACE_COUNTS; i++)
		if (b->count[i])
			buf_addf(&line, ", %llu %s", (unsigned long long)b->count[i],
				 b->count[i] == 1 ? counts[i].one : counts[i].many);
	report_str(r, NULL, line.p);
	buf_release(&line);
}

static void blocks_json(struct report *r, const struct trace_blocks *b, const char *key)
{
	report_object(r, NULL);
	if (b->has_key)
		report_u64(r, key, b->key);
	if (b->has_cpu)
		report_s64(r, "cpu", b->cpu);
	if (b->has_tid)
		report_s64(r, "tid", b->tid);
	report_u64(r, "blocks", b->blocks);
	report_u64(r, "bytes", b->bytes);
	for (size_t i = 0; i < TRACE_COUNTS; i++)
		report_u64(r, counts[i].key, b->count[i]);
	report_end_object(r);
}

static void report_blocks(struct report *r, const char *list, const struct trace_list *blocks,
			  const char *key, const char *name)
{
	report_list(r, list);
	for (size_t i = 0; i < blocks->list.n; i++) {
		if (r->form == REPORT_JSON)
			blocks_json(r, &blocks->list.v[i], key);
		else
			blocks_text(r, &blocks->list.v[i], name);
	}
	report_end_list(r);
}

static void report_total(struct report *r, const struct trace_list *blocks)
{
	uint64_t n = 0, bytes = 0;

	for (size_t i = 0; i < blocks->list.n; i++) {
		n += blocks->list.v[i].blocks;
		bytes += blocks->list.v[i].bytes;
	}
	report_u64(r, "blocks", n);
	report_size(r, "bytes", bytes);
}

void traceinfo_report(struct recording *recording, size_t part, struct report *r)
{
	struct buf producer = BUF_INIT;
	struct traces traces;

	traces_collect(recording, part, &traces);
	if (traces_any(&traces)) {
		report_object(r, "aux");
		if (traces.has_producer) {
			field_id_text(&producer, F_auxtrace_info_type, traces.producer);
			report_str(r, "type", producer.p);
		}
		report_total(r, &traces.queues);
		report_blocks(r, "queues", &traces.queues, "idx", "queue");
		report_blocks(r, "buffers", &traces.buffers, "id", "event id");
		if (traces.left_out)
			report_u64(r, "left_out", traces.left_out);
		report_end_object(r);
	}
	traces_release(&traces);
	buf_release(&producer);
}
