/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Build ids of a growing recording: perf inject writes them where their files first occur. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/build_ids.h"
#include "tap.h"
#include "wire/bytes.h"
#include "wire/schema.h"

enum {
	HEADER = 16, /* struct perf_pipe_file_header */
	ATTR = 8 + 64,
	NAME = 36, /* in BUILD_ID: after its header, a pid and struct build_id */
	BUILD_ID = NAME + 12,
	MISC_SIZE = 1 << 15,
	ID_SIZE = 20,
	WAIT_MS = 30000
};

static char path[512];

static void append(const uint8_t *bytes, size_t len)
{
	FILE *f = fopen(path, "a");

	if (!f || fwrite(bytes, len, 1, f) != 1 || fclose(f))
		abort();
}

static void begin(void)
{
	uint8_t bytes[HEADER + ATTR] = "PERFILE2";

	store_u32(bytes + 8, HEADER, false);
	store_u32(bytes + HEADER, RECORD_HEADER_ATTR, false);
	store_u16(bytes + HEADER + 6, ATTR, false);
	store_u32(bytes + HEADER + 8, 1, false); /* PERF_TYPE_SOFTWARE */
	store_u32(bytes + HEADER + 12, 64, false);
	append(bytes, sizeof(bytes));
}

static void tell(const char *name, uint8_t id)
{
	uint8_t bytes[BUILD_ID] = { 0 };

	store_u32(bytes, RECORD_BUILD_ID, false);
	store_u16(bytes + 4, MISC_SIZE | CPUMODE_USER, false);
	store_u16(bytes + 6, BUILD_ID, false);
	memset(bytes + 12, id, ID_SIZE);
	bytes[12 + ID_SIZE] = ID_SIZE;
	memcpy(bytes + NAME, name, strlen(name) + 1);
	append(bytes, sizeof(bytes));
}

/* While more can come, the last record is not shown. */
static void end_round(void)
{
	uint8_t bytes[8] = { 0 };

	store_u32(bytes, RECORD_FINISHED_ROUND, false);
	store_u16(bytes + 6, sizeof(bytes), false);
	append(bytes, sizeof(bytes));
}

static void wait_for(const struct recording *recording, uint64_t rows)
{
	for (unsigned ms = 0; recording_rows(recording) < rows && ms < WAIT_MS; ms++)
		usleep(1000);
	is_uint(recording_rows(recording), rows, "rows that can be read");
}

static void is_id(struct build_ids *ids, const char *name, uint8_t first, const char *what)
{
	uint8_t id[BUILD_ID_MAX] = { 0 };

	is_uint(build_ids_find(ids, 0, name, name, id), first ? ID_SIZE : 0, "%s: bytes", what);
	is_uint(id[0], first, "... the first one");
}

int main(void)
{
	struct recording_options options = { .no_index = true, .live = true, .follow = true };
	const char *tmp = getenv("TMPDIR");
	struct recording *recording = recording_new(&options);
	struct build_ids *ids;

	snprintf(path, sizeof(path), "%s/buildids.%d", tmp ? tmp : "/tmp", (int)getpid());
	begin();
	tell("/bin/b", 2);
	end_round();
	if (recording_add(recording, path, NULL))
		abort();
	recording_start(recording);
	wait_for(recording, 2);
	ids = build_ids_open(recording);
	is_id(ids, "/bin/b", 2, "told");
	is_id(ids, "/bin/a", 0, "not told yet");
	tell("/bin/c", 3);
	tell("/bin/a", 1);
	end_round();
	wait_for(recording, 5);
	is_id(ids, "/bin/a", 1, "... told meanwhile");
	is_id(ids, "/bin/b", 2, "what was told before");
	is_id(ids, "/bin/c", 3, "another one");
	build_ids_close(ids);
	recording_close(recording);
	unlink(path);
	return done_testing();
}
