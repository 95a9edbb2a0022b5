/* SPDX-License-Identifier: GPL-3.0-or-later */
/* User frames by a thread of its own: of the row that was asked for last, and of no other. */
#include "query/unwinding.h"

#include <time.h>

#include "tap.h"
#include "unit/places.h"

static _Atomic unsigned woken;

static void wake(void *arg)
{
	(void)arg;
	woken++;
}

static const struct unwinding_frames *wait_for(struct unwinding *unwinding,
					       const struct row_info *row)
{
	struct timespec pause = { .tv_nsec = 1000000 };
	const struct unwinding_frames *found;

	for (int i = 0; i < 20000; i++) {
		found = unwinding_get(unwinding, row);
		if (found)
			return found;
		nanosleep(&pause, NULL);
	}
	return NULL;
}

/* The nth sample of dwarf.data, and its instruction pointer. */
static void sample(struct reader *reader, unsigned nth, struct row_info *row, uint64_t *ip)
{
	struct tree tree = TREE_INIT;

	for (uint64_t i = 0; nth && !reader_row(reader, i, row, NULL); i++)
		nth -= row->type == RECORD_SAMPLE;
	reader_tree(reader, row, &tree);
	*ip = 0;
	for (size_t i = 0; i < tree.nodes.n && !*ip; i++)
		if (tree.nodes.v[i].word == W_ip)
			*ip = tree.nodes.v[i].num;
	tree_release(&tree);
}

static void test_rows(struct recording *recording)
{
	struct unwinding *unwinding = unwinding_open(recording, wake, NULL);
	struct reader *reader = reader_open(recording);
	const struct unwinding_frames *found;
	struct row_info row, other, none;
	uint64_t ip, other_ip;

	sample(reader, 1, &row, &ip);
	sample(reader, 9, &other, &other_ip);
	reader_row(reader, 0, &none, NULL);
	ok(ip && other_ip && ip != other_ip, "two samples");
	found = wait_for(unwinding, &row);
	if (ok(found && found->has && found->frames.ips.n, "frames come"))
		is_uint(found->frames.ips.v[0], ip, "... of where the user's code was left");
	ok(woken > 0, "who waits is woken");
	found = unwinding_get(unwinding, &row);
	ok(found && found->has, "they stay");
	unwinding_get(unwinding, &other);
	unwinding_get(unwinding, &none);
	found = wait_for(unwinding, &other);
	if (ok(found && found->has && found->frames.ips.n, "of another row, after one between"))
		is_uint(found->frames.ips.v[0], other_ip, "... its own");
	found = wait_for(unwinding, &none);
	ok(found && !found->has && !found->frames.ips.n, "a record without a stack has none");
	unwinding_get(unwinding, &row);
	unwinding_close(unwinding);
	ok(true, "closed while it unwinds");
	unwinding_close(NULL);
	reader_close(reader);
}

int main(void)
{
	struct recording_options options = { .no_index = true, .symbols = { .symfs = "none" } };
	struct recording *recording;
	struct err err = ERR_INIT;

	if (recording_open(&recording, places_recording("dwarf.data"), &options, &err) < 0) {
		ok(false, "%s", err.msg);
		return done_testing();
	}
	recording_wait(recording);
	test_rows(recording);
	recording_close(recording);
	return done_testing();
}
