/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/srclines.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/bell.h"
#include "base/cache.h"
#include "base/folder.h"
#include "base/map.h"
#include "base/queue.h"
#include "base/vec.h"
#include "sym/linehelper.h"

enum {
	KEPT_MAX = 8 << 20,   /* bytes of answers; when this is exceeded, all are removed */
	STRIKES_MAX = 3,      /* deaths of the process by a file; then the file is not used */
	SLOW_MS = 1000,	      /* an answer that takes longer is slow; CPU time */
	SLOW_MAX_MS = 120000, /* total of slow answers; then the file is not used; CPU time */
	QUEUE_MAX = 1 << 16   /* addresses */
};

/* A kept answer; packed functions follow. */
struct kept_lines {
	uint64_t at;
	uint32_t module, why, len;
};

struct wanted_line {
	const struct srclines_source *source;
	uint64_t at;
};

struct srclines_module {
	enum sym_why why; /* why the file cannot be used; NONE: it can, as far as is known */
	uint32_t slot;	  /* from 1; 0: in no slot */
	uint32_t strikes;
	int64_t slow_ms;
};

struct srclines {
	struct srclines_options options;

	pthread_mutex_t kept_lock;
	struct buf kept;   /* struct kept_lines with packed functions, one after the other */
	struct map places; /* offsets in kept, by hash of module and address */

	pthread_mutex_t ask_lock; /* guards requests to the process, and the members below */
	struct linehelper *helper;
	uint32_t started;		  /* linehelper_started() when the slots were filled */
	uint32_t slots[LINEHELPER_SLOTS]; /* their modules */
	struct cache cache;		  /* of the slots */
	VEC(struct srclines_module) modules;

	struct queue *queue;	       /* struct wanted_line */
	struct srclines_answer answer; /* for its thread: the last one */
};

void srclines_answer_none(struct srclines_answer *answer, enum sym_why why)
{
	buf_reset(&answer->packed);
	answer->stack.n = 0;
	answer->why = why;
}

/* ---- what is kept ---- */

static uint64_t hash_of(uint32_t module, uint64_t at)
{
	uint64_t numbers[] = { module, at };

	return XXH64(numbers, sizeof(numbers), 0);
}

static bool recall(struct srclines *l, uint32_t module, uint64_t at, struct srclines_answer *answer)
{
	const uint32_t *place;
	struct kept_lines kept = { 0 };
	bool found = false;

	pthread_mutex_lock(&l->kept_lock);
	place = map_get(&l->places, hash_of(module, at));
	if (place) {
		memcpy(&kept, l->kept.p + *place, sizeof(kept));
		found = kept.module == module && kept.at == at;
	}
	if (found) {
		srclines_answer_none(answer, (enum sym_why)kept.why);
		buf_add(&answer->packed, l->kept.p + *place + sizeof(kept), kept.len);
	}
	pthread_mutex_unlock(&l->kept_lock);
	if (found && !srcstack_unpack(&answer->stack, answer->packed.p, answer->packed.len))
		srclines_answer_none(answer, SYM_WHY_DWARF);
	return found;
}

static void keep_answer(struct srclines *l, uint32_t module, uint64_t at, enum sym_why why,
			const void *packed, size_t len)
{
	struct kept_lines kept = { at, module, why, (uint32_t)len };
	bool fresh;

	pthread_mutex_lock(&l->kept_lock);
	if (l->kept.len + sizeof(kept) + kept.len > KEPT_MAX) {
		buf_release(&l->kept);
		map_release(&l->places);
	}
	*map_put(&l->places, hash_of(module, at), &fresh) = (uint32_t)l->kept.len;
	buf_add(&l->kept, &kept, sizeof(kept));
	buf_add(&l->kept, packed, kept.len);
	pthread_mutex_unlock(&l->kept_lock);
}

/* ---- files in slots; with the lock of who asks ---- */

static struct srclines_module *asked_at(struct srclines *l, uint32_t number)
{
	while (l->modules.n <= number)
		vec_add(&l->modules);
	return &l->modules.v[number];
}

static void forget_slots(struct srclines *l)
{
	for (size_t i = 0; i < LINEHELPER_SLOTS; i++)
		cache_clear(&l->cache, i);
	for (size_t i = 0; i < l->modules.n; i++)
		l->modules.v[i].slot = 0;
	l->started = 0;
}

static void close_file(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* ---- further files that they name ---- */

/* Sends a file that may be the needed one, and sets *taken. Returns false if the process died. */
typedef bool offer_fn(struct linehelper *helper, uint32_t slot, int file, bool *taken);

static bool try_path(struct srclines *l, offer_fn *offer, uint32_t slot, const char *path,
		     bool *taken)
{
	struct symfile file = SYMFILE_INIT;
	bool alive = true;

	if (!symfile_open(&file, path))
		alive = offer(l->helper, slot, file.fd, taken);
	symfile_release(&file);
	return alive;
}

/* Try a recorded path below each root. */
static bool try_recorded(struct srclines *l, offer_fn *offer, uint32_t slot,
			 const struct srclines_source *source, const char *path, bool *taken)
{
	struct buf full = BUF_INIT;
	bool alive = true;
	const char *root;

	for (size_t i = 0; alive && !*taken && (root = symfile_root(&source->places, i)); i++) {
		buf_reset(&full);
		buf_adds(&full, root);
		buf_adds(&full, path);
		alive = try_path(l, offer, slot, full.p, taken);
	}
	buf_release(&full);
	return alive;
}

/* Return the path of the file with the debug information. */
static const char *debug_path(const struct srclines_source *source)
{
	return source->debug->path.len ? source->debug->path.p : source->file->path.p;
}

static void add_folder(struct buf *path, const char *of)
{
	buf_add(path, of, (size_t)(folder_entry(of) - of));
}

/*
 * Get the i-th place of a file that several debug files share: at its name, which is relative to
 * the debug file, or by build id. Returns true if the path is to be looked for below roots.
 */
static bool alt_path(const struct srclines_source *source, int i, const struct lineread_alt *alt,
		     struct buf *path)
{
	buf_reset(path);
	if (i == 1) {
		buf_addf(path, "%s/.build-id/", symfile_debug_dir(&source->places));
		buf_add_hexbytes(path, alt->id, 1);
		buf_addc(path, '/');
		buf_add_hexbytes(path, alt->id + 1, alt->id_len - 1);
		buf_adds(path, ".debug");
	} else if (*alt->name == '/') {
		buf_adds(path, alt->name);
	} else {
		add_folder(path, debug_path(source));
		buf_adds(path, alt->name);
		return false;
	}
	return true;
}

/* Returns false if the process died. */
static bool find_alt(struct srclines *l, const struct srclines_source *source, uint32_t slot,
		     const struct lineread_alt *alt)
{
	struct buf path = BUF_INIT;
	bool taken = false, alive = true;

	for (int i = 0; i < 2 && alive && !taken; i++) {
		alive = alt_path(source, i, alt, &path)
				? try_recorded(l, linehelper_alt, slot, source, path.p, &taken)
				: try_path(l, linehelper_alt, slot, path.p, &taken);
	}
	buf_release(&path);
	return alive;
}

/*
 * Get the i-th place of the functions of a unit: packed next to the program or its debug file,
 * where the compiler has left them, and next to the program. Returns true if the path is to be
 * looked for below roots.
 */
static bool split_path(const struct srclines_source *source, int i,
		       const struct lineread_split *split, struct buf *path)
{
	buf_reset(path);
	if (i == 0) {
		buf_addf(path, "%s.dwp", source->file->path.p);
	} else if (i == 1) {
		buf_addf(path, "%s.dwp", debug_path(source));
	} else if (i == 2 && *split->name == '/') {
		buf_adds(path, split->name);
	} else if (i == 2 && *split->dir == '/') {
		buf_addf(path, "%s/%s", split->dir, split->name);
	} else if (i == 3 && *split->name != '/') {
		add_folder(path, source->file->path.p);
		buf_adds(path, split->name);
	} else if (i == 4) {
		add_folder(path, source->file->path.p);
		buf_adds(path, folder_entry(split->name));
	}
	return i == 2;
}

/* Returns false if the process died. */
static bool find_split(struct srclines *l, const struct srclines_source *source, uint32_t slot,
		       const struct lineread_split *split)
{
	struct buf path = BUF_INIT;
	bool taken = false, alive = true;

	for (int i = 0; i < 5 && alive && !taken; i++) {
		bool recorded = split_path(source, i, split, &path);

		if (path.len && recorded)
			alive = try_recorded(l, linehelper_split, slot, source, path.p, &taken);
		else if (path.len)
			alive = try_path(l, linehelper_split, slot, path.p, &taken);
	}
	buf_release(&path);
	if (alive && !taken)
		alive = linehelper_split(l->helper, slot, -1, &taken);
	return alive;
}

/* ---- questions ---- */

/* Returns false if the process died. */
static bool load(struct srclines *l, const struct srclines_source *source,
		 struct srclines_module *module)
{
	int file = symfile_again(source->file), debug = symfile_again(source->debug);
	uint32_t slot = (uint32_t)cache_oldest(&l->cache, LINEHELPER_SLOTS);
	struct lineread_alt alt;
	bool alive = true;

	if (file < 0 || (debug < 0 && source->debug->path.len)) {
		module->why = SYM_WHY_MISSING;
	} else {
		if (cache_has(&l->cache, slot))
			l->modules.v[l->slots[slot]].slot = 0;
		l->slots[slot] = source->number;
		cache_use(&l->cache, slot);
		module->slot = slot + 1;
		alive = linehelper_load(l->helper, slot, file, debug, source->as, &module->why,
					&alt);
		l->started = linehelper_started(l->helper);
		if (alive && !module->why && *alt.name)
			alive = find_alt(l, source, slot, &alt);
	}
	close_file(file);
	close_file(debug);
	return alive;
}

/*
 * Find the first of n addresses. *done: number of answers that the sink has received; 0 if the file
 * cannot be used. Returns false if the process died.
 */
static bool ask_helper(struct srclines *l, const struct srclines_source *source,
		       struct srclines_module *module, const uint64_t *at, size_t n,
		       const struct linehelper_sink *sink, size_t *done)
{
	struct lineread_split split;
	bool alive = true;

	*done = 0;
	if (l->started != linehelper_started(l->helper))
		forget_slots(l);
	if (!module->slot && !load(l, source, module))
		return false;
	if (module->why)
		return true;
	cache_use(&l->cache, module->slot - 1);
	for (int i = 0; alive && i < 2; i++) {
		alive = linehelper_find(l->helper, module->slot - 1, at, n, sink, done, &split);
		if (!alive || !*split.name)
			break;
		alive = find_split(l, source, module->slot - 1, &split);
		if (*done)
			break;
	}
	return alive;
}

static void take_answer(void *arg, size_t i, enum sym_why why, const void *packed, size_t len)
{
	struct srclines_answer *answer = arg;

	(void)i;
	srclines_answer_none(answer, why);
	buf_add(&answer->packed, packed, len);
}

static bool ask_one(struct srclines *l, const struct srclines_source *source,
		    struct srclines_module *module, uint64_t at, struct srclines_answer *answer)
{
	struct linehelper_sink sink = { take_answer, answer };
	size_t done;

	srclines_answer_none(answer, SYM_WHY_SPLIT);
	if (!ask_helper(l, source, module, &at, 1, &sink, &done))
		return false;
	if (module->why)
		srclines_answer_none(answer, module->why);
	return true;
}

/* Measures the CPU time that the process needs for a request. */
struct timing {
	int64_t before;
	uint32_t started;
};

static struct timing start_timing(const struct srclines *l)
{
	return (struct timing){ linehelper_cpu(l->helper), linehelper_started(l->helper) };
}

static void end_timing(const struct srclines *l, const struct timing *t,
		       struct srclines_module *module)
{
	int64_t took = linehelper_cpu(l->helper) -
		       (t->started == linehelper_started(l->helper) ? t->before : 0);

	module->slow_ms += took > SLOW_MS ? took : 0;
	if (module->slow_ms > SLOW_MAX_MS)
		module->why = SYM_WHY_DWARF;
}

/* Repeat the request in a second process, which shows whether the file killed the first one. */
static void ask_twice(struct srclines *l, const struct srclines_source *source,
		      struct srclines_module *module, uint64_t at, struct srclines_answer *answer)
{
	struct timing timing = start_timing(l);
	bool ok = ask_one(l, source, module, at, answer);

	if (!ok) {
		forget_slots(l);
		ok = ask_one(l, source, module, at, answer);
	}
	end_timing(l, &timing, module);
	if (!ok) {
		forget_slots(l);
		if (++module->strikes >= STRIKES_MAX)
			module->why = SYM_WHY_DWARF;
	}
	if (!ok || !srcstack_unpack(&answer->stack, answer->packed.p, answer->packed.len))
		srclines_answer_none(answer, SYM_WHY_DWARF);
}

void srclines_start(struct srclines *l)
{
	pthread_mutex_lock(&l->ask_lock);
	linehelper_start(l->helper);
	pthread_mutex_unlock(&l->ask_lock);
}

void srclines_find_now(struct srclines *l, const struct srclines_source *source, uint64_t at,
		       struct srclines_answer *answer)
{
	struct srclines_module *module;

	if (recall(l, source->number, at, answer))
		return;
	pthread_mutex_lock(&l->ask_lock);
	module = asked_at(l, source->number);
	if (!recall(l, source->number, at, answer)) {
		if (module->why)
			srclines_answer_none(answer, module->why);
		else
			ask_twice(l, source, module, at, answer);
		keep_answer(l, source->number, at, answer->why, answer->packed.p,
			    answer->packed.len);
	}
	pthread_mutex_unlock(&l->ask_lock);
}

/* ---- many at once ---- */

struct fetching {
	struct srclines_answer answer;
	size_t first; /* index of the first address of the request */
	srclines_found_fn *found;
	void *arg;
};

static void pass_found(void *arg, size_t i, enum sym_why why, const void *packed, size_t len)
{
	struct fetching *f = arg;

	srclines_answer_none(&f->answer, why);
	buf_add(&f->answer.packed, packed, len);
	if (!srcstack_unpack(&f->answer.stack, f->answer.packed.p, len))
		srclines_answer_none(&f->answer, SYM_WHY_DWARF);
	f->found(f->arg, f->first + i, &f->answer);
}

void srclines_fetch(struct srclines *l, const struct srclines_source *source, const uint64_t *at,
		    size_t n, srclines_found_fn *found, void *arg)
{
	struct fetching fetching = { SRCLINES_ANSWER_INIT, 0, found, arg };
	struct linehelper_sink sink = { pass_found, &fetching };
	struct srclines_module *module;
	struct timing timing;
	size_t done = 1;
	bool alive = true;

	pthread_mutex_lock(&l->ask_lock);
	module = asked_at(l, source->number);
	for (size_t i = 0; i < n && alive && done && !module->why; i += done) {
		fetching.first = i;
		timing = start_timing(l);
		alive = ask_helper(l, source, module, at + i, n - i, &sink, &done);
		end_timing(l, &timing, module);
	}
	/*
	 * The address that killed the process gets no answer here; a request for it alone returns
	 * the reason.
	 */
	if (!alive)
		forget_slots(l);
	pthread_mutex_unlock(&l->ask_lock);
	buf_release(&fetching.answer.packed);
}

/* ---- callers that must not wait ---- */

static void serve(void *arg, const void *request)
{
	const struct wanted_line *wanted = request;
	struct srclines *l = arg;

	srclines_find_now(l, wanted->source, wanted->at, &l->answer);
}

static void served(void *arg)
{
	const struct srclines *l = arg;

	bell_ring(BELL_STATE);
	if (l->options.wake)
		l->options.wake(l->options.wake_arg);
}

bool srclines_find(struct srclines *l, const struct srclines_source *source, uint64_t at,
		   struct srclines_answer *answer)
{
	bool found = recall(l, source->number, at, answer);

	if (!found && !queue_put(l->queue, QUEUE_NOW, hash_of(source->number, at),
				 &(struct wanted_line){ source, at })) {
		srclines_answer_none(answer, SYM_WHY_ROOM);
		found = true;
	}
	return found;
}

uint32_t srclines_pending(struct srclines *l)
{
	return queue_pending(l->queue);
}

uint32_t srclines_answered(struct srclines *l)
{
	return queue_served(l->queue);
}

/* ---- opening ---- */

struct srclines *srclines_open(const struct srclines_options *options)
{
	struct srclines *l = mem_zalloc(sizeof(*l));

	l->options = *options;
	l->answer = (struct srclines_answer)SRCLINES_ANSWER_INIT;
	l->queue = queue_open(&(struct queue_options){ "perfnav/lines", sizeof(struct wanted_line),
						       QUEUE_MAX, serve, served, l });
	buf_init(&l->kept);
	l->helper = linehelper_open();
	pthread_mutex_init(&l->kept_lock, NULL);
	pthread_mutex_init(&l->ask_lock, NULL);
	return l;
}

void srclines_close(struct srclines *l)
{
	queue_stop(l->queue);
	linehelper_stop(l->helper);
	queue_close(l->queue);
	linehelper_close(l->helper);
	buf_release(&l->answer.packed);
	buf_release(&l->kept);
	map_release(&l->places);
	vec_release(&l->modules);
	pthread_mutex_destroy(&l->kept_lock);
	pthread_mutex_destroy(&l->ask_lock);
	free(l);
}
