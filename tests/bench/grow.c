/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grow [-c CPUS] [-t THREADS] [-r BYTES] [-s BYTES] [-e TIMES] IN OUT BYTES
 *
 * Makes a large recording of a small one: its records are repeated with other
 * times, threads and CPUs until there are BYTES of data, in the order in which
 * perf record writes what it reads from the buffers of many CPUs. Each CPU walks
 * over the records on its own, at its own pace and from its own start; a round is
 * one run of each CPU's records, with rising times, and a FINISHED_ROUND.
 *
 * With -e the events are there TIMES times, and a CPU has those of one time for some runs, of
 * some far more often than of others. Payloads of tracepoints are cut, each time's elsewhere,
 * as system calls have more and fewer arguments.
 *
 * IN is a recording of this machine's byte order, without compression or AUX data.
 * Numbers of threads inside tracepoint payloads stay, but for common_pid.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "small.h"

enum {
	FEATURE_NRCPUS = 7,
	FEATURE_SAMPLE_TIME = 21,
	LIVES = 4,
	SAME = 32,	  /* runs of a CPU, on average, with the events of one time */
	TIMES_HALVED = 8, /* an eighth of the runs has events of all times, another of half, ... */
	CUT_LEAST = 28,	  /* bytes of a payload that stay: those of two arguments */
	CUT_STEPS = 6	  /* or up to five more */
};

struct cpu {
	uint64_t time;
	size_t next; /* in the records that are repeated */
	uint64_t lap, noise;
	uint64_t repetition; /* whose events the run has */
};

/* What a record becomes. */
struct change {
	unsigned copy; /* of the threads */
	uint64_t time;
	int cpu; /* -1: as it is */
	uint64_t repetition;
};

struct grow {
	struct small in;
	unsigned cpus_n, threads;
	uint64_t run_bytes, want;
	unsigned copies;
	uint32_t pid_span; /* a copy's threads are this far from the next copy's */

	FILE *out;
	uint64_t written, last_time;
	uint8_t buf[RECORD_MAX];
};

static void put(struct grow *g, const void *p, size_t len)
{
	if (fwrite(p, 1, len, g->out) != len)
		err(2, "writing");
	g->written += len;
}

static void move_pid(const struct grow *g, uint8_t *p, unsigned copy)
{
	if (is_thread(get32(p)))
		put32(p, get32(p) + copy * g->pid_span);
}

/* The size of the record when its payload is cut as in that repetition. */
static size_t cut_payload(const struct rec *r, uint8_t *p, uint64_t repetition)
{
	uint32_t least = CUT_LEAST + 8 * (uint32_t)(repetition % CUT_STEPS), has;
	size_t size = r->size;

	if (!r->raw)
		return size;
	has = get32(p + r->raw);
	if (has <= least)
		return size;
	size -= has - least;
	put32(p + r->raw, least);
	put16(p + 6, (uint16_t)size);
	return size;
}

static void put_record(struct grow *g, const struct rec *r, const struct change *to)
{
	uint8_t *p = g->buf;
	size_t size = r->size;

	memcpy(p, r->p, r->size);
	for (unsigned i = 0; i < r->pids; i++)
		move_pid(g, p + r->pid[i], to->copy);
	if (r->common_pid)
		move_pid(g, p + r->common_pid, to->copy);
	for (unsigned i = 0; i < r->times; i++)
		put64(p + r->time[i], to->time);
	for (unsigned i = 0; i < r->cpus && to->cpu >= 0; i++)
		put32(p + r->cpu[i], (uint32_t)to->cpu);
	if (r->id && g->in.times && get64(p + r->id))
		put64(p + r->id, get64(p + r->id) + to->repetition * g->in.id_span);
	if (g->in.times)
		size = cut_payload(r, p, to->repetition);
	put(g, p, size);
}

static void put_copies(struct grow *g, size_t n)
{
	for (unsigned copy = 1; copy < g->copies; copy++) {
		for (size_t i = 0; i < n; i++) {
			const struct rec *r = &g->in.start.v[i];

			if (r->pids && is_thread(get32(r->p + r->pid[0])))
				put_record(g, r, &(struct change){ .copy = copy, .cpu = -1 });
		}
	}
}

/* perf first writes the existing tasks and maps: here for the threads of all copies. */
static void put_start(struct grow *g)
{
	const struct change none = { .cpu = -1 };
	size_t n = 0;

	while (n < g->in.start.n && get32(g->in.start.v[n].p) != RECORD_FINISHED_INIT)
		put_record(g, &g->in.start.v[n++], &none);
	put_copies(g, n);
	while (n < g->in.start.n)
		put_record(g, &g->in.start.v[n++], &none);
}

static uint64_t noise(struct cpu *c)
{
	c->noise ^= c->noise << 13;
	c->noise ^= c->noise >> 7;
	c->noise ^= c->noise << 17;
	return c->noise;
}

/* The time to the next record of a CPU: about that of the small recording. */
static uint64_t gap(const struct grow *g, struct cpu *c, unsigned cpu)
{
	size_t i = c->next;
	uint64_t ns = i ? g->in.body.v[i].at - g->in.body.v[i - 1].at
			: g->in.body.v[1].at - g->in.body.v[0].at;

	ns = ns / 2 + noise(c) % (ns + 1);
	return ns * (48 + cpu % 32) / 64 + 1;
}

/*
 * Most tasks of a busy system live long: a copy's threads are born, named, mapped and buried again
 * only each LIVES times.
 */
static bool is_left_out(const struct grow *g, const struct rec *r, uint64_t turn)
{
	return small_is_life(get32(r->p)) && turn / g->copies % LIVES;
}

/* The first of them are in the most runs. */
static uint64_t some_repetition(const struct grow *g, struct cpu *c)
{
	uint64_t among = g->in.times >> noise(c) % TIMES_HALVED;

	return among ? noise(c) % among : 0;
}

static void put_run(struct grow *g, struct cpu *c, unsigned cpu, uint64_t end)
{
	if (g->in.times && !(noise(c) % SAME))
		c->repetition = some_repetition(g, c);
	while (c->time < end) {
		const struct rec *r = &g->in.body.v[c->next];
		uint64_t turn = cpu + c->lap * g->cpus_n;

		struct change to = {
			.copy = (unsigned)(turn % g->copies),
			.time = c->time,
			.cpu = (int)cpu,
			.repetition = c->repetition,
		};

		if (!is_left_out(g, r, turn))
			put_record(g, r, &to);
		if (c->time > g->last_time)
			g->last_time = c->time;
		if (++c->next == g->in.body.n) {
			c->next = 0;
			c->lap++;
		}
		c->time += gap(g, c, cpu);
	}
}

static void put_data(struct grow *g)
{
	static const uint8_t round[8] = { RECORD_FINISHED_ROUND, 0, 0, 0, 0, 0, 8, 0 };
	struct cpu *cpus = xalloc(g->cpus_n * sizeof(*cpus));
	uint64_t first = g->in.body.v[0].at, span = g->in.body.v[g->in.body.n - 1].at - first + 1;
	uint64_t lap_bytes = 0, start = g->written, end = first;
	double round_ns;

	for (size_t i = 0; i < g->in.body.n; i++)
		lap_bytes += g->in.body.v[i].size;
	round_ns = (double)span * (double)g->run_bytes / (double)lap_bytes;
	for (unsigned c = 0; c < g->cpus_n; c++)
		cpus[c] = (struct cpu){
			.time = first + 137 * c,
			.next = c * g->in.body.n / g->cpus_n,
			.noise = 0x9e3779b97f4a7c15u * (c + 1),
		};
	put_start(g);
	while (g->written - start < g->want) {
		end += (uint64_t)round_ns + 1;
		for (unsigned c = 0; c < g->cpus_n; c++)
			put_run(g, &cpus[c], c, end);
		put(g, round, sizeof(round));
	}
	free(cpus);
}

/* The table of features is after the data: it moves, and so do the sections. */
static void put_features(struct grow *g, uint64_t by)
{
	uint8_t *table = g->in.file + g->in.data_end;
	size_t left = g->in.size - g->in.data_end;

	for (unsigned bit = 0; bit < FEATURES_MAX; bit++) {
		uint64_t off, size;

		if (!small_has_feature(&g->in, bit))
			continue;
		if ((size_t)(g->in.file + g->in.size - table) < 16)
			errx(2, "%s: its table of features is cut", g->in.path);
		off = get64(table);
		size = get64(table + 8);
		small_check(&g->in, off, size);
		if (bit == FEATURE_NRCPUS && size >= 8) {
			put32(g->in.file + off, g->cpus_n);
			put32(g->in.file + off + 4, g->cpus_n);
		}
		if (bit == FEATURE_SAMPLE_TIME && size >= 16)
			put64(g->in.file + off + 8, g->last_time);
		if (off >= g->in.data_end)
			put64(table, off + by);
		table += 16;
	}
	put(g, g->in.file + g->in.data_end, left);
}

static void write_recording(struct grow *g, const char *path)
{
	uint64_t size;

	g->out = fopen(path, "we");
	if (!g->out)
		err(2, "%s", path);
	setvbuf(g->out, NULL, _IOFBF, 1 << 20);
	put(g, g->in.file, g->in.data);
	put_data(g);
	size = g->written - g->in.data;
	put_features(g, size - (g->in.data_end - g->in.data));
	put64(g->in.file + HEADER_DATA + 8, size);
	if (fseeko(g->out, 0, SEEK_SET))
		err(2, "%s", path);
	put(g, g->in.file, HEADER_SIZE);
	if (fclose(g->out))
		err(2, "%s", path);
}

static void plan_copies(struct grow *g)
{
	g->pid_span = g->in.pid_max - g->in.pid_min + 1;
	g->copies = (g->threads + g->in.threads - 1) / g->in.threads;
	/* No two CPUs run the same copy's threads at once. */
	if (g->copies < g->cpus_n)
		g->copies = g->cpus_n;
}

static uint64_t number(const char *text)
{
	char *end;
	unsigned long long v = strtoull(text, &end, 10);

	if (!*text || *end || !v)
		errx(2, "%s: not a number", text);
	return v;
}

int main(int argc, char **argv)
{
	static struct grow g = { .cpus_n = 16, .threads = 400, .run_bytes = 128 << 10 };
	int opt;

	while ((opt = getopt(argc, argv, "c:t:r:s:e:")) != -1) {
		if (opt == 'c')
			g.cpus_n = (unsigned)number(optarg);
		else if (opt == 't')
			g.threads = (unsigned)number(optarg);
		else if (opt == 'r')
			g.run_bytes = number(optarg);
		else if (opt == 's')
			g.in.stack = (number(optarg) + 7) & ~7ull;
		else if (opt == 'e')
			g.in.times = number(optarg);
		else
			return 2;
	}
	if (argc - optind != 3)
		errx(2, "usage: grow [-c CPUS] [-t THREADS] [-r BYTES] [-s BYTES] [-e TIMES] IN "
			"OUT BYTES");
	g.in.path = argv[optind];
	g.want = number(argv[optind + 2]);
	small_read(&g.in);
	plan_copies(&g);
	write_recording(&g, argv[optind + 1]);
	return 0;
}
