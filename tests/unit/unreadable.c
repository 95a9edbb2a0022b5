/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that is cut, or an index with damaged inflated records, while it is open: missing records
 * are reported as unreadable.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "recording/reader.h"
#include "tap.h"
#include "unit/places.h"

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

static bool open_copy(const char *name, const char *path, const struct recording_options *how)
{
	struct err err = ERR_INIT;

	if (!places_copy(name, path) || recording_open(&recording, path, how, &err))
		return false;
	recording_wait(recording);
	return true;
}

static uint64_t rows(void)
{
	return index_rows(recording_index(recording, 0));
}

/* The file was replaced by zeros, as a disk may do that is damaged; its size stays. */
static bool fill_with_zeros(const char *path)
{
	int fd = open(path, O_RDWR);
	off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : -1;
	bool done = size > 0 && !ftruncate(fd, 0) && !ftruncate(fd, size);

	if (fd >= 0)
		close(fd);
	return done;
}

static void cut_file(const char *path)
{
	const struct recording_options how = { .no_index = true };

	ok(open_copy("flat.data", path, &how), "a recording");
	ok(length_of_row(rows() - 1) && !recording_unreadable(recording),
	   "its last record is there");
	ok(!truncate(path, 1000), "it is cut");
	ok(!length_of_row(rows() - 1), "its last record is not");
	ok(recording_unreadable(recording), "and that is told");
	recording_close(recording);
}

static void damage_index(const char *path, const char *index)
{
	const struct recording_options how = { .index_path = index };
	struct err err = ERR_INIT;
	struct reader *reader;
	struct row_info info;
	size_t len = 0;

	ok(open_copy("compressed.data", path, &how), "a compressed recording");
	ok(length_of_row(rows() / 2) && !recording_unreadable(recording), "a record is there");
	reader = reader_open(recording);
	ok(!reader_row(reader, rows() / 2, &info, &err) && row_is_inflated(reader, &info),
	   "it was compressed");
	ok(fill_with_zeros(index), "the index is damaged, which has it inflated");
	reader_bytes(reader, &info, &len);
	ok(!len && recording_unreadable(recording), "it is not there, and that is told");
	reader_close(reader);
	recording_close(recording);
	unlink(index);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	char path[4096], index[4096 + 8];

	snprintf(path, sizeof(path), "%s/unreadable.%d", tmp ? tmp : "/tmp", (int)getpid());
	snprintf(index, sizeof(index), "%s.pnx", path);
	cut_file(path);
	damage_index(path, index);
	unlink(path);
	return done_testing();
}
