/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/linemove.h"

static uint64_t move(const struct linemove *at, int dir, uint64_t count, int lines)
{
	uint64_t n = (count > UINT32_MAX ? UINT32_MAX : count) * (uint64_t)(lines > 1 ? lines : 1);

	if (dir > 0)
		return at->line + n;
	return n < at->line ? at->line - n : 0;
}

uint64_t linemove_to(const struct linemove *at, const struct action_call *call)
{
	uint64_t n = at->lines;

	switch (call->action) {
	case ACTION_DOWN:
		return move(at, 1, call->count, 1);
	case ACTION_UP:
		return move(at, -1, call->count, 1);
	case ACTION_PAGE_DOWN:
		return move(at, 1, call->count, at->page);
	case ACTION_PAGE_UP:
		return move(at, -1, call->count, at->page);
	case ACTION_HALF_DOWN:
		return move(at, 1, call->count, at->half);
	case ACTION_HALF_UP:
		return move(at, -1, call->count, at->half);
	case ACTION_FIRST:
		return call->has_count && call->count ? call->count - 1 : 0;
	case ACTION_LAST:
		return call->has_count && call->count ? call->count - 1 : n;
	case ACTION_PERCENT:
		return call->count < 100 ? n / 100 * call->count + n % 100 * call->count / 100 : n;
	default:
		return at->line;
	}
}
