/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of addresses by a thread of its own: found, refused, dropped while they are looked for. */
#include "query/symbolizer.h"

#include <time.h>

#include "tap.h"
#include "unit/places.h"

static _Atomic unsigned woken;

static void wake(void *arg)
{
	(void)arg;
	woken++;
}

static void wait_for(const struct symbolizer_request *request)
{
	struct timespec pause = { .tv_nsec = 1000000 };

	for (int i = 0; i < 10000 && !symbolizer_is_done(request); i++)
		nanosleep(&pause, NULL);
}

/* fp.data: record 16 maps 0x401000 .. 0x402000 of queens, offset 0x1000; 20 is a sample there. */
static void test_recording(struct recording *recording)
{
	static const struct symbolizer_address addresses[] = {
		{ 0x401164, CPUMODE_USER, false },
		{ 0x10, CPUMODE_USER, false },
		{ 0x401164, CPUMODE_UNKNOWN, true },
	};
	struct symbolizer *symbolizer = symbolizer_open(recording, wake, NULL);
	struct reader *reader = reader_open(recording);
	struct symbolizer_request *request;
	struct row_info row;

	reader_row(reader, 20, &row, NULL);
	request = symbolizer_ask(symbolizer, &row, addresses, 3);
	wait_for(request);
	if (ok(symbolizer_is_done(request), "all were looked up")) {
		const struct symbolizer_name *name = symbolizer_get(request, 0);

		is_uint(name->why, MAPPING_FOUND, "an address of a file");
		is_str(name->dso, "/tmp/perfnav-data/bin/queens", "... which it is");
		ok(name->has_offset && name->offset == 0x1164, "... and where in it");
		is_uint(name->mapping.row, 16, "... and the record that tells so");
		ok(symbolizer_get(request, 1)->why != MAPPING_FOUND, "an address of nothing");
		is_uint(symbolizer_get(request, 2)->why, MAPPING_FOUND, "without a cpumode");
		ok(!symbolizer_get(request, 3), "there are no more");
	}
	ok(woken > 0, "who waits is woken");
	symbolizer_drop(symbolizer, request);
	for (int i = 0; i < 200; i++)
		symbolizer_drop(symbolizer, symbolizer_ask(symbolizer, &row, addresses, 3));
	request = symbolizer_ask(symbolizer, &row, addresses, 1);
	wait_for(request);
	ok(symbolizer_is_done(request), "after many that were dropped");
	symbolizer_drop(symbolizer, request);
	request = symbolizer_ask(symbolizer, &row, addresses, 0);
	ok(symbolizer_is_done(request), "nothing to look up is done at once");
	symbolizer_drop(symbolizer, request);
	symbolizer_close(symbolizer);
	symbolizer_close(NULL);
	reader_close(reader);
}

int main(void)
{
	struct recording_options options = { .no_index = true };
	struct recording *recording;
	struct err err = ERR_INIT;

	if (recording_open(&recording, places_recording("fp.data"), &options, &err) < 0) {
		ok(false, "%s", err.msg);
		return done_testing();
	}
	recording_wait(recording);
	test_recording(recording);
	recording_close(recording);
	return done_testing();
}
