/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/term_curses.h"

#include <curses.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/buf.h"
#include "base/mem.h"
#include "term/clipboard.h"
#include "term/mouse.h"
#include "term/pasted.h"
#include "term/rescue.h"
#include "term/terminfo.h"

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
/* Enable presses and the wheel, with places as ASCII numbers. */
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
/* Leave the characters for lines. Most terminals have it in sgr and sgr0. */
#define LETTERS "\033(B"
/* The first resets both colours; the second, which is shorter, also resets attributes. */
#define COLOURS_OFF "\033[39;49m"
#define ALL_OFF "\033[m"
/*
 * An attribute that no terminal has: between cells with it and cells without it, curses sends all
 * attributes again.
 */
#define OWN_ATTRS A_TOP

enum {
	SYNC_PART = 8,	  /* 1/8 of the screen; a smaller change does not flicker */
	BLANKS_MOST = 10, /* for more blanks, a sequence that erases them is shorter */
	PAIRS_MOST = 1024
};

/* perfnav's own key codes, above those of curses. */
enum {
	CODE_PASTE_BEGIN = KEY_MAX + 1,
	CODE_PASTE_END,
	CODE_MOUSE, /* the beginning of a report */
	CODE_ALT_LEFT,
	CODE_ALT_RIGHT
};

struct term_curses {
	struct term term;
	FILE *in, *out, *tty;
	SCREEN *screen;
	WINDOW *keys;	  /* a pad, because reading from it does not refresh the screen */
	struct grid last; /* the content of stdscr */
	bool known;	  /* last is valid */
	bool mouse;	  /* the mouse is on */
	bool letters;	  /* the terminal knows LETTERS */
	bool erases;	  /* it erases in any colour */
	int visible;	  /* of the cursor; -1: not set yet */
	char *sync;	  /* the capability for synchronized output; NULL: the terminal lacks it */
	struct input {
		bool paste;		    /* the terminal marks pasted text */
		bool drained;		    /* curses has no unread bytes */
		struct pasted pasted;	    /* read without curses while a prompt is open */
		struct mouse_report report; /* a part of a report can have arrived */
	} input;
	struct colours {
		attr_t attrs[THEME_STYLES];
		struct theme_look looks[THEME_STYLES];
		bool bare[THEME_STYLES]; /* the style is invisible on a blank */
		/*
		 * The pair of a style on the background of another style, NORMAL: on its own; 0:
		 * not made yet.
		 */
		uint16_t pairs[THEME_STYLES][THEME_STYLES];
		struct colour_pair {
			int fg, bg;
		} made[PAIRS_MOST]; /* the colours of each pair, from 1 */
		int n_made;
		int most; /* number of colours of the terminal; 0: none */
	} colours;
};

/* Return the value of a capability that is a text, or NULL. */
static char *text_of(const char *name)
{
	char *text = tigetstr(name);

	return text && text != (char *)-1 ? text : NULL;
}

/*
 * Remove a sequence from a capability; curses sends what is left. Returns false if it lacks it.
 */
static bool drop_sequence(const char *name, const char *sequence)
{
	char *text = text_of(name), *at = text ? strstr(text, sequence) : NULL;
	size_t len = strlen(sequence);

	if (at)
		memmove(at, at + len, strlen(at + len) + 1);
	return at;
}

/* Shorten the sequence that curses sends after each cell with two colours. */
static void shorten_reset(void)
{
	char *text = text_of("op");

	if (text && !strcmp(text, COLOURS_OFF))
		memcpy(text, ALL_OFF, sizeof(ALL_OFF));
}

/* Prepare what term/rescue.h sends. */
static void prepare_rescue(void)
{
	static const char *const names[] = { "sgr0", "rmkx", "cnorm", "rmcup" };

	rescue_add(PASTE_OFF MOUSE_OFF);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (text_of(names[i]))
			rescue_add(text_of(names[i]));
	rescue_add("\r");
	rescue_arm(true);
}

static struct term_curses *self(struct term *term)
{
	return (struct term_curses *)term;
}

static void curses_size(struct term *term, int *rows, int *cols)
{
	(void)term;
	*rows = LINES;
	*cols = COLS;
}

/* Is the style invisible on a blank? */
static bool is_bare(const struct term_curses *tc, const struct cell *cell)
{
	return !cell->back && tc->colours.bare[cell->style];
}

static bool is_blank(const struct term_curses *tc, const struct cell *cell)
{
	return cell->ch[0] == ' ' && !cell->ch[1] && is_bare(tc, cell);
}

/*
 * Can a text lend its style to n blanks next to it? Blanks without a visible background look alike
 * in all styles. Curses erases many blanks with one sequence, but on some terminals only in the
 * terminal's own colours.
 */
static bool lends_style(const struct term_curses *tc, const struct cell *text, int n)
{
	bool erased = tc->erases || tc->colours.looks[text->style].fg == COLOUR_DEFAULT;

	return is_bare(tc, text) && (erased || n <= BLANKS_MOST);
}

/*
 * Return the style to write blanks in, from a column to the next text at *end. They take the style
 * of the text before them or after them where they can, because a change of style costs more bytes
 * than a blank.
 */
static uint8_t blank_style(const struct term_curses *tc, const struct grid *grid, int row, int col,
			   int *end)
{
	const struct cell *blank = grid_cell(grid, row, col);
	int n = 1;

	while (col + n < grid->cols && is_blank(tc, blank + n))
		n++;
	*end = col + n;
	if (!col)
		return *end < grid->cols && lends_style(tc, blank + n, n) ? blank[n].style
									  : STYLE_NORMAL;
	if (*end < grid->cols && !is_bare(tc, blank + n))
		return STYLE_NORMAL;
	if (lends_style(tc, blank - 1, n))
		return blank[-1].style;
	return STYLE_NORMAL;
}

/*
 * Make a pair. Equal colours share a pair, because curses sends nothing between cells of one pair.
 * The terminal's own colours have a pair, too: curses resets all attributes for its pair 0, not
 * only colours.
 */
static int make_pair(struct term_curses *tc, int fg, int bg)
{
	int most = COLOR_PAIRS < PAIRS_MOST ? COLOR_PAIRS : PAIRS_MOST;

	for (int i = 1; i < tc->colours.n_made; i++)
		if (tc->colours.made[i].fg == fg && tc->colours.made[i].bg == bg)
			return i;
	if (tc->colours.n_made >= most || init_extended_pair(tc->colours.n_made, fg, bg) != OK)
		return 0;
	tc->colours.made[tc->colours.n_made] = (struct colour_pair){ fg, bg };
	return tc->colours.n_made++;
}

static int32_t background(const struct term_curses *tc, unsigned style, unsigned back)
{
	return back ? tc->colours.looks[back].fg : tc->colours.looks[style].bg;
}

/* Return the pair for a style. Pairs are made at first use, because their number is limited. */
static int pair_of(struct term_curses *tc, unsigned style, unsigned back)
{
	uint16_t *pair = &tc->colours.pairs[style][back];
	const struct theme_look *look = &tc->colours.looks[style];

	if (!*pair)
		*pair = (uint16_t)make_pair(tc, look->fg, background(tc, style, back));
	return *pair;
}

/*
 * Return the attributes of a style. After a cell with two colours, curses resets the colours, and
 * does not send attributes that the next cell has, too. But shorten_reset() has made it reset both,
 * so OWN_ATTRS makes curses send them.
 */
static attr_t attrs_of(const struct term_curses *tc, unsigned style, unsigned back)
{
	attr_t attrs = tc->colours.attrs[style];
	bool two = tc->colours.looks[style].fg != COLOUR_DEFAULT &&
		   background(tc, style, back) != COLOUR_DEFAULT;

	return attrs && two ? attrs | OWN_ATTRS : attrs;
}

static void put_cell(struct term_curses *tc, int row, int col, const struct cell *cell)
{
	wchar_t text[CELL_CHARS + 1] = { 0 };
	int pair = pair_of(tc, cell->style, cell->back);
	cchar_t out;

	for (int i = 0; i < CELL_CHARS; i++)
		text[i] = (wchar_t)cell->ch[i];
	if (setcchar(&out, text, attrs_of(tc, cell->style, cell->back), (short)pair, NULL) == OK)
		mvadd_wch(row, col, &out);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
	return a->style == b->style && a->back == b->back && a->cols == b->cols &&
	       !memcmp(a->ch, b->ch, sizeof(a->ch));
}

/* Returns the number of cells that have changed. */
static int put_row(struct term_curses *tc, const struct grid *grid, int row, bool all)
{
	uint8_t style = STYLE_NORMAL;
	int changed = 0, end = 0; /* of blanks with this style */

	for (int col = 0; col < grid->cols && col < COLS; col++) {
		struct cell cell = *grid_cell(grid, row, col);
		struct cell *last = grid_cell(&tc->last, row, col);

		if (col >= end && is_blank(tc, &cell))
			style = blank_style(tc, grid, row, col, &end);
		if (col < end)
			cell.style = style;
		if (!all && same_cell(&cell, last))
			continue;
		*last = cell;
		changed++;
		if (cell.cols)
			put_cell(tc, row, col, &cell);
	}
	return changed;
}

/* Likewise. */
static int put_changes(struct term_curses *tc, const struct grid *grid)
{
	bool all = !tc->known || tc->last.rows != grid->rows || tc->last.cols != grid->cols;
	int changed = 0;

	if (all) {
		erase();
		grid_resize(&tc->last, grid->rows, grid->cols);
	}
	for (int row = 0; row < grid->rows && row < LINES; row++)
		changed += put_row(tc, grid, row, all);
	tc->known = true;
	return changed;
}

static void curses_write(struct term_curses *tc, const char *text)
{
	fflush(tc->out);
	if (write(fileno(tc->out), text, strlen(text)) < 0)
		tc->input.paste = false;
}

/* Ask a terminal that can do so to hold its picture (1), and to show what was drawn since (2). */
static void synchronize(struct term_curses *tc, int what)
{
	if (tc->sync)
		curses_write(tc, tparm(tc->sync, what));
}

static void curses_draw(struct term *term, const struct grid *grid, struct term_cursor cursor)
{
	struct term_curses *tc = self(term);
	bool large = put_changes(tc, grid) > grid->rows * grid->cols / SYNC_PART;

	if (tc->visible != cursor.visible) {
		curs_set(cursor.visible);
		tc->visible = cursor.visible;
	}
	/*
	 * Move the cursor even if it is invisible, because screen readers and magnifiers follow it.
	 */
	move(cursor.row, cursor.col);
	wnoutrefresh(stdscr);
	if (large)
		synchronize(tc, 1);
	doupdate();
	if (large)
		synchronize(tc, 2);
}

static const struct {
	int code;
	keysym key;
} key_codes[] = {
	{ KEY_UP, KEYSYM_UP },
	{ KEY_DOWN, KEYSYM_DOWN },
	{ KEY_LEFT, KEYSYM_LEFT },
	{ KEY_RIGHT, KEYSYM_RIGHT },
	{ KEY_HOME, KEYSYM_HOME },
	{ KEY_END, KEYSYM_END },
	{ KEY_PPAGE, KEYSYM_PGUP },
	{ KEY_NPAGE, KEYSYM_PGDN },
	{ KEY_IC, KEYSYM_INSERT },
	{ KEY_DC, KEYSYM_DELETE },
	{ KEY_BACKSPACE, KEYSYM_BACKSPACE },
	{ KEY_BTAB, KEYSYM_BACKTAB },
	{ KEY_ENTER, KEYSYM_ENTER },
	{ CODE_ALT_LEFT, KEYSYM_ALT | KEYSYM_LEFT },
	{ CODE_ALT_RIGHT, KEYSYM_ALT | KEYSYM_RIGHT },
	{ CODE_MOUSE, KEYSYM_MOUSE },
	{ CODE_PASTE_BEGIN, KEYSYM_PASTE_BEGIN },
	{ CODE_PASTE_END, KEYSYM_PASTE_END },
};

static keysym code_key(int code)
{
	if (code > KEY_F0 && code <= KEY_F(12))
		return KEYSYM_F0 + (keysym)(code - KEY_F0);
	for (size_t i = 0; i < sizeof(key_codes) / sizeof(key_codes[0]); i++)
		if (key_codes[i].code == code)
			return key_codes[i].key;
	return KEYSYM_NONE;
}

static keysym char_key(wint_t wch)
{
	if (wch == 0x7f || wch == '\b')
		return KEYSYM_BACKSPACE;
	return wch == '\n' ? KEYSYM_ENTER : (keysym)wch;
}

static keysym pasted_key(struct term_curses *tc)
{
	struct pasted *pasted = &tc->input.pasted;
	int fd = fileno(tc->in);
	int code = pasted_is_control(pasted) ? pasted_sequence(pasted, fd, key_defined) : 0;
	wchar_t wch;

	if (code)
		return code_key(code);
	return pasted_char(pasted, fd, &wch) ? char_key((wint_t)wch) : KEYSYM_NONE;
}

/* Read one key; KEYSYM_NONE: a key without a name here. */
static bool read_key(struct term_curses *tc, keysym *key)
{
	wint_t wch = 0;
	int rc;

	if (pasted_has(&tc->input.pasted) || (tc->input.paste && tc->input.drained &&
					      pasted_read(&tc->input.pasted, fileno(tc->in)))) {
		*key = pasted_key(tc);
		return true;
	}
	errno = 0;
	rc = wget_wch(tc->keys, &wch);
	tc->input.drained = rc == ERR;
	if (rc == ERR)
		return false;
	*key = rc == KEY_CODE_YES ? code_key((int)wch) : char_key(wch);
	return true;
}

/* Turn a part of a mouse report into a key, or KEYSYM_NONE. */
static keysym mouse_or_key(struct term_curses *tc, keysym key)
{
	if (key == KEYSYM_MOUSE) {
		mouse_report_begin(&tc->input.report);
		return KEYSYM_NONE;
	}
	return tc->input.report.open ? mouse_report_add(&tc->input.report, key) : key;
}

static bool curses_key(struct term *term, keysym *key)
{
	struct term_curses *tc = self(term);
	keysym next;

	do {
		if (!read_key(tc, key))
			return false;
		*key = mouse_or_key(tc, *key);
	} while (*key == KEYSYM_NONE);
	/* A key directly after Escape was typed with Alt: see keys.c and lineedit.c. */
	if (*key == KEYSYM_ESC && read_key(tc, &next)) {
		if (next == KEYSYM_ESC || next == KEYSYM_NONE)
			return true;
		*key = KEYSYM_ALT | next;
	}
	return true;
}

/*
 * Detect a terminal that was closed, which curses reports as "no key yet", and poll() as always
 * readable.
 */
static bool curses_hung_up(struct term *term)
{
	struct term_curses *tc = self(term);
	int pending = 0;

	return ioctl(fileno(tc->in), FIONREAD, &pending) < 0;
}

static int curses_fd(struct term *term)
{
	return fileno(self(term)->in);
}

static void curses_suspend(struct term *term)
{
	struct term_curses *tc = self(term);

	if (tc->input.paste)
		curses_write(tc, PASTE_OFF);
	if (tc->mouse)
		curses_write(tc, MOUSE_OFF);
	endwin();
	rescue_arm(false);
}

static void curses_resized(struct term *term)
{
	struct term_curses *tc = self(term);
	struct winsize size;

	if (ioctl(fileno(tc->out), TIOCGWINSZ, &size) < 0 || !size.ws_row || !size.ws_col)
		return;
	if (size.ws_row != LINES || size.ws_col != COLS)
		resizeterm(size.ws_row, size.ws_col);
	tc->known = false;
}

static void send_letters(struct term_curses *tc)
{
	if (tc->letters)
		curses_write(tc, LETTERS);
}

static void curses_repaint(struct term *term)
{
	send_letters(self(term));
	clearok(stdscr, TRUE);
	self(term)->known = false;
}

static void curses_resume(struct term *term)
{
	struct term_curses *tc = self(term);

	reset_prog_mode();
	rescue_arm(true);
	tc->visible = -1;
	curses_resized(term);
	curses_repaint(term);
	if (tc->input.paste)
		curses_write(tc, PASTE_ON);
	if (tc->mouse)
		curses_write(tc, MOUSE_ON);
}

static void curses_bell(struct term *term)
{
	(void)term;
	beep();
}

static void curses_paste(struct term *term, bool on)
{
	struct term_curses *tc = self(term);

	tc->input.paste = on;
	curses_write(tc, on ? PASTE_ON : PASTE_OFF);
}

static void curses_mouse(struct term *term, bool on)
{
	struct term_curses *tc = self(term);

	tc->mouse = on;
	curses_write(tc, on ? MOUSE_ON : MOUSE_OFF);
}

static void curses_copy(struct term *term, const char *text, size_t len)
{
	struct buf sequence = BUF_INIT;

	if (clipboard_sequence(&sequence, text, len, clipboard_around()))
		curses_write(self(term), sequence.p);
	buf_release(&sequence);
}

static void curses_close(struct term *term)
{
	struct term_curses *tc = self(term);

	curses_suspend(term);
	delwin(tc->keys);
	delscreen(tc->screen);
	if (tc->tty)
		fclose(tc->tty);
	grid_release(&tc->last);
	pasted_release(&tc->input.pasted);
	free(tc);
}

static attr_t curses_attrs(uint8_t look)
{
	return (look & LOOK_BOLD ? A_BOLD : 0) | (look & LOOK_DIM ? A_DIM : 0) |
	       (look & LOOK_UNDERLINE ? A_UNDERLINE : 0) | (look & LOOK_REVERSE ? A_REVERSE : 0);
}

/* RGB can be a capability of any type. */
static bool has_true_colours(void)
{
	return COLORS >= COLOURS_TRUE &&
	       (tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || text_of("RGB"));
}

/* Start colours at their first use: with NO_COLOR nothing is sent for them. */
static int begin_colours(struct term_curses *tc)
{
	if (tc->colours.most || !has_colors() || start_color() != OK)
		return tc->colours.most;
	if (use_default_colors() == ERR)
		assume_default_colors(COLOR_WHITE, COLOR_BLACK);
	/*
	 * More than 256 colours are not a palette: use true colours if the terminal's description
	 * has them.
	 */
	if (COLORS > 256 && !has_true_colours())
		return 256;
	return COLORS;
}

static int curses_theme(struct term *term, const struct theme *theme)
{
	struct term_curses *tc = self(term);
	int colours = 0;

	if (theme->most) {
		tc->colours.most = begin_colours(tc);
		colours = theme->most > 0 && theme->most < tc->colours.most ? theme->most
									    : tc->colours.most;
	}
	tc->known = false;
	tc->colours.n_made = 1; /* 0 is curses' own pair */
	memset(tc->colours.pairs, 0, sizeof(tc->colours.pairs));
	for (unsigned i = 0; i < THEME_STYLES; i++) {
		struct theme_look look = theme_look(theme, i, colours);

		tc->colours.looks[i] = look;
		tc->colours.attrs[i] = curses_attrs(look.attrs);
		tc->colours.bare[i] = look.bg == COLOUR_DEFAULT &&
				      !(look.attrs & (LOOK_REVERSE | LOOK_UNDERLINE));
	}
	return colours;
}

static const struct term_ops curses_ops = {
	.size = curses_size,
	.draw = curses_draw,
	.key = curses_key,
	.hung_up = curses_hung_up,
	.fd = curses_fd,
	.suspend = curses_suspend,
	.resume = curses_resume,
	.resized = curses_resized,
	.repaint = curses_repaint,
	.bell = curses_bell,
	.paste = curses_paste,
	.mouse = curses_mouse,
	.copy = curses_copy,
	.theme = curses_theme,
	.close = curses_close,
};

static void set_modes(struct term_curses *tc)
{
	raw();
	noecho();
	nonl();
	set_escdelay(PASTED_WAIT_MS);
	/* A list that moves by one line is sent as one scroll command and one new line. */
	idlok(stdscr, TRUE);
	/* Before it inserts or deletes characters, curses often moves the cursor twice. */
	idcok(stdscr, FALSE);
	leaveok(stdscr, FALSE);
	tc->keys = newpad(1, 1);
	keypad(tc->keys, TRUE);
	nodelay(tc->keys, TRUE);
	define_key("\033[<", CODE_MOUSE);
	define_key("\033[200~", CODE_PASTE_BEGIN);
	define_key("\033[201~", CODE_PASTE_END);
	define_key("\033[1;3D", CODE_ALT_LEFT);
	define_key("\033[1;3C", CODE_ALT_RIGHT);
}

/* A screen of a type that the system or this program describes; NULL: neither does. */
static SCREEN *open_type(const char *name, FILE *out, FILE *in)
{
	const struct terminfo *own = terminfo_find(name);
	SCREEN *screen = newterm(name, out, in);

	if (!screen && own && !setenv("TERMINFO", own->terminfo, 1))
		screen = newterm(own->name, out, in);
	return screen;
}

/* Types without a description that are no terminals with a screen. */
static bool has_no_screen(const char *name)
{
	return !*name || !strcmp(name, "dumb") || !strcmp(name, "unknown");
}

/* Most terminals of today understand what xterm does. */
static SCREEN *open_instead(const char **instead, FILE *out, FILE *in)
{
	static const char *const types[] = { "xterm-256color", "xterm" };
	SCREEN *screen = NULL;

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]) && !screen; i++) {
		*instead = types[i];
		screen = open_type(types[i], out, in);
	}
	return screen;
}

#define SET_TERM ": set TERM, for example TERM=xterm-256color"

/* Open the screen of a terminal type that curses knows, and on which the cursor can be placed. */
static SCREEN *open_screen(FILE *out, FILE *in, const char **instead, struct err *err)
{
	const char *type = getenv("TERM"), *name = type ? type : "";
	SCREEN *screen = open_type(name, out, in);

	*instead = NULL;
	if (!screen && !has_no_screen(name))
		screen = open_instead(instead, out, in);
	if (!screen && !*name) {
		err_set(err, ERR_OPEN, "TERM is not set" SET_TERM);
		return NULL;
	}
	if (!screen) {
		err_set(err, ERR_OPEN, "the terminal type '%.40s' is not known" SET_TERM, name);
		return NULL;
	}
	if (text_of("cup"))
		return screen;
	endwin();
	delscreen(screen);
	err_set(err, ERR_OPEN, "a terminal of the type '%.40s' cannot show a screen" SET_TERM,
		name);
	return NULL;
}

int term_curses_open(struct term **out, const char **instead, struct err *err)
{
	struct term_curses *tc;
	FILE *tty = NULL;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		tty = fopen("/dev/tty", "r+e");
		if (!tty)
			return err_set(err, ERR_OPEN, "no terminal: /dev/tty: %s", strerror(errno));
	}
	tc = mem_zalloc(sizeof(*tc));
	tc->term.ops = &curses_ops;
	tc->tty = tty;
	tc->in = isatty(STDIN_FILENO) ? stdin : tty;
	tc->out = isatty(STDOUT_FILENO) ? stdout : tty;
	tc->visible = -1;
	rescue_begin(fileno(tc->out));
	tc->screen = open_screen(tc->out, tc->in, instead, err);
	if (!tc->screen) {
		if (tty)
			fclose(tty);
		free(tc);
		return (int)err->code;
	}
	tc->sync = text_of("Sync");
	/*
	 * perfnav never changes to the characters for lines, so it leaves them once, not with each
	 * change of attributes.
	 */
	tc->letters = drop_sequence("sgr0", LETTERS);
	drop_sequence("sgr", LETTERS);
	shorten_reset();
	tc->erases = tigetflag("bce") > 0;
	send_letters(tc);
	set_modes(tc);
	prepare_rescue();
	*out = &tc->term;
	return 0;
}
