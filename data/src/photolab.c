/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * photolab - the workload of demo.data: a small photo laboratory.
 *
 * Three processes are joined by pipes: the scanner makes pictures, the darkroom works on them
 * with one thread a station, the archivist packs them and has a thumbnail made of some by a
 * program of its own (this file again, run under the name "thumbnail").  So a recording has
 * processes and threads with telling names, call chains of different depth, waiting on pipes
 * and conditions, and some forks and execs.
 *
 * usage: photolab [FRAMES]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIDE		256	/* a power of two: the archivist halves it */
#define STATIONS	3
#define THUMB_EVERY	10

struct frame {
	uint8_t px[SIDE][SIDE];
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Read or write a whole frame; 0 at the end of the input. */
static int frame_read(int fd, struct frame *f)
{
	size_t got = 0;

	while (got < sizeof(*f)) {
		ssize_t n = read(fd, (char *)f + got, sizeof(*f) - got);

		if (n < 0)
			die("read");
		if (n == 0)
			return 0;
		got += n;
	}
	return 1;
}

static void frame_write(int fd, const struct frame *f)
{
	size_t put = 0;

	while (put < sizeof(*f)) {
		ssize_t n = write(fd, (const char *)f + put, sizeof(*f) - put);

		if (n < 0)
			die("write");
		put += n;
	}
}

/* ---- scanner: a landscape of smoothed noise ---- */

static unsigned int hash_point(unsigned int x, unsigned int y, unsigned int seed)
{
	unsigned int h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ seed * 0xc2b2ae3du;

	for (int i = 0; i < 4; i++)
		h = (h ^ h >> 15) * 0x27d4eb2fu;
	return h >> 24;
}

/* Bilinear value between the four lattice points around (x, y). */
static unsigned int smooth_noise(int x, int y, int cell, unsigned int seed)
{
	int cx = x / cell, cy = y / cell, fx = x % cell, fy = y % cell;
	unsigned int top = hash_point(cx, cy, seed) * (cell - fx) +
			   hash_point(cx + 1, cy, seed) * fx;
	unsigned int low = hash_point(cx, cy + 1, seed) * (cell - fx) +
			   hash_point(cx + 1, cy + 1, seed) * fx;

	return (top * (cell - fy) + low * fy) / (cell * cell);
}

static uint8_t expose_pixel(int x, int y, unsigned int seed)
{
	unsigned int light = 0;

	for (int cell = 64, weight = 2; cell >= 16; cell /= 2, weight *= 2)
		light += smooth_noise(x, y, cell, seed) / weight;
	return light > 255 ? 255 : light;
}

static void scan_frame(struct frame *f, unsigned int seed)
{
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			f->px[y][x] = expose_pixel(x, y, seed);
}

static void run_scanner(int out, int frames)
{
	static struct frame f;

	prctl(PR_SET_NAME, "scanner");
	for (int i = 0; i < frames; i++) {
		scan_frame(&f, i);
		frame_write(out, &f);
	}
}

/* ---- darkroom: a chain of stations, one thread each ---- */

struct station {
	const char *name;
	void (*work)(struct frame *to, const struct frame *from);
	struct station *next;		/* NULL: the last one writes to the pipe */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct frame tray;		/* one frame waits here */
	int full;
	int closed;
};

static int darkroom_out;

static unsigned int average_around(const struct frame *f, int y, int x, int reach)
{
	unsigned int sum = 0, n = 0;

	for (int dy = -reach; dy <= reach; dy++) {
		for (int dx = -reach; dx <= reach; dx++) {
			sum += f->px[(y + dy) & (SIDE - 1)][(x + dx) & (SIDE - 1)];
			n++;
		}
	}
	return sum / n;
}

static void blur_row(struct frame *to, const struct frame *from, int y)
{
	for (int x = 0; x < SIDE; x++)
		to->px[y][x] = average_around(from, y, x, 3);
}

static void blur_frame(struct frame *to, const struct frame *from)
{
	for (int y = 0; y < SIDE; y++)
		blur_row(to, from, y);
}

static void sharpen_row(struct frame *to, const struct frame *from, int y)
{
	for (int x = 0; x < SIDE; x++) {
		int here = from->px[y][x];
		int v = here + (here - (int)average_around(from, y, x, 1)) * 2;

		to->px[y][x] = v < 0 ? 0 : v > 255 ? 255 : v;
	}
}

static void sharpen_frame(struct frame *to, const struct frame *from)
{
	for (int y = 0; y < SIDE; y++)
		sharpen_row(to, from, y);
}

static void build_histogram(const struct frame *f, unsigned int *count)
{
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			count[f->px[y][x]]++;
}

static int compare_shade(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

/*
 * The median of the upper eighth, found the slow way: qsort() calls back, so libc is in the
 * middle of the chain.
 */
static int find_median(const struct frame *f)
{
	uint8_t sorted[SIDE * SIDE / 8];

	memcpy(sorted, f->px, sizeof(sorted));
	qsort(sorted, sizeof(sorted), 1, compare_shade);
	return sorted[sizeof(sorted) / 2];
}

static void balance_frame(struct frame *to, const struct frame *from)
{
	unsigned int count[256] = { 0 }, below = 0;
	uint8_t map[256];
	int shift = 128 - find_median(from);

	build_histogram(from, count);
	for (int i = 0; i < 256; i++) {
		below += count[i];
		map[i] = (below * 255 / (SIDE * SIDE) + i + shift) / 2;
	}
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			to->px[y][x] = map[from->px[y][x]];
}

static struct station stations[STATIONS] = {
	{ .name = "dark-blur",		.work = blur_frame },
	{ .name = "dark-sharpen",	.work = sharpen_frame },
	{ .name = "dark-balance",	.work = balance_frame },
};

static void station_put(struct station *s, const struct frame *f)
{
	pthread_mutex_lock(&s->lock);
	while (s->full)
		pthread_cond_wait(&s->changed, &s->lock);
	if (f)
		s->tray = *f;
	s->full = f != NULL;
	s->closed = f == NULL;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
}

/* Take the waiting frame; 0 when there will be no more. */
static int station_take(struct station *s, struct frame *f)
{
	int got;

	pthread_mutex_lock(&s->lock);
	while (!s->full && !s->closed)
		pthread_cond_wait(&s->changed, &s->lock);
	got = s->full;
	if (got)
		*f = s->tray;
	s->full = 0;
	pthread_cond_broadcast(&s->changed);
	pthread_mutex_unlock(&s->lock);
	return got;
}

static void *serve_station(void *arg)
{
	struct station *s = arg;
	struct frame from, to;

	prctl(PR_SET_NAME, s->name);
	while (station_take(s, &from)) {
		s->work(&to, &from);
		if (s->next)
			station_put(s->next, &to);
		else
			frame_write(darkroom_out, &to);
	}
	if (s->next)
		station_put(s->next, NULL);
	return NULL;
}

static void run_darkroom(int in, int out)
{
	static struct frame f;

	prctl(PR_SET_NAME, "darkroom");
	darkroom_out = out;
	for (int i = 0; i < STATIONS; i++) {
		struct station *s = &stations[i];

		s->next = i + 1 < STATIONS ? s + 1 : NULL;
		pthread_mutex_init(&s->lock, NULL);
		pthread_cond_init(&s->changed, NULL);
		if (pthread_create(&s->thread, NULL, serve_station, s))
			die("pthread_create");
	}
	while (frame_read(in, &f))
		station_put(&stations[0], &f);
	station_put(&stations[0], NULL);
	for (int i = 0; i < STATIONS; i++)
		pthread_join(stations[i].thread, NULL);
}

/* ---- archivist: packs a frame as a tree of squares ---- */

static int square_is_flat(const struct frame *f, int y, int x, int side)
{
	int low = 255, high = 0;

	for (int dy = 0; dy < side; dy++) {
		for (int dx = 0; dx < side; dx++) {
			int v = f->px[y + dy][x + dx];

			low = v < low ? v : low;
			high = v > high ? v : high;
		}
	}
	return high - low < 4;
}

/* Recursive: chains get as deep as the picture has detail. */
static int pack_square(const struct frame *f, int y, int x, int side)
{
	int half = side / 2;

	if (half == 0 || square_is_flat(f, y, x, side))
		return 1;
	return 1 + pack_square(f, y, x, half) + pack_square(f, y, x + half, half) +
	       pack_square(f, y + half, x, half) + pack_square(f, y + half, x + half, half);
}

static uint32_t checksum_byte(uint32_t sum, uint8_t byte)
{
	sum ^= byte;
	for (int bit = 0; bit < 8; bit++)
		sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
	return sum;
}

static uint32_t checksum_frame(const struct frame *f)
{
	uint32_t sum = ~0u;

	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			sum = checksum_byte(sum, f->px[y][x]);
	return ~sum;
}

/* Another program makes the thumbnail; it gets the frame through a pipe. */
static void order_thumbnail(const struct frame *f)
{
	int p[2];
	pid_t pid;

	if (pipe(p))
		die("pipe");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		dup2(p[0], 0);
		close(p[0]);
		close(p[1]);
		execlp("thumbnail", "thumbnail", (char *)NULL);
		die("thumbnail");
	}
	close(p[0]);
	frame_write(p[1], f);
	close(p[1]);
	waitpid(pid, NULL, 0);
}

static void run_archivist(int in)
{
	static struct frame f;
	unsigned long squares = 0, sums = 0;

	prctl(PR_SET_NAME, "archivist");
	for (int i = 0; frame_read(in, &f); i++) {
		squares += pack_square(&f, 0, 0, SIDE);
		sums += checksum_frame(&f);
		if (i % THUMB_EVERY == 0)
			order_thumbnail(&f);
	}
	printf("%lu squares, sum %lx\n", squares, sums);
}

/* ---- thumbnail: the program the archivist runs ---- */

static unsigned int shrink_block(const struct frame *f, int y, int x, int side)
{
	unsigned int sum = 0;

	for (int dy = 0; dy < side; dy++)
		for (int dx = 0; dx < side; dx++)
			sum += f->px[y + dy][x + dx];
	return sum / (side * side);
}

static int make_thumbnail(void)
{
	static struct frame f;
	volatile unsigned int ink = 0;

	if (!frame_read(0, &f))
		return 1;
	for (int round = 0; round < 40; round++)
		for (int y = 0; y < SIDE; y += 8)
			for (int x = 0; x < SIDE; x += 8)
				ink += shrink_block(&f, y, x, 8);
	return 0;
}

/* ---- the laboratory ---- */

/* Start one of the three processes; it gets an input, an output or both (-1: none). */
static void hire(void (*job)(int in, int out, int frames), int pipes[2][2], int in, int out,
		 int frames)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid > 0)
		return;
	for (int i = 0; i < 4; i++)
		if (pipes[i / 2][i % 2] != in && pipes[i / 2][i % 2] != out)
			close(pipes[i / 2][i % 2]);
	job(in, out, frames);
	exit(0);
}

static void scanner_job(int in, int out, int frames)
{
	(void)in;
	run_scanner(out, frames);
}

static void darkroom_job(int in, int out, int frames)
{
	(void)frames;
	run_darkroom(in, out);
}

static void archivist_job(int in, int out, int frames)
{
	(void)out;
	(void)frames;
	run_archivist(in);
}

int main(int argc, char **argv)
{
	int frames = argc > 1 ? atoi(argv[1]) : 12;
	int pipes[2][2];

	if (strcmp(argv[0], "thumbnail") == 0)
		return make_thumbnail();
	if (pipe(pipes[0]) || pipe(pipes[1]))
		die("pipe");
	hire(scanner_job, pipes, -1, pipes[0][1], frames);
	hire(darkroom_job, pipes, pipes[0][0], pipes[1][1], frames);
	hire(archivist_job, pipes, pipes[1][0], -1, frames);
	for (int i = 0; i < 4; i++)
		close(pipes[i / 2][i % 2]);
	while (wait(NULL) > 0 || errno == EINTR)
		;
	return 0;
}
