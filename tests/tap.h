/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Assertions for unit tests, printed as TAP (Test Anything Protocol).
 *
 *	int main(void)
 *	{
 *		ok(buf.len == 0, "a new buffer is empty");
 *		is_str(buf.p, "abc", "after %d appends", n);
 *		return done_testing();
 *	}
 *
 * Every assertion takes what was got, what was wanted and a printf-style name, and returns
 * whether it held, so that a test can stop following a pointer that it just found to be NULL.
 * Lines are flushed one by one: what ran before a crash is counted.
 */
#ifndef PERFNAV_TESTS_TAP_H
#define PERFNAV_TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Announces N assertions beforehand; without it done_testing() says how many there were. */
#define plan(n) tap_plan(n)
/* Ends the program's tests: the exit status for main(). */
#define done_testing() tap_done()
/* Counts N assertions as skipped, with the reason. */
#define skip(n, ...) tap_skip(n, __VA_ARGS__)
/* A comment in the output. */
#define diag(...) tap_diag(__VA_ARGS__)

#define ok(cond, ...) tap_ok(TAP_HERE, (cond) ? true : false, __VA_ARGS__)
#define is_int(got, want, ...) tap_int(TAP_HERE, got, want, __VA_ARGS__)
#define is_uint(got, want, ...) tap_uint(TAP_HERE, got, want, __VA_ARGS__)
#define is_hex(got, want, ...) tap_hex(TAP_HERE, got, want, __VA_ARGS__)
/* Either string may be NULL. */
#define is_str(got, want, ...) tap_str(TAP_HERE, got, want, __VA_ARGS__)
/* Both lengths are compared too; rows of bytes that differ are printed. */
#define is_mem(got, got_len, want, want_len, ...)                                                  \
	tap_mem(TAP_HERE, got, got_len, want, want_len, __VA_ARGS__)

struct tap_place {
	const char *file;
	int line;
};

#define TAP_HERE ((struct tap_place){ __FILE__, __LINE__ })
#define TAP_FUNC(fmt_arg) __attribute__((unused, format(printf, fmt_arg, fmt_arg + 1))) static
#define TAP_VFUNC(fmt_arg) __attribute__((unused, format(printf, fmt_arg, 0))) static
#define TAP_ROWS_SHOWN 8

/* One test program is one file, so this state is the program's. */
static struct {
	unsigned run, failed;
	bool planned;
} tap_state;

/* A name cannot hold a line end or, unescaped, the '#' that starts a directive. */
TAP_VFUNC(1) void tap_print_name(const char *fmt, va_list ap)
{
	char name[1024];

	vsnprintf(name, sizeof(name), fmt, ap);
	for (const char *p = name; *p; p++) {
		if (*p == '#' || *p == '\\')
			putchar('\\');
		putchar((unsigned char)*p < ' ' ? ' ' : *p);
	}
}

TAP_VFUNC(3) bool tap_vok(struct tap_place at, bool cond, const char *fmt, va_list ap)
{
	tap_state.run++;
	tap_state.failed += !cond;
	printf("%sok %u - ", cond ? "" : "not ", tap_state.run);
	tap_print_name(fmt, ap);
	putchar('\n');
	if (!cond)
		printf("#   failed at %s:%d\n", at.file, at.line);
	fflush(stdout);
	return cond;
}

/* The body of an assertion NAME that ends in a printf-style name. */
#define TAP_CHECK(at, cond, fmt)                                                                   \
	do {                                                                                       \
		va_list tap_ap;                                                                    \
		va_start(tap_ap, fmt);                                                             \
		tap_held = tap_vok(at, cond, fmt, tap_ap);                                         \
		va_end(tap_ap);                                                                    \
	} while (0)

TAP_FUNC(3) bool tap_ok(struct tap_place at, bool cond, const char *fmt, ...)
{
	bool tap_held;

	TAP_CHECK(at, cond, fmt);
	return tap_held;
}

/* One function a number type; CONV is the printf conversion of both values. */
#define TAP_NUMBER(func, type, conv)                                                               \
	TAP_FUNC(4) bool func(struct tap_place at, type got, type want, const char *fmt, ...)      \
	{                                                                                          \
		bool tap_held;                                                                     \
                                                                                                   \
		TAP_CHECK(at, got == want, fmt);                                                   \
		if (!tap_held)                                                                     \
			printf("#   got %" conv ", want %" conv "\n", got, want);                  \
		return tap_held;                                                                   \
	}

TAP_NUMBER(tap_int, int64_t, PRId64)
TAP_NUMBER(tap_uint, uint64_t, PRIu64)
TAP_NUMBER(tap_hex, uint64_t, "#" PRIx64)

static inline void tap_show_str(const char *what, const char *s)
{
	printf("#   %s ", what);
	if (!s) {
		puts("NULL");
		return;
	}
	putchar('"');
	for (; *s; s++)
		printf((unsigned char)*s < ' ' || *s == 0x7f ? "\\x%02x" : "%c", (unsigned char)*s);
	puts("\"");
}

TAP_FUNC(4)
bool tap_str(struct tap_place at, const char *got, const char *want, const char *fmt, ...)
{
	bool same = got && want ? !strcmp(got, want) : got == want;
	bool tap_held;

	TAP_CHECK(at, same, fmt);
	if (!tap_held) {
		tap_show_str("got ", got);
		tap_show_str("want", want);
	}
	return tap_held;
}

/* One row of at most 16 bytes; bytes that OTHER lacks or has otherwise are marked with '*'. */
static inline void tap_show_row(const char *what, size_t row, const uint8_t *p, size_t len,
				const uint8_t *other, size_t other_len)
{
	printf("#   %s %04zx:", what, row);
	for (size_t i = row; i < row + 16 && i < len; i++)
		printf(" %02x%s", p[i], i < other_len && p[i] == other[i] ? " " : "*");
	putchar('\n');
}

static inline void tap_show_diff(const uint8_t *got, size_t got_len, const uint8_t *want,
				 size_t want_len)
{
	size_t longest = got_len > want_len ? got_len : want_len;
	size_t shortest = got_len < want_len ? got_len : want_len;
	int shown = 0;

	if (got_len != want_len)
		printf("#   got %zu bytes, want %zu\n", got_len, want_len);
	for (size_t row = 0; row < longest && shown < TAP_ROWS_SHOWN; row += 16) {
		if (row + 16 <= shortest && !memcmp(got + row, want + row, 16))
			continue;
		if (row + 16 > shortest && got_len == want_len &&
		    !memcmp(got + row, want + row, shortest - row))
			continue;
		tap_show_row("got ", row, got, got_len, want, want_len);
		tap_show_row("want", row, want, want_len, got, got_len);
		shown++;
	}
}

TAP_FUNC(6)
bool tap_mem(struct tap_place at, const void *got, size_t got_len, const void *want,
	     size_t want_len, const char *fmt, ...)
{
	bool same = got_len == want_len && (!got_len || !memcmp(got, want, got_len));
	bool tap_held;

	TAP_CHECK(at, same, fmt);
	if (!tap_held)
		tap_show_diff(got, got_len, want, want_len);
	return tap_held;
}

TAP_FUNC(2) void tap_skip(unsigned count, const char *fmt, ...)
{
	va_list ap;

	while (count--) {
		printf("ok %u # SKIP ", ++tap_state.run);
		va_start(ap, fmt);
		tap_print_name(fmt, ap);
		va_end(ap);
		putchar('\n');
	}
	fflush(stdout);
}

TAP_FUNC(1) void tap_diag(const char *fmt, ...)
{
	va_list ap;

	fputs("# ", stdout);
	va_start(ap, fmt);
	tap_print_name(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

static inline void tap_plan(unsigned count)
{
	printf("1..%u\n", count);
	fflush(stdout);
	tap_state.planned = true;
}

static inline int tap_done(void)
{
	if (!tap_state.planned)
		tap_plan(tap_state.run);
	return tap_state.failed ? 1 : 0;
}

#endif
