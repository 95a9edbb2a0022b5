/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/syms.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "base/map.h"
#include "sym/symqueue.h"

enum {
	OWN_MAX = 64 /* recordings whose own folders are used */
};

/* The folders of the recordings, followed by NULL. */
struct own {
	const char *v[OWN_MAX + 1];
	size_t n;
};

struct syms {
	struct syms_options options;
	struct symstore *store;
	struct symqueue *queue;
	struct srclines *lines;
	struct insns *insns;
	_Atomic uint32_t generation;

	pthread_mutex_t lock; /* guards all members below, and the paths in options */
	struct map numbers;   /* of modules, by hash */
	uint32_t first;	      /* first module of this generation */
	VEC(char *) paths;    /* current and former paths of options */
	struct own own_roots, own_caches, own_folders;
};

static struct symload_options load_options(const struct syms *s)
{
	return (struct symload_options){
		.places = { .own_roots = s->own_roots.v,
			    .own_caches = s->own_caches.v,
			    .own_folders = s->own_folders.v,
			    .symfs = s->options.symfs,
			    .buildid_dir = s->options.buildid_dir,
			    .other_builds = s->options.other_builds },
		.vmlinux = s->options.vmlinux,
		.kallsyms = s->options.kallsyms,
		.cache_dir = s->options.cache_dir,
		.spool_dir = s->options.spool_dir,
	};
}

/* Copy code of a module. It has been read: instructions are requested after symbols. */
static void code_of(void *arg, uint32_t module, uint64_t at, uint64_t time,
		    struct machinecode *code)
{
	const struct symreading *reading = symqueue_latest(((struct syms *)arg)->queue, module);

	if (reading)
		symresult_code(&reading->result, at, time, code);
	else
		code->len = 0;
}

struct syms *syms_open(const struct syms_options *options)
{
	struct syms *s = mem_zalloc(sizeof(*s));

	s->options = *options;
	s->store = symstore_open(options->spool_dir);
	s->queue = symqueue_open(&(struct symqueue_options){ .load = load_options(s),
							     .fetching = options->debuginfod,
							     .wake = options->wake,
							     .wake_arg = options->wake_arg },
				 s->store);
	s->lines = srclines_open(
		&(struct srclines_options){ .wake = options->wake, .wake_arg = options->wake_arg });
	s->insns = insns_open(&(struct insns_options){ .code = code_of,
						       .code_arg = s,
						       .wake = options->wake,
						       .wake_arg = options->wake_arg });
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void syms_close(struct syms *s)
{
	if (!s)
		return;
	symqueue_stop(s->queue); /* both processes end at the same time */
	srclines_close(s->lines);
	insns_close(s->insns);
	symqueue_close(s->queue);
	symstore_close(s->store);
	for (size_t i = 0; i < s->paths.n; i++)
		free(s->paths.v[i]);
	vec_release(&s->paths);
	map_release(&s->numbers);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

/* ---- modules ---- */

uint32_t syms_module(struct syms *s, const struct module *module)
{
	struct module m = module_plain(module);
	uint64_t hash = module_hash(&m);
	const uint32_t *known;
	uint32_t number;
	bool fresh;

	pthread_mutex_lock(&s->lock);
	do {
		known = map_get(&s->numbers, hash);
	} while (known && !module_same(symqueue_module(s->queue, *known), &m) && ++hash);
	number = known ? *known : symqueue_add(s->queue, &m);
	if (!known && number < SYMQUEUE_MODULES_MAX)
		*map_put(&s->numbers, hash, &fresh) = number;
	pthread_mutex_unlock(&s->lock);
	return number;
}

/* ---- other places ---- */

static const char *keep_path(struct syms *s, const char *path)
{
	if (!path)
		return NULL;
	vec_push(&s->paths, mem_strdup(path));
	return s->paths.v[s->paths.n - 1];
}

void syms_use(struct syms *s, const struct syms_places *places)
{
	struct symload_options load;

	pthread_mutex_lock(&s->lock);
	s->options.symfs = keep_path(s, places->symfs);
	s->options.vmlinux = keep_path(s, places->vmlinux);
	s->options.kallsyms = keep_path(s, places->kallsyms);
	s->options.other_builds = places->other_builds;
	load = load_options(s);
	symqueue_move(s->queue, &load);
	s->first = symqueue_count(s->queue);
	map_release(&s->numbers);
	atomic_fetch_add(&s->generation, 1);
	pthread_mutex_unlock(&s->lock);
}

void syms_places(struct syms *s, struct syms_places *places)
{
	pthread_mutex_lock(&s->lock);
	*places = (struct syms_places){ s->options.symfs, s->options.vmlinux, s->options.kallsyms,
					s->options.other_builds };
	pthread_mutex_unlock(&s->lock);
}

static void add_own(struct syms *s, struct own *own, const char *path, const char *suffix)
{
	struct buf dir = BUF_INIT;
	struct stat st;

	buf_addf(&dir, "%s%s", path, suffix);
	if (own->n < OWN_MAX && !stat(dir.p, &st) && S_ISDIR(st.st_mode))
		own->v[own->n++] = keep_path(s, dir.p);
	buf_release(&dir);
}

/* Add the folder that contains a path. */
static void add_folder(struct syms *s, const char *path)
{
	char *dir = folder_of(path);

	add_own(s, &s->own_folders, dir, "");
	free(dir);
}

void syms_beside(struct syms *s, const char *path)
{
	pthread_mutex_lock(&s->lock);
	add_own(s, &s->own_roots, path, ".symfs");
	add_own(s, &s->own_caches, path, ".debug");
	add_folder(s, path);
	pthread_mutex_unlock(&s->lock);
}

void syms_folders(struct syms *s, struct symfile_places *folders)
{
	pthread_mutex_lock(&s->lock);
	*folders = load_options(s).places;
	pthread_mutex_unlock(&s->lock);
}

uint32_t syms_generation(const struct syms *s)
{
	return atomic_load(&s->generation);
}

void syms_modules(struct syms *s, uint32_t *first, uint32_t *end)
{
	pthread_mutex_lock(&s->lock);
	*first = s->first;
	*end = symqueue_count(s->queue);
	pthread_mutex_unlock(&s->lock);
}

/* ---- debug files from elsewhere ---- */

void syms_debuginfod(struct syms *s, bool on)
{
	symqueue_fetch(s->queue, on);
}

uint32_t syms_debuginfod_module(struct syms *s, const char *name)
{
	return symqueue_fetch_named(s->queue, name);
}

bool syms_fetching(struct syms *s, struct symfetch_status *status)
{
	return symqueue_fetching(s->queue, status);
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
	symbol->from = symbol->to = 0;
	return SYMS_FOUND;
}

/* Return the last result; NULL: none yet. */
static const struct symresult *latest(const struct syms *s, uint32_t module)
{
	const struct symreading *reading = symqueue_latest(s->queue, module);

	return reading ? &reading->result : NULL;
}

/* Wait for the final result, including a fetched debug file. */
static const struct symresult *wait_for(struct syms *s, uint32_t module)
{
	return &symqueue_wait(s->queue, module)->result;
}

enum syms_answer syms_find(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			   struct symbol *symbol)
{
	const struct module *m = symqueue_module(s->queue, module);
	const struct symresult *r = latest(s, module);

	symbol->why = SYM_WHY_NONE;
	buf_reset(&symbol->name);
	if (m->kind == MODULE_KSYMBOL)
		return find_ksymbol(m, at, symbol);
	if (r)
		return symresult_find(r, s->store, at, time, symbol) ? SYMS_FOUND : SYMS_NONE;
	symqueue_want(s->queue, module);
	return SYMS_LATER;
}

enum syms_answer syms_find_now(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			       struct symbol *symbol)
{
	if (symqueue_module(s->queue, module)->kind != MODULE_KSYMBOL)
		wait_for(s, module);
	return syms_find(s, module, at, time, symbol);
}

/* ---- source lines ---- */

/* Find lines. Returns false if the module is still being read. */
static bool ask_lines(struct syms *s, uint32_t module, bool wait, uint64_t at, uint64_t time,
		      struct srclines_answer *answer)
{
	const struct symreading *reading;

	if (symqueue_module(s->queue, module)->kind == MODULE_KSYMBOL) {
		srclines_answer_none(answer, SYM_WHY_NO_DWARF);
		return true;
	}
	reading = wait ? symqueue_wait(s->queue, module) : symqueue_latest(s->queue, module);
	if (!reading) {
		symqueue_want(s->queue, module);
		return false;
	}
	if (reading->result.why_no_lines) {
		srclines_answer_none(answer, reading->result.why_no_lines);
		return true;
	}
	if (!symresult_line_place(&reading->result, &at, time)) {
		srclines_answer_none(answer, SYM_WHY_NO_LINE);
		return true;
	}
	if (!wait)
		return srclines_find(s->lines, &reading->lines, at, answer);
	srclines_find_now(s->lines, &reading->lines, at, answer);
	return true;
}

enum syms_answer syms_lines(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
			    struct srclines_answer *answer)
{
	if (!ask_lines(s, module, false, at, time, answer))
		return SYMS_LATER;
	return answer->stack.n ? SYMS_FOUND : SYMS_NONE;
}

enum syms_answer syms_lines_now(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
				struct srclines_answer *answer)
{
	ask_lines(s, module, true, at, time, answer);
	return answer->stack.n ? SYMS_FOUND : SYMS_NONE;
}

/* Addresses that have a place in the files with lines. */
struct line_places {
	uint64_t *at;
	size_t *numbers; /* of the addresses */
	size_t n;
	srclines_found_fn *found;
	void *arg;
};

static void pass_lines(void *arg, size_t i, const struct srclines_answer *answer)
{
	const struct line_places *places = arg;

	places->found(places->arg, places->numbers[i], answer);
}

void syms_fetch_lines(struct syms *s, uint32_t module, const uint64_t *at, size_t n, uint64_t time,
		      srclines_found_fn *found, void *arg)
{
	struct line_places places = { .found = found, .arg = arg };
	const struct symreading *reading;

	if (symqueue_module(s->queue, module)->kind == MODULE_KSYMBOL)
		return;
	reading = symqueue_wait(s->queue, module);
	if (reading->result.why_no_lines)
		return;
	places.at = mem_alloc((n + 1) * sizeof(*places.at));
	places.numbers = mem_alloc((n + 1) * sizeof(*places.numbers));
	for (size_t i = 0; i < n; i++) {
		places.at[places.n] = at[i];
		places.numbers[places.n] = i;
		places.n += symresult_line_place(&reading->result, &places.at[places.n], time);
	}
	srclines_fetch(s->lines, &reading->lines, places.at, places.n, pass_lines, &places);
	free(places.at);
	free(places.numbers);
}

void syms_start(struct syms *s)
{
	symqueue_start(s->queue);
	srclines_start(s->lines);
}

int64_t syms_built(struct syms *s, uint32_t module)
{
	const struct symresult *r = latest(s, module);

	return r ? r->line_file.mtime_ns : 0;
}

/* ---- all of a module ---- */

bool syms_each(struct syms *s, uint32_t module,
	       bool (*each)(void *arg, const struct symrange *range), void *arg)
{
	const struct module *m = symqueue_module(s->queue, module);

	if (m->kind == MODULE_KSYMBOL)
		return each(arg, &(struct symrange){ .start = m->start,
						     .end = m->start + m->size,
						     .base = m->start,
						     .size = m->size,
						     .name = m->dso,
						     .len = (uint32_t)m->dso_len });
	return symresult_each(wait_for(s, module), s->store, each, arg);
}

int syms_file(struct syms *s, uint32_t module, enum sym_why *why)
{
	return symresult_file(wait_for(s, module), why);
}

void syms_code(struct syms *s, uint32_t module, uint64_t at, uint64_t time,
	       struct machinecode *code)
{
	symresult_code(wait_for(s, module), at, time, code);
}

enum syms_answer syms_insn(struct syms *s, const struct insns_place *place,
			   struct insns_answer *answer)
{
	if (!latest(s, place->module)) {
		symqueue_want(s->queue, place->module);
		return SYMS_LATER;
	}
	if (!insns_find(s->insns, place, answer))
		return SYMS_LATER;
	return answer->size ? SYMS_FOUND : SYMS_NONE;
}

void syms_status(struct syms *s, uint32_t module, struct syms_status *status)
{
	const struct symresult *r = latest(s, module);

	memset(status, 0, sizeof(*status));
	status->module = symqueue_module(s->queue, module);
	status->wanted = symqueue_is_wanted(s->queue, module);
	status->ready = r || status->module->kind == MODULE_KSYMBOL;
	if (!r)
		return;
	status->why = r->table ? SYM_WHY_NONE : r->why;
	status->ranges = r->table ? r->table->ranges : 0;
	status->cached = r->cached;
	status->differs = r->differs;
	strncpy(status->source, r->source.p, sizeof(status->source) - 1);
	strncpy(status->problem, r->problem.p, sizeof(status->problem) - 1);
}

uint32_t syms_pending(struct syms *s)
{
	return symqueue_counts(s->queue).pending + srclines_pending(s->lines) +
	       insns_pending(s->insns);
}

uint32_t syms_finished(struct syms *s)
{
	return symqueue_counts(s->queue).finished + srclines_answered(s->lines) +
	       insns_answered(s->insns);
}

uint32_t syms_improved(struct syms *s)
{
	return symqueue_counts(s->queue).improved;
}
