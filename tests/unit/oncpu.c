/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times on a CPU, from switches that are all recorded, and from some that are not. */
#include "analysis/oncpu.h"

#include "base/buf.h"
#include "tap.h"

static void note(void *arg, uint32_t thread, uint32_t cpu, uint64_t from, uint64_t until)
{
	struct buf *out = arg;

	buf_addf(out, "%s%u:%llu-%llu", out->len ? " " : "", thread, (unsigned long long)from,
		 (unsigned long long)until);
	if (cpu && cpu < ONCPU_CPUS)
		buf_addf(out, "/%u", cpu);
}

/* End it, and compare the result. */
static void told(struct oncpu *o, struct buf *got, uint64_t end, const char *want, const char *name)
{
	oncpu_end(o, end);
	is_str(got->p, want, "%s", name);
	oncpu_close(o);
	buf_release(got);
}

static void test_records(void)
{
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	oncpu_in(o, 1, 0, 10);
	oncpu_out(o, 1, 0, 30);
	oncpu_in(o, 2, 0, 31);
	oncpu_in(o, 1, 1, 35);
	oncpu_seen(o, 2, 0, 40);
	oncpu_out(o, 2, 0, 50);
	told(o, &got, 60, "1:10-30 2:31-50 1:35-60/1",
	     "who came and went, and who is there at the end");
}

static void test_without_cpus(void)
{
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	oncpu_in(o, 1, ONCPU_NO_CPU, 10);
	oncpu_in(o, 2, ONCPU_NO_CPU, 20);
	oncpu_out(o, 1, ONCPU_NO_CPU, 30);
	oncpu_out(o, 2, ONCPU_CPUS, 40);
	told(o, &got, 60, "1:10-30 2:20-40", "records that tell no CPU, or none that there can be");
}

static void test_missing(void)
{
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	oncpu_out(o, 1, 0, 10);
	oncpu_seen(o, 2, 0, 20);
	oncpu_seen(o, 2, 0, 25);
	oncpu_in(o, 3, 0, 30);
	oncpu_in(o, 3, 0, 40);
	oncpu_seen(o, 3, 1, 50);
	oncpu_out(o, 3, 2, 60);
	oncpu_seen(o, 4, 5, 70);
	oncpu_seen(o, ONCPU_NOBODY, 5, 80);
	oncpu_in(o, ONCPU_NOBODY, 5, 90);
	oncpu_out(o, ONCPU_NOBODY, 5, 95);
	told(o, &got, 100, "2:20-25 3:30-30 3:40-40 3:50-50/1 4:70-70/5",
	     "until it was seen last where another one is there later");

	got = (struct buf)BUF_INIT;
	o = oncpu_open(note, &got);
	oncpu_seen(o, 2, 0, 20);
	oncpu_out(o, 2, 0, 30);
	oncpu_out(o, 2, 0, 40);
	oncpu_in(o, 2, 0, 50);
	oncpu_out(o, 2, 0, 45);
	told(o, &got, 60, "2:20-30", "since it was seen first; nothing where time goes back");
}

static void test_lives(void)
{
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	oncpu_in(o, 1, 0, 10);
	oncpu_exit(o, 1, 20);
	is_int(oncpu_on(o, 0), 1, "who has ended is still there");
	ok(oncpu_exited(o, 1) && !oncpu_exited(o, 2), "... and has ended");
	oncpu_out(o, 1, 0, 25);
	is_int(oncpu_on(o, 0), ONCPU_NOBODY, "until it goes");
	is_int(oncpu_on(o, ONCPU_NO_CPU), ONCPU_NOBODY, "nobody is on no CPU");
	oncpu_in(o, 1, 0, 30);
	ok(oncpu_exited(o, 1), "and also when it comes again");
	oncpu_exit(o, ONCPU_NOBODY, 30);
	oncpu_in(o, 2, 1, 40);
	oncpu_exit(o, 2, 45);
	oncpu_fork(o, 1);
	oncpu_fork(o, ONCPU_NOBODY);
	told(o, &got, 60, "1:10-25 1:30-60 2:40-45/1", "until the end, or its own");
}

static struct oncpu_switch sw(uint32_t thread, uint64_t prev, uint64_t next, uint64_t time)
{
	return (struct oncpu_switch){ thread, 0, prev, next, ONCPU_NOBODY, time };
}

static void test_tracepoint(void)
{
	struct oncpu_switch s[] = { sw(0, 100, 101, 10), sw(1, 101, 102, 30), sw(2, 102, 100, 45),
				    /* one is missing */
				    sw(1, 101, 102, 60), sw(2, 102, 101, 70) };
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	ok(oncpu_switched(o, &s[0]), "nothing is missing before the first one of a CPU,");
	ok(oncpu_switched(o, &s[1]), "nor where one follows from the other");
	/* Samples tell no more than switches. */
	oncpu_seen(o, 2, 0, 40);
	ok(oncpu_switched(o, &s[2]), "... or the next");
	oncpu_seen(o, 1, 0, 55);
	ok(!oncpu_switched(o, &s[3]), "it is where another thread goes than came");
	s[4].next_thread = 1;
	ok(oncpu_switched(o, &s[4]), "... once");
	told(o, &got, 90, "1:10-30 2:30-45 1:55-60 2:60-70 1:70-90",
	     "from one switch of a CPU to the next, if they fit");

	got = (struct buf)BUF_INIT;
	o = oncpu_open(note, &got);
	s[0].next_thread = 1;
	oncpu_switched(o, &s[0]);
	oncpu_seen(o, 1, 3, 20);
	oncpu_switched(o, &s[1]);
	s[2].cpu = ONCPU_NO_CPU;
	ok(oncpu_switched(o, &s[2]), "nothing is known to be missing on a CPU that is not told");
	told(o, &got, 90, "1:10-10 1:20-20/3 1:10-30",
	     "a CPU that is not told tells of no one else");
}

/* A filter of the event hides switches of recorded threads, but no records are lost. */
static void test_hidden(void)
{
	struct oncpu_switch s[] = { sw(1, 101, 102, 10), sw(2, 102, 101, 20),
				    /* 101 left to 103, which is not recorded, and so did 103 */
				    sw(2, 102, 101, 50), sw(1, 101, 100, 60),
				    sw(2, 102, 101, 120) };
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	s[1].next_thread = s[2].next_thread = s[4].next_thread = 1;
	oncpu_switched(o, &s[0]);
	oncpu_switched(o, &s[1]);
	oncpu_seen(o, 1, ONCPU_NO_CPU, 30);
	oncpu_seen(o, 3, ONCPU_NO_CPU, 35);
	oncpu_seen(o, 3, ONCPU_NO_CPU, 45);
	ok(!oncpu_switched(o, &s[2]), "a recorded thread left without a record");
	oncpu_seen(o, 1, ONCPU_NO_CPU, 55);
	oncpu_switched(o, &s[3]);
	oncpu_seen(o, 2, ONCPU_NO_CPU, 70);
	oncpu_seen(o, 2, ONCPU_NO_CPU, 110);
	ok(oncpu_is_on(o, 2), "who is only sampled counts as there,");
	oncpu_switched(o, &s[4]);
	oncpu_in(o, 4, 1, 130);
	oncpu_seen(o, 4, 1, 135);
	oncpu_in(o, 5, 1, 140);
	told(o, &got, 150,
	     "2:10-20 1:20-30 1:50-60 2:70-70 4:130-135/1 1:120-150 3:35-35 5:140-150/1",
	     "... but only at the moment of the first sample; a switch shows a time");

	/* What is not recorded leaves without a record, too. */
	s[0] = sw(1, 101, 100, 10);
	s[1] = sw(1, 101, 103, 40);
	s[2] = sw(1, 101, 100, 70);
	got = (struct buf)BUF_INIT;
	o = oncpu_open(note, &got);
	for (int i = 0; i < 3; i++) {
		oncpu_seen(o, 1, ONCPU_NO_CPU, s[i].time - 5);
		oncpu_switched(o, &s[i]);
	}
	told(o, &got, 90, "1:5-10 1:35-40 1:65-70", "in a recording of one thread it is complete");
}

static void test_lost(void)
{
	struct oncpu_switch s[] = { sw(0, 100, 101, 10), sw(1, 101, 102, 30) };
	struct buf got = BUF_INIT;
	struct oncpu *o = oncpu_open(note, &got);

	oncpu_in(o, 1, 0, 10);
	oncpu_seen(o, 1, 0, 15);
	oncpu_in(o, 2, 1, 10);
	oncpu_seen(o, 3, ONCPU_NO_CPU, 18);
	oncpu_lost(o, 0);
	ok(!oncpu_is_on(o, 1) && oncpu_is_on(o, 2) && !oncpu_is_on(o, 3) && !oncpu_is_on(o, 9),
	   "records of a CPU are missing: who was there, or on an unknown CPU, may be gone");
	oncpu_out(o, 1, 0, 40);
	oncpu_lost(o, ONCPU_NO_CPU);
	told(o, &got, 60, "1:10-15 3:18-18 2:10-10/1", "... and counts until it was seen last");

	got = (struct buf)BUF_INIT;
	o = oncpu_open(note, &got);
	s[0].next_thread = 1;
	oncpu_switched(o, &s[0]);
	oncpu_lost(o, 0);
	ok(oncpu_switched(o, &s[1]), "two switches fit although records between them are missing");
	oncpu_in(o, 1, 0, 50);
	told(o, &got, 60, "1:10-10 1:50-60", "... and tell nothing of the time between them");
}

int main(void)
{
	test_records();
	test_without_cpus();
	test_missing();
	test_lives();
	test_tracepoint();
	test_hidden();
	test_lost();
	return tap_done();
}
