/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/list_facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "index/kind.h"
#include "wire/schema.h"

enum {
	TYPE_COLS = 12,	  /* FINISHED_ROUND and similar types are rare and may be cut */
	COMMS_MAX = 8192, /* names of tasks that are looked at: 1 ms */
	TASK_COLS = 15	  /* of the name of a task: TASK_COMM_LEN of the kernel's linux/sched.h */
};

void list_facts_release(struct list_facts *facts)
{
	for (size_t p = 0; p < facts->parts.n; p++) {
		for (size_t i = 0; i < facts->parts.v[p].names.n; i++)
			free(facts->parts.v[p].names.v[i]);
		vec_release(&facts->parts.v[p].names);
	}
	vec_release(&facts->parts);
}

static void widen(int *width, int to)
{
	if (to > *width)
		*width = to;
}

/* ---- names of events ---- */

struct short_name {
	char *name;	  /* of the event, escaped */
	const char *from; /* its short name: len bytes inside of name */
	size_t len;
	size_t part, event;
};

static void shorten(struct short_name *s, const struct attr *attr)
{
	const char *colon = strchr(s->name, ':');

	s->from = s->name;
	s->len = strlen(s->name);
	if (!colon)
		return;
	if (attr->type == ATTR_TYPE_TRACEPOINT && colon[1]) {
		s->from = colon + 1;
		s->len = strlen(s->from);
	} else if (attr->type != ATTR_TYPE_BREAKPOINT && colon > s->name &&
		   !colon[1 + strspn(colon + 1, "ukhIpPGHSDWeb")]) {
		s->len = (size_t)(colon - s->name);
	}
}

static int by_short_name(const void *a, const void *b)
{
	const struct short_name *x = a, *y = b;
	size_t len = x->len < y->len ? x->len : y->len;
	int rc = memcmp(x->from, y->from, len);

	if (rc)
		return rc;
	return x->len != y->len ? (x->len < y->len ? -1 : 1) : strcmp(x->name, y->name);
}

static bool same_short(const struct short_name *a, const struct short_name *b)
{
	return a->len == b->len && !memcmp(a->from, b->from, a->len);
}

/* Keep short names that only one event has. The list is sorted by them. */
static void keep_names(struct list_facts *facts, const struct short_name *v, size_t n)
{
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && same_short(&v[i], &v[end]); end++)
			;
		/* Names of a group are sorted, too. */
		if (strcmp(v[i].name, v[end - 1].name) != 0 || v[i].len == strlen(v[i].name))
			continue;
		for (size_t k = i; k < end; k++)
			facts->parts.v[v[k].part].names.v[v[k].event] =
				mem_strndup(v[k].from, v[k].len);
	}
}

static void find_names(struct list_facts *facts, const struct recording *recording)
{
	VEC(struct short_name) all = { NULL };

	for (size_t p = 0; p < recording_parts(recording); p++) {
		const struct events *events = &recording_file(recording, p)->events;

		vec_add(&facts->parts);
		for (size_t e = 0; e < events->list.n; e++) {
			struct buf name = BUF_INIT;
			struct short_name s = { .part = p, .event = e };

			recording_event_name(recording, p, (int)e, &name);
			s.name = buf_take(&name);
			shorten(&s, &events->list.v[e].attr);
			vec_push(&all, s);
			vec_push(&facts->parts.v[p].names, NULL);
		}
	}
	if (all.n)
		qsort(all.v, all.n, sizeof(*all.v), by_short_name);
	keep_names(facts, all.v, all.n);
	for (size_t i = 0; i < all.n; i++)
		free(all.v[i].name);
	vec_release(&all);
}

bool list_facts_one_process(const struct list_facts *facts)
{
	return !facts->building && facts->process && !facts->processes;
}

const char *list_facts_event(const struct list_facts *facts, size_t part, int event)
{
	if (part >= facts->parts.n || event < 0 || (size_t)event >= facts->parts.v[part].names.n)
		return NULL;
	return facts->parts.v[part].names.v[event];
}

/* ---- what the index has ---- */

static void see_event(struct list_facts *facts, const struct recording *recording, size_t part,
		      int event)
{
	const char *brief = list_facts_event(facts, part, event);
	struct buf name = BUF_INIT;
	int width;

	recording_event_name(recording, part, event, &name);
	width = (int)text_columns(name.p, name.len);
	widen(&facts->event, width);
	widen(&facts->event_short, brief ? (int)text_columns_str(brief) : width);
	buf_release(&name);
}

static void see_type(struct list_facts *facts, uint32_t type)
{
	struct buf name = BUF_INIT;
	int width;

	record_name(&name, type);
	width = (int)name.len;
	widen(&facts->event, width);
	widen(&facts->event_short, width < TYPE_COLS ? width : TYPE_COLS);
	buf_release(&name);
}

static void see_kind(struct list_facts *facts, const struct recording *recording, size_t part,
		     const struct kind *kind)
{
	facts->seen |= (kind_has_thread(kind) ? FACT_THREAD : 0u) |
		       (index_offsets_has(&kind->offsets, INDEX_FIELD_TIME) ? FACT_TIME : 0u) |
		       (index_offsets_has(&kind->offsets, INDEX_FIELD_CPU) ? FACT_CPU : 0u);
	if (kind->entry.type == RECORD_SAMPLE && kind->entry.event >= 0)
		see_event(facts, recording, part, kind->entry.event);
	else
		see_type(facts, kind->entry.type);
}

static int number_cols(uint32_t number)
{
	int cols = 1;

	if ((int32_t)number < 0) {
		cols++;
		number = -number;
	}
	for (; number >= 10; number /= 10)
		cols++;
	return cols;
}

static void see_thread(struct list_facts *facts, const struct thread_entry *thread)
{
	int pid = number_cols(thread->pid), tid = number_cols(thread->tid);

	widen(&facts->pid, pid);
	widen(&facts->tid, tid);
	widen(&facts->task, thread->pid == thread->tid ? tid : pid + 1 + tid);
	widen(&facts->task_short, thread->pid == thread->tid ? tid : 2 + tid);
	facts->threads |= thread->pid != thread->tid;
	if ((int32_t)thread->pid <= 0)
		return;
	facts->processes |= facts->process && facts->process != thread->pid;
	facts->process = thread->pid;
}

/* The names of a part, of which the first ones are enough: others take time until a screen. */
struct comm_walk {
	struct list_facts *facts;
	unsigned n;
};

static bool see_comm(void *arg, const char *name, size_t len)
{
	struct comm_walk *walk = arg;
	struct buf text = BUF_INIT;

	text_escape(&text, name, len);
	widen(&walk->facts->comm, (int)text_columns(text.p, text.len));
	buf_release(&text);
	if (++walk->n < COMMS_MAX)
		return true;
	widen(&walk->facts->comm, TASK_COLS);
	return false;
}

/* While records are added: what records of these events will have. */
static void expect(struct list_facts *facts, const struct events *events)
{
	for (size_t i = 0; i < events->list.n; i++) {
		uint64_t type = events->list.v[i].attr.sample_type;

		facts->has |= (type & SAMPLE_TID ? FACT_THREAD : 0u) |
			      (type & SAMPLE_TIME ? FACT_TIME : 0u) |
			      (type & SAMPLE_CPU ? FACT_CPU : 0u);
	}
}

static void read_part(struct list_facts *facts, const struct recording *recording, size_t p)
{
	struct index *index = recording_index(recording, p);
	struct facts_part *part = &facts->parts.v[p];
	struct index_progress progress;

	if (!index)
		return;
	index_progress(index, &progress);
	if (progress.state == INDEX_BUILDING || progress.receiving) {
		facts->building = true;
		expect(facts, &recording_file(recording, p)->events);
	}
	for (uint64_t n = index_kinds(index); part->kinds < n; part->kinds++)
		see_kind(facts, recording, p, index_kind(index, part->kinds));
	/* The first thread is that of records without a thread. */
	for (uint64_t n = index_threads(index); part->threads < n; part->threads++)
		if (part->threads)
			see_thread(facts, index_thread(index, part->threads));
	if (!part->comms && progress.state != INDEX_BUILDING) {
		struct comm_walk walk = { .facts = facts };

		tasks_each_name(index_tasks(index), see_comm, &walk);
		part->comms = true;
	}
}

void list_facts_read(struct list_facts *facts, const struct recording *recording)
{
	if (!facts->parts.n)
		find_names(facts, recording);
	facts->building = recording_parts_ready(recording) < facts->parts.n;
	facts->has = 0;
	for (size_t p = 0; p < facts->parts.n && p < recording_parts_ready(recording); p++)
		read_part(facts, recording, p);
	facts->has |= facts->seen;
}
