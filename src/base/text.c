/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <wchar.h>

static const struct utf8_lead {
	uint8_t mask, want;
	uint8_t len;
	uint32_t min;
} utf8_leads[] = {
	{ 0x80, 0x00, 1, 0x0 },
	{ 0xe0, 0xc0, 2, 0x80 },
	{ 0xf0, 0xe0, 3, 0x800 },
	{ 0xf8, 0xf0, 4, 0x10000 },
};

static const struct utf8_lead *utf8_lead(uint8_t c)
{
	for (size_t i = 0; i < sizeof(utf8_leads) / sizeof(utf8_leads[0]); i++)
		if ((c & utf8_leads[i].mask) == utf8_leads[i].want)
			return &utf8_leads[i];
	return NULL;
}

size_t text_utf8(const uint8_t *p, size_t len, uint32_t *cp)
{
	const struct utf8_lead *lead = utf8_lead(p[0]);
	uint32_t v;

	if (!lead || lead->len > len)
		return 0;
	v = p[0] & (uint8_t)~lead->mask;
	for (size_t i = 1; i < lead->len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		v = v << 6 | (p[i] & 0x3f);
	}
	if (v < lead->min || v > 0x10ffff || (v >= 0xd800 && v < 0xe000))
		return 0;
	*cp = v;
	return lead->len;
}

void text_add_utf8(struct buf *buf, uint32_t cp)
{
	if (cp < 0x80) {
		buf_addc(buf, (char)cp);
	} else if (cp < 0x800) {
		buf_addc(buf, (char)(0xc0 | cp >> 6));
		buf_addc(buf, (char)(0x80 | (cp & 0x3f)));
	} else if (cp < 0x10000) {
		buf_addc(buf, (char)(0xe0 | cp >> 12));
		buf_addc(buf, (char)(0x80 | (cp >> 6 & 0x3f)));
		buf_addc(buf, (char)(0x80 | (cp & 0x3f)));
	} else {
		buf_addc(buf, (char)(0xf0 | cp >> 18));
		buf_addc(buf, (char)(0x80 | (cp >> 12 & 0x3f)));
		buf_addc(buf, (char)(0x80 | (cp >> 6 & 0x3f)));
		buf_addc(buf, (char)(0x80 | (cp & 0x3f)));
	}
}

/* Ranges of code points that terminals interpret or hide. */
static const struct {
	uint32_t first, last;
} unsafe_ranges[] = {
	{ 0x0, 0x1f },	    { 0x7f, 0x9f },	{ 0xad, 0xad },	      { 0x61c, 0x61c },
	{ 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e },   { 0x2060, 0x206f },
	{ 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe007f },
};

bool text_is_unsafe(uint32_t cp)
{
	if (cp >= 0x20 && cp < 0x7f)
		return false;
	for (size_t i = 0; i < sizeof(unsafe_ranges) / sizeof(unsafe_ranges[0]); i++)
		if (cp >= unsafe_ranges[i].first && cp <= unsafe_ranges[i].last)
			return true;
	return false;
}

void text_escape(struct buf *buf, const void *text, size_t len)
{
	const uint8_t *p = text;

	for (;;) {
		size_t n = text_plain(p, len);
		uint32_t cp = 0;

		buf_add(buf, p, n);
		p += n;
		len -= n;
		if (!len)
			break;
		n = text_utf8(p, len, &cp);
		if (!n)
			buf_addf(buf, "\\x%02x", *p);
		else if (!text_is_unsafe(cp))
			buf_add(buf, p, n);
		else if (cp < 0x20 || cp == 0x7f)
			buf_addf(buf, "^%c", (char)(cp ^ 0x40));
		else
			buf_addf(buf, "\\u{%x}", cp);
		p += n ? n : 1;
		len -= n ? n : 1;
	}
}

void text_escape_str(struct buf *buf, const char *s)
{
	text_escape(buf, s, strlen(s));
}

void text_escape_line(struct buf *buf, const char *p, size_t len)
{
	enum {
		TAB = 8
	};
	size_t start = buf->len;

	for (size_t at = 0; at < len;) {
		const char *tab = memchr(p + at, '\t', len - at);
		size_t n = tab ? (size_t)(tab - p) - at : len - at;

		text_escape(buf, p + at, n);
		at += n + !!tab;
		if (tab)
			buf_fill(buf, ' ',
				 TAB - text_columns(buf->p + start, buf->len - start) % TAB);
	}
}

int text_width(uint32_t cp)
{
	int w;

	if (cp < 0x7f)
		return 1;
	w = wcwidth((wchar_t)cp);
	return w < 0 ? 1 : w;
}

size_t text_columns(const char *s, size_t len)
{
	const uint8_t *p = (const uint8_t *)s;
	size_t cols = 0;

	for (;;) {
		uint32_t cp = '?';
		size_t n = text_plain(p, len);

		cols += n;
		p += n;
		len -= n;
		if (!len)
			break;
		n = text_utf8(p, len, &cp);
		cols += (size_t)text_width(cp);
		p += n ? n : 1;
		len -= n ? n : 1;
	}
	return cols;
}

size_t text_columns_str(const char *s)
{
	return text_columns(s, strlen(s));
}

size_t text_fitting(const char *s, int columns)
{
	size_t len = strlen(s), at = 0;

	while (at < len) {
		uint32_t cp;
		size_t n = text_utf8((const uint8_t *)s + at, len - at, &cp);

		columns -= n ? text_width(cp) : 1;
		if (columns < 0)
			break;
		at += n ? n : 1;
	}
	return at;
}

void text_pad(struct buf *buf, const char *s, size_t len, size_t columns, bool right)
{
	size_t taken = text_columns(s, len);
	size_t fill = taken < columns ? columns - taken : 0;

	if (right)
		buf_fill(buf, ' ', fill);
	buf_add(buf, s, len);
	if (!right)
		buf_fill(buf, ' ', fill);
}

size_t text_nul(const void *s, size_t len)
{
	const uint8_t *nul = len ? memchr(s, 0, len) : NULL;

	return nul ? (size_t)(nul - (const uint8_t *)s) : len;
}

static bool same_letter(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/*
 * Levenshtein distance in which two swapped letters are one edit, with three rows. Words here are
 * short; longer ones count as far away.
 */
unsigned text_distance(const char *a, const char *b, unsigned limit)
{
	unsigned rows[3][64], *before = rows[0], *last = rows[1], *row = rows[2];
	size_t na = strlen(a), nb = strlen(b);

	if (na >= 64 || nb >= 64)
		return limit + 1;
	for (unsigned j = 0; j <= nb; j++)
		row[j] = j;
	for (unsigned i = 1; i <= na; i++) {
		unsigned *oldest = before;

		before = last;
		last = row;
		row = oldest;
		row[0] = i;
		for (unsigned j = 1; j <= nb; j++) {
			unsigned best = last[j - 1] + !same_letter(a[i - 1], b[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
			    same_letter(a[i - 2], b[j - 1]) && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			row[j] = best;
		}
	}
	return row[nb] > limit ? limit + 1 : row[nb];
}

const char *text_trim(const char *p, size_t *len)
{
	while (*len && isspace((unsigned char)*p)) {
		p++;
		--*len;
	}
	while (*len && isspace((unsigned char)p[*len - 1]))
		--*len;
	return p;
}

bool text_ends_with(const char *s, const char *end)
{
	size_t len = strlen(s), n = strlen(end);

	return len > n && !strcmp(s + len - n, end);
}

void text_add_plural(uint64_t n, const char *word, struct buf *out)
{
	buf_addf(out, "%llu %s%s", (unsigned long long)n, word, n == 1 ? "" : "s");
}

#define THOUSAND 1000

/* The units of times come first, the longest of them at the beginning. */
static const struct text_unit units[] = {
	{ "s", 1000000000, true },	{ "ms", 1000000, true },
	{ "us", 1000, true },		{ "ns", 1, true },
	{ "K", 1000, false },		{ "M", 1000000, false },
	{ "G", 1000000000, false },	{ "Ki", 1024, false },
	{ "Mi", 1024ul * 1024, false }, { "Gi", 1024ul * 1024 * 1024, false },
};

void text_add_duration(uint64_t ns, int digits, struct buf *out)
{
	const struct text_unit *unit = units;
	double all = (double)ns, half = 0.5;

	/* Half of the last digit: 999.6 us with three digits are 1 ms. */
	for (int i = 3; i < digits; i++)
		half /= 10;
	while (all < (double)unit->factor && unit->factor > 1)
		unit++;
	if (unit > units && all / (double)unit->factor >= THOUSAND - half)
		all = (double)(--unit)->factor;
	all /= (double)unit->factor;
	buf_addf(out, all < THOUSAND ? "%.*g %s" : "%.*f %s", all < THOUSAND ? digits : 0, all,
		 unit->name);
}

const struct text_unit *text_unit(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].name) == len && !memcmp(units[i].name, name, len))
			return &units[i];
	return NULL;
}

uint64_t text_rounded(uint64_t n, uint64_t unit)
{
	return n / unit + (n % unit >= unit - unit / 2);
}

void text_add_ms(uint64_t ns, struct buf *out)
{
	buf_add_decimals(out, text_rounded(ns, 1000), 3);
}
