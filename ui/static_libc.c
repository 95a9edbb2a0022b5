/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `make static` builds a program without shared libraries. Some parts of the C library are
 * unsuitable for such a program, because they load shared libraries and locale files of one version
 * of the C library. If STATIC_BUILD is defined, the linker uses these functions instead. With
 * them, the locale is C, or UTF-8 if the environment names a UTF-8 locale; the only home folder is
 * $HOME; and no library can be loaded. term/terminfo.h has descriptions of terminals.
 */
#ifdef STATIC_BUILD

#include <dlfcn.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "base/buf.h"
#include "base/search.h"
#include "base/text.h"

/*
 * Makefile passes these names to the linker as --wrap=NAME: a call of NAME() gets the function
 * here.
 */
#define ALONE(name) __typeof__(name) __wrap_##name
ALONE(setlocale);
ALONE(nl_langinfo);
ALONE(__ctype_get_mb_cur_max);
ALONE(wcwidth);
ALONE(iswprint);
ALONE(mbrtowc);
ALONE(mbrlen);
ALONE(mbtowc);
ALONE(mblen);
ALONE(wcrtomb);
ALONE(mbsrtowcs);
ALONE(mbstowcs);
ALONE(wcsrtombs);
ALONE(wcstombs);
ALONE(btowc);
ALONE(wctob);
ALONE(getpwnam);
ALONE(getpwuid);
ALONE(getpwent);
ALONE(setpwent);
ALONE(endpwent);
ALONE(dlopen);
ALONE(dlsym);
ALONE(dlclose);
ALONE(dlerror);

enum {
	CHARACTER_MAX = 4 /* bytes of a character in UTF-8 */
};

/* ---- the locale ---- */

static bool utf8;

static bool names_utf8(const char *name)
{
	return strcasestr(name, "utf-8") || strcasestr(name, "utf8");
}

/* What the environment says about characters. */
static const char *from_environment(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return value;
	}
	return "C";
}

char *__wrap_setlocale(int category, const char *name)
{
	static char c[] = "C", c_utf8[] = "C.UTF-8";

	if (name && (category == LC_ALL || category == LC_CTYPE))
		utf8 = names_utf8(*name ? name : from_environment());
	return utf8 ? c_utf8 : c;
}

char *__wrap_nl_langinfo(nl_item item)
{
	static char ascii[] = "ANSI_X3.4-1968", unicode[] = "UTF-8", point[] = ".", nothing[] = "";

	if (item == CODESET)
		return utf8 ? unicode : ascii;
	return item == RADIXCHAR ? point : nothing;
}

size_t __wrap___ctype_get_mb_cur_max(void)
{
	return utf8 ? CHARACTER_MAX : 1;
}

/* ---- characters ---- */

/* How wide characters are, by the C library of the machine that builds the program. */
static const struct width {
	uint32_t first, last;
	int columns;
} widths[] = {
#define WIDTH(first, last, columns) { first, last, columns },
#include "widths.def"
#undef WIDTH
};

int __wrap_wcwidth(wchar_t wc)
{
	size_t n = sizeof(widths) / sizeof(widths[0]), at;
	uint32_t cp = (uint32_t)wc;

	if (!utf8 && cp > 0x7f)
		return -1;
	at = search_first(0, n, i, widths[i].last < cp);
	return at < n && widths[at].first <= cp ? widths[at].columns : -1;
}

int __wrap_iswprint(wint_t wc)
{
	return __wrap_wcwidth((wchar_t)wc) >= 0 && wc;
}

/* An incomplete character, in an mbstate_t. */
struct pending {
	uint8_t n, byte[CHARACTER_MAX];
};
_Static_assert(sizeof(struct pending) <= sizeof(mbstate_t), "room for what is pending");

/* The length of a character by its first byte; 0: no character begins with it. */
static size_t sequence(uint8_t byte)
{
	if (byte < 0x80)
		return 1;
	if (byte < 0xc2 || byte > 0xf4)
		return 0;
	return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

static size_t wrong(void)
{
	errno = EILSEQ;
	return (size_t)-1;
}

/*
 * Add one byte. Returns the length of the character if it is complete, 0 if more bytes are needed.
 */
static size_t feed(struct pending *p, uint8_t byte, uint32_t *cp)
{
	size_t want;

	if (p->n >= sizeof(p->byte))
		return wrong();
	p->byte[p->n++] = byte;
	*cp = p->byte[0];
	want = utf8 ? sequence(p->byte[0]) : byte < 0x80;
	if (!want || (p->n > 1 && (byte & 0xc0) != 0x80))
		return wrong();
	if (p->n < want)
		return 0;
	return text_utf8(p->byte, want, cp) ? want : wrong();
}

size_t __wrap_mbrtowc(wchar_t *wc, const char *s, size_t n, mbstate_t *state)
{
	static __thread mbstate_t own;
	struct pending p;
	uint32_t cp = 0;

	state = state ? state : &own;
	if (!s) {
		memset(state, 0, sizeof(*state));
		return 0;
	}
	memcpy(&p, state, sizeof(p));
	for (size_t i = 0; i < n; i++) {
		size_t len = feed(&p, (uint8_t)s[i], &cp);

		if (!len)
			continue;
		memset(state, 0, sizeof(*state));
		if (len == (size_t)-1)
			return len;
		if (wc)
			*wc = (wchar_t)cp;
		return cp ? i + 1 : 0;
	}
	memcpy(state, &p, sizeof(p));
	return (size_t)-2;
}

size_t __wrap_mbrlen(const char *s, size_t n, mbstate_t *state)
{
	static __thread mbstate_t own;

	return __wrap_mbrtowc(NULL, s, n, state ? state : &own);
}

int __wrap_mbtowc(wchar_t *wc, const char *s, size_t n)
{
	mbstate_t state = { 0 };
	size_t len = s ? __wrap_mbrtowc(wc, s, n, &state) : 0;

	return len == (size_t)-2 ? -1 : (int)len;
}

int __wrap_mblen(const char *s, size_t n)
{
	return __wrap_mbtowc(NULL, s, n);
}

size_t __wrap_wcrtomb(char *s, wchar_t wc, mbstate_t *state)
{
	uint32_t cp = (uint32_t)wc;
	struct buf text = BUF_INIT;
	size_t len;

	(void)state;
	if (!s)
		return 1;
	if (cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000) || (!utf8 && cp > 0x7f))
		return wrong();
	text_add_utf8(&text, cp);
	len = text.len;
	memcpy(s, text.p, len);
	buf_release(&text);
	return len;
}

/* Converts whole strings. to may be NULL, to count only. */
size_t __wrap_mbsrtowcs(wchar_t *to, const char **from, size_t max, mbstate_t *state)
{
	const char *s = *from;
	size_t n = 0;

	for (; !to || n < max; n++) {
		wchar_t wc;
		size_t len = __wrap_mbrtowc(&wc, s, CHARACTER_MAX, state);

		if (len > CHARACTER_MAX)
			return wrong();
		if (to)
			to[n] = wc;
		if (!len) {
			*from = to ? NULL : *from;
			return n;
		}
		s += len;
	}
	*from = s;
	return n;
}

size_t __wrap_mbstowcs(wchar_t *to, const char *from, size_t max)
{
	mbstate_t state = { 0 };

	return __wrap_mbsrtowcs(to, &from, max, &state);
}

size_t __wrap_wcsrtombs(char *to, const wchar_t **from, size_t max, mbstate_t *state)
{
	const wchar_t *s = *from;
	size_t done = 0;

	for (;; s++) {
		char one[CHARACTER_MAX];
		size_t len = __wrap_wcrtomb(one, *s, state);

		if (len == (size_t)-1)
			return len;
		if (to && len > max - done)
			break;
		if (to)
			memcpy(to + done, one, len);
		if (!*s) {
			*from = to ? NULL : *from;
			return done;
		}
		done += len;
	}
	*from = s;
	return done;
}

size_t __wrap_wcstombs(char *to, const wchar_t *from, size_t max)
{
	return __wrap_wcsrtombs(to, &from, max, NULL);
}

wint_t __wrap_btowc(int c)
{
	return c >= 0 && c < 0x80 ? (wint_t)c : WEOF;
}

int __wrap_wctob(wint_t wc)
{
	return wc < 0x80 ? (int)wc : EOF;
}

/* ---- users and libraries ---- */

struct passwd *__wrap_getpwnam(const char *name)
{
	(void)name;
	return NULL;
}

struct passwd *__wrap_getpwuid(uid_t uid)
{
	(void)uid;
	return NULL;
}

struct passwd *__wrap_getpwent(void)
{
	return NULL;
}

void __wrap_setpwent(void)
{
}

void __wrap_endpwent(void)
{
}

void *__wrap_dlopen(const char *name, int flags)
{
	(void)name;
	(void)flags;
	return NULL;
}

void *__wrap_dlsym(void *library, const char *name)
{
	(void)library;
	(void)name;
	return NULL;
}

int __wrap_dlclose(void *library)
{
	(void)library;
	return 0;
}

char *__wrap_dlerror(void)
{
	static char text[] = "this program is linked statically";

	return text;
}

#endif
