/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For libFuzzer: any bytes as a recording, which is written in each format. */
#include "out/export.h"

#include <fcntl.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "recording/recording.h"

enum {
	FORMATS = 8
};

static const char *const formats[FORMATS] = {
	"text", "json", "csv", "perf-script", "folded", "firefox", "pprof", "perf-script",
};

/* Check that the output has no byte that terminals interpret. */
static void look_for_escapes(int fd)
{
	char text[1 << 16];
	ssize_t n;

	for (off_t at = 0; (n = pread(fd, text, sizeof(text), at)) > 0; at += n)
		if (memchr(text, '\033', (size_t)n))
			give_up("an escape is not escaped");
}

static void write_once(struct recording *recording, const struct format *format)
{
	int fd = memfd_create("output", MFD_CLOEXEC);
	const struct export_options how = {
		.pipe = fcntl(fd, F_DUPFD_CLOEXEC, 0),
		.format = format,
	};
	struct export *export;
	struct err err = ERR_INIT;

	if (fd < 0 || export_start(&export, recording, &how, &err))
		give_up("an output cannot be opened");
	while (export_state(export) == EXPORT_RUNS)
		usleep(100);
	if (export_state(export) == EXPORT_FAILED && !export_error(export)->msg[0])
		give_up("an error without a reason");
	export_free(export);
	if (!(format->flags & FORMAT_BINARY))
		look_for_escapes(fd);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct recording_options how = {
		.no_index = true,
		.spool_dir = fuzz_folder(),
		.symbols = { .symfs = "/nowhere", .kallsyms = "/nowhere" },
	};
	struct recording *recording;
	struct buf path = BUF_INIT;
	struct err err = ERR_INIT;

	buf_addf(&path, "/proc/self/fd/%d", fuzz_file(data, size));
	if (!recording_open(&recording, path.p, &how, &err)) {
		if (recording_wait(recording) == INDEX_DONE)
			write_once(recording, format_of_name(formats[size % FORMATS]));
		recording_close(recording);
	}
	buf_release(&path);
	return 0;
}
