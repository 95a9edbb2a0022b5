/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/oncpu.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"

/* The place of a thread. */
struct thread_place {
	uint64_t since, seen; /* the last record that shows it there */
	uint32_t cpu;
	uint32_t shown_cpu; /* the CPU, also if only later records show it */
	bool on, exited;
	bool came; /* a switch shows since when it is there; otherwise, a sample does */
};

/* The thread on a CPU, and the facts of the last sched_switch there. */
struct processor {
	uint32_t thread; /* ONCPU_NOBODY: unknown */
	uint64_t next, since;
	bool switched; /* there was a sched_switch */
	bool lost;     /* records are missing since then */
};

struct oncpu {
	oncpu_ran ran;
	void *arg;
	VEC(struct thread_place) places;
	VEC(struct processor) processors;
	struct map vanished; /* the kernel's numbers of threads that came by a sched_switch, */
	bool outs_missing;   /* and left without one; one of them has a later one */
};

struct oncpu *oncpu_open(oncpu_ran ran, void *arg)
{
	struct oncpu *o = mem_zalloc(sizeof(*o));

	o->ran = ran;
	o->arg = arg;
	return o;
}

void oncpu_close(struct oncpu *o)
{
	if (!o)
		return;
	vec_release(&o->places);
	vec_release(&o->processors);
	map_release(&o->vanished);
	free(o);
}

static struct thread_place *place_of(struct oncpu *o, uint32_t thread)
{
	while (o->places.n <= thread)
		*vec_add(&o->places) =
			(struct thread_place){ .cpu = ONCPU_NO_CPU, .shown_cpu = ONCPU_NO_CPU };
	return &o->places.v[thread];
}

/* Returns NULL if the record has no CPU. */
static struct processor *processor_of(struct oncpu *o, uint32_t cpu)
{
	if (cpu >= ONCPU_CPUS)
		return NULL;
	while (o->processors.n <= cpu)
		vec_push(&o->processors, (struct processor){ .thread = ONCPU_NOBODY });
	return &o->processors.v[cpu];
}

/*
 * Report that a thread was on its CPU until this time. If switches out are missing, it can have
 * left between two samples.
 */
static void leave(struct oncpu *o, uint32_t thread, uint64_t until)
{
	struct thread_place *p = place_of(o, thread);
	struct processor *cpu = processor_of(o, p->cpu);

	if (o->outs_missing && !p->came)
		until = p->since;
	if (cpu && cpu->thread == thread)
		cpu->thread = ONCPU_NOBODY;
	if (p->on && until >= p->since)
		o->ran(o->arg, thread, p->shown_cpu, p->since, until);
	p->on = false;
}

/* Another thread on the CPU is known to have been there until it was last seen. */
static void make_room(struct oncpu *o, uint32_t thread, uint32_t cpu)
{
	struct processor *c = processor_of(o, cpu);

	if (c && c->thread != ONCPU_NOBODY && c->thread != thread)
		leave(o, c->thread, place_of(o, c->thread)->seen);
}

/* came: a switch shows it, not a sample. */
static void enter(struct oncpu *o, uint32_t thread, uint32_t cpu, uint64_t time, bool came)
{
	struct processor *c = processor_of(o, cpu);
	struct thread_place *p = place_of(o, thread);

	*p = (struct thread_place){
		.since = time,
		.seen = time,
		.cpu = cpu,
		.shown_cpu = cpu,
		.on = true,
		.exited = p->exited,
		.came = came,
	};
	if (c)
		c->thread = thread;
}

/* Is the thread on another CPU than the record shows? Then the record of its move is missing. */
static bool is_elsewhere(const struct thread_place *p, uint32_t cpu)
{
	return p->on && cpu < ONCPU_CPUS && p->cpu != cpu && p->cpu < ONCPU_CPUS;
}

/*
 * Make room on a CPU for the thread of a record, and return its place. NULL: the thread is
 * ONCPU_NOBODY.
 */
static struct thread_place *room_for(struct oncpu *o, uint32_t thread, uint32_t cpu)
{
	make_room(o, thread, cpu);
	return thread == ONCPU_NOBODY ? NULL : place_of(o, thread);
}

void oncpu_in(struct oncpu *o, uint32_t thread, uint32_t cpu, uint64_t time)
{
	const struct thread_place *p = room_for(o, thread, cpu);

	if (!p)
		return;
	if (p->on)
		leave(o, thread, p->seen);
	enter(o, thread, cpu, time, true);
}

void oncpu_out(struct oncpu *o, uint32_t thread, uint32_t cpu, uint64_t time)
{
	struct thread_place *p = room_for(o, thread, cpu);

	if (p && p->shown_cpu >= ONCPU_CPUS)
		p->shown_cpu = cpu;
	if (p && p->on)
		leave(o, thread, is_elsewhere(p, cpu) ? p->seen : time);
}

void oncpu_seen(struct oncpu *o, uint32_t thread, uint32_t cpu, uint64_t time)
{
	struct thread_place *p = room_for(o, thread, cpu);

	if (!p)
		return;
	if (is_elsewhere(p, cpu))
		leave(o, thread, p->seen);
	if (p->shown_cpu >= ONCPU_CPUS)
		p->shown_cpu = cpu;
	if (!p->on)
		enter(o, thread, cpu, time, false);
	else if (time > p->seen)
		p->seen = time;
}

bool oncpu_switched(struct oncpu *o, const struct oncpu_switch *s)
{
	struct processor *cpu = processor_of(o, s->cpu);
	bool known = cpu && cpu->switched, fits = known && cpu->next == s->prev, fresh;

	/*
	 * In a recording of single tasks, all others leave without a record. A thread that has a
	 * record when it leaves later is recorded.
	 */
	if (known && !fits && !cpu->lost && cpu->next)
		map_put(&o->vanished, cpu->next, &fresh);
	if (map_get(&o->vanished, s->prev))
		o->outs_missing = true;
	/* The thread came with the previous switch, even if samples did not show it. */
	if (fits && !cpu->lost && s->thread != ONCPU_NOBODY) {
		uint64_t since = cpu->since;
		const struct thread_place *p = place_of(o, s->thread);

		make_room(o, s->thread, s->cpu);
		if (is_elsewhere(p, s->cpu))
			leave(o, s->thread, p->seen);
		enter(o, s->thread, s->cpu, since, true);
	}
	oncpu_out(o, s->thread, s->cpu, s->time);
	if (s->next_thread != ONCPU_NOBODY)
		oncpu_in(o, s->next_thread, s->cpu, s->time);
	/* The array may have moved. */
	cpu = processor_of(o, s->cpu);
	if (cpu) {
		cpu->switched = true;
		cpu->lost = false;
		cpu->next = s->next;
		cpu->since = s->time;
	}
	return fits || !known;
}

bool oncpu_last_switch(const struct oncpu *o, uint32_t cpu, uint64_t *time)
{
	if (cpu >= o->processors.n || !o->processors.v[cpu].switched)
		return false;
	*time = o->processors.v[cpu].since;
	return true;
}

void oncpu_lost(struct oncpu *o, uint32_t cpu)
{
	bool any = cpu >= ONCPU_CPUS;
	struct processor *c = processor_of(o, cpu);

	if (c)
		c->lost = true;
	for (size_t i = 0; any && i < o->processors.n; i++)
		o->processors.v[i].lost = true;
	for (uint32_t i = 0; i < o->places.n; i++) {
		const struct thread_place *p = &o->places.v[i];

		if (p->on && (any || p->cpu == cpu || p->cpu >= ONCPU_CPUS))
			leave(o, i, p->seen);
	}
}

void oncpu_fork(struct oncpu *o, uint32_t thread)
{
	if (thread != ONCPU_NOBODY)
		place_of(o, thread)->exited = false;
}

void oncpu_exit(struct oncpu *o, uint32_t thread, uint64_t time)
{
	struct thread_place *p;

	if (thread == ONCPU_NOBODY)
		return;
	p = place_of(o, thread);
	p->exited = true;
	if (time > p->seen)
		p->seen = time;
}

uint32_t oncpu_on(struct oncpu *o, uint32_t cpu)
{
	const struct processor *c = processor_of(o, cpu);

	return c ? c->thread : ONCPU_NOBODY;
}

bool oncpu_is_on(const struct oncpu *o, uint32_t thread)
{
	return thread < o->places.n && o->places.v[thread].on;
}

bool oncpu_exited(const struct oncpu *o, uint32_t thread)
{
	return thread < o->places.n && o->places.v[thread].exited;
}

bool oncpu_came(const struct oncpu *o, uint32_t thread)
{
	return thread < o->places.n && o->places.v[thread].came;
}

void oncpu_end(struct oncpu *o, uint64_t time)
{
	for (uint32_t i = 0; i < o->places.n; i++) {
		const struct thread_place *p = &o->places.v[i];

		if (p->on)
			leave(o, i, p->exited ? p->seen : time);
	}
}
