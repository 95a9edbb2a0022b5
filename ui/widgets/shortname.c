/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/shortname.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

#define ELLIPSIS "\u2026"

static bool fits(const struct buf *name, int cols)
{
	return (int)text_columns(name->p, name->len) <= cols;
}

/* Turn "f@@GLIBC_2.2.5" and "f.constprop.0.cold" into "f". */
static void drop_suffixes(struct buf *name)
{
	static const char *const suffixes[] = { "@",	 ".constprop.", ".isra.", ".part.",
						".cold", ".lto_priv.",	".llvm." };

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		const char *at = strstr(name->p, suffixes[i]);

		if (at && at > name->p)
			buf_truncate(name, (size_t)(at - name->p));
	}
}

/* Turn "f(int, char)" into "f"; keep "operator()" and "(anonymous namespace)::f". */
static void drop_arguments(struct buf *name)
{
	size_t depth = 0, i = name->len;

	/* Search from the last ) back to its (. Only words such as "const" may follow. */
	while (i && name->p[i - 1] != ')')
		i--;
	if (i < 3 || (name->p[i] && name->p[i] != ' '))
		return;
	for (; i; i--) {
		depth += name->p[i - 1] == ')';
		depth -= name->p[i - 1] == '(';
		if (!depth)
			break;
	}
	if (i > 1 && !(i > 8 && !memcmp(name->p + i - 9, "operator", 8)))
		buf_truncate(name, i - 1);
}

/* Turn "vector<int, alloc<int>>::push" into "vector::push"; keep operators and ->. */
static void drop_templates(struct buf *name)
{
	struct buf out = BUF_INIT;
	size_t depth = 0;

	if (strstr(name->p, "operator") || strstr(name->p, "->"))
		return;
	for (size_t i = 0; i < name->len; i++) {
		char c = name->p[i];

		/* A name that begins with < is not a template: "<T as Trait>::f", "<lambda>". */
		if (c == '<' && out.len)
			depth++;
		else if (c == '>' && depth)
			depth--;
		else if (!depth)
			buf_addc(&out, c);
	}
	if (!depth && out.len) {
		buf_reset(name);
		buf_add(name, out.p, out.len);
	}
	buf_release(&out);
}

/*
 * Return the part after the last ::, / or . that follows other text; NULL: there is none. [file.so]
 * is one part, and so is a number after a dot.
 */
static const char *last_part(const char *name)
{
	const char *last = NULL;

	if (*name == '[')
		return NULL;
	for (const char *p = name; *p; p++) {
		if (p > name && (*p == '/' || (*p == '.' && !isdigit((unsigned char)p[1]))) && p[1])
			last = p + 1;
		if (p > name && p[0] == ':' && p[-1] == ':' && p[1])
			last = p + 1;
	}
	return last;
}

static void add_cut(const char *name, int cols, struct buf *out)
{
	buf_add(out, name, text_fitting(name, cols - 1));
	buf_adds(out, ELLIPSIS);
}

void shortname_add(const char *name, int cols, struct buf *out)
{
	struct buf s = BUF_INIT;
	const char *part;

	buf_adds(&s, name);
	if (!fits(&s, cols))
		drop_suffixes(&s);
	if (!fits(&s, cols))
		drop_arguments(&s);
	if (!fits(&s, cols))
		drop_templates(&s);
	part = fits(&s, cols) ? NULL : last_part(s.p);
	if (part && (int)text_columns_str(part) < cols)
		buf_addf(out, ELLIPSIS "%s", part);
	else if (fits(&s, cols))
		buf_add(out, s.p, s.len);
	else
		add_cut(part && cols >= 8 ? part : s.p, cols, out);
	buf_release(&s);
}

/* The length of the version that begins at a place of a text; 0: there is none. */
static size_t version_at(const char *text, const char *p)
{
	size_t n = strspn(p, "@");

	if (!n || n > 2 || p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_') ||
	    !isupper((unsigned char)p[n]))
		return 0;
	while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '.')
		n++;
	return !p[n] || p[n] == '+' || p[n] == ' ' ? n : 0;
}

void shortname_add_text(const char *text, struct buf *out)
{
	for (const char *p = text; *p;) {
		size_t version = version_at(text, p);

		if (!version)
			buf_addc(out, *p++);
		p += version;
	}
}
