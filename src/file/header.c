/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/header.h"

#include <string.h>

#include "base/text.h"
#include "wire/bytes.h"

static const char magic_little[] = "PERFILE2";
static const char magic_big[] = "2ELIFREP";
static const char magic_old[] = "PERFFILE";

enum {
	FEATURE_HOSTNAME = 3,
	ATTR_ENTRY_MIN = 48 + 16,
	ATTR_ENTRY_MAX = 65536
};

/* Recordings are often kept compressed: the message says how to open them. */
static const struct {
	const char *magic;
	size_t len;
	const char *with, *command;
} packers[] = {
	{ "\x28\xb5\x2f\xfd", 4, "zstd", "zstd -dc" },
	{ "\x1f\x8b", 2, "gzip", "gzip -dc" },
	{ "\xfd"
	  "7zXZ",
	  5, "xz", "xz -dc" },
	{ "BZh", 3, "bzip2", "bzip2 -dc" },
};

static int not_perf(const uint8_t *magic, size_t len, struct err *err)
{
	struct buf seen = BUF_INIT;

	for (size_t i = 0; i < sizeof(packers) / sizeof(packers[0]); i++)
		if (len >= packers[i].len && !memcmp(magic, packers[i].magic, packers[i].len))
			return err_set(err, ERR_FORMAT,
				       "it is packed with %s: unpack it, or use \"%s FILE | "
				       "perfnav -\"",
				       packers[i].with, packers[i].command);
	text_escape(&seen, magic, len < 8 ? len : 8);
	err_set_at(err, ERR_FORMAT, 0,
		   "not a perf.data file: it starts with \"%s\", expected \"PERFILE2\"", seen.p);
	buf_release(&seen);
	return ERR_FORMAT;
}

/* The magic shows the byte order. In files of version 1 attr_size decides. */
static int read_magic(struct header *h, const uint8_t *p, size_t n, struct err *err)
{
	if (!n)
		return err_set_at(err, ERR_FORMAT, 0, "the file is empty, not a perf.data file");
	if (n < HEADER_SIZE_PIPE)
		return not_perf(p, n, err);
	if (!memcmp(p, magic_little, 8))
		h->big = false;
	else if (!memcmp(p, magic_big, 8))
		h->big = true;
	else if (!memcmp(p, magic_old, 8))
		h->big = n >= 24 && load_u64(p + 16, true) < ATTR_ENTRY_MAX;
	else
		return not_perf(p, n, err);
	return 0;
}

static struct section read_section(const uint8_t *p, bool big)
{
	return (struct section){ .offset = load_u64(p, big), .size = load_u64(p + 8, big) };
}

/*
 * The bitmap is an array of the producer's unsigned long: a 32-bit big-endian writer swaps the
 * words of each pair. HOSTNAME, which is in every file with features, decides which form it is.
 */
static void read_features(struct header *h, const uint8_t *p)
{
	for (unsigned i = 0; i < FEATURE_BITS / 64; i++)
		h->features[i] = load_u64(p + sizeof(uint64_t) * i, h->big);
	if (!h->big || header_has_feature(h, FEATURE_HOSTNAME))
		return;
	for (unsigned i = 0; i < FEATURE_BITS / 64; i++) {
		uint64_t v = h->features[i];

		h->features[i] = v << 32 | v >> 32;
	}
	if (!header_has_feature(h, FEATURE_HOSTNAME))
		for (unsigned i = 0; i < FEATURE_BITS / 64; i++)
			h->features[i] = load_u64(p + sizeof(uint64_t) * i, h->big);
}

static int check_attrs(const struct header *h, uint64_t file_size, struct err *err)
{
	if (h->attr_size < ATTR_ENTRY_MIN || h->attr_size > ATTR_ENTRY_MAX)
		return err_set_at(
			err, ERR_FORMAT, 16,
			"attr_size is %llu, expected 80 to 192 or so: the header is damaged",
			(unsigned long long)h->attr_size);
	if (h->attrs.offset > file_size || h->attrs.size > file_size - h->attrs.offset)
		return err_set_at(err, ERR_FORMAT, 24,
				  "the attrs section (offset %llu, %llu bytes) is not inside the "
				  "file of %llu bytes",
				  (unsigned long long)h->attrs.offset,
				  (unsigned long long)h->attrs.size, (unsigned long long)file_size);
	return 0;
}

static int check_data(struct header *h, uint64_t file_size, struct err *err)
{
	if (h->data.offset > file_size)
		return err_set_at(err, ERR_FORMAT, 40,
				  "the data section begins at %llu, past the end of the file "
				  "(%llu bytes)",
				  (unsigned long long)h->data.offset,
				  (unsigned long long)file_size);
	h->unfinished = !h->data.size && h->data.offset < file_size;
	h->cut = h->data.size > file_size - h->data.offset;
	if (h->unfinished || h->cut)
		h->data.size = file_size - h->data.offset;
	return 0;
}

int header_read(struct header *h, const struct source *source, struct err *err)
{
	uint8_t p[HEADER_SIZE] = { 0 };
	int64_t n = source_read(source, 0, p, sizeof(p));
	int rc;

	*h = (struct header){ 0 };
	if (n < 0)
		return err_set(err, ERR_OPEN, "cannot read the header: %m");
	rc = read_magic(h, p, (size_t)n, err);
	if (rc)
		return rc;
	h->size = load_u64(p + 8, h->big);
	if (h->size == HEADER_SIZE_PIPE) {
		h->pipe = true;
		return 0;
	}
	if (h->size < HEADER_SIZE_OLD)
		return err_set_at(
			err, ERR_FORMAT, 8,
			"the header's size is %llu, expected 104, or 16 for a pipe stream",
			(unsigned long long)h->size);
	if (n < HEADER_SIZE_OLD)
		return err_set_at(err, ERR_FORMAT, (uint64_t)n,
				  "the file ends inside the header (%lld of %d bytes)",
				  (long long)n, HEADER_SIZE);
	h->attr_size = load_u64(p + 16, h->big);
	h->attrs = read_section(p + 24, h->big);
	h->data = read_section(p + 40, h->big);
	h->event_types = read_section(p + 56, h->big);
	if (h->size >= HEADER_SIZE && n == HEADER_SIZE)
		read_features(h, p + 72);
	rc = check_attrs(h, source_size(source), err);
	return rc ? rc : check_data(h, source_size(source), err);
}
