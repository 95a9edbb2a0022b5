/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * For libFuzzer: any bytes as the program of a print format, which runs on the bytes of a sample.
 * The first two bytes are the size of the program.
 */
#include "fuzz/fuzz.h"
#include "tracing/printrun.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len = size < 2 ? 0 : data[0] | (size_t)data[1] << 8;
	struct printfmt *print;
	struct buf out = BUF_INIT;
	uint8_t *raw;

	if (size < 2 || len > size - 2)
		return 0;
	print = printfmt_get(data + 2, len);
	if (!print)
		return 0;
	/* A copy of its own, so that a byte too much is seen. */
	raw = mem_dup(data + 2 + len, size - 2 - len);
	if (printrun_text(print, raw, size - 2 - len, NULL, &out) ? out.len > PRINTRUN_MAX
								  : out.len)
		give_up("a text that is too long, or of nothing");
	printfmt_free(print);
	buf_release(&out);
	free(raw);
	return 0;
}
