/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/losses.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/vec.h"

/* Records can be missing after `from` and up to `until`. */
struct loss {
	uint64_t from, until;
};

/* Ordered by until. After losses_end() also by from, and losses that overlap are joined. */
struct loss_list {
	VEC(struct loss) list;
};

struct cpu {
	struct loss_list losses;
	uint64_t seen; /* time of the previous record */
	uint64_t throttled;
	bool is_throttled;
};

enum {
	SMALL = 256 /* numbers of CPUs that need no lookup */
};

struct losses {
	VEC(struct cpu) cpus;
	struct map by_cpu;	     /* from number to index in cpus */
	uint32_t small[SMALL];	     /* by number: index in cpus + 1; 0: not known yet */
	struct loss_list everywhere; /* losses of all CPUs */
	struct loss_list all;	     /* those of each CPU, too */
};

struct losses *losses_open(void)
{
	return mem_zalloc(sizeof(struct losses));
}

void losses_close(struct losses *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->cpus.n; i++)
		vec_release(&l->cpus.v[i].losses.list);
	vec_release(&l->cpus);
	vec_release(&l->everywhere.list);
	vec_release(&l->all.list);
	map_release(&l->by_cpu);
	free(l);
}

static void add_loss(struct losses *l, struct cpu *cpu, uint64_t from, uint64_t until)
{
	vec_push(&cpu->losses.list, ((struct loss){ from, until }));
	vec_push(&l->all.list, ((struct loss){ from, until }));
}

void losses_add(struct losses *l, uint64_t from, uint64_t until)
{
	vec_push(&l->everywhere.list, ((struct loss){ from, until }));
	vec_push(&l->all.list, ((struct loss){ from, until }));
}

static struct cpu *put_cpu(struct losses *l, uint32_t number)
{
	bool fresh;
	uint32_t *at = map_put(&l->by_cpu, number, &fresh);

	if (fresh) {
		*at = (uint32_t)l->cpus.n;
		vec_push(&l->cpus, (struct cpu){ .seen = 0 });
	}
	if (number < SMALL)
		l->small[number] = *at + 1;
	return &l->cpus.v[*at];
}

void losses_take(struct losses *l, uint32_t number, uint64_t time, enum losses_what what)
{
	uint32_t small = number < SMALL ? l->small[number] : 0;
	struct cpu *cpu = small ? &l->cpus.v[small - 1] : put_cpu(l, number);

	if (what == LOSSES_LOST) {
		add_loss(l, cpu, cpu->seen, time);
	} else if (what == LOSSES_THROTTLE && !cpu->is_throttled) {
		cpu->is_throttled = true;
		cpu->throttled = time;
	} else if (what == LOSSES_UNTHROTTLE && cpu->is_throttled) {
		cpu->is_throttled = false;
		add_loss(l, cpu, cpu->throttled, time);
	}
	cpu->seen = time;
}

static int by_from(const void *a, const void *b)
{
	const struct loss *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

/* Join losses that overlap. */
static void join(struct loss_list *losses)
{
	size_t n = 0;

	if (losses->list.n)
		qsort(losses->list.v, losses->list.n, sizeof(struct loss), by_from);
	for (size_t i = 0; i < losses->list.n; i++) {
		struct loss loss = losses->list.v[i], *last = losses->list.v + n - 1;

		if (!n || loss.from > last->until)
			losses->list.v[n++] = loss;
		else if (loss.until > last->until)
			last->until = loss.until;
	}
	losses->list.n = n;
}

void losses_end(struct losses *l)
{
	for (size_t i = 0; i < l->cpus.n; i++) {
		struct cpu *cpu = &l->cpus.v[i];

		if (cpu->is_throttled)
			add_loss(l, cpu, cpu->throttled, UINT64_MAX);
		join(&cpu->losses);
	}
	join(&l->everywhere);
	join(&l->all);
}

bool losses_any(const struct losses *l)
{
	return l->all.list.n;
}

/* Find the losses of a CPU, or of all. NULL: the CPU has no records. */
static const struct loss_list *list_of(const struct losses *l, uint32_t cpu)
{
	const uint32_t *at = cpu == LOSSES_ALL ? NULL : map_get(&l->by_cpu, cpu);

	return cpu == LOSSES_ALL ? &l->all : at ? &l->cpus.v[*at].losses : NULL;
}

/* Find the first loss that ends after a time. NULL: there is none. */
static const struct loss *first_after(const struct loss_list *losses, uint64_t from)
{
	size_t n = losses ? losses->list.n : 0;
	size_t at = search_first(0, n, i, losses->list.v[i].until <= from);

	return at < n ? &losses->list.v[at] : NULL;
}

/* Find the one that begins first of the losses of a CPU, or of any, that end after a time. */
static const struct loss *first_of(const struct losses *l, uint32_t cpu, uint64_t from)
{
	const struct loss *here = first_after(list_of(l, cpu), from);
	const struct loss *everywhere = first_after(&l->everywhere, from);

	return !here || (everywhere && everywhere->from < here->from) ? everywhere : here;
}

bool losses_between(const struct losses *l, uint32_t cpu, uint64_t from, uint64_t until)
{
	const struct loss *loss = first_of(l, cpu, from);

	return loss && loss->from < until;
}

uint64_t losses_before(const struct losses *l, uint32_t cpu, uint64_t from, uint64_t until)
{
	const struct loss *loss = first_of(l, cpu, from);

	if (!loss || loss->from >= until)
		return until;
	return loss->from > from ? loss->from : from;
}
