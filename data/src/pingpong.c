/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pingpong - threads that pass a ball around in a ring of pipes; each hits it for a moment.
 * Many switches, wakeups and system calls in little time.
 *
 * usage: pingpong [PLAYERS [ROUNDS [MICROSECONDS]]]
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define MAX_PLAYERS 16

struct player {
	pthread_t thread;
	int number;
	int in, out;
};

static struct player players[MAX_PLAYERS];
static int rounds = 100;
static long hit_us = 50;

static long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

static void hit_ball(void)
{
	long end = now_us() + hit_us;

	while (now_us() < end)
		;
}

static void *play(void *arg)
{
	struct player *p = arg;
	char name[16], ball;

	snprintf(name, sizeof(name), "ping-player-%d", p->number);
	prctl(PR_SET_NAME, name);
	for (int i = 0; i < rounds; i++) {
		if (read(p->in, &ball, 1) != 1)
			break;
		hit_ball();
		if (write(p->out, &ball, 1) != 1)
			break;
	}
	return NULL;
}

static void join_ring(int count)
{
	for (int i = 0; i < count; i++) {
		int p[2];

		if (pipe(p)) {
			perror("pipe");
			exit(1);
		}
		players[i].number = i;
		players[i].in = p[0];
		players[(i + count - 1) % count].out = p[1];
	}
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 2;

	if (argc > 2)
		rounds = atoi(argv[2]);
	if (argc > 3)
		hit_us = atol(argv[3]);
	if (count < 1 || count > MAX_PLAYERS)
		return 2;
	join_ring(count);
	for (int i = 0; i < count; i++)
		if (pthread_create(&players[i].thread, NULL, play, &players[i]))
			return 1;
	/* throw in the ball: to the first player, from the last one's side */
	if (write(players[count - 1].out, "o", 1) != 1)
		return 1;
	for (int i = 0; i < count; i++)
		pthread_join(players[i].thread, NULL);
	return 0;
}
