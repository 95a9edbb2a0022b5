/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds perf.data files for tests from a description written by hand; see README.md. */
#include <stdio.h>
#include <string.h>

#include "builder.h"
#include "bytes.h"
#include "die.h"
#include "image.h"

static const char usage[] =
	"usage: mk [-l] DESCRIPTION OUT\n"
	"Build the perf.data file OUT (- is standard output) from DESCRIPTION (- is standard\n"
	"input). -l lists the offset and size of each record, and the marks, on standard\n"
	"output.\n";

static void write_all(const struct bytes *b, FILE *out, const char *name)
{
	size_t done = b->len ? fwrite(b->data, 1, b->len, out) : 0;

	if (done != b->len || fflush(out))
		die("mk: %s: %m", name);
}

static void write_file(const struct bytes *b, const char *name)
{
	FILE *out = strcmp(name, "-") == 0 ? stdout : fopen(name, "we");

	if (!out)
		die("mk: %s: %m", name);
	write_all(b, out, name);
	if (out != stdout && fclose(out))
		die("mk: %s: %m", name);
}

int main(int argc, char **argv)
{
	const int listing = argc > 1 && strcmp(argv[1], "-l") == 0;
	struct builder b = { 0 };
	struct bytes file = { 0 };

	argc -= listing;
	argv += listing;
	if (argc != 3 || (listing && strcmp(argv[2], "-") == 0)) {
		fputs(usage, stderr);
		return 2;
	}
	builder_run(&b, argv[1]);
	builder_finish(&b);
	image_build(&b.image, &file);
	write_file(&file, argv[2]);
	if (listing)
		write_all(&b.listing, stdout, "standard output");
	bytes_release(&file);
	builder_release(&b);
	return 0;
}
