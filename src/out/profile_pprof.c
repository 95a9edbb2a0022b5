/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The format of pprof: a gzipped message Profile of profile.proto (github.com/google/pprof). A
 * sample of the profile represents all samples with the same stack, by address, and event; the task
 * is the outermost frame. Each event (filter/shown_event.h) has two sample types: EVENT_sample, the
 * number of samples, and EVENT_event, the sum of their periods, in nanoseconds if the event counts
 * time. A location has its address, which is the address of the call in callers, and its mapping,
 * so that pprof itself finds source and code. Source lines are in the file if inlined functions are
 * requested, because both are found together.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/vec.h"
#include "file/feature_cmdline.h"
#include "out/formats.h"
#include "out/profile_job.h"
#include "out/profile_places.h"
#include "stack/inlines.h"
#include "wire/varint.h"

/* Field numbers of profile.proto. */
enum {
	PROFILE_SAMPLE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING_TABLE = 6,
	PROFILE_TIME_NANOS = 9,
	PROFILE_DURATION_NANOS = 10,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_SAMPLE_TYPE = 14,
	VALUE_TYPE_TYPE = 1,
	VALUE_TYPE_UNIT = 2,
	SAMPLE_LOCATION_ID = 1,
	SAMPLE_VALUE = 2,
	MAPPING_ID = 1,
	MAPPING_MEMORY_START = 2,
	MAPPING_MEMORY_LIMIT = 3,
	MAPPING_FILE_OFFSET = 4,
	MAPPING_FILENAME = 5,
	MAPPING_BUILD_ID_TEXT = 6,
	MAPPING_HAS_FUNCTIONS = 7,
	MAPPING_HAS_FILENAMES = 8,
	MAPPING_HAS_LINE_NUMBERS = 9,
	MAPPING_HAS_INLINE_FRAMES = 10,
	LOCATION_ID = 1,
	LOCATION_MAPPING_ID = 2,
	LOCATION_ADDRESS = 3,
	LOCATION_LINE = 4,
	LINE_FUNCTION_ID = 1,
	LINE_LINE = 2,
	FUNCTION_ID = 1,
	FUNCTION_NAME = 2,
	FUNCTION_FILENAME = 4
};

enum {
	WIRE_VARINT = 0,
	WIRE_BYTES = 2,
	GZIP = 16, /* added to windowBits: with a gzip header */
	OUT_BYTES = 64 << 10
};

struct pprof {
	struct profile_job *job;
	struct reader *reader;
	const struct stacktree *tree;
	struct shown_events events; /* their frames are the children of the root */
	VEC(uint32_t) event_of;	    /* number of the event, by frame of such a child */
	struct profile_places *where;
	struct stacktree places; /* locations: a path has a frame and those inlined into it */
	VEC(uint32_t) lines;	 /* frames of a location, innermost first */
	struct map functions;	 /* from name and file to the number, from 1 */
	struct stacktree texts;	 /* its frames are the string table; the root is "" */
	z_stream z;
	struct buf message; /* the message that is being built */
	struct buf inner;   /* and a message inside it */
	uint8_t out[OUT_BYTES];
};

/* ---- the wire format of protocol buffers ---- */

static void add_number(struct buf *out, unsigned field, uint64_t v)
{
	varint_put(out, field << 3 | WIRE_VARINT);
	varint_put(out, v);
}

static void add_bytes(struct buf *out, unsigned field, const void *p, size_t len)
{
	varint_put(out, field << 3 | WIRE_BYTES);
	varint_put(out, len);
	buf_add(out, p, len);
}

/* ---- gzip ---- */

static void deflate_bytes(struct pprof *p, const void *bytes, size_t len, int flush)
{
	p->z.next_in = (Bytef *)(uintptr_t)bytes;
	p->z.avail_in = (uInt)len;
	do {
		p->z.next_out = p->out;
		p->z.avail_out = OUT_BYTES;
		deflate(&p->z, flush);
		output_add(p->job->output, p->out, OUT_BYTES - p->z.avail_out);
	} while (!p->z.avail_out);
}

/* Write the message as a field of the profile. */
static void end_message(struct pprof *p, unsigned field)
{
	buf_reset(&p->inner);
	add_bytes(&p->inner, field, p->message.p, p->message.len);
	deflate_bytes(p, p->inner.p, p->inner.len, Z_NO_FLUSH);
	buf_reset(&p->message);
}

/* ---- the profile ---- */

/* Return the number of a text; "" is 0. */
static uint32_t text_of(struct pprof *p, const char *text)
{
	return *text ? stacktree_frame(&p->texts, text, strlen(text), NULL) : 0;
}

static void add_value_type(struct pprof *p, unsigned field, const char *event, const char *end,
			   const char *unit)
{
	struct buf type = BUF_INIT;

	buf_adds(&type, event);
	buf_adds(&type, end);
	add_number(&p->message, VALUE_TYPE_TYPE, text_of(p, type.p));
	add_number(&p->message, VALUE_TYPE_UNIT, text_of(p, unit));
	end_message(p, field);
	buf_release(&type);
}

/* Return the location of the collected frames. Equal inlined frames have one location. */
static uint32_t end_place(struct pprof *p)
{
	uint32_t place = STACK_ROOT;

	while (p->lines.n)
		place = stacktree_child(&p->places, place, p->lines.v[--p->lines.n]);
	stacktree_add(&p->places, place, &(struct stack_weight){ .samples = 1 });
	return place;
}

/* Write the values; those of other events are 0. */
static void add_values(struct pprof *p, const struct stack_node *node, uint32_t event_frame)
{
	uint32_t event = p->event_of.v[event_frame];

	for (size_t i = 0; i < p->events.names.n; i++) {
		varint_put(&p->inner, i == event ? node->self.samples : 0);
		varint_put(&p->inner, i == event ? node->self.weight : 0);
	}
}

/* Write a sample, innermost frame first. The outermost frame is the event. */
static void add_sample(struct pprof *p, uint32_t number)
{
	const struct stack_node *node = stacktree_node(p->tree, number);
	uint32_t event = STACK_NO_FRAME;

	buf_reset(&p->inner);
	for (uint32_t i = number; i != STACK_ROOT; i = stacktree_node(p->tree, i)->parent) {
		uint32_t frame = stacktree_node(p->tree, i)->frame;

		event = frame;
		if (stacktree_node(p->tree, i)->depth == 1)
			break;
		vec_push(&p->lines, frame);
		if (!stacktree_is_inlined(p->tree, frame))
			varint_put(&p->inner, end_place(p));
	}
	add_bytes(&p->message, SAMPLE_LOCATION_ID, p->inner.p, p->inner.len);
	buf_reset(&p->inner);
	add_values(p, node, event);
	add_bytes(&p->message, SAMPLE_VALUE, p->inner.p, p->inner.len);
	end_message(p, PROFILE_SAMPLE);
}

/* Find the source lines of a location, innermost first; none if they were not requested. */
static void find_lines(struct pprof *p, const struct profile_place *place,
		       struct symbols_source *source)
{
	struct row_info info;

	*source = (struct symbols_source){ .answer = SYMS_NONE };
	if (place && p->job->inlined && !reader_row(p->reader, place->row, &info, NULL))
		inlines_find(p->reader, &info, &place->frame, p->job->stop, source);
}

/* Return the number of a function by its name and file. A new function is written. */
static uint32_t function_of(struct pprof *p, const char *name, const char *file)
{
	uint32_t texts[] = { text_of(p, name), text_of(p, file) };
	uint32_t *number;
	bool fresh;

	number = map_put(&p->functions, (uint64_t)texts[0] << 32 | texts[1], &fresh);
	if (!fresh)
		return *number;
	*number = (uint32_t)map_count(&p->functions);
	add_number(&p->message, FUNCTION_ID, *number);
	add_number(&p->message, FUNCTION_NAME, texts[0]);
	add_number(&p->message, FUNCTION_FILENAME, texts[1]);
	end_message(p, PROFILE_FUNCTION);
	return *number;
}

static const struct profile_place *place_of(const struct pprof *p, uint32_t node)
{
	while (stacktree_is_inlined(p->tree, stacktree_node(&p->places, node)->frame))
		node = stacktree_node(&p->places, node)->parent;
	return profile_places_get(p->where,
				  stacktree_dso(p->tree, stacktree_node(&p->places, node)->frame));
}

/* Write a line for each function, innermost first: each function was inlined into the next one. */
static void add_lines(struct pprof *p, uint32_t node, const struct profile_place *place,
		      struct buf *lines)
{
	struct symbols_source source;
	bool known;

	find_lines(p, place, &source);
	known = source.n == stacktree_node(&p->places, node)->depth;
	for (uint32_t i = 0; node != STACK_ROOT; i++) {
		const struct source_frame *at = known ? &source.v[i] : NULL;
		const char *file = at && at->file ? at->file : "";
		uint32_t frame = stacktree_node(&p->places, node)->frame;
		uint32_t function = function_of(p, stacktree_name(p->tree, frame), file);

		buf_reset(&p->inner);
		add_number(&p->inner, LINE_FUNCTION_ID, function);
		if (at && at->line)
			add_number(&p->inner, LINE_LINE, at->line);
		add_bytes(lines, LOCATION_LINE, p->inner.p, p->inner.len);
		node = stacktree_node(&p->places, node)->parent;
	}
}

static void add_place(struct pprof *p, uint32_t node)
{
	const struct profile_place *place = place_of(p, node);
	struct buf lines = BUF_INIT;

	add_lines(p, node, place, &lines);
	add_number(&p->message, LOCATION_ID, node);
	if (place && place->mapping)
		add_number(&p->message, LOCATION_MAPPING_ID, place->mapping);
	if (place)
		add_number(&p->message, LOCATION_ADDRESS, place->address);
	buf_add(&p->message, lines.p, lines.len);
	end_message(p, PROFILE_LOCATION);
	buf_release(&lines);
}

/* Write a mapping. pprof does not look up in the mapped file what the flags mark as known. */
static void add_mapping(struct pprof *p, uint32_t number)
{
	const struct profile_mapping *mapping = &p->where->mappings.v[number - 1];
	struct buf build_id = BUF_INIT;

	buf_add_hexbytes(&build_id, mapping->build_id, mapping->build_id_size);
	add_number(&p->message, MAPPING_ID, number);
	add_number(&p->message, MAPPING_MEMORY_START, mapping->start);
	add_number(&p->message, MAPPING_MEMORY_LIMIT, mapping->end);
	add_number(&p->message, MAPPING_FILE_OFFSET, mapping->offset);
	add_number(&p->message, MAPPING_FILENAME, text_of(p, mapping->dso));
	if (build_id.len)
		add_number(&p->message, MAPPING_BUILD_ID_TEXT, text_of(p, build_id.p));
	add_number(&p->message, MAPPING_HAS_FUNCTIONS, 1);
	for (unsigned i = MAPPING_HAS_FILENAMES; i <= MAPPING_HAS_INLINE_FRAMES; i++)
		add_number(&p->message, i, p->job->inlined);
	end_message(p, PROFILE_MAPPING);
	buf_release(&build_id);
}

/*
 * Write the mappings. pprof takes the first one for the program, so this is a file of user space
 * that is not a library.
 */
static void add_mappings(struct pprof *p)
{
	uint32_t n = (uint32_t)p->where->mappings.n, program = 0;

	for (uint32_t i = 1; i <= n && !program; i++) {
		const struct profile_mapping *mapping = &p->where->mappings.v[i - 1];

		program = mapping->is_file && !strstr(mapping->dso, ".so") ? i : 0;
	}
	if (program)
		add_mapping(p, program);
	for (uint32_t i = 1; i <= n; i++)
		if (i != program)
			add_mapping(p, i);
}

/* Find the event of each child of the root. */
static void number_events(struct pprof *p)
{
	for (uint32_t i = 0; i < p->tree->frames_n; i++)
		vec_push(&p->event_of, 0);
	for (uint32_t i = stacktree_node(p->tree, STACK_ROOT)->first; i;
	     i = stacktree_node(p->tree, i)->next) {
		uint32_t frame = stacktree_node(p->tree, i)->frame;
		size_t event = shown_events_find(&p->events, stacktree_name(p->tree, frame));

		p->event_of.v[frame] = event == SIZE_MAX ? 0 : (uint32_t)event;
	}
}

static const char *unit_of(const struct pprof *p, const char *event)
{
	return shown_event_is_time(p->job->recording, event) ? "nanoseconds" : "count";
}

static void add_types(struct pprof *p)
{
	for (size_t i = 0; i < p->events.names.n; i++) {
		const char *event = p->events.names.v[i];

		add_value_type(p, PROFILE_SAMPLE_TYPE, event, "_sample", "count");
		add_value_type(p, PROFILE_SAMPLE_TYPE, event, "_event", unit_of(p, event));
	}
}

/* Write the period of the first event's samples, if its attr has it. */
static void add_period(struct pprof *p)
{
	const char *event = p->events.names.v[0];
	uint64_t period = shown_event_period(p->job->recording, event);
	struct buf type = BUF_INIT;

	buf_addf(&type, "%s_sample", event);
	add_value_type(p, PROFILE_PERIOD_TYPE, event, "", unit_of(p, event));
	buf_reset(&p->inner);
	if (period)
		add_number(&p->inner, PROFILE_PERIOD, period);
	add_number(&p->inner, PROFILE_DEFAULT_SAMPLE_TYPE, text_of(p, type.p));
	deflate_bytes(p, p->inner.p, p->inner.len, Z_NO_FLUSH);
	buf_release(&type);
}

static bool add_argument(void *arg, const char *argument, size_t len)
{
	struct buf *line = arg;

	if (line->len)
		buf_addc(line, ' ');
	buf_add(line, argument, len);
	return true;
}

/* Write the start, the duration and the command of the recording. */
static void add_recording(struct pprof *p)
{
	const struct span *span = reader_span(p->reader);
	struct buf line = BUF_INIT;

	buf_reset(&p->inner);
	if (span->has_wall)
		add_number(&p->inner, PROFILE_TIME_NANOS, span->wall_first);
	if (span->has)
		add_number(&p->inner, PROFILE_DURATION_NANOS, span->last - span->first);
	for (size_t i = 0; i < recording_parts(p->job->recording); i++) {
		buf_reset(&line);
		feature_cmdline_each(&recording_file(p->job->recording, i)->features, add_argument,
				     &line);
		if (line.len)
			add_number(&p->inner, PROFILE_COMMENT, text_of(p, line.p));
	}
	deflate_bytes(p, p->inner.p, p->inner.len, Z_NO_FLUSH);
	buf_release(&line);
}

/* Write the string table. Texts of messages must be UTF-8, so other bytes are escaped. */
static void add_texts(struct pprof *p)
{
	end_message(p, PROFILE_STRING_TABLE);
	for (uint32_t i = 1; i < p->texts.frames_n; i++) {
		text_escape_str(&p->message, stacktree_name(&p->texts, i));
		end_message(p, PROFILE_STRING_TABLE);
	}
	deflate_bytes(p, NULL, 0, Z_FINISH);
}

static void write_profile(struct pprof *p)
{
	number_events(p);
	add_types(p);
	for (uint32_t i = 1; i < p->tree->nodes_n && !atomic_load(p->job->stop); i++)
		if (stacktree_node(p->tree, i)->self.samples)
			add_sample(p, i);
	add_mappings(p);
	for (uint32_t i = 1; i < p->places.nodes_n && !atomic_load(p->job->stop); i++)
		if (stacktree_node(&p->places, i)->self.samples)
			add_place(p, i);
	if (p->events.names.n)
		add_period(p);
	add_recording(p);
	add_texts(p);
}

static int open_profile(struct pprof *p, struct err *err)
{
	const char *dir = recording_spool_dir(p->job->recording);

	buf_init(&p->message);
	buf_init(&p->inner);
	stacktree_init(&p->places, true, dir);
	stacktree_init(&p->texts, false, dir);
	p->reader = reader_open(p->job->recording);
	return deflateInit2(&p->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP,
			    MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK
		       ? 0
		       : err_set(err, ERR_IO, "zlib cannot compress");
}

static void close_profile(struct pprof *p)
{
	deflateEnd(&p->z);
	reader_close(p->reader);
	buf_release(&p->message);
	buf_release(&p->inner);
	stacktree_release(&p->places);
	stacktree_release(&p->texts);
	map_release(&p->functions);
	vec_release(&p->lines);
	vec_release(&p->event_of);
}

static int write_stacks(struct pprof *p, struct stacks *stacks, struct err *err)
{
	int rc = open_profile(p, err);

	if (rc == 0) {
		p->tree = stacks_lock(stacks);
		write_profile(p);
		stacks_unlock(stacks);
	}
	close_profile(p);
	return rc;
}

int profile_pprof(struct profile_job *job, struct err *err)
{
	struct pprof *p = mem_zalloc(sizeof(*p));
	struct profile_places where = { 0 };
	struct stacks *stacks;
	int rc;

	p->job = job;
	p->where = &where;
	shown_events_read(&p->events, job->recording, job->filter);
	rc = profile_job_stacks(job, &p->events, &where, &stacks, err);
	profile_places_sort(&where);
	rc = rc < 0 ? rc : write_stacks(p, stacks, err);
	stacks_free(stacks);
	profile_places_release(&where);
	shown_events_release(&p->events);
	free(p);
	return rc == 0 && atomic_load(job->stop) ? ERR_STOPPED : rc;
}
