/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/symbolizer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bell.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/queue.h"

/* A result that the caller may still use after a better one has replaced it. */
struct given_symbol {
	struct symbolizer_symbol symbol;
	struct given_symbol *before;
};

struct given_source {
	struct symbolizer_source source;
	struct given_source *before;
};

struct answer_slot {
	_Atomic(struct given_symbol *) symbol; /* NULL: not known yet */
	_Atomic(struct given_source *) source;
	uint32_t symbol_round, source_round; /* the request's round in which they were found */
};

/*
 * A request begins with round 1. The thread takes the newest request, and finds the mappings of all
 * addresses, then the symbols and sources that have already been read. Meanwhile it works on older
 * requests, and waits for what is being read. It returns to a request until everything is found;
 * then the round is done. symbolizer_again() begins another round, whose results replace the
 * earlier ones.
 */
struct symbolizer_request {
	struct symbolizer_request *next; /* an older request */
	struct row_info row;
	struct symbolizer_address *addresses;
	struct symbolizer_name *names;
	struct answer_slot *slots;
	size_t n;		 /* addresses */
	_Atomic size_t named;	 /* number of names, from the first on, that are complete */
	_Atomic size_t progress; /* symbols and sources found, in all rounds */
	_Atomic bool done;	 /* a round was done */
	_Atomic bool dropped;	 /* the caller does not need it any more */
	bool running;		 /* the thread works on it, and frees it once it is dropped */
	bool tried;		 /* in this pass over the requests */
	_Atomic uint32_t round;	 /* the round that is requested */
	_Atomic uint32_t rounds_done;
};

struct symbolizer {
	struct recording *recording;
	void (*wake)(void *arg);
	void *arg;
	struct queue *queue;
	struct reader *reader; /* for the thread of the queue */
	pthread_mutex_t lock;  /* guards the following members, and whether requests are running */
	struct symbolizer_request *requests;
	struct srcfile_maps maps;
	bool fresh; /* a request was not tried yet */
	bool held;  /* between symbolizer_hold() and symbolizer_settle(): wake is not called */
	bool news;  /* something was found meanwhile */
};

/* ---- the thread ---- */

static const struct mapping *find_mapping(struct reader *reader,
					  const struct symbolizer_request *request, size_t i,
					  enum mapping_why *why)
{
	const struct symbolizer_address *address = &request->addresses[i];
	struct mappings *mappings = reader_mappings(reader);

	if (address->any)
		return mappings_find_any(mappings, &request->row, address->addr, why);
	return mappings_find(mappings, &request->row, address->mode, address->addr, why);
}

static void find_name(struct symbolizer_request *request, struct reader *reader, size_t i)
{
	struct symbolizer_name *name = &request->names[i];
	const struct mapping *mapping = find_mapping(reader, request, i, &name->why);

	if (!mapping)
		return;
	name->mapping = *mapping;
	name->mapping.file = name->file = mem_strdup(mapping->file ? mapping->file : "");
	name->mapping.dso = name->dso = mem_strdup(mapping->dso ? mapping->dso : "");
	name->has_offset = mapping_offset(mapping, request->addresses[i].addr, &name->offset);
}

static void find_code(const struct symbolizer_request *request, struct reader *reader, size_t i,
		      const struct mapping *mapping, struct symbolizer_symbol *symbol)
{
	const struct symbolizer_address *address = &request->addresses[i];

	if (!address->code)
		return;
	symbol->code = (struct machinecode){ .p = mem_alloc(address->code), .len = address->code };
	symbols_code(reader_symbols(reader), &request->row, mapping, address->addr, &symbol->code);
}

/* Returns false if the symbols are still being read. */
static bool find_symbol(const struct symbolizer_request *request, struct reader *reader, size_t i,
			struct symbolizer_symbol *symbol)
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

static void find_text(struct symbolizer *symbolizer, const struct symbolizer_address *address,
		      int64_t built, struct symbolizer_source *source)
{
	const char *path = address->function < source->n ? source->v[address->function].file : NULL;
	struct srcfile_maps maps = { .list = { 0 } };
	struct symfile_places folders;

	source->file.why = source->why ? sym_why_text(source->why) : "the source is not known";
	if (!path)
		return;
	/* Reading can take long; the caller of the other functions must not wait for it. */
	pthread_mutex_lock(&symbolizer->lock);
	for (size_t i = 0; i < symbolizer->maps.list.n; i++)
		srcfile_map(&maps, symbolizer->maps.list.v[i].from, symbolizer->maps.list.v[i].to);
	pthread_mutex_unlock(&symbolizer->lock);
	syms_folders(recording_syms(symbolizer->recording), &folders);
	srcfile_read(&source->file, path, &maps, &folders);
	srcfile_maps_release(&maps);
	source->newer = built && source->file.mtime_ns > built;
}

/* Returns false if the lines are still being read. */
static bool find_source(struct symbolizer *symbolizer, const struct symbolizer_request *request,
			struct reader *reader, size_t i, struct symbolizer_source *source)
{
	const struct symbolizer_address *address = &request->addresses[i];
	const struct mapping *mapping = find_mapping(reader, request, i, NULL);
	struct symbols_source answer;

	symbols_source(reader_symbols(reader), &request->row, mapping,
		       address->addr - address->is_return, &answer);
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
		find_text(symbolizer, address, answer.built_ns, source);
	return true;
}

/* Returns false if the symbols are still being read. */
static bool replace_symbol(struct symbolizer_request *request, struct reader *reader, size_t i,
			   uint32_t round)
{
	struct answer_slot *slot = &request->slots[i];
	struct given_symbol *given;

	if (slot->symbol_round == round)
		return true;
	given = mem_zalloc(sizeof(*given));
	if (!find_symbol(request, reader, i, &given->symbol)) {
		free(given);
		return false;
	}
	given->before = atomic_load(&slot->symbol);
	atomic_store(&slot->symbol, given);
	slot->symbol_round = round;
	atomic_fetch_add(&request->progress, 1);
	return true;
}

/* Returns false if the lines are still being read. */
static bool replace_source(struct symbolizer *symbolizer, struct symbolizer_request *request,
			   struct reader *reader, size_t i, uint32_t round)
{
	struct answer_slot *slot = &request->slots[i];
	struct given_source *given;

	if (!request->addresses[i].lines || slot->source_round == round)
		return true;
	given = mem_zalloc(sizeof(*given));
	if (!find_source(symbolizer, request, reader, i, &given->source)) {
		free(given);
		return false;
	}
	given->before = atomic_load(&slot->source);
	atomic_store(&slot->source, given);
	slot->source_round = round;
	atomic_fetch_add(&request->progress, 1);
	return true;
}

/*
 * Look up all mappings first, then all available names. Returns false if something is still being
 * read; *news: something was found.
 */
static bool find_names(struct symbolizer *symbolizer, struct symbolizer_request *request,
		       struct reader *reader, bool *news)
{
	uint32_t round = atomic_load(&request->round);
	size_t before = atomic_load(&request->progress);
	bool all = true, mapped = atomic_load(&request->named) < request->n;

	for (size_t i = atomic_load(&request->named);
	     i < request->n && !atomic_load(&request->dropped); i++) {
		find_name(request, reader, i);
		atomic_store(&request->named, i + 1);
	}
	symbols_set_wait(reader_symbols(reader), false);
	for (size_t i = 0; i < request->n && !atomic_load(&request->dropped); i++)
		all = replace_symbol(request, reader, i, round) &&
		      replace_source(symbolizer, request, reader, i, round) && all;
	if (all)
		atomic_store(&request->rounds_done, round);
	*news = mapped || atomic_load(&request->progress) > before;
	return all;
}

static void free_slot(struct answer_slot *slot)
{
	for (struct given_symbol *given = slot->symbol, *before; given; given = before) {
		before = given->before;
		free(given->symbol.name);
		free(given->symbol.code.p);
		free(given);
	}
	for (struct given_source *given = slot->source, *before; given; given = before) {
		before = given->before;
		srcfile_release(&given->source.file);
		buf_release(&given->source.packed);
		free(given->source.stack);
		free(given);
	}
}

static void free_request(struct symbolizer_request *request)
{
	for (size_t i = 0; i < request->named; i++) {
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

/* The newest request that is not done and not tried in this pass. */
static struct symbolizer_request *next_request(struct symbolizer *symbolizer)
{
	struct symbolizer_request *request = symbolizer->requests;

	while (request && (request->tried || symbolizer_is_done(request)))
		request = request->next;
	return request;
}

/* Begin a new pass. Returns false if no request is left. */
static bool next_turn(struct symbolizer *symbolizer)
{
	bool any = false;

	for (struct symbolizer_request *r = symbolizer->requests; r; r = r->next) {
		any |= r->tried && !symbolizer_is_done(r);
		r->tried = false;
	}
	return any;
}

/* Symbols are still being read: wait for them, or for another request. */
static void wait_for_symbols(struct symbolizer *symbolizer, uint32_t *heard)
{
	pthread_mutex_unlock(&symbolizer->lock);
	bell_wait(BELL_STATE, heard);
	pthread_mutex_lock(&symbolizer->lock);
}

/* Begin new work, or let the thread that rests begin it. Returns false without a thread. */
static bool begin_work(struct symbolizer *symbolizer)
{
	bool runs = queue_put(symbolizer->queue, QUEUE_NOW, 0, NULL);

	bell_ring(BELL_STATE);
	return runs;
}

static void report_found(struct symbolizer *symbolizer)
{
	if (symbolizer->held)
		symbolizer->news = true;
	else
		symbolizer->wake(symbolizer->arg);
}

static void look_for(struct symbolizer *symbolizer, struct symbolizer_request *request,
		     struct reader *reader)
{
	bool all, news;

	request->running = request->tried = true;
	pthread_mutex_unlock(&symbolizer->lock);
	all = find_names(symbolizer, request, reader, &news);
	if (all)
		atomic_store(&request->done, true);
	pthread_mutex_lock(&symbolizer->lock);
	request->running = false;
	if (all || news)
		report_found(symbolizer);
	if (atomic_load(&request->dropped))
		free_request(request);
}

/* Look for all that is requested. */
static void serve(void *arg, const void *work)
{
	struct symbolizer *symbolizer = arg;
	uint32_t heard = 0;

	(void)work;
	if (!symbolizer->reader)
		symbolizer->reader = reader_open(symbolizer->recording);
	pthread_mutex_lock(&symbolizer->lock);
	while (!queue_is_stopped(symbolizer->queue)) {
		struct symbolizer_request *request = next_request(symbolizer);

		if (request) {
			look_for(symbolizer, request, symbolizer->reader);
			continue;
		}
		symbolizer->fresh = false;
		bell_ring(BELL_ROWS);
		if (!next_turn(symbolizer))
			break;
		wait_for_symbols(symbolizer, &heard);
	}
	pthread_mutex_unlock(&symbolizer->lock);
}

/* ---- interface ---- */

struct symbolizer *symbolizer_open(struct recording *recording, void (*wake)(void *arg), void *arg)
{
	struct symbolizer *symbolizer = mem_zalloc(sizeof(*symbolizer));

	symbolizer->recording = recording;
	symbolizer->wake = wake;
	symbolizer->arg = arg;
	symbolizer->queue = queue_open(&(struct queue_options){
		.name = "perfnav/names", .serve = serve, .arg = symbolizer });
	pthread_mutex_init(&symbolizer->lock, NULL);
	return symbolizer;
}

void symbolizer_close(struct symbolizer *symbolizer)
{
	if (!symbolizer)
		return;
	queue_stop(symbolizer->queue);
	bell_ring(BELL_STATE);
	queue_close(symbolizer->queue);
	reader_close(symbolizer->reader);
	pthread_mutex_destroy(&symbolizer->lock);
	srcfile_maps_release(&symbolizer->maps);
	free(symbolizer);
}

struct symbolizer_request *symbolizer_ask(struct symbolizer *symbolizer, const struct row_info *row,
					  const struct symbolizer_address *addresses, size_t n)
{
	struct symbolizer_request *request = mem_zalloc(sizeof(*request));

	request->row = *row;
	request->addresses = mem_zalloc((n + 1) * sizeof(*addresses));
	request->names = mem_zalloc((n + 1) * sizeof(*request->names));
	request->slots = mem_zalloc((n + 1) * sizeof(*request->slots));
	request->round = 1;
	for (size_t i = 0; i < n; i++)
		request->addresses[i] = addresses[i];
	pthread_mutex_lock(&symbolizer->lock);
	symbolizer->fresh = begin_work(symbolizer);
	/* Without a thread nothing is looked up, and addresses are shown as numbers. */
	request->n = symbolizer->fresh ? n : 0;
	request->done = !request->n;
	request->next = symbolizer->requests;
	symbolizer->requests = request;
	pthread_mutex_unlock(&symbolizer->lock);
	return request;
}

void symbolizer_drop(struct symbolizer *symbolizer, struct symbolizer_request *request)
{
	struct symbolizer_request **at;

	if (!request)
		return;
	pthread_mutex_lock(&symbolizer->lock);
	for (at = &symbolizer->requests; *at != request;)
		at = &(*at)->next;
	*at = request->next;
	atomic_store(&request->dropped, true);
	if (!request->running)
		free_request(request);
	pthread_mutex_unlock(&symbolizer->lock);
}

void symbolizer_again(struct symbolizer *symbolizer)
{
	pthread_mutex_lock(&symbolizer->lock);
	for (struct symbolizer_request *r = symbolizer->requests; r; r = r->next)
		atomic_fetch_add(&r->round, 1);
	begin_work(symbolizer);
	pthread_mutex_unlock(&symbolizer->lock);
}

bool symbolizer_is_done(const struct symbolizer_request *request)
{
	return !request->n || (atomic_load(&request->done) &&
			       atomic_load(&request->rounds_done) == atomic_load(&request->round));
}

bool symbolizer_busy(struct symbolizer *symbolizer)
{
	bool busy = false;

	pthread_mutex_lock(&symbolizer->lock);
	for (struct symbolizer_request *r = symbolizer->requests; r && !busy; r = r->next)
		busy = !symbolizer_is_done(r);
	pthread_mutex_unlock(&symbolizer->lock);
	return busy;
}

void symbolizer_hold(struct symbolizer *symbolizer)
{
	pthread_mutex_lock(&symbolizer->lock);
	symbolizer->news &= symbolizer->held;
	symbolizer->held = true;
	pthread_mutex_unlock(&symbolizer->lock);
}

bool symbolizer_settle(struct symbolizer *symbolizer, unsigned ms)
{
	int64_t end = clock_ms() + ms, left = ms;
	uint32_t heard = bell_heard(BELL_ROWS);
	bool news;

	pthread_mutex_lock(&symbolizer->lock);
	for (; symbolizer->fresh && left > 0; left = end - clock_ms()) {
		pthread_mutex_unlock(&symbolizer->lock);
		bell_wait_for(BELL_ROWS, &heard, (unsigned)left);
		pthread_mutex_lock(&symbolizer->lock);
	}
	symbolizer->held = false;
	news = symbolizer->news;
	pthread_mutex_unlock(&symbolizer->lock);
	return news;
}

const struct symbolizer_name *symbolizer_get(const struct symbolizer_request *request, size_t i)
{
	return i < atomic_load(&request->named) ? &request->names[i] : NULL;
}

const struct symbolizer_symbol *symbolizer_symbol(const struct symbolizer_request *request,
						  size_t i)
{
	const struct given_symbol *given = i < request->n ? atomic_load(&request->slots[i].symbol)
							  : NULL;

	return given ? &given->symbol : NULL;
}

const struct symbolizer_source *symbolizer_source(const struct symbolizer_request *request,
						  size_t i)
{
	const struct given_source *given = i < request->n ? atomic_load(&request->slots[i].source)
							  : NULL;

	return given ? &given->source : NULL;
}

size_t symbolizer_progress(const struct symbolizer_request *request)
{
	return atomic_load(&request->progress);
}

void symbolizer_map_path(struct symbolizer *symbolizer, const char *from, const char *to)
{
	pthread_mutex_lock(&symbolizer->lock);
	srcfile_map(&symbolizer->maps, from, to);
	pthread_mutex_unlock(&symbolizer->lock);
}

const struct srcfile_maps *symbolizer_maps(const struct symbolizer *symbolizer)
{
	return &symbolizer->maps;
}
