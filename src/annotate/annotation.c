/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "annotate/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "query/fieldlist.h"
#include "query/grouping.h"
#include "query/lex.h"
#include "recording/symbols.h"

/* By what samples are counted; of all samples by the event alone. */
#define BY "event, dso, symaddr, symoff"
#define AGGREGATES "sum(period), min(ordinal)"

enum {
	BY_EVENT,
	BY_DSO,
	BY_SYMADDR,
	BY_SYMOFF,
	SUM_PERIOD = 0,
	MIN_ORDINAL
};

/* Code is read as far as this behind the last sample where the end of the function is not known. */
enum {
	BEHIND = 64
};

/* Samples of one event at one offset of a function. */
struct spot {
	size_t event, function;
	uint64_t off, ordinal;
	struct annotation_count count;
};

struct making {
	struct annotation *annotation;
	struct recording *recording;
	const struct annotation_options *options;
	VEC(struct spot) spots;
};

/* ---- counting ---- */

/*
 * Take the groups that BY or a beginning of it makes of the samples that pass the expression. done
 * counts the rows that were looked at, unless it is NULL.
 */
static int count(struct making *m, const char *expression, const char *by, _Atomic uint64_t *done,
		 void (*take)(struct making *m, const struct group *group), struct err *err)
{
	struct field fields[GROUP_FIELDS_MAX];
	struct aggregate aggregates[AGGREGATES_MAX];
	struct grouping_options how = { .by = fields,
					.aggregates = aggregates,
					.stop = m->options->stop,
					.worker = m->options->worker,
					.done = done };
	struct filter *filter = NULL;
	struct grouping *grouping = NULL;
	struct group group;
	int rc = filter_parse(&filter, expression, err);

	if (!rc)
		rc = fieldlist_parse(by, fields, GROUP_FIELDS_MAX, &how.n, err);
	if (!rc)
		rc = aggregates_parse(aggregates, &how.aggregates_n, AGGREGATES, err);
	how.filter = filter;
	how.order = (struct grouporder){ .by = how.n, .aggregates = aggregates };
	if (!rc)
		rc = grouping_run(&grouping, m->recording, &how, err);
	while (!rc) {
		rc = grouping_next(grouping, &group, err);
		if (rc <= 0)
			break;
		take(m, &group);
		rc = 0;
	}
	grouping_free(grouping);
	for (size_t i = 0; i < how.n; i++)
		field_release(&fields[i]);
	aggregates_release(aggregates, how.aggregates_n);
	filter_free(filter);
	return rc;
}

static bool is_text(const struct group_value *value, const char *text)
{
	return value->has && strlen(text) == value->len && !memcmp(text, value->text, value->len);
}

static size_t find_event(const struct annotation *a, const struct group_value *name)
{
	size_t i = 0;

	while (i < a->events.n && !is_text(name, a->events.v[i]))
		i++;
	return i;
}

/* Functions of one name are few. */
static size_t find_function(struct annotation *a, const char *dso, size_t dso_len, uint64_t symaddr)
{
	struct annotated_function *function;

	for (size_t i = 0; i < a->functions.n; i++) {
		function = &a->functions.v[i];
		if (function->symaddr == symaddr && strlen(function->dso) == dso_len &&
		    !memcmp(function->dso, dso, dso_len))
			return i;
	}
	function = vec_add(&a->functions);
	function->dso = mem_strndup(dso, dso_len);
	function->symaddr = symaddr;
	return a->functions.n - 1;
}

static uint64_t tally_u64(int128 number)
{
	return number < 0 ? 0 : number > UINT64_MAX ? UINT64_MAX : (uint64_t)number;
}

static void take_spot(struct making *m, const struct group *group)
{
	struct annotation *a = m->annotation;
	struct spot spot = { .event = find_event(a, &group->values[BY_EVENT]),
			     .off = group->values[BY_SYMOFF].num,
			     .ordinal = tally_u64(group->tallies[MIN_ORDINAL].least),
			     .count = { group->count, tally_u64(group->tallies[SUM_PERIOD].sum) } };

	if (spot.event == ANNOTATION_EVENTS || !group->values[BY_EVENT].has)
		return;
	if (spot.event == a->events.n)
		vec_push(&a->events,
			 mem_strndup(group->values[BY_EVENT].text, group->values[BY_EVENT].len));
	spot.function = find_function(a,
				      group->values[BY_DSO].has ? group->values[BY_DSO].text : "",
				      group->values[BY_DSO].len, group->values[BY_SYMADDR].num);
	vec_push(&m->spots, spot);
}

void annotation_add(struct annotation_count *sum, const struct annotation_count *count)
{
	sum->samples += count->samples;
	sum->period += count->period;
}

static void take_event(struct making *m, const struct group *group)
{
	size_t event = find_event(m->annotation, &group->values[BY_EVENT]);
	struct annotation_count count = { group->count,
					  tally_u64(group->tallies[SUM_PERIOD].sum) };

	if (event < m->annotation->events.n)
		m->annotation->counts[event] = count;
	annotation_add(&m->annotation->all, &count);
}

/* ---- lines ---- */

static int compare_spots(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return x->off < y->off ? -1 : x->off > y->off;
}

static void add_line(const struct annotation *a, struct annotated_function *f,
		     const struct code_line *code)
{
	struct annotated_line *line = vec_add(&f->lines);

	line->code = *code;
	line->counts = mem_zalloc((a->events.n + 1) * sizeof(*line->counts));
}

/*
 * The instructions of a function with the samples at them: a sample in the midst of an instruction
 * is one of it, as for perf annotate. What has no instruction is a line of its own.
 */
static void make_lines(struct making *m, struct annotated_function *f, const struct spot *spots,
		       size_t n)
{
	size_t next = 0;

	for (size_t i = 0; i < n; i++) {
		struct annotated_line *line;

		for (; next < f->code.lines.n && f->code.lines.v[next].off <= spots[i].off; next++)
			add_line(m->annotation, f, &f->code.lines.v[next]);
		line = f->lines.n ? &f->lines.v[f->lines.n - 1] : NULL;
		if (!line || (line->code.off != spots[i].off &&
			      line->code.off + line->code.len <= spots[i].off)) {
			add_line(m->annotation, f,
				 &(struct code_line){ .off = spots[i].off,
						      .source = CODE_NO_SOURCE });
			line = &f->lines.v[f->lines.n - 1];
		}
		annotation_add(&line->counts[spots[i].event], &spots[i].count);
	}
	for (; next < f->code.lines.n; next++)
		add_line(m->annotation, f, &f->code.lines.v[next]);
}

/* The code of a function, and where its end is, as the process of a row has it. */
static void read_code(struct annotated_function *f, struct reader *reader,
		      const struct row_info *info, uint64_t size, uint64_t last_off)
{
	if (size <= last_off)
		size = last_off + BEHIND;
	code_read(&f->code, reader, info, f->addr,
		  size < ANNOTATION_BYTES ? size : ANNOTATION_BYTES);
}

/* What its first sample says of the function, and its code. */
static int read_function(struct annotated_function *f, struct reader *reader,
			 const struct spot *first, uint64_t last_off, struct err *err)
{
	uint64_t ip;
	struct row_info info;
	const struct mapping *mapping;
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	f->row = reader_find_ordinal(reader, first->ordinal);
	if (reader_row(reader, f->row, &info, err))
		return ERR_STALE;
	if (!reader_number(reader, &info, W_ip, &ip))
		return 0;
	f->addr = ip - first->off;
	mapping = mappings_find(reader_mappings(reader), &info, info.misc & CPUMODE_MASK, ip, NULL);
	if (mapping)
		symbols_find(reader_symbols(reader), &info, mapping, ip, &symbol);
	read_code(f, reader, &info, symbol.answer == SYMS_FOUND ? symbol.size : 0, last_off);
	return 0;
}

/*
 * The function of the wanted place, as its own record has it: with its code where no sample has
 * shown that.
 */
static int find_place(struct making *m, struct reader *reader, struct err *err)
{
	const struct annotation_place *place = m->options->place;
	struct annotation *a = m->annotation;
	struct annotated_function *f;
	struct symbols_answer symbol;
	const struct mapping *mapping;
	struct row_info info;

	if (reader_row(reader, place->row, &info, err))
		return ERR_STALE;
	mapping = place->any ? mappings_find_any(reader_mappings(reader), &info, place->addr, NULL)
			     : mappings_find(reader_mappings(reader), &info, place->mode,
					     place->addr, NULL);
	if (!mapping)
		return 0;
	symbols_find(reader_symbols(reader), &info, mapping, place->addr, &symbol);
	if (symbol.answer != SYMS_FOUND)
		return 0;
	a->at = find_function(a, mapping->dso, strlen(mapping->dso), symbol.start);
	a->at_off = symbol.off - (place->caller && symbol.off);
	f = &a->functions.v[a->at];
	if (f->counts)
		return 0;
	f->row = place->row;
	f->addr = place->addr - symbol.off;
	f->counts = mem_zalloc((a->events.n + 1) * sizeof(*f->counts));
	read_code(f, reader, &info, symbol.size, symbol.off);
	make_lines(m, f, NULL, 0);
	return 0;
}

/* ---- orders ---- */

struct rank {
	uint64_t samples;
	size_t number;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	if (x->samples != y->samples)
		return x->samples > y->samples ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* n things by their samples, most first. places: of each thing where it goes. */
static void sort_ranks(struct rank *ranks, size_t n, size_t *places)
{
	qsort(ranks, n, sizeof(*ranks), compare_ranks);
	for (size_t i = 0; i < n; i++)
		places[ranks[i].number] = i;
}

static void sort_events(struct making *m)
{
	struct annotation *a = m->annotation;
	struct rank ranks[ANNOTATION_EVENTS] = { { 0, 0 } };
	size_t places[ANNOTATION_EVENTS] = { 0 };
	char *names[ANNOTATION_EVENTS] = { NULL };

	for (size_t i = 0; i < a->events.n; i++) {
		ranks[i] = (struct rank){ 0, i };
		names[i] = a->events.v[i];
	}
	for (size_t i = 0; i < m->spots.n; i++)
		ranks[m->spots.v[i].event].samples += m->spots.v[i].count.samples;
	sort_ranks(ranks, a->events.n, places);
	for (size_t i = 0; i < a->events.n; i++)
		a->events.v[places[i]] = names[i];
	for (size_t i = 0; i < m->spots.n; i++)
		m->spots.v[i].event = places[m->spots.v[i].event];
}

static void sort_functions(struct making *m)
{
	struct annotation *a = m->annotation;
	size_t n = a->functions.n;
	struct rank *ranks = mem_alloc(n * sizeof(*ranks));
	size_t *places = mem_alloc(n * sizeof(*places));
	struct annotated_function *was = mem_alloc(n * sizeof(*was));

	for (size_t i = 0; i < n; i++) {
		ranks[i] = (struct rank){ 0, i };
		was[i] = a->functions.v[i];
	}
	for (size_t i = 0; i < m->spots.n; i++)
		ranks[m->spots.v[i].function].samples += m->spots.v[i].count.samples;
	sort_ranks(ranks, n, places);
	for (size_t i = 0; i < n; i++)
		a->functions.v[places[i]] = was[i];
	for (size_t i = 0; i < m->spots.n; i++)
		m->spots.v[i].function = places[m->spots.v[i].function];
	free(ranks);
	free(places);
	free(was);
}

/* ---- all of it ---- */

static int make_functions(struct making *m, struct err *err)
{
	struct annotation *a = m->annotation;
	struct reader *reader = reader_open(m->recording);
	const struct spot *spots = m->spots.v;
	int rc = 0;

	for (size_t from = 0, to; from < m->spots.n && !rc; from = to) {
		struct annotated_function *f = &a->functions.v[spots[from].function];
		size_t first = from;

		f->counts = mem_zalloc(a->events.n * sizeof(*f->counts));
		for (to = from; to < m->spots.n && spots[to].function == spots[from].function;
		     to++) {
			annotation_add(&f->counts[spots[to].event], &spots[to].count);
			first = spots[to].ordinal < spots[first].ordinal ? to : first;
		}
		rc = m->options->stop && atomic_load(m->options->stop)
			     ? err_set(err, ERR_STOPPED, "stopped")
			     : read_function(f, reader, &spots[first], spots[to - 1].off, err);
		if (!rc)
			make_lines(m, f, spots + from, to - from);
	}
	if (!rc && m->options->place)
		rc = find_place(m, reader, err);
	reader_close(reader);
	return rc;
}

static int make(struct making *m, struct err *err)
{
	const struct annotation_options *options = m->options;
	struct buf all = BUF_INIT, named = BUF_INIT;
	int rc;

	buf_adds(&all, "type == SAMPLE");
	if (*options->where)
		buf_addf(&all, " and (%s)", options->where);
	buf_addf(&named, "%s and sym == ", all.p);
	lex_quote(&named, options->symbol, options->symbol_len);
	rc = count(m, named.p, BY, options->done, take_spot, err);
	m->annotation->counts =
		mem_zalloc((m->annotation->events.n + 1) * sizeof(*m->annotation->counts));
	if (!rc && m->spots.n) {
		sort_events(m);
		sort_functions(m);
		qsort(m->spots.v, m->spots.n, sizeof(*m->spots.v), compare_spots);
		rc = count(m, all.p, "event", NULL, take_event, err);
	}
	if (!rc)
		rc = make_functions(m, err);
	buf_release(&all);
	buf_release(&named);
	return rc;
}

int annotation_make(struct annotation **annotation, struct recording *recording,
		    const struct annotation_options *options, struct err *err)
{
	struct making m = { .annotation = mem_zalloc(sizeof(*m.annotation)),
			    .recording = recording,
			    .options = options };
	int rc;

	m.annotation->at = SIZE_MAX;
	rc = make(&m, err);
	vec_release(&m.spots);
	if (rc)
		annotation_free(m.annotation);
	else
		*annotation = m.annotation;
	return rc;
}

void annotation_free(struct annotation *a)
{
	if (!a)
		return;
	for (size_t i = 0; i < a->functions.n; i++) {
		struct annotated_function *f = &a->functions.v[i];

		for (size_t k = 0; k < f->lines.n; k++)
			free(f->lines.v[k].counts);
		vec_release(&f->lines);
		code_release(&f->code);
		free(f->counts);
		free(f->dso);
	}
	for (size_t i = 0; i < a->events.n; i++)
		free(a->events.v[i]);
	vec_release(&a->functions);
	vec_release(&a->events);
	free(a->counts);
	free(a);
}
