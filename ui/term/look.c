/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/look.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	int32_t colour;
} colours[] = {
	{ "default", COLOUR_DEFAULT },
	{ "black", 0 },
	{ "red", 1 },
	{ "green", 2 },
	{ "yellow", 3 },
	{ "blue", 4 },
	{ "magenta", 5 },
	{ "cyan", 6 },
	{ "white", 7 },
	{ "grey", 8 },
	{ "bright-red", 9 },
	{ "bright-green", 10 },
	{ "bright-yellow", 11 },
	{ "bright-blue", 12 },
	{ "bright-magenta", 13 },
	{ "bright-cyan", 14 },
	{ "bright-white", 15 },
};

static const struct {
	const char *name;
	uint8_t attr;
} attributes[] = {
	{ "bold", LOOK_BOLD },
	{ "dim", LOOK_DIM },
	{ "underline", LOOK_UNDERLINE },
	{ "reverse", LOOK_REVERSE },
};

#define COLOURS (sizeof(colours) / sizeof(colours[0]))
#define ATTRIBUTES (sizeof(attributes) / sizeof(attributes[0]))

const char *look_word(size_t i)
{
	if (i < COLOURS)
		return colours[i].name;
	return i - COLOURS < ATTRIBUTES ? attributes[i - COLOURS].name : NULL;
}

static bool is_name(const char *name, const char *text, size_t len)
{
	return strlen(name) == len && !memcmp(name, text, len);
}

/* #rrggbb */
static bool parse_rgb(const char *text, size_t len, int32_t *colour)
{
	char *end;

	if (len != 7 || *text != '#' || !isxdigit((unsigned char)text[1]))
		return false;
	*colour = COLOUR_RGB | (int32_t)strtoul(text + 1, &end, 16);
	return end == text + len;
}

/* Parse a name, a number below 256, or #rrggbb. */
static bool parse_colour(const char *text, size_t len, int32_t *colour)
{
	char *end;
	unsigned long n;

	for (size_t i = 0; i < COLOURS; i++) {
		if (!is_name(colours[i].name, text, len))
			continue;
		*colour = colours[i].colour;
		return true;
	}
	if (parse_rgb(text, len, colour))
		return true;
	n = strtoul(text, &end, 10);
	*colour = (int32_t)n;
	return isdigit((unsigned char)*text) && end == text + len && n < 256;
}

static bool parse_part(const char *text, size_t len, struct theme_look *look, char *sign)
{
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		if (!is_name(attributes[i].name, text, len))
			continue;
		look->attrs |= attributes[i].attr;
		return true;
	}
	if (sign && len == 6 && !memcmp(text, "sign:", 5) && text[5] > ' ' && text[5] < 0x7f) {
		*sign = text[5];
		return true;
	}
	if (len > 3 && !memcmp(text, "on-", 3))
		return parse_colour(text + 3, len - 3, &look->bg);
	return parse_colour(text, len, &look->fg);
}

int look_parse(const char *text, size_t at, struct theme_look *look, char *sign, struct err *err)
{
	const char *p = text + at;

	*look = (struct theme_look){ COLOUR_DEFAULT, COLOUR_DEFAULT, 0 };
	while (*p) {
		size_t len = strcspn(p, ",");

		if (!parse_part(p, len, look, sign))
			return err_set_at(
				err, ERR_PARSE, (uint64_t)(p - text),
				"expected a style: red, 208, #ff8700, on-blue, bold, dim, "
				"underline, reverse%s; or several, with commas",
				sign ? ", sign:x" : "");
		p += len + (p[len] == ',');
	}
	return 0;
}

static const char *colour_name(int32_t colour)
{
	size_t i = 0;

	while (colours[i].colour != colour)
		i++;
	return colours[i].name;
}

static void add_colour(int32_t colour, const char *before, struct buf *out)
{
	if (colour == COLOUR_DEFAULT)
		return;
	if (out->len && out->p[out->len - 1] != ' ')
		buf_addc(out, ',');
	buf_adds(out, before);
	if (colour & COLOUR_RGB)
		buf_addf(out, "#%06x", (unsigned)colour_rgb(colour));
	else if (colour < 16)
		buf_adds(out, colour_name(colour));
	else
		buf_addf(out, "%d", (int)colour);
}

void look_add(const struct theme_look *look, struct buf *out)
{
	size_t start = out->len;

	add_colour(look->fg, "", out);
	add_colour(look->bg, "on-", out);
	for (size_t i = 0; i < ATTRIBUTES; i++)
		if (look->attrs & attributes[i].attr)
			buf_addf(out, "%s%s", out->len > start ? "," : "", attributes[i].name);
	if (out->len == start)
		buf_adds(out, "default");
}
