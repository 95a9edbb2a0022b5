/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/cpu_timeline.h"

#include <stdlib.h>

#include "base/counter.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

enum {
	KEPT = 3 /* threads of a CPU in an interval */
};

struct cpu_cell {
	_Atomic uint64_t busy, unknown;
	struct {
		_Atomic uint32_t thread;
		_Atomic uint64_t on; /* 0: none */
	} kept[KEPT];
};

void cpu_timeline_release(struct cpu_timeline *t)
{
	for (uint32_t i = 0; i < atomic_load(&t->n); i++)
		free(atomic_load(&t->cells[i]));
}

static struct cpu_cell *cells_of(struct cpu_timeline *t, uint32_t cpu)
{
	if (!atomic_load(&t->cells[cpu]))
		atomic_store(&t->cells[cpu], mem_zalloc(t->columns * sizeof(struct cpu_cell)));
	if (cpu >= atomic_load(&t->n))
		atomic_store(&t->n, cpu + 1);
	return atomic_load(&t->cells[cpu]);
}

/* Add a thread's time. If others fill the cell, it replaces the least of them. */
static void add_thread(struct cpu_cell *cell, uint32_t thread, uint64_t ns)
{
	size_t least = 0;

	counter_add(&cell->busy, ns);
	for (size_t i = 0; i < KEPT; i++) {
		if (counter_get(&cell->kept[i].on) &&
		    atomic_load(&cell->kept[i].thread) == thread) {
			counter_add(&cell->kept[i].on, ns);
			return;
		}
		if (counter_get(&cell->kept[i].on) < counter_get(&cell->kept[least].on))
			least = i;
	}
	if (ns <= counter_get(&cell->kept[least].on))
		return;
	atomic_store(&cell->kept[least].thread, thread);
	atomic_store(&cell->kept[least].on, ns);
}

void cpu_timeline_add(struct cpu_timeline *t, uint32_t cpu, size_t column, uint32_t thread,
		      uint64_t ns)
{
	if (cpu < ONCPU_CPUS)
		add_thread(&cells_of(t, cpu)[column], thread, ns);
}

void cpu_timeline_add_unknown(struct cpu_timeline *t, uint32_t cpu, size_t column, uint64_t ns)
{
	if (cpu < ONCPU_CPUS)
		counter_add(&cells_of(t, cpu)[column].unknown, ns);
}

uint32_t cpu_timeline_cpus(const struct cpu_timeline *t)
{
	return atomic_load(&t->n);
}

/* The time of the threads that are kept in some intervals of a CPU. */
struct cpu_sums {
	struct map of; /* index in list, by thread */
	VEC(struct cpu_sum {
		uint32_t thread;
		uint64_t on;
	})
	list;
};

static void add_sum(struct cpu_sums *sums, uint32_t thread, uint64_t on)
{
	bool fresh;
	uint32_t *at = map_put(&sums->of, thread, &fresh);

	if (fresh) {
		*at = (uint32_t)sums->list.n;
		*vec_add(&sums->list) = (struct cpu_sum){ thread, 0 };
	}
	sums->list.v[*at].on += on;
}

struct cpu_timeline_cell cpu_timeline_cell(const struct cpu_timeline *t, uint32_t cpu, size_t first,
					   size_t end, uint32_t wanted)
{
	const struct cpu_cell *cells = atomic_load(&t->cells[cpu]);
	struct cpu_timeline_cell got = { 0 };
	struct cpu_sums sums = { .list = { NULL } };

	for (size_t i = first; cells && i < end && i < t->columns; i++) {
		got.busy += counter_get(&cells[i].busy);
		got.unknown += counter_get(&cells[i].unknown);
		for (size_t k = 0; k < KEPT; k++)
			if (counter_get(&cells[i].kept[k].on))
				add_sum(&sums, atomic_load(&cells[i].kept[k].thread),
					counter_get(&cells[i].kept[k].on));
	}
	for (size_t i = 0; i < sums.list.n; i++) {
		const struct cpu_sum *sum = &sums.list.v[i];

		if (sum->thread == wanted)
			got.wanted = sum->on;
		if (sum->on <= got.on)
			continue;
		got.thread = sum->thread;
		got.on = sum->on;
	}
	map_release(&sums.of);
	vec_release(&sums.list);
	return got;
}
