/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/overview_lines.h"

enum {
	HEADS_ROOM = 12 /* free lines of a screen that shows a head for each section */
};

/* Lines on a screen of 24 lines, and on any screen. */
static const struct {
	size_t few, most;
} limits[OVERVIEW_SECTIONS] = {
	[OVERVIEW_RECORDED] = { HEADLINES, SIZE_MAX },
	[OVERVIEW_EVENTS] = { 4, OVERVIEW_EVENTS_MAX },
	[OVERVIEW_COUNTERS] = { 8, SIZE_MAX },
	[OVERVIEW_THREADS] = { 3, SIZE_MAX },
	[OVERVIEW_FUNCTIONS] = { 4, SIZE_MAX },
	[OVERVIEW_PROBLEMS] = { 2, OVERVIEW_PROBLEM_KINDS },
	[OVERVIEW_LEADS] = { OVERVIEW_LEADS_MAX, OVERVIEW_LEADS_MAX },
};

/* The sections that grow and shrink with the screen, the most important one first. */
static const enum overview_section elastic[] = { OVERVIEW_FUNCTIONS, OVERVIEW_THREADS,
						 OVERVIEW_EVENTS, OVERVIEW_COUNTERS,
						 OVERVIEW_PROBLEMS };
#define ELASTIC (sizeof(elastic) / sizeof(elastic[0]))

/* How many lines each section gets. */
struct shares {
	size_t shown[OVERVIEW_SECTIONS];
	size_t used, room; /* of all lines */
};

static size_t count_in(const struct overview_text *text, enum overview_section section)
{
	return section == OVERVIEW_RECORDED ? overview_text_recorded(text)
					    : overview_count(text->of, section);
}

/* Does a section without elements have a line? */
static bool is_shown_empty(enum overview_section section)
{
	return section != OVERVIEW_COUNTERS;
}

static bool has_head(const struct overview_lines *lines, const struct overview_text *text,
		     enum overview_section section)
{
	return lines->heads && overview_text_has_head(section) && count_in(text, section);
}

static void share_few(struct shares *shares, const struct overview_text *text, bool all_problems)
{
	for (enum overview_section section = 0; section < OVERVIEW_SECTIONS; section++) {
		bool all = all_problems && section == OVERVIEW_PROBLEMS;
		size_t n = count_in(text, section),
		       few = all ? limits[section].most : limits[section].few;

		shares->shown[section] = n < few ? n : few;
		shares->used += n ? shares->shown[section] : is_shown_empty(section);
	}
	/* For one line too many the page need not scroll. */
	for (size_t i = 0; i < ELASTIC && shares->used > shares->room; i++) {
		if (shares->used - shares->room > ELASTIC || shares->shown[elastic[i]] < 3)
			continue;
		shares->shown[elastic[i]]--;
		shares->used--;
	}
}

/* Let the remaining lines go round. */
static void share_rest(struct shares *shares, const struct overview_text *text)
{
	for (bool more = true; shares->used < shares->room && more;) {
		more = false;
		for (size_t i = 0; i < ELASTIC && shares->used < shares->room; i++) {
			enum overview_section section = elastic[i];

			if (shares->shown[section] >= limits[section].most ||
			    shares->shown[section] >= count_in(text, section))
				continue;
			shares->shown[section]++;
			shares->used++;
			more = true;
		}
	}
}

/* Each section gets a few lines, and the command line is shown whole. */
static void share(struct overview_lines *lines, struct shares *shares,
		  const struct overview_text *text, bool all_problems)
{
	size_t recorded = count_in(text, OVERVIEW_RECORDED);

	share_few(shares, text, all_problems);
	lines->heads = shares->room >= shares->used + HEADS_ROOM;
	for (enum overview_section section = 0; section < OVERVIEW_SECTIONS; section++)
		shares->used += has_head(lines, text, section);
	for (; (text->opened || shares->used < shares->room) &&
	       shares->shown[OVERVIEW_RECORDED] < recorded;
	     shares->used++)
		shares->shown[OVERVIEW_RECORDED]++;
	share_rest(shares, text);
}

static void add_section(struct overview_lines *lines, struct overview_text *text,
			enum overview_section section, size_t shown)
{
	size_t n = count_in(text, section);
	bool head = has_head(lines, text, section), cut = shown < n && section != OVERVIEW_RECORDED;

	if (head)
		vec_push(&lines->list, ((struct overview_line){ section, 0, true, true, true }));
	for (size_t i = 0; i < shown; i++) {
		bool rest = cut && i + 1 == shown;

		vec_push(&lines->list,
			 ((struct overview_line){ section, i, !i && !head, rest, false }));
		if (!rest)
			overview_text_fit(text, section, i);
	}
	if (!n && is_shown_empty(section))
		vec_push(&lines->list, ((struct overview_line){ section, 0, true, true, false }));
}

void overview_lines_make(struct overview_lines *lines, struct overview_text *text, size_t room,
			 bool all_problems)
{
	struct shares shares = { .room = room };

	/* The column of names only grows while counting continues, then fits the shown names. */
	if (!overview_busy(text->of))
		text->name = 0;
	share(lines, &shares, text, all_problems);
	overview_text_show_recorded(text, shares.shown[OVERVIEW_RECORDED]);
	lines->list.n = 0;
	for (enum overview_section section = 0; section < OVERVIEW_SECTIONS; section++)
		add_section(lines, text, section, shares.shown[section]);
}

void overview_lines_release(struct overview_lines *lines)
{
	vec_release(&lines->list);
}

size_t overview_lines_find(const struct overview_lines *lines, const struct overview_line *line,
			   size_t otherwise)
{
	size_t found = otherwise;

	for (size_t i = 0; i < lines->list.n; i++) {
		const struct overview_line *one = &lines->list.v[i];

		if (one->section != line->section || one->i > line->i)
			continue;
		found = i;
		if (line->head)
			break;
	}
	return found;
}
