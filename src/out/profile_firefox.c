/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Firefox Profiler's gecko format, as perf's firefox-gecko-converter.py writes it. */
#include <string.h>

#include "base/jsonw.h"
#include "base/map.h"
#include "base/text.h"
#include "file/sorter.h"
#include "out/formats.h"
#include "out/whole.h"

enum {
	SORT_BYTES = 16 << 20,
	PIECE_BYTES = 256 << 10,
	GECKO_VERSION = 24
};

/* A sample, as it is sorted: by thread, then as it came. */
struct firefox_sample {
	uint32_t pid, tid;
	uint64_t time, number;
	uint32_t node;
	uint32_t unused; /* so that all bytes are written */
};

/* Numbers of nodes or frames in the tables of a thread, in the order in which they come up. */
struct numbering {
	struct map numbers;
	VEC(uint64_t) list;
};

/* A frame, and how many functions are around it that it was inlined into, as one number. */
#define DEPTH_SHIFT 32

struct firefox {
	struct whole *whole;
	struct stacktree tree;
	struct sorter *sorter;
	uint64_t n;
	struct buf text;
	struct jsonw json;
	uint32_t pid, tid; /* of the thread that is being written */
	struct numbering stacks, frames;
	VEC(uint32_t) path; /* nodes */
};

static int compare(const struct sorter_item *pa, const struct sorter_item *pb, void *arg)
{
	struct firefox_sample a, b;

	(void)arg;
	memcpy(&a, pa->p, sizeof(a));
	memcpy(&b, pb->p, sizeof(b));
	if (a.pid != b.pid)
		return a.pid < b.pid ? -1 : 1;
	if (a.tid != b.tid)
		return a.tid < b.tid ? -1 : 1;
	if (a.time != b.time)
		return a.time < b.time ? -1 : 1;
	return a.number < b.number ? -1 : a.number > b.number;
}

static int take_sample(void *arg, struct reader *reader, const struct row_info *info, uint32_t node,
		       struct err *err)
{
	struct firefox *f = arg;
	struct firefox_sample sample = {
		.pid = info->pid,
		.tid = info->tid,
		.time = info->has_time ? info->time : 0,
		.number = f->n++,
		.node = node,
	};

	(void)reader;
	return sorter_add(f->sorter, &sample, sizeof(sample), err);
}

/* ---- tables ---- */

static uint32_t number_of(struct numbering *n, uint64_t key)
{
	bool fresh;
	uint32_t *number = map_put(&n->numbers, key, &fresh);

	if (fresh) {
		*number = (uint32_t)n->list.n;
		vec_push(&n->list, key);
	}
	return *number;
}

/* The stacks that it goes on from have smaller numbers. */
static uint32_t number_stack(struct firefox *f, uint32_t node)
{
	f->path.n = 0;
	for (; node != STACK_ROOT && !map_get(&f->stacks.numbers, node);
	     node = stacktree_node(&f->tree, node)->parent)
		vec_push(&f->path, node);
	for (size_t i = f->path.n; i--;)
		number_of(&f->stacks, f->path.v[i]);
	return number_of(&f->stacks, f->path.n ? f->path.v[0] : node);
}

/* The frame of a node, at the depth at which it was inlined. */
static uint32_t number_frame(struct firefox *f, const struct stack_node *node)
{
	uint64_t frame = node->frame, depth = 0;

	for (; stacktree_is_inlined(&f->tree, node->frame); depth++)
		node = stacktree_node(&f->tree, node->parent);
	return number_of(&f->frames, frame | depth << DEPTH_SHIFT);
}

static void forget(struct numbering *n)
{
	map_release(&n->numbers);
	n->list.n = 0;
}

static void flush(struct firefox *f, size_t most)
{
	if (f->text.len < most)
		return;
	output_add(f->whole->output, f->text.p, f->text.len);
	buf_reset(&f->text);
}

static void add_schema(struct firefox *f, const char *const *names)
{
	jsonw_key(&f->json, "schema");
	jsonw_begin(&f->json, '{');
	for (uint64_t i = 0; names[i]; i++) {
		jsonw_key(&f->json, names[i]);
		jsonw_u64(&f->json, i);
	}
	jsonw_end(&f->json, '}');
	jsonw_key(&f->json, "data");
	jsonw_begin(&f->json, '[');
}

static void end_table(struct firefox *f)
{
	jsonw_end(&f->json, ']');
	jsonw_end(&f->json, '}');
}

static void begin_table(struct firefox *f, const char *name, const char *const *names)
{
	jsonw_key(&f->json, name);
	jsonw_begin(&f->json, '{');
	add_schema(f, names);
}

static void add_stacks(struct firefox *f)
{
	static const char *const schema[] = { "prefix", "frame", NULL };

	begin_table(f, "stackTable", schema);
	for (size_t i = 0; i < f->stacks.list.n; i++) {
		const struct stack_node *node =
			stacktree_node(&f->tree, (uint32_t)f->stacks.list.v[i]);

		jsonw_begin(&f->json, '[');
		if (node->parent == STACK_ROOT)
			jsonw_null(&f->json);
		else
			jsonw_u64(&f->json, number_of(&f->stacks, node->parent));
		jsonw_u64(&f->json, number_frame(f, node));
		jsonw_end(&f->json, ']');
		flush(f, PIECE_BYTES);
	}
	end_table(f);
}

/* A frame has the text of its own number. */
static void add_frames(struct firefox *f)
{
	static const char *const schema[] = {
		"location", "relevantForJS", "innerWindowID", "implementation", "line",
		"column",   "category",	     "subcategory",   "inlineDepth",	NULL
	};

	begin_table(f, "frameTable", schema);
	for (size_t i = 0; i < f->frames.list.n; i++) {
		const char *dso = stacktree_dso(&f->tree, (uint32_t)f->frames.list.v[i]);

		jsonw_begin(&f->json, '[');
		jsonw_u64(&f->json, i);
		jsonw_bool(&f->json, false);
		jsonw_u64(&f->json, 0);
		jsonw_null(&f->json);
		jsonw_null(&f->json);
		jsonw_null(&f->json);
		jsonw_u64(&f->json, dso && !strncmp(dso, "[kernel", 7));
		jsonw_null(&f->json);
		jsonw_u64(&f->json, f->frames.list.v[i] >> DEPTH_SHIFT);
		jsonw_end(&f->json, ']');
		flush(f, PIECE_BYTES);
	}
	end_table(f);
}

/* "f (in libc.so.6)" */
static void add_texts(struct firefox *f)
{
	struct buf text = BUF_INIT;

	jsonw_key(&f->json, "stringTable");
	jsonw_begin(&f->json, '[');
	for (size_t i = 0; i < f->frames.list.n; i++) {
		uint32_t frame = (uint32_t)f->frames.list.v[i];
		const char *dso = stacktree_dso(&f->tree, frame);
		const char *slash = dso ? strrchr(dso, '/') : NULL;

		buf_reset(&text);
		text_escape_str(&text, stacktree_name(&f->tree, frame));
		if (dso) {
			buf_adds(&text, " (in ");
			text_escape_str(&text, slash ? slash + 1 : dso);
			buf_addc(&text, ')');
		}
		jsonw_str(&f->json, text.p);
		flush(f, PIECE_BYTES);
	}
	jsonw_end(&f->json, ']');
	buf_release(&text);
}

/* ---- threads ---- */

/* Its task is the outermost frame of the stack. */
static const char *task_of(const struct firefox *f, uint32_t node)
{
	while (stacktree_node(&f->tree, node)->depth > 1)
		node = stacktree_node(&f->tree, node)->parent;
	return stacktree_name(&f->tree, stacktree_node(&f->tree, node)->frame);
}

static void begin_thread(struct firefox *f, const struct firefox_sample *sample)
{
	static const char *const samples[] = { "stack", "time", "responsiveness", NULL };
	static const char *const markers[] = { "name",	   "startTime", "endTime", "phase",
					       "category", "data",	NULL };
	struct buf name = BUF_INIT;

	f->pid = sample->pid;
	f->tid = sample->tid;
	text_escape_str(&name, task_of(f, sample->node));
	jsonw_begin(&f->json, '{');
	jsonw_key(&f->json, "name");
	jsonw_str(&f->json, name.p);
	jsonw_key(&f->json, "pid");
	jsonw_s64(&f->json, (int32_t)f->pid);
	jsonw_key(&f->json, "tid");
	jsonw_s64(&f->json, (int32_t)f->tid);
	jsonw_key(&f->json, "processType");
	jsonw_str(&f->json, "default");
	jsonw_key(&f->json, "registerTime");
	jsonw_u64(&f->json, 0);
	jsonw_key(&f->json, "unregisterTime");
	jsonw_null(&f->json);
	begin_table(f, "markers", markers);
	end_table(f);
	begin_table(f, "samples", samples);
	buf_release(&name);
}

/* What its samples refer to is known when all of them are written. */
static void end_thread(struct firefox *f)
{
	end_table(f);
	add_stacks(f);
	add_frames(f);
	add_texts(f);
	jsonw_end(&f->json, '}');
	forget(&f->stacks);
	forget(&f->frames);
}

/* Times are in ms. */
static void add_sample(struct firefox *f, const struct firefox_sample *sample)
{
	jsonw_begin(&f->json, '[');
	jsonw_u64(&f->json, number_stack(f, sample->node));
	jsonw_f64(&f->json, (double)sample->time / 1e6);
	jsonw_u64(&f->json, 0);
	jsonw_end(&f->json, ']');
	flush(f, PIECE_BYTES);
}

static int write_threads(struct firefox *f, struct err *err)
{
	struct sorter_item item;
	bool begun = false;
	int rc;

	while ((rc = sorter_next(f->sorter, &item, err)) > 0) {
		struct firefox_sample sample;

		if (atomic_load(f->whole->stop))
			return ERR_STOPPED;
		memcpy(&sample, item.p, sizeof(sample));
		if (begun && (sample.pid != f->pid || sample.tid != f->tid))
			end_thread(f);
		if (!begun || sample.pid != f->pid || sample.tid != f->tid)
			begin_thread(f, &sample);
		begun = true;
		add_sample(f, &sample);
	}
	if (begun)
		end_thread(f);
	return rc;
}

static void add_category(struct firefox *f, const char *name, const char *color)
{
	jsonw_begin(&f->json, '{');
	jsonw_key(&f->json, "name");
	jsonw_str(&f->json, name);
	jsonw_key(&f->json, "color");
	jsonw_str(&f->json, color);
	jsonw_key(&f->json, "subcategories");
	jsonw_begin(&f->json, '[');
	jsonw_str(&f->json, "Other");
	jsonw_end(&f->json, ']');
	jsonw_end(&f->json, '}');
}

static void add_empty(struct firefox *f, const char *key)
{
	jsonw_key(&f->json, key);
	jsonw_begin(&f->json, '[');
	jsonw_end(&f->json, ']');
}

static void add_meta(struct firefox *f)
{
	jsonw_key(&f->json, "meta");
	jsonw_begin(&f->json, '{');
	jsonw_key(&f->json, "interval");
	jsonw_u64(&f->json, 1);
	jsonw_key(&f->json, "processType");
	jsonw_u64(&f->json, 0);
	jsonw_key(&f->json, "product");
	jsonw_str(&f->json, "Linux perf");
	jsonw_key(&f->json, "stackwalk");
	jsonw_u64(&f->json, 1);
	jsonw_key(&f->json, "debug");
	jsonw_u64(&f->json, 0);
	jsonw_key(&f->json, "gcpoison");
	jsonw_u64(&f->json, 0);
	jsonw_key(&f->json, "asyncstack");
	jsonw_u64(&f->json, 1);
	jsonw_key(&f->json, "startTime");
	jsonw_u64(&f->json, 0);
	jsonw_key(&f->json, "shutdownTime");
	jsonw_null(&f->json);
	jsonw_key(&f->json, "version");
	jsonw_u64(&f->json, GECKO_VERSION);
	jsonw_key(&f->json, "presymbolicated");
	jsonw_bool(&f->json, true);
	jsonw_key(&f->json, "categories");
	jsonw_begin(&f->json, '[');
	add_category(f, "User", "yellow");
	add_category(f, "Kernel", "orange");
	jsonw_end(&f->json, ']');
	add_empty(f, "markerSchema");
	jsonw_end(&f->json, '}');
}

static int write_profile(struct firefox *f, struct err *err)
{
	int rc;

	jsonw_begin(&f->json, '{');
	add_meta(f);
	add_empty(f, "libs");
	jsonw_key(&f->json, "threads");
	jsonw_begin(&f->json, '[');
	rc = write_threads(f, err);
	jsonw_end(&f->json, ']');
	add_empty(f, "processes");
	add_empty(f, "pausedRanges");
	jsonw_end(&f->json, '}');
	buf_addc(&f->text, '\n');
	flush(f, 0);
	return rc;
}

int profile_firefox(struct whole *w, struct err *err)
{
	const char *dir = recording_spool_dir(w->recording);
	struct firefox f = { .whole = w, .text = BUF_INIT };
	int rc;

	f.json = (struct jsonw)JSONW_INIT(&f.text);
	f.sorter = sorter_open(dir, SORT_BYTES, compare, NULL);
	stacktree_init(&f.tree, true, dir);
	rc = whole_each(w, &f.tree, take_sample, &f, err);
	rc = rc < 0 ? rc : sorter_finish(f.sorter, err);
	rc = rc < 0 ? rc : write_profile(&f, err);
	sorter_close(f.sorter);
	stacktree_release(&f.tree);
	forget(&f.stacks);
	forget(&f.frames);
	vec_release(&f.stacks.list);
	vec_release(&f.frames.list);
	vec_release(&f.path);
	buf_release(&f.text);
	return rc;
}
