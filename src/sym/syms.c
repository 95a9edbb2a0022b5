/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/syms.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/map.h"
#include "base/pages.h"
#include "sym/symload.h"

enum state {
	NEW,
	WANTED, /* in the queue, or being read */
	READY
};

struct entry {
	struct module module;
	_Atomic int state;	      /* enum state */
	struct symload_result result; /* when READY */
};

struct syms {
	struct syms_options options;
	struct symhelper *helper;
	struct symstore *store;
	struct symload *load;
	struct pages entries; /* struct entry * */

	pthread_mutex_t lock; /* of all below, and of adding entries */
	pthread_cond_t work, done;
	struct map numbers;  /* of entries, by hash */
	VEC(uint32_t) queue; /* what was asked for last is read first */
	uint32_t pending, finished;
	pthread_t thread;
	bool started, stop;
};

struct syms *syms_open(const struct syms_options *options)
{
	struct syms *s = mem_zalloc(sizeof(*s));
	struct symload_options load = {
		.places = { .symfs = options->symfs, .home = options->home },
		.vmlinux = options->vmlinux,
		.kallsyms = options->kallsyms,
		.cache_dir = options->cache_dir,
		.spool_dir = options->spool_dir,
	};

	s->options = *options;
	s->helper = symhelper_open();
	s->store = symstore_open(options->spool_dir);
	s->load = symload_open(&load, s->helper, s->store);
	pages_init(&s->entries, sizeof(struct entry *));
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->work, NULL);
	pthread_cond_init(&s->done, NULL);
	return s;
}

static struct entry *entry_at(const struct syms *s, uint32_t number)
{
	return *(struct entry *const *)pages_at(&s->entries, number);
}

static void stop_thread(struct syms *s)
{
	pthread_mutex_lock(&s->lock);
	s->stop = true;
	pthread_cond_broadcast(&s->work);
	pthread_mutex_unlock(&s->lock);
	symhelper_stop(s->helper);
	if (s->started)
		pthread_join(s->thread, NULL);
}

/* The module's strings are in one piece, which `dso` begins. */
static void release_entry(struct entry *e)
{
	char *strings;

	memcpy(&strings, &e->module.dso, sizeof(strings));
	free(strings);
	if (e->state == READY)
		symload_result_release(&e->result);
	free(e);
}

void syms_close(struct syms *s)
{
	if (!s)
		return;
	stop_thread(s);
	for (uint64_t i = 0; i < pages_count(&s->entries); i++)
		release_entry(entry_at(s, (uint32_t)i));
	pages_release(&s->entries);
	symload_close(s->load);
	symstore_close(s->store);
	symhelper_close(s->helper);
	map_release(&s->numbers);
	vec_release(&s->queue);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->done);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

/* ---- modules ---- */

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_module(const struct module *a, const struct module *b)
{
	return a->kind == b->kind && a->dso_len == b->dso_len &&
	       !memcmp(a->dso, b->dso, a->dso_len) && a->build_id_len == b->build_id_len &&
	       !memcmp(a->build_id, b->build_id, sizeof(a->build_id)) && a->pid == b->pid &&
	       a->start == b->start && a->size == b->size && a->ref == b->ref &&
	       a->ref_stext == b->ref_stext && a->ino == b->ino &&
	       same_text(a->release, b->release) && same_text(a->kallsyms, b->kallsyms);
}

static uint64_t hash_module(const struct module *m)
{
	uint64_t numbers[] = { m->kind, (uint64_t)m->pid, m->start, m->size, m->ref, m->ino };
	uint64_t hash = XXH64(m->dso, m->dso_len, XXH64(numbers, sizeof(numbers), 0));

	return XXH64(m->build_id, sizeof(m->build_id), hash);
}

/* What means nothing for a kind would tell modules apart that are one. */
static struct module plain(const struct module *module)
{
	struct module m = *module;
	bool kernel = m.kind == MODULE_KERNEL || m.kind == MODULE_KMODULE;

	if (m.build_id_len > sizeof(m.build_id))
		m.build_id_len = sizeof(m.build_id);
	memset(m.build_id + m.build_id_len, 0, sizeof(m.build_id) - m.build_id_len);
	if (m.kind != MODULE_JIT)
		m.pid = 0;
	if (m.kind != MODULE_KSYMBOL && m.kind != MODULE_KMODULE)
		m.start = 0;
	if (m.kind != MODULE_KSYMBOL)
		m.size = 0;
	if (m.kind != MODULE_JITDUMP)
		m.ino = 0;
	if (!kernel) {
		m.ref = 0;
		m.ref_stext = false;
		m.kallsyms = NULL;
		m.release = m.kind == MODULE_VDSO ? m.release : NULL;
	}
	return m;
}

static size_t add_string(struct buf *strings, const char *text, size_t len)
{
	size_t at = strings->len;

	buf_add(strings, text, len);
	buf_addc(strings, '\0');
	return at;
}

static struct entry *new_entry(const struct module *m)
{
	struct entry *e = mem_zalloc(sizeof(*e));
	struct buf strings = BUF_INIT;
	size_t release = 0, kallsyms = 0;

	add_string(&strings, m->dso, m->dso_len);
	if (m->release)
		release = add_string(&strings, m->release, strlen(m->release));
	if (m->kallsyms)
		kallsyms = add_string(&strings, m->kallsyms, strlen(m->kallsyms));
	e->module = *m;
	e->module.dso = buf_take(&strings);
	e->module.release = m->release ? e->module.dso + release : NULL;
	e->module.kallsyms = m->kallsyms ? e->module.dso + kallsyms : NULL;
	return e;
}

uint32_t syms_module(struct syms *s, const struct module *module)
{
	struct module m = plain(module);
	uint64_t hash = hash_module(&m);
	uint32_t *number, result;
	bool fresh;

	pthread_mutex_lock(&s->lock);
	for (;; hash++) {
		number = map_put(&s->numbers, hash, &fresh);
		if (fresh || same_module(&entry_at(s, *number)->module, &m))
			break;
	}
	if (fresh) {
		struct entry *e = new_entry(&m);

		*number = (uint32_t)pages_count(&s->entries);
		pages_add(&s->entries, &e);
	}
	result = *number;
	pthread_mutex_unlock(&s->lock);
	return result;
}

/* ---- the thread ---- */

static void *run(void *arg)
{
	struct syms *s = arg;

	pthread_mutex_lock(&s->lock);
	while (!s->stop) {
		struct entry *e;

		if (!s->queue.n) {
			pthread_cond_wait(&s->work, &s->lock);
			continue;
		}
		e = entry_at(s, s->queue.v[--s->queue.n]);
		pthread_mutex_unlock(&s->lock);
		symload_module(s->load, &e->module, &e->result);
		pthread_mutex_lock(&s->lock);
		atomic_store_explicit(&e->state, READY, memory_order_release);
		s->pending--;
		s->finished++;
		pthread_cond_broadcast(&s->done);
		pthread_mutex_unlock(&s->lock);
		if (s->options.wake)
			s->options.wake(s->options.wake_arg);
		pthread_mutex_lock(&s->lock);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

/* Without a thread nothing is read; the lock is held. */
static void give_up(struct syms *s, struct entry *e)
{
	e->result = (struct symload_result){
		.why = SYM_WHY_ROOM,
		.source = BUF_INIT,
		.problem = BUF_INIT,
		.file = SYMFILE_TRACE_INIT,
		.debug = SYMFILE_TRACE_INIT,
	};
	s->queue.n--;
	s->pending--;
	atomic_store_explicit(&e->state, READY, memory_order_release);
}

static void want(struct syms *s, uint32_t number)
{
	struct entry *e = entry_at(s, number);

	pthread_mutex_lock(&s->lock);
	if (e->state == NEW) {
		e->state = WANTED;
		vec_push(&s->queue, number);
		s->pending++;
		if (!s->started)
			s->started = !pthread_create(&s->thread, NULL, run, s);
		if (s->started)
			pthread_cond_signal(&s->work);
		else
			give_up(s, e);
	}
	pthread_mutex_unlock(&s->lock);
}

static bool ready(const struct entry *e)
{
	return atomic_load_explicit(&e->state, memory_order_acquire) == READY;
}

static void wait_for(struct syms *s, uint32_t number)
{
	const struct entry *e = entry_at(s, number);

	if (ready(e))
		return;
	want(s, number);
	pthread_mutex_lock(&s->lock);
	while (!ready(e))
		pthread_cond_wait(&s->done, &s->lock);
	pthread_mutex_unlock(&s->lock);
}

/* ---- names ---- */

static enum syms_answer find_ksymbol(const struct module *m, uint64_t at, struct symbol *symbol)
{
	if (at - m->start >= m->size) {
		symbol->why = SYM_WHY_BETWEEN;
		return SYMS_NONE;
	}
	buf_add(&symbol->name, m->dso, m->dso_len);
	symbol->start = m->start;
	symbol->size = m->size;
	symbol->off = at - m->start;
	return SYMS_FOUND;
}

/* The table of a jitdump has the names of numbers. */
static enum syms_answer find_made(const struct syms *s, const struct entry *e, uint64_t at,
				  uint64_t time, struct symbol *symbol)
{
	struct symrange range;
	struct jitcode code;
	uint32_t number;

	if (!e->result.table || !jitspace_find(e->result.codes, at, time, &number, &code) ||
	    !symstore_find(s->store, e->result.table, number, &range, &symbol->name)) {
		symbol->why = e->result.why;
		return SYMS_NONE;
	}
	symbol->start = code.start;
	symbol->size = code.size;
	symbol->off = at - code.start;
	return SYMS_FOUND;
}

static enum syms_answer find(const struct syms *s, const struct entry *e, uint64_t at,
			     struct symbol *symbol)
{
	struct symrange range;

	if (!e->result.table || !symstore_find(s->store, e->result.table, at + e->result.delta,
					       &range, &symbol->name)) {
		symbol->why = e->result.why;
		return SYMS_NONE;
	}
	symbol->start = range.base - e->result.delta;
	symbol->size = range.size;
	symbol->off = at - symbol->start;
	return SYMS_FOUND;
}

enum syms_answer syms_find(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			   struct symbol *symbol)
{
	const struct entry *e = entry_at(s, module);

	symbol->why = SYM_WHY_NONE;
	buf_reset(&symbol->name);
	if (e->module.kind == MODULE_KSYMBOL)
		return find_ksymbol(&e->module, at, symbol);
	if (ready(e) && e->result.codes)
		return find_made(s, e, at, time, symbol);
	if (ready(e))
		return find(s, e, at, symbol);
	want(s, module);
	return SYMS_LATER;
}

enum syms_answer syms_find_now(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			       struct symbol *symbol)
{
	enum syms_answer answer = syms_find(s, module, at, time, symbol);

	if (answer != SYMS_LATER)
		return answer;
	wait_for(s, module);
	return syms_find(s, module, at, time, symbol);
}

struct shift {
	uint64_t delta;
	bool (*each)(void *arg, const struct symrange *range);
	void *arg;
};

static bool each_shifted(void *arg, const struct symrange *range)
{
	const struct shift *shift = arg;
	struct symrange r = *range;

	r.start -= shift->delta;
	r.end -= shift->delta;
	r.base -= shift->delta;
	return shift->each(shift->arg, &r);
}

bool syms_each(struct syms *s, uint32_t module,
	       bool (*each)(void *arg, const struct symrange *range), void *arg)
{
	const struct entry *e = entry_at(s, module);
	const struct module *m = &e->module;

	if (m->kind == MODULE_KSYMBOL)
		return each(arg, &(struct symrange){ .start = m->start,
						     .end = m->start + m->size,
						     .base = m->start,
						     .size = m->size,
						     .name = m->dso,
						     .len = (uint32_t)m->dso_len });
	wait_for(s, module);
	if (!e->result.table)
		return true;
	return symstore_each(s->store, e->result.table, each_shifted,
			     &(struct shift){ e->result.delta, each, arg });
}

int syms_file(struct syms *s, uint32_t module, enum sym_why *why)
{
	const struct entry *e = entry_at(s, module);
	int fd;

	wait_for(s, module);
	fd = symload_file(&e->result);
	if (why)
		*why = fd >= 0			 ? SYM_WHY_NONE
		       : e->result.file.path.len ? SYM_WHY_MISSING
						 : e->result.why;
	return fd;
}

/* The place of a jitdump's code in its file, and how much of it there is. False: there is none. */
static bool find_bytes(const struct entry *e, uint64_t *at, uint64_t time, size_t *len)
{
	struct jitcode code;
	uint32_t number;

	if (!e->result.codes)
		return true;
	if (!jitspace_find(e->result.codes, *at, time, &number, &code))
		return false;
	if (*len > code.start + code.size - *at)
		*len = (size_t)(code.start + code.size - *at);
	*at = *at - code.start + code.bytes;
	return true;
}

size_t syms_bytes(struct syms *s, uint32_t module, uint64_t at, uint64_t time, void *to, size_t len)
{
	int fd = syms_file(s, module, NULL);
	ssize_t n = -1;

	if (fd >= 0 && find_bytes(entry_at(s, module), &at, time, &len) && at <= INT64_MAX)
		n = pread(fd, to, len, (off_t)at);
	if (fd >= 0)
		close(fd);
	return n > 0 ? (size_t)n : 0;
}

void syms_status(struct syms *s, uint32_t module, struct syms_status *status)
{
	const struct entry *e = entry_at(s, module);

	memset(status, 0, sizeof(*status));
	status->ready = ready(e) || e->module.kind == MODULE_KSYMBOL;
	if (!ready(e))
		return;
	status->why = e->result.table ? SYM_WHY_NONE : e->result.why;
	status->ranges = e->result.table ? e->result.table->ranges : 0;
	status->cached = e->result.cached;
	strncpy(status->source, e->result.source.p, sizeof(status->source) - 1);
	strncpy(status->problem, e->result.problem.p, sizeof(status->problem) - 1);
}

uint32_t syms_pending(struct syms *s)
{
	uint32_t n;

	pthread_mutex_lock(&s->lock);
	n = s->pending;
	pthread_mutex_unlock(&s->lock);
	return n;
}

uint32_t syms_finished(struct syms *s)
{
	uint32_t n;

	pthread_mutex_lock(&s->lock);
	n = s->finished;
	pthread_mutex_unlock(&s->lock);
	return n;
}
