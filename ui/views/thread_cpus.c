/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/thread_cpus.h"

#include "base/text.h"
#include "widgets/framebox.h"

enum {
	HUES = 5 /* of frames; each has two shades */
};

#define UNKNOWN (UINT32_MAX - 1) /* in place of a thread: switches are missing */

static struct cpu_timeline_cell cpu_in(const struct thread_cells *cells, uint32_t cpu, int from,
				       int to, uint32_t wanted)
{
	size_t first, end;

	thread_cells_columns(cells, from, to, &first, &end);
	return cpu_timeline_cell(thread_timeline_cpus(cells->timeline), cpu, first, end, wanted);
}

static bool has_wanted(const struct thread_cells *cells, uint32_t cpu, uint32_t wanted)
{
	return wanted != THREAD_CPUS_NOBODY && cpu_in(cells, cpu, 0, cells->n - 1, wanted).wanted;
}

void thread_cpus_choose(struct thread_cpus *c, const struct thread_cells *cells, uint32_t wanted,
			int rows)
{
	uint32_t n = cpu_timeline_cpus(thread_timeline_cpus(cells->timeline));
	size_t most = rows > 0 ? (size_t)rows : 0, others = most;

	c->cells = cells;
	c->wanted = wanted;
	c->cpus.n = 0;
	for (uint32_t cpu = 0; cpu < n && others; cpu++)
		others -= has_wanted(cells, cpu, wanted);
	for (uint32_t cpu = 0; cpu < n && c->cpus.n < most; cpu++) {
		bool has = has_wanted(cells, cpu, wanted);

		if (!has && (!others || !cpu_in(cells, cpu, 0, cells->n - 1, wanted).busy))
			continue;
		others -= !has;
		vec_push(&c->cpus, cpu);
	}
}

void thread_cpus_release(struct thread_cpus *c)
{
	vec_release(&c->cpus);
}

void thread_cpus_name(const struct thread_cpus *c, size_t i, struct buf *out)
{
	buf_addf(out, "CPU %u", c->cpus.v[i]);
}

void thread_cpus_busy(const struct thread_cpus *c, size_t i, struct buf *out)
{
	text_add_ms(cpu_in(c->cells, c->cpus.v[i], 0, c->cells->n - 1, c->wanted).busy, out);
}

static enum style style_of(uint32_t thread)
{
	return (enum style)(STYLE_FRAME_USER + thread % HUES * 2 + thread / HUES % 2);
}

/*
 * The thread with most of a cell. If none is known to have been there for half of its time: UNKNOWN
 * if switches are missing for half of the time, else THREAD_CPUS_NOBODY.
 */
static uint32_t thread_in(const struct thread_cpus *c, size_t i, int cell)
{
	struct cpu_timeline_cell cpu = cpu_in(c->cells, c->cpus.v[i], cell, cell, c->wanted);
	struct time_range range = thread_cells_range(c->cells, cell, cell);

	if (cpu.busy * 2 > range.hi - range.lo && cpu.on)
		return cpu.thread;
	return cpu.unknown * 2 > range.hi - range.lo ? UNKNOWN : THREAD_CPUS_NOBODY;
}

void thread_cpus_draw(const struct thread_cpus *c, size_t i, const struct surface *row, int col,
		      void (*name)(void *arg, uint32_t thread, struct buf *out), void *arg)
{
	for (int cell = 0, next; cell < c->cells->n; cell = next) {
		uint32_t thread = thread_in(c, i, cell);
		struct buf text = BUF_INIT;
		struct surface cells;

		for (next = cell + 1; next < c->cells->n && thread_in(c, i, next) == thread;)
			next++;
		cells = surface_sub(row, 0, col + cell, 1, next - cell);
		if (thread == THREAD_CPUS_NOBODY || thread == UNKNOWN) {
			surface_repeat(&cells, 0, 0, cells.cols, STYLE_DIM,
				       thread == UNKNOWN ? '?' : 0xb7);
			continue;
		}
		name(arg, thread, &text);
		framebox_draw(&(struct framebox){ .name = text.p,
						  .style = style_of(thread),
						  .found = thread == c->wanted },
			      &cells);
		buf_release(&text);
	}
}

void thread_cpus_of(const struct thread_cells *cells, uint32_t thread, int from, int to,
		    struct buf *out)
{
	size_t n = 0;

	for (uint32_t cpu = 0; cpu < cpu_timeline_cpus(thread_timeline_cpus(cells->timeline));
	     cpu++)
		if (cpu_in(cells, cpu, from, to, thread).wanted)
			buf_addf(out, "%s%u", n++ ? ", " : "CPU ", cpu);
}
