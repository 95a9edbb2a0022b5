/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Can everything that themes draw be read and distinguished, also by people without one kind of
 * cones?
 */
#include "term/theme.h"

#include <math.h>
#include <string.h>

#include "tap.h"
#include "term/look.h"

enum {
	SIGHTS = 4,
	BACKS = 4, /* of the time on a CPU */
	FRAMES = STYLE_FRAME_UNKNOWN_2 - STYLE_FRAME_USER + 1
};

static const int depths[] = { 256, COLOURS_TRUE };
static const char *const theme_names[THEME_NAMES] = { "auto", "dark", "light", "high-contrast",
						      "terminal" };

struct vec3 {
	double v[3];
};

/* ---- colours as eyes see them ---- */

static double linear(double part)
{
	return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
}

static struct vec3 linear_rgb(uint32_t rgb)
{
	return (struct vec3){ { linear((double)(rgb >> 16) / 255),
				linear((double)(rgb >> 8 & 0xff) / 255),
				linear((double)(rgb & 0xff) / 255) } };
}

/*
 * All cones; none for long, middle or short waves: Machado, Oliveira, Fernandes, "A
 * physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
 */
static struct vec3 seen(uint32_t rgb, int sight)
{
	static const double sights[SIGHTS][3][3] = {
		{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
		{ { 0.152286, 1.052583, -0.204868 },
		  { 0.114503, 0.786281, 0.099216 },
		  { -0.003882, -0.048116, 1.051998 } },
		{ { 0.367322, 0.860646, -0.227968 },
		  { 0.280085, 0.672501, 0.047413 },
		  { -0.011820, 0.042940, 0.968881 } },
		{ { 1.255528, -0.076749, -0.178779 },
		  { -0.078411, 0.930809, 0.147602 },
		  { 0.004733, 0.691367, 0.303900 } },
	};
	struct vec3 in = linear_rgb(rgb), out;

	for (int i = 0; i < 3; i++) {
		double sum = 0;

		for (int k = 0; k < 3; k++)
			sum += sights[sight][i][k] * in.v[k];
		out.v[i] = sum < 0 ? 0 : sum > 1 ? 1 : sum;
	}
	return out;
}

static double luminance(uint32_t rgb)
{
	struct vec3 in = linear_rgb(rgb);

	return 0.2126 * in.v[0] + 0.7152 * in.v[1] + 0.0722 * in.v[2];
}

/* Of WCAG 2. */
static double contrast(uint32_t a, uint32_t b)
{
	double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

	return x > y ? x / y : y / x;
}

static double cube_root(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

/* CIE L*a*b* */
static struct vec3 lab(uint32_t rgb, int sight)
{
	struct vec3 in = seen(rgb, sight);
	double r = in.v[0], g = in.v[1], b = in.v[2];
	double x = cube_root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
	double y = cube_root(0.2126 * r + 0.7152 * g + 0.0722 * b);
	double z = cube_root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);

	return (struct vec3){ { 116 * y - 16, 500 * (x - y), 200 * (y - z) } };
}

static double apart(uint32_t a, uint32_t b, int sight)
{
	struct vec3 x = lab(a, sight), y = lab(b, sight);
	double sum = 0;

	for (int i = 0; i < 3; i++)
		sum += (x.v[i] - y.v[i]) * (x.v[i] - y.v[i]);
	return sqrt(sum);
}

static double least_apart(uint32_t a, uint32_t b)
{
	double least = apart(a, b, 0);

	for (int sight = 1; sight < SIGHTS; sight++)
		least = fmin(least, apart(a, b, sight));
	return least;
}

/* ---- drawings of themes ---- */

static uint32_t rgb_of(int32_t colour, int depth, bool text)
{
	/* Black and white of common palettes that are furthest from it: Nord, Gruvbox. */
	if (text && colour == COLOUR_BLACK)
		return 0x3b4252;
	if (colour >= 8 && depth == COLOURS_TRUE)
		return (uint32_t)colour == 0xffffff && text ? 0xebdbb2 : (uint32_t)colour;
	return text && colour == COLOUR_BRIGHT_WHITE ? 0xebdbb2 : colour_rgb(colour);
}

/* What terminals of that theme are taken to have as their background. */
static const uint32_t grounds[THEME_NAMES] = {
	[THEME_DARK] = 0x1e1e1e,
	[THEME_LIGHT] = 0xffffff,
	[THEME_HIGH_CONTRAST] = 0x000000,
};

static void check_contrast(const struct theme *theme, int depth)
{
	unsigned low = 0, n = 0;

	for (unsigned i = 0; i < STYLE_COUNT; i++) {
		struct theme_look look = theme_look(theme, i, depth);
		char name[STYLE_NAME];
		double is;

		if (look.bg == COLOUR_DEFAULT)
			continue;
		n++;
		is = look.fg == COLOUR_DEFAULT ? 0
					       : contrast(rgb_of(look.fg, depth, true),
							  rgb_of(look.bg, depth, false));
		theme_style_name((enum style)i, name);
		if (is < 4.5) {
			diag("%s: %.2f", name, is);
			low++;
		}
	}
	ok(n > 15 && !low, "%s, %d colours: text on its backgrounds has a contrast of 4.5",
	   theme_names[theme->name], depth);
}

/* Names of events are text on the terminal's own background. */
static void check_events(const struct theme *theme, int depth)
{
	double contrast_least = 99, least = 999;

	for (size_t i = 0; i < THEME_EVENTS; i++) {
		uint32_t a = rgb_of(theme_look(theme, theme_event(i), depth).fg, depth, false);

		contrast_least = fmin(contrast_least, contrast(a, grounds[theme->name]));
		for (size_t k = 0; k < i; k++) {
			uint32_t b =
				rgb_of(theme_look(theme, theme_event(k), depth).fg, depth, false);

			least = fmin(least, least_apart(a, b));
		}
	}
	if (!ok(contrast_least >= 4.5, "%s, %d colours: events have a contrast of 4.5",
		theme_names[theme->name], depth))
		diag("%.2f", contrast_least);
	if (!ok(least >= 18, "... and are far apart, also without one kind of cones"))
		diag("%.1f", least);
}

/*
 * The states of threads over time are blocks, not text: of the time on a CPU, on the colour of the
 * other state, of a chosen range, or on the terminal's own background.
 */
static void check_states(const struct theme *theme, int depth)
{
	static const enum style states[] = { STYLE_READY, STYLE_STUCK, STYLE_CHOSEN_BACK };
	uint32_t running = rgb_of(theme_look(theme, STYLE_RUNNING, depth).fg, depth, false);
	uint32_t backs[BACKS] = { grounds[theme->name] };
	double contrast_least = 99, least = 999;

	for (size_t i = 1; i < BACKS; i++)
		backs[i] = rgb_of(theme_look(theme, states[i - 1], depth).fg, depth, false);
	for (size_t i = 0; i < BACKS; i++) {
		contrast_least = fmin(contrast_least, contrast(running, backs[i]));
		least = fmin(least, least_apart(running, backs[i]));
		for (size_t k = 0; k < i; k++)
			least = fmin(least, least_apart(backs[i], backs[k]));
	}
	if (!ok(contrast_least >= 3, "%s, %d colours: the time on a CPU has a contrast of 3",
		theme_names[theme->name], depth))
		diag("%.2f", contrast_least);
	if (!ok(least >= 18, "... and states of threads are far apart"))
		diag("%.1f", least);
}

/* Chosen bars are blocks on a background of their own, which differs from the terminal's. */
static void check_chosen(const struct theme *theme, int depth)
{
	uint32_t bars = rgb_of(theme_look(theme, STYLE_CHOSEN, depth).fg, depth, false);
	uint32_t back = rgb_of(theme_look(theme, STYLE_CHOSEN_BACK, depth).fg, depth, false);
	double contrast_least = contrast(bars, back);
	double least = fmin(least_apart(bars, back), least_apart(back, grounds[theme->name]));

	if (!ok(contrast_least >= 4.5, "%s, %d colours: chosen bars have a contrast of 4.5",
		theme_names[theme->name], depth))
		diag("%.2f", contrast_least);
	if (!ok(least >= 16, "... and their background is far from the terminal's"))
		diag("%.1f", least);
}

/* Names of frames are text on the terminal's own background, too. */
static void check_code(const struct theme *theme, int depth)
{
	double contrast_least = 99, least = 999;

	for (unsigned i = STYLE_CODE_USER; i <= STYLE_CODE_UNKNOWN; i++) {
		uint32_t a = rgb_of(theme_look(theme, i, depth).fg, depth, false);

		contrast_least = fmin(contrast_least, contrast(a, grounds[theme->name]));
		for (unsigned k = STYLE_CODE_USER; k < i; k++)
			least = fmin(least, least_apart(a, rgb_of(theme_look(theme, k, depth).fg,
								  depth, false)));
	}
	if (!ok(contrast_least >= 4.5, "%s, %d colours: names of frames have a contrast of 4.5",
		theme_names[theme->name], depth))
		diag("%.2f", contrast_least);
	if (!ok(least >= 16, "... and their kinds are far apart"))
		diag("%.1f", least);
}

static void check_frames(const struct theme *theme, int depth)
{
	double least = 999;

	for (unsigned i = 0; i < FRAMES; i++) {
		struct theme_look a = theme_look(theme, STYLE_FRAME_USER + i, depth);

		for (unsigned k = 0; k < i / 2 * 2; k++) {
			struct theme_look b = theme_look(theme, STYLE_FRAME_USER + k, depth);

			least = fmin(least, least_apart(rgb_of(a.bg, depth, false),
							rgb_of(b.bg, depth, false)));
		}
	}
	if (!ok(least >= 20, "%s, %d colours: kinds of frames are far apart",
		theme_names[theme->name], depth))
		diag("%.1f", least);
}

static bool is_frame(unsigned style)
{
	return (style >= STYLE_FRAME_USER && style <= STYLE_FRAME_UNKNOWN_2) ||
	       (style >= STYLE_LESS_1 && style <= STYLE_MORE_3);
}

/* Are the boxes of the cursor and of what a search found far from those of all frames? */
static void check_pointers(const struct theme *theme, int depth)
{
	static const enum style pointers[] = { STYLE_SELECTED, STYLE_HIGHLIGHT };
	uint32_t backs[2];
	double least = 999;

	for (size_t i = 0; i < 2; i++) {
		backs[i] = rgb_of(theme_look(theme, pointers[i], depth).bg, depth, false);
		for (unsigned k = 0; k < STYLE_COUNT; k++) {
			struct theme_look frame = theme_look(theme, k, depth);

			if (is_frame(k))
				least = fmin(least,
					     least_apart(backs[i], rgb_of(frame.bg, depth, false)));
		}
	}
	least = fmin(least, least_apart(backs[0], backs[1]));
	if (!ok(least >= 16, "%s, %d colours: the cursor and search hits are far from frames",
		theme_names[theme->name], depth))
		diag("%.1f", least);
	least = least_apart(backs[0], grounds[theme->name]);
	if (!ok(least >= 30, "... and the cursor from the terminal's background"))
		diag("%.1f", least);
}

/* Less and more differ from each other and from neither, and each step from the one before it. */
static void check_differences(const struct theme *theme, int depth)
{
	double sides = 999, steps = 999;

	for (unsigned i = STYLE_LESS_1; i <= STYLE_MORE_3; i++) {
		uint32_t a = rgb_of(theme_look(theme, i, depth).bg, depth, false);

		for (unsigned k = STYLE_LESS_1; k < i; k++) {
			uint32_t b = rgb_of(theme_look(theme, k, depth).bg, depth, false);
			double is = least_apart(a, b);

			if ((k < STYLE_EVEN) == (i < STYLE_EVEN) &&
			    (k > STYLE_EVEN) == (i > STYLE_EVEN))
				steps = fmin(steps, is);
			else
				sides = fmin(sides, is);
		}
	}
	if (!ok(sides >= 18, "%s, %d colours: less, even and more are far apart",
		theme_names[theme->name], depth))
		diag("%.1f", sides);
	if (!ok(steps >= 8, "... and steps are to be told apart"))
		diag("%.1f", steps);
}

/* More is always lighter, on a light background darker; the cursor is none of it. */
static void check_scale(const struct theme *theme, int depth)
{
	uint32_t colours[THEME_AMOUNTS];
	uint32_t cursor = rgb_of(theme_look(theme, STYLE_SCALE_CURSOR, depth).fg, depth, false);
	double two_steps = 999, from_cursor = 999;
	unsigned wrong = 0;

	for (unsigned i = 0; i < THEME_AMOUNTS; i++) {
		colours[i] = rgb_of(theme_look(theme, STYLE_SCALE_0 + i, depth).fg, depth, false);
		from_cursor = fmin(from_cursor, least_apart(colours[i], cursor));
		if (i > 1)
			two_steps = fmin(two_steps, least_apart(colours[i], colours[i - 2]));
		for (int sight = 0; i && sight < SIGHTS; sight++) {
			double more = lab(colours[i], sight).v[0] - lab(colours[i - 1], sight).v[0];

			wrong += (theme->name == THEME_LIGHT ? -more : more) <= 0;
		}
	}
	is_int(wrong, 0, "%s, %d colours: each step of the scale is lighter, or each darker",
	       theme_names[theme->name], depth);
	if (!ok(two_steps >= 2.5, "... steps are to be told apart"))
		diag("%.1f", two_steps);
	if (!ok(from_cursor >= 12, "... and the cursor from all of them"))
		diag("%.1f", from_cursor);
}

static void test_themes(void)
{
	for (int name = THEME_DARK; name < THEME_TERMINAL; name++) {
		for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
			struct theme theme = { .name = (enum theme_name)name, .most = -1 };

			check_contrast(&theme, depths[i]);
			check_events(&theme, depths[i]);
			check_states(&theme, depths[i]);
			check_chosen(&theme, depths[i]);
			check_code(&theme, depths[i]);
			check_frames(&theme, depths[i]);
			check_pointers(&theme, depths[i]);
			check_differences(&theme, depths[i]);
			check_scale(&theme, depths[i]);
		}
	}
}

/* With few colours all themes draw the same. */
static void test_few(void)
{
	static const int few[] = { 0, 8, 16 };
	unsigned differ = 0, beyond = 0, same = 0;

	for (size_t k = 0; k < 3; k++) {
		for (unsigned i = 0; i < STYLE_COUNT; i++) {
			struct theme dark = { .name = THEME_DARK },
				     plain = { .name = THEME_TERMINAL };
			struct theme_look a = theme_look(&dark, i, few[k]);
			struct theme_look b = theme_look(&plain, i, few[k]);

			differ += a.fg != b.fg || a.bg != b.bg || a.attrs != b.attrs;
			beyond += a.fg >= (few[k] ? few[k] : 0) || a.bg >= (few[k] ? few[k] : 0);
			same += few[k] && is_frame(i) &&
				(a.bg == theme_look(&dark, STYLE_SELECTED, few[k]).bg ||
				 a.bg == theme_look(&dark, STYLE_HIGHLIGHT, few[k]).bg);
		}
	}
	is_int(differ, 0, "few colours: all themes are the same");
	is_int(same, 0, "... the cursor and search hits have colours that no frame has");
	is_int(beyond, 0, "... and have no colours that are not there");
}

static void test_amounts(void)
{
	is_int(theme_amount(0, 100), STYLE_NORMAL, "nothing has no colour");
	is_int(theme_amount(1, UINT64_MAX), STYLE_SCALE_0, "one is something");
	is_int(theme_amount(UINT64_MAX, UINT64_MAX), STYLE_SCALE_15, "the most is the last step");
	is_int(theme_amount(200, 100), STYLE_SCALE_15, "... and more is, too");
	is_int(theme_amount(25, 100), STYLE_SCALE_7, "a quarter is in the middle");
	is_int(theme_amount(26, 100), STYLE_SCALE_8, "... and what is more in the next step");
	is_int(theme_amount_last(7, 100), 25, "... as the step says");
	is_int(theme_amount_last(15, UINT64_MAX), UINT64_MAX, "the last step has the most");
}

static void check_look(const char *text, const char *as)
{
	struct theme_look look;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	if (look_parse(text, 0, &look, NULL, &err) == 0)
		look_add(&look, &out);
	else
		buf_addf(&out, "%d", (int)err.offset);
	is_str(out.p, as, "the look '%s'", text);
	buf_release(&out);
}

static void test_looks(void)
{
	struct theme theme = { .name = THEME_DARK };
	char name[STYLE_NAME];

	check_look("bold,#ff8700,on-17", "#ff8700,on-17,bold");
	check_look("bright-blue,underline", "bright-blue,underline");
	check_look("grey", "grey");
	check_look("dim", "dim");
	check_look("default", "default");
	check_look("red,#ff870", "4");
	check_look("red,#ff87000", "4");
	check_look("#+12345", "0");
	check_look("256", "0");
	theme.chosen[STYLE_BAR].set = true;
	look_parse("#ff8700,on-#000001", 0, &theme.chosen[STYLE_BAR].look, NULL, NULL);
	is_int(theme_look(&theme, STYLE_BAR, 256).fg, 208, "of 256 the nearest");
	is_int(theme_look(&theme, STYLE_BAR, 16).fg, 9, "of 16, too");
	is_hex((uint64_t)theme_look(&theme, STYLE_BAR, COLOURS_TRUE).fg, 0xff8700, "itself");
	is_int(theme_look(&theme, STYLE_BAR, COLOURS_TRUE).bg, 8,
	       "what would be a number of the palette is not");
	theme_style_name(STYLE_FRAME_KERNEL, name);
	is_str(name, "frame-kernel", "the name of a style");
	is_int(theme_style_find("frame-kernel", 12), STYLE_FRAME_KERNEL, "... leads to it");
	is_int(theme_style_find("frame-kerne", 11), STYLE_COUNT, "others to none");
}

int main(void)
{
	test_themes();
	test_few();
	test_amounts();
	test_looks();
	return done_testing();
}
