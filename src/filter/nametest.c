/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filter/nametest.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/search.h"
#include "base/stop.h"
#include "recording/symbols.h"
#include "wire/vocabulary.h"

enum {
	ANSWERS = 1 << 14,    /* answers that are kept, 24 bytes each */
	MODULES = 1 << 12,    /* modules whose ranges are kept */
	RANGES_MAX = 1 << 16, /* the most ranges of a module; if it has more, its names are looked
			       * up one by one */
	KERNEL_MAX = 1 << 9   /* the most mappings of the kernel that are all tested: each change
			       * of them makes a version */
};

/* ---- the tree ---- */

struct putting {
	struct node *element; /* the list in whose [ ] the node is, or NULL */
	size_t n;
};

static bool is_not_of_slot(const struct node *node, void *arg)
{
	return node->kind != NODE_FIELD || node->slot != *(const int *)arg;
}

/* Remove slots that no condition uses any more. */
static void drop_slots(struct node *element)
{
	for (int i = 0; i < (int)element->slots.n; i++)
		if (node_visit(element->a, is_not_of_slot, &i))
			element->slots.v[i] = FIELD_NONE;
}

/* Does a condition depend on a name only? */
static bool is_about_name(const struct node *node)
{
	const struct node *field = node->a;
	enum derived_of of;
	bool symbol;

	return (node->kind == NODE_TRUTH || node->kind == NODE_TEXTS || node->kind == NODE_MATCH) &&
	       field->kind == NODE_FIELD && derived_is_name(field->field, &symbol, &of);
}

static void put_name(struct putting *p, struct node **at)
{
	struct node *cond = *at, *field = cond->a, *node;
	enum field_id id = field->field, base = vocabulary_base(id);

	if (field->slot >= 0) {
		int slot = node_slot(p->element, base);

		if (slot < 0)
			return;
		field->slot = slot;
	}
	node = node_new(NODE_NAME, cond->pos);
	node->field = id;
	node->a = field;
	node->all = cond->all;
	node->each = cond->each;
	node->name = cond;
	node->test = p->n++;
	field->field = base;
	field->type = TYPE_NUMBER;
	cond->a = NULL;
	cond->each = NULL;
	*at = node;
}

static void put_node(struct putting *p, struct node **at)
{
	struct node *node = *at;

	if (!node)
		return;
	if (is_about_name(node)) {
		put_name(p, at);
		return;
	}
	if (node->kind == NODE_ELEMENT) {
		p->element = node;
		put_node(p, &node->a);
		p->element = NULL;
		drop_slots(node);
		return;
	}
	put_node(p, &node->a);
	put_node(p, &node->b);
}

size_t nametest_put(struct node **root)
{
	struct putting p = { NULL, 0 };

	put_node(&p, root);
	return p.n;
}

void nametest_derive(enum field_id field, struct derived_set *set)
{
	set->chain = set->chain || vocabulary_base(field) == F_callchain_ip;
}

/* ---- texts ---- */

enum regex_result nametest_text(const struct node *node, struct regex_matcher *matcher,
				const void *text, size_t len)
{
	bool found = false;

	if (node->kind == NODE_MATCH)
		return regex_match(node->regex, matcher, text, len);
	for (size_t i = 0; i < node->texts.n && !found; i++)
		found = expr_compare_text(node->op, text, len, node->texts.v[i].p,
					  node->texts.v[i].len);
	return found != node->negate ? REGEX_YES : REGEX_NO;
}

/* ---- modules ---- */

struct address_range {
	uint64_t start, end;
};

/* The addresses of a module that belong to matching symbols, ascending. */
struct symbol_ranges {
	VEC(struct address_range) list;
	bool one_by_one; /* too many ranges, or the symbols cannot be read: each name is looked
			  * up */
};

struct nametest_known {
	uint64_t version, addr;
	uint8_t known; /* enum nametest_answer + 1 */
};

struct nametest {
	struct reader *reader;
	bool symbol; /* a symbol and not a dso */
	enum derived_of of;
	const struct node *cond;
	bool all;
	struct regex_matcher *matcher;
	const _Atomic bool *stop;
	struct nametest_known *answers;
	/* The result of nametest_no_kernel() for a version of the kernel's mappings. */
	bool kernel_known, no_kernel;
	uint64_t kernel_version;
	uint32_t generation; /* the syms_generation() of the answers */
	struct map places;   /* of modules, in ranges */
	VEC(struct symbol_ranges *) modules;
};

struct nametest *nametest_open(struct reader *reader, const struct node *node,
			       struct regex_matcher *matcher, const _Atomic bool *stop)
{
	struct nametest *t = mem_zalloc(sizeof(*t));

	t->reader = reader;
	derived_is_name(node->field, &t->symbol, &t->of);
	t->cond = node->name;
	t->all = node->all;
	t->matcher = matcher;
	t->stop = stop;
	t->answers = mem_zalloc(ANSWERS * sizeof(*t->answers));
	return t;
}

static void forget_modules(struct nametest *t)
{
	for (size_t i = 0; i < t->modules.n; i++) {
		vec_release(&t->modules.v[i]->list);
		free(t->modules.v[i]);
	}
	t->modules.n = 0;
	map_release(&t->places);
}

/* The places of symbol files have changed. */
static void forget(struct nametest *t, uint32_t generation)
{
	t->generation = generation;
	forget_modules(t);
	memset(t->answers, 0, ANSWERS * sizeof(*t->answers));
}

void nametest_close(struct nametest *t)
{
	if (!t)
		return;
	forget_modules(t);
	vec_release(&t->modules);
	free(t->answers);
	free(t);
}

struct range_search {
	struct nametest *test;
	struct symbol_ranges *ranges;
};

/* A name on which the regular expression gives up is looked up later, so that it is counted. */
static bool take_range(void *arg, const struct symrange *range)
{
	const struct range_search *f = arg;
	struct symbol_ranges *r = f->ranges;
	enum regex_result fits = REGEX_YES;

	if (stop_wanted(f->test->stop))
		return false;
	if (f->test->cond->kind != NODE_TRUTH)
		fits = nametest_text(f->test->cond, f->test->matcher, range->name, range->len);
	if (fits == REGEX_GIVEN_UP)
		return false;
	if (fits == REGEX_NO)
		return true;
	if (r->list.n && r->list.v[r->list.n - 1].end == range->start)
		r->list.v[r->list.n - 1].end = range->end;
	else
		vec_push(&r->list, ((struct address_range){ range->start, range->end }));
	return r->list.n < RANGES_MAX;
}

static const struct symbol_ranges *ranges_of(struct nametest *t, uint32_t module)
{
	struct range_search f = { .test = t };
	uint32_t *place;
	bool fresh;

	if (t->modules.n > MODULES)
		forget_modules(t);
	place = map_put(&t->places, module, &fresh);
	if (!fresh)
		return t->modules.v[*place];
	*place = (uint32_t)t->modules.n;
	f.ranges = mem_zalloc(sizeof(*f.ranges));
	vec_push(&t->modules, f.ranges);
	if (!syms_each(recording_syms(reader_recording(t->reader)), module, take_range, &f)) {
		f.ranges->one_by_one = true;
		vec_release(&f.ranges->list);
	}
	return f.ranges;
}

static bool in_ranges(const struct symbol_ranges *r, uint64_t at)
{
	size_t i = search_first(0, r->list.n, k, r->list.v[k].end <= at);

	return i < r->list.n && r->list.v[i].start <= at;
}

/* ---- answers ---- */

static const struct mapping *find_mapping(struct nametest *t, const struct row_info *info,
					  enum cpumode mode, uint64_t addr)
{
	struct mappings *mappings = reader_mappings(t->reader);

	return t->of == DERIVED_OF_ANY ? mappings_find_any(mappings, info, addr, NULL)
				       : mappings_find(mappings, info, mode, addr, NULL);
}

/* Returns false if the answer must not be kept. */
static bool answer_text(struct nametest *t, const char *name, size_t len,
			enum nametest_answer *answer)
{
	enum regex_result fits = REGEX_YES;

	if (t->cond->kind != NODE_TRUTH)
		fits = nametest_text(t->cond, t->matcher, name, len);
	*answer = fits == REGEX_YES ? NAMETEST_YES : NAMETEST_NO;
	return fits != REGEX_GIVEN_UP;
}

static bool answer_symbol(struct nametest *t, const struct row_info *info,
			  const struct mapping *mapping, uint64_t addr,
			  enum nametest_answer *answer)
{
	struct symbols *symbols = reader_symbols(t->reader);
	bool timed = symbols_timed(symbols, info, mapping);
	struct symbols_answer found;

	/*
	 * A thread that must not wait looks up one name; "all" needs to know whether there is a
	 * name.
	 */
	if (symbols_waits(symbols) && !t->all && !timed) {
		uint64_t at;
		uint32_t module = symbols_module(symbols, mapping, addr, &at);
		const struct symbol_ranges *ranges = ranges_of(t, module);

		*answer = in_ranges(ranges, at) ? NAMETEST_YES : NAMETEST_NO;
		if (!ranges->one_by_one)
			return true;
	}
	symbols_find(symbols, info, mapping, addr, &found);
	if (found.answer == SYMS_FOUND)
		return answer_text(t, found.name, found.len, answer) && !timed;
	*answer = NAMETEST_ABSENT;
	return found.answer == SYMS_NONE && !timed;
}

static bool find_answer(struct nametest *t, const struct row_info *info, enum cpumode mode,
			uint64_t addr, enum nametest_answer *answer)
{
	const struct mapping *mapping = find_mapping(t, info, mode, addr);

	*answer = NAMETEST_ABSENT;
	if (!mapping)
		return true;
	if (t->symbol)
		return answer_symbol(t, info, mapping, addr, answer);
	return answer_text(t, mapping->dso, strlen(mapping->dso), answer);
}

enum nametest_answer nametest_ask(struct nametest *t, const struct row_info *info,
				  enum cpumode mode, uint64_t addr)
{
	struct mappings *mappings = reader_mappings(t->reader);
	uint32_t generation = syms_generation(recording_syms(reader_recording(t->reader)));
	enum nametest_answer answer;
	struct nametest_known *kept;
	uint64_t version;

	if (t->generation != generation)
		forget(t, generation);

	if (t->of == DERIVED_OF_IP)
		mode = info->misc & CPUMODE_MASK;
	version = t->of == DERIVED_OF_ANY ? mappings_version_any(mappings, info, addr)
					  : mappings_version(mappings, info, mode);
	kept = &t->answers[((version ^ addr) * 0x9e3779b97f4a7c15u >> 40) % ANSWERS];
	if (kept->known && kept->version == version && kept->addr == addr)
		return (enum nametest_answer)(kept->known - 1);
	if (find_answer(t, info, mode, addr, &answer))
		*kept = (struct nametest_known){ version, addr, (uint8_t)(answer + 1) };
	return answer;
}

/* ---- all mappings of the kernel ---- */

static bool is_no_match(void *arg, const struct mapping *mapping, uint64_t start, uint64_t end)
{
	struct nametest *t = arg;
	enum nametest_answer answer;

	(void)start;
	(void)end;
	t->no_kernel = !stop_wanted(t->stop) &&
		       answer_text(t, mapping->dso, strlen(mapping->dso), &answer) &&
		       answer != NAMETEST_YES;
	return t->no_kernel;
}

bool nametest_no_kernel(struct nametest *t, const struct row_info *info,
			struct mappings_lifetime *lifetime)
{
	struct mappings *mappings = reader_mappings(t->reader);

	mappings_lifetime(mappings, info, CPUMODE_KERNEL, lifetime);
	if (!t->kernel_known || t->kernel_version != lifetime->version) {
		t->kernel_known = true;
		t->kernel_version = lifetime->version;
		t->no_kernel = mappings_count(mappings, info, CPUMODE_KERNEL) <= KERNEL_MAX;
		if (t->no_kernel)
			mappings_each(mappings, info, CPUMODE_KERNEL, is_no_match, t);
	}
	return t->no_kernel;
}

bool nametest_is_file(const struct node *node)
{
	enum derived_of of;
	bool symbol;

	return node->kind == NODE_NAME && derived_is_name(node->field, &symbol, &of) && !symbol &&
	       of == DERIVED_OF_IP;
}
