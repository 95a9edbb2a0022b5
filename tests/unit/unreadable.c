/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is cut while it is open: records behind the cut are told to be unreadable. */
#include <stdlib.h>
#include <unistd.h>

#include "recording/reader.h"
#include "tap.h"

static struct recording *recording;

static size_t length_of_row(uint64_t row)
{
	struct reader *reader = reader_open(recording);
	struct err err = ERR_INIT;
	struct row_info info;
	size_t len = 0;

	if (!reader_row(reader, row, &info, &err))
		reader_bytes(reader, &info, &len);
	reader_close(reader);
	return len;
}

static bool copy_to(const char *from, const char *to)
{
	char command[9000];

	snprintf(command, sizeof(command), "cp '%s' '%s'", from, to);
	return !system(command);
}

int main(void)
{
	const char *data = getenv("DATA"), *tmp = getenv("TMPDIR");
	const struct recording_options how = { .no_index = true };
	char from[4096], path[4096];
	struct err err = ERR_INIT;
	uint64_t rows;

	snprintf(from, sizeof(from), "%s/flat.data", data ? data : "data");
	snprintf(path, sizeof(path), "%s/unreadable.%d", tmp ? tmp : "/tmp", (int)getpid());
	ok(copy_to(from, path), "a copy");
	ok(!recording_open(&recording, path, &how, &err), "it opens");
	recording_wait(recording);
	rows = index_rows(recording_index(recording, 0));
	ok(length_of_row(rows - 1) && !recording_unreadable(recording), "its last record is there");
	ok(!truncate(path, 1000), "it is cut");
	ok(!length_of_row(rows - 1), "its last record is not");
	ok(recording_unreadable(recording), "and that is told");
	recording_close(recording);
	unlink(path);
	return done_testing();
}
