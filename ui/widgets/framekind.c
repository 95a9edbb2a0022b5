/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/framekind.h"

#include <string.h>

#include "base/folder.h"
#include "base/text.h"

/* Recognize perf-PID.map, jitted-PID-N.so, and memory without a file. */
static bool is_jit(const char *dso)
{
	const char *name = folder_entry(dso);
	size_t len = strlen(name);

	if (text_begins_with(name, "perf-") && len > 4 && !strcmp(name + len - 4, ".map"))
		return true;
	return text_begins_with(name, "jitted-") || text_begins_with(dso, "//anon") ||
	       text_begins_with(dso, "[anon") || text_begins_with(dso, "[JIT]");
}

enum framekind framekind_of(const char *dso)
{
	if (!dso || text_begins_with(dso, "[unknown"))
		return FRAMEKIND_UNKNOWN;
	if (text_begins_with(dso, "[kernel") || text_begins_with(dso, "[guest.kernel"))
		return FRAMEKIND_KERNEL;
	return is_jit(dso) ? FRAMEKIND_JIT : FRAMEKIND_USER;
}

/* FNV-1a: the shade of a name must not depend on where it is drawn. */
static unsigned shade_of_name(const char *name)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return (hash >> 16) & 1;
}

static enum framekind kind_of(const struct stacktree *tree, uint32_t node)
{
	uint32_t frame = stacktree_node(tree, node)->frame;

	if (node == STACK_ROOT)
		return FRAMEKIND_UNKNOWN;
	return stacktree_is_inlined(tree, frame) ? FRAMEKIND_INLINED
						 : framekind_of(stacktree_dso(tree, frame));
}

enum style framekind_text_style(const struct stacktree *tree, uint32_t node)
{
	static const enum style styles[] = {
		[FRAMEKIND_USER] = STYLE_CODE_USER,	  [FRAMEKIND_KERNEL] = STYLE_CODE_KERNEL,
		[FRAMEKIND_INLINED] = STYLE_CODE_INLINED, [FRAMEKIND_JIT] = STYLE_CODE_JIT,
		[FRAMEKIND_UNKNOWN] = STYLE_CODE_UNKNOWN,
	};

	return styles[kind_of(tree, node)];
}

enum style framekind_style(const struct stacktree *tree, uint32_t node)
{
	static const enum style styles[] = {
		[FRAMEKIND_USER] = STYLE_FRAME_USER,	   [FRAMEKIND_KERNEL] = STYLE_FRAME_KERNEL,
		[FRAMEKIND_INLINED] = STYLE_FRAME_INLINED, [FRAMEKIND_JIT] = STYLE_FRAME_JIT,
		[FRAMEKIND_UNKNOWN] = STYLE_FRAME_UNKNOWN,
	};
	uint32_t frame = stacktree_node(tree, node)->frame;

	if (node == STACK_ROOT)
		return STYLE_FRAME_UNKNOWN;
	return (enum style)(styles[kind_of(tree, node)] +
			    shade_of_name(stacktree_name(tree, frame)));
}
