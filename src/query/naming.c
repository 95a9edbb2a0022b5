/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/naming.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/bell.h"
#include "base/mem.h"
#include "base/thread.h"

/* Somebody may be looking at a symbol or a source that has become better. */
struct told_symbol {
	struct naming_symbol symbol;
	struct told_symbol *before;
};

struct told_source {
	struct naming_source source;
	struct told_source *before;
};

struct slot {
	_Atomic(struct told_symbol *) symbol; /* NULL: not known yet */
	_Atomic(struct told_source *) source;
	uint32_t symbol_round, source_round; /* of the request, in which they were found */
};

struct naming_request {
	struct naming_request *next; /* an older one */
	struct row_info row;
	struct naming_address *addresses;
	struct naming_name *names; /* those below found are whole */
	struct slot *slots;
	size_t n;
	_Atomic size_t found;
	_Atomic size_t progress;
	_Atomic bool done;
	_Atomic bool dropped;
	bool running;		/* the thread is at it */
	bool tried;		/* in this turn */
	_Atomic uint32_t round; /* how often its names were asked for, from 1 */
	_Atomic uint32_t rounds_done;
};

struct naming {
	struct recording *recording;
	void (*wake)(void *arg);
	void *arg;
	struct thread thread;
	pthread_mutex_t lock; /* of requests, their running, and stop */
	pthread_cond_t more, settled;
	struct naming_request *requests;
	struct srcfile_maps maps;
	bool stop;
	bool fresh; /* there is a request that was not tried yet */
	bool held;  /* nobody is woken, */
	bool found; /* and something was found since */
};

/* ---- the thread ---- */

static const struct mapping *find_mapping(struct reader *reader,
					  const struct naming_request *request, size_t i,
					  enum mapping_why *why)
{
	const struct naming_address *address = &request->addresses[i];
	struct mappings *mappings = reader_mappings(reader);

	if (address->any)
		return mappings_find_any(mappings, &request->row, address->addr, why);
	return mappings_find(mappings, &request->row, address->mode, address->addr, why);
}

static void find_name(struct naming_request *request, struct reader *reader, size_t i)
{
	struct naming_name *name = &request->names[i];
	const struct mapping *mapping = find_mapping(reader, request, i, &name->why);

	if (!mapping)
		return;
	name->mapping = *mapping;
	name->mapping.file = name->file = mem_strdup(mapping->file ? mapping->file : "");
	name->mapping.dso = name->dso = mem_strdup(mapping->dso ? mapping->dso : "");
	name->has_offset = mapping_offset(mapping, request->addresses[i].addr, &name->offset);
}

static void find_code(const struct naming_request *request, struct reader *reader, size_t i,
		      const struct mapping *mapping, struct naming_symbol *symbol)
{
	const struct naming_address *address = &request->addresses[i];

	if (!address->code)
		return;
	symbol->code = (struct machinecode){ .p = mem_alloc(address->code), .len = address->code };
	symbols_code(reader_symbols(reader), &request->row, mapping, address->addr, &symbol->code);
}

/* False: it is still being read. */
static bool find_symbol(const struct naming_request *request, struct reader *reader, size_t i,
			struct naming_symbol *symbol)
{
	uint64_t addr = request->addresses[i].addr;
	const struct mapping *mapping = find_mapping(reader, request, i, NULL);
	struct symbols_answer answer;

	if (!mapping)
		return true;
	symbols_find(reader_symbols(reader), &request->row, mapping, addr, &answer);
	if (answer.answer == SYMS_LATER)
		return false;
	symbol->why = answer.why;
	if (answer.answer == SYMS_FOUND) {
		symbol->name = mem_strndup(answer.name, answer.len);
		symbol->off = answer.off;
		symbol->start = addr - answer.off;
		symbol->size = answer.size;
	}
	find_code(request, reader, i, mapping, symbol);
	return true;
}

static void find_text(struct naming *naming, const struct naming_address *address, int64_t built,
		      struct naming_source *source)
{
	const char *path = address->function < source->n ? source->v[address->function].file : NULL;
	struct srcfile_maps maps = { .list = { 0 } };
	struct symfile_places folders;

	source->file.why = source->why ? sym_why_text(source->why) : "the source is not known";
	if (!path)
		return;
	/* Reading can take its time; who asks does not wait for it. */
	pthread_mutex_lock(&naming->lock);
	for (size_t i = 0; i < naming->maps.list.n; i++)
		srcfile_map(&maps, naming->maps.list.v[i].from, naming->maps.list.v[i].to);
	pthread_mutex_unlock(&naming->lock);
	syms_folders(recording_syms(naming->recording), &folders);
	srcfile_read(&source->file, path, &maps, &folders);
	srcfile_maps_release(&maps);
	source->newer = built && source->file.mtime_ns > built;
}

/* False: they are still being read. */
static bool find_source(struct naming *naming, const struct naming_request *request,
			struct reader *reader, size_t i, struct naming_source *source)
{
	const struct naming_address *address = &request->addresses[i];
	const struct mapping *mapping = find_mapping(reader, request, i, NULL);
	struct symbols_source answer;

	symbols_source(reader_symbols(reader), &request->row, mapping,
		       address->addr - address->caller, &answer);
	if (answer.answer == SYMS_LATER)
		return false;
	source->why = answer.why;
	buf_init(&source->packed);
	buf_init(&source->file.path);
	buf_init(&source->file.text);
	for (uint32_t k = 0; k < answer.n; k++)
		srcstack_add(&source->packed, &answer.v[k]);
	source->stack = mem_zalloc(sizeof(*source->stack));
	srcstack_unpack(source->stack, source->packed.p, source->packed.len);
	source->n = source->stack->n;
	source->v = source->stack->v;
	if (address->text)
		find_text(naming, address, answer.built_ns, source);
	return true;
}

/* What is there of one address. False: some is still being read. */
static bool find_rest(struct naming *naming, struct naming_request *request, struct reader *reader,
		      size_t i, uint32_t round)
{
	struct slot *slot = &request->slots[i];

	if (slot->symbol_round != round) {
		struct told_symbol *told = mem_zalloc(sizeof(*told));

		if (!find_symbol(request, reader, i, &told->symbol)) {
			free(told);
			return false;
		}
		told->before = atomic_load(&slot->symbol);
		atomic_store(&slot->symbol, told);
		slot->symbol_round = round;
		atomic_fetch_add(&request->progress, 1);
	}
	if (request->addresses[i].lines && slot->source_round != round) {
		struct told_source *told = mem_zalloc(sizeof(*told));

		if (!find_source(naming, request, reader, i, &told->source)) {
			free(told);
			return false;
		}
		told->before = atomic_load(&slot->source);
		atomic_store(&slot->source, told);
		slot->source_round = round;
		atomic_fetch_add(&request->progress, 1);
	}
	return true;
}

/*
 * What is mapped first, then the names that are there. False: some are still being read; news:
 * some have come.
 */
static bool find_names(struct naming *naming, struct naming_request *request, struct reader *reader,
		       bool *news)
{
	uint32_t round = atomic_load(&request->round);
	size_t before = atomic_load(&request->progress);
	bool all = true, mapped = atomic_load(&request->found) < request->n;

	for (size_t i = atomic_load(&request->found);
	     i < request->n && !atomic_load(&request->dropped); i++) {
		find_name(request, reader, i);
		atomic_store(&request->found, i + 1);
	}
	symbols_set_wait(reader_symbols(reader), false);
	for (size_t i = 0; i < request->n && !atomic_load(&request->dropped); i++)
		all = find_rest(naming, request, reader, i, round) && all;
	if (all)
		atomic_store(&request->rounds_done, round);
	*news = mapped || atomic_load(&request->progress) > before;
	return all;
}

static void free_slot(struct slot *slot)
{
	for (struct told_symbol *told = slot->symbol, *before; told; told = before) {
		before = told->before;
		free(told->symbol.name);
		free(told->symbol.code.p);
		free(told);
	}
	for (struct told_source *told = slot->source, *before; told; told = before) {
		before = told->before;
		srcfile_release(&told->source.file);
		buf_release(&told->source.packed);
		free(told->source.stack);
		free(told);
	}
}

static void free_request(struct naming_request *request)
{
	for (size_t i = 0; i < request->found; i++) {
		free(request->names[i].file);
		free(request->names[i].dso);
	}
	for (size_t i = 0; i < request->n; i++)
		free_slot(&request->slots[i]);
	free(request->slots);
	free(request->names);
	free(request->addresses);
	free(request);
}

/* What is not done, the newest first, each once a turn. */
static struct naming_request *next_request(struct naming *naming)
{
	struct naming_request *request = naming->requests;

	while (request && (request->tried || naming_is_done(request)))
		request = request->next;
	return request;
}

/* A new turn; false: there is nothing left to do. */
static bool next_turn(struct naming *naming)
{
	bool any = false;

	for (struct naming_request *r = naming->requests; r; r = r->next) {
		any |= r->tried && !naming_is_done(r);
		r->tried = false;
	}
	return any;
}

/* Symbols are still being read: wait for them, or for another request. */
static void rest(struct naming *naming, uint32_t *heard)
{
	pthread_mutex_unlock(&naming->lock);
	bell_wait(BELL_STATE, heard);
	pthread_mutex_lock(&naming->lock);
}

/* There is something to do; with the lock. */
static void call(struct naming *naming)
{
	pthread_cond_signal(&naming->more);
	bell_ring(BELL_STATE);
}

static void tell(struct naming *naming)
{
	if (naming->held)
		naming->found = true;
	else
		naming->wake(naming->arg);
}

static void look_for(struct naming *naming, struct naming_request *request, struct reader *reader)
{
	bool all, news;

	request->running = request->tried = true;
	pthread_mutex_unlock(&naming->lock);
	all = find_names(naming, request, reader, &news);
	if (all)
		atomic_store(&request->done, true);
	pthread_mutex_lock(&naming->lock);
	request->running = false;
	if (all || news)
		tell(naming);
	if (atomic_load(&request->dropped))
		free_request(request);
}

static void *run(void *arg)
{
	struct naming *naming = arg;
	struct reader *reader = reader_open(naming->recording);
	uint32_t heard = 0;

	pthread_mutex_lock(&naming->lock);
	while (!naming->stop) {
		struct naming_request *request = next_request(naming);

		if (request) {
			look_for(naming, request, reader);
			continue;
		}
		naming->fresh = false;
		pthread_cond_signal(&naming->settled);
		if (next_turn(naming))
			rest(naming, &heard);
		else
			pthread_cond_wait(&naming->more, &naming->lock);
	}
	pthread_mutex_unlock(&naming->lock);
	reader_close(reader);
	return NULL;
}

/* ---- for others ---- */

struct naming *naming_open(struct recording *recording, void (*wake)(void *arg), void *arg)
{
	struct naming *naming = mem_zalloc(sizeof(*naming));
	pthread_condattr_t attr;

	naming->recording = recording;
	naming->wake = wake;
	naming->arg = arg;
	pthread_mutex_init(&naming->lock, NULL);
	pthread_cond_init(&naming->more, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&naming->settled, &attr);
	pthread_condattr_destroy(&attr);
	thread_start(&naming->thread, "perfnav/names", run, naming);
	return naming;
}

void naming_close(struct naming *naming)
{
	if (!naming)
		return;
	pthread_mutex_lock(&naming->lock);
	naming->stop = true;
	call(naming);
	pthread_mutex_unlock(&naming->lock);
	thread_join(&naming->thread);
	pthread_cond_destroy(&naming->more);
	pthread_cond_destroy(&naming->settled);
	pthread_mutex_destroy(&naming->lock);
	srcfile_maps_release(&naming->maps);
	free(naming);
}

struct naming_request *naming_ask(struct naming *naming, const struct row_info *row,
				  const struct naming_address *addresses, size_t n)
{
	struct naming_request *request = mem_zalloc(sizeof(*request));

	request->row = *row;
	/* Without a thread addresses stay what they are. */
	request->n = naming->thread.runs ? n : 0;
	request->addresses = mem_zalloc((n + 1) * sizeof(*addresses));
	request->names = mem_zalloc((n + 1) * sizeof(*request->names));
	request->slots = mem_zalloc((n + 1) * sizeof(*request->slots));
	request->done = !request->n;
	request->round = 1;
	for (size_t i = 0; i < n; i++)
		request->addresses[i] = addresses[i];
	pthread_mutex_lock(&naming->lock);
	request->next = naming->requests;
	naming->requests = request;
	naming->fresh = true;
	call(naming);
	pthread_mutex_unlock(&naming->lock);
	return request;
}

void naming_drop(struct naming *naming, struct naming_request *request)
{
	struct naming_request **at;

	if (!request)
		return;
	pthread_mutex_lock(&naming->lock);
	for (at = &naming->requests; *at != request;)
		at = &(*at)->next;
	*at = request->next;
	atomic_store(&request->dropped, true);
	if (!request->running)
		free_request(request);
	pthread_mutex_unlock(&naming->lock);
}

void naming_again(struct naming *naming)
{
	pthread_mutex_lock(&naming->lock);
	for (struct naming_request *r = naming->requests; r; r = r->next)
		atomic_fetch_add(&r->round, 1);
	call(naming);
	pthread_mutex_unlock(&naming->lock);
}

bool naming_is_done(const struct naming_request *request)
{
	return !request->n || (atomic_load(&request->done) &&
			       atomic_load(&request->rounds_done) == atomic_load(&request->round));
}

bool naming_busy(struct naming *naming)
{
	bool busy = false;

	pthread_mutex_lock(&naming->lock);
	for (struct naming_request *r = naming->requests; r && !busy; r = r->next)
		busy = !naming_is_done(r);
	pthread_mutex_unlock(&naming->lock);
	return busy;
}

void naming_hold(struct naming *naming)
{
	pthread_mutex_lock(&naming->lock);
	naming->found &= naming->held;
	naming->held = true;
	pthread_mutex_unlock(&naming->lock);
}

bool naming_settle(struct naming *naming, unsigned ms)
{
	struct timespec end;
	bool found;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_nsec += (long)ms * 1000000;
	end.tv_sec += end.tv_nsec / 1000000000;
	end.tv_nsec %= 1000000000;
	pthread_mutex_lock(&naming->lock);
	while (naming->fresh && naming->thread.runs &&
	       !pthread_cond_timedwait(&naming->settled, &naming->lock, &end))
		;
	naming->held = false;
	found = naming->found;
	pthread_mutex_unlock(&naming->lock);
	return found;
}

const struct naming_name *naming_get(const struct naming_request *request, size_t i)
{
	return i < atomic_load(&request->found) ? &request->names[i] : NULL;
}

const struct naming_symbol *naming_symbol(const struct naming_request *request, size_t i)
{
	const struct told_symbol *told = i < request->n ? atomic_load(&request->slots[i].symbol)
							: NULL;

	return told ? &told->symbol : NULL;
}

const struct naming_source *naming_source(const struct naming_request *request, size_t i)
{
	const struct told_source *told = i < request->n ? atomic_load(&request->slots[i].source)
							: NULL;

	return told ? &told->source : NULL;
}

size_t naming_progress(const struct naming_request *request)
{
	return atomic_load(&request->progress);
}

void naming_map_path(struct naming *naming, const char *from, const char *to)
{
	pthread_mutex_lock(&naming->lock);
	srcfile_map(&naming->maps, from, to);
	pthread_mutex_unlock(&naming->lock);
}

const struct srcfile_maps *naming_maps(const struct naming *naming)
{
	return &naming->maps;
}
