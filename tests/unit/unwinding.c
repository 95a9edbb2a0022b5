/* SPDX-License-Identifier: GPL-3.0-or-later */
/* User frames by a thread of its own: of the row of the last request only. */
#include "query/unwinding.h"

#include <time.h>

#include "recording/reader_tree.h"
#include "tap.h"
#include "unit/places.h"
#include "unit/scratch.h"

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
		if (tree.nodes.v[i].field == F_ip)
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

/* ---- files that are looked for elsewhere ---- */

/* A sample with a stack, in a file that has no build id: /it. */
static const char description[] =
	"attr type=1 config=0 sample_period=4000 size=128 name=\"cpu-clock\" sample_type=12327\n"
	"	sample_regs_user=0x1c0 sample_stack_user=64 flags=(1<<18)+(1<<23)\n"
	"feature 6 fstr \"x86_64\"\n"
	"record 10 misc=2 u32 7 7 u64 0x10000 0x10000 0 u32 1 1 u64 1 1 u32 5 2\n"
	"	str \"/it\" pad8 u32 7 7 u64 5\n"
	"record 9 misc=2 u64 0x10010 u32 7 7 u64 100 2 -512 0x10010\n"
	"	u64 2 0x7000 0x7ff0 0x10010 64 fill 64 u64 64\n";

static struct recording *make_recording(void)
{
	struct recording_options options = { .no_index = true, .symbols = { .symfs = "none" } };
	struct recording *recording = NULL;
	char command[PATH_MAX + 64];
	struct err err = ERR_INIT;

	put("description", description);
	snprintf(command, sizeof(command),
		 "ln -s \"$(readlink /proc/%d/exe)\" it && '%s' description it.data", (int)getpid(),
		 places_mk());
	if (!sh(command) || recording_open(&recording, path_of("it.data"), &options, &err) < 0)
		abort();
	recording_wait(recording);
	return recording;
}

static enum unwind_why end_of(struct unwinding *unwinding, const struct row_info *row)
{
	const struct unwinding_frames *found = wait_for(unwinding, row);

	return found ? found->frames.why : UNWIND_WHY_COUNT;
}

/*
 * The file arrives while the frames of a row are being unwound, and the row is requested again: the
 * earlier result is not the answer.
 */
static void test_forget(struct recording *recording)
{
	struct syms_places without = { .symfs = "none" }, with = { .symfs = dir };
	struct unwinding *unwinding = unwinding_open(recording, wake, NULL);
	struct syms *syms = recording_syms(recording);
	struct reader *reader = reader_open(recording);
	unsigned old = 0, right = 0;
	struct row_info row;
	uint64_t ip;

	sample(reader, 1, &row, &ip);
	for (long i = 0; i < 60; i++) {
		struct timespec pause = { .tv_nsec = i * 100000 };

		syms_use(syms, &without);
		unwinding_forget(unwinding);
		old += end_of(unwinding, &row) == UNWIND_NO_MODULE;
		unwinding_forget(unwinding);
		unwinding_get(unwinding, &row);
		nanosleep(&pause, NULL);
		syms_use(syms, &with);
		unwinding_forget(unwinding);
		right += end_of(unwinding, &row) == UNWIND_BROKEN;
	}
	is_uint(old, 60, "a file that is missing");
	is_uint(right, 60, "... and is there now, whatever was under way");
	unwinding_close(unwinding);
	reader_close(reader);
}

int main(void)
{
	struct recording_options options = { .no_index = true, .symbols = { .symfs = "none" } };
	struct recording *recording;
	struct err err = ERR_INIT;
	const char *tmp = getenv("TMPDIR");
	char *made;

	snprintf(dir, sizeof(dir), "%s/unwinding.XXXXXX", tmp ? tmp : "/tmp");
	made = mkdtemp(dir);
	if (!made)
		abort();
	if (recording_open(&recording, places_recording("dwarf.data"), &options, &err) < 0) {
		ok(false, "%s", err.msg);
		return done_testing();
	}
	recording_wait(recording);
	test_rows(recording);
	recording_close(recording);
	recording = make_recording();
	test_forget(recording);
	recording_close(recording);
	sh("cd / && rm -rf \"$OLDPWD\"");
	return done_testing();
}
