/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/gecko_tables.h"

#include <string.h>

#include "base/text.h"

/*
 * Numbers of frames in a thread: the frame, the number of functions that it was inlined into, and
 * whether it has callees. In a stack the profiler takes the address of a frame with callees for the
 * address that the callee returns to.
 */
#define DEPTH_SHIFT 32
#define WITH_CALLEES (UINT64_C(1) << 63)

void gecko_tables_init(struct gecko_tables *t, struct gecko *gecko, struct stacktree *tree,
		       struct profile_libs *libs, struct profile_markers *markers)
{
	*t = (struct gecko_tables){
		.gecko = gecko,
		.tree = tree,
		.libs = libs,
		.markers = markers,
	};
}

void gecko_tables_release(struct gecko_tables *t)
{
	gecko_tables_forget(t);
	vec_release(&t->stacks.list);
	vec_release(&t->frames.list);
	vec_release(&t->names.list);
	vec_release(&t->path);
}

static void forget(struct gecko_numbering *n)
{
	map_release(&n->numbers);
	n->list.n = 0;
}

void gecko_tables_forget(struct gecko_tables *t)
{
	forget(&t->stacks);
	forget(&t->frames);
	forget(&t->names);
}

static uint32_t number_of(struct gecko_numbering *n, uint64_t key)
{
	bool fresh;
	uint32_t *number = map_put(&n->numbers, key, &fresh);

	if (fresh) {
		*number = (uint32_t)n->list.n;
		vec_push(&n->list, key);
	}
	return *number;
}

/* Only a frame with an address differs if it has callees. */
static uint64_t stack_key(const struct gecko_tables *t, uint32_t node, bool callees)
{
	const char *place = stacktree_dso(t->tree, stacktree_node(t->tree, node)->frame);

	return callees && profile_libs_address(place) ? node | WITH_CALLEES : node;
}

uint32_t gecko_tables_stack(struct gecko_tables *t, uint32_t node)
{
	uint64_t key = stack_key(t, node, false);

	t->path.n = 0;
	for (; (uint32_t)key != STACK_ROOT && !map_get(&t->stacks.numbers, key);
	     key = stack_key(t, stacktree_node(t->tree, (uint32_t)key)->parent, true))
		vec_push(&t->path, key);
	for (size_t i = t->path.n; i--;)
		number_of(&t->stacks, t->path.v[i]);
	return number_of(&t->stacks, t->path.n ? t->path.v[0] : key);
}

/* Number the frame of a stack, together with its inlining depth. */
static uint32_t number_frame(struct gecko_tables *t, uint64_t stack)
{
	const struct stack_node *node = stacktree_node(t->tree, (uint32_t)stack);
	uint64_t frame = node->frame | (stack & WITH_CALLEES), depth = 0;

	for (; stacktree_is_inlined(t->tree, node->frame); depth++)
		node = stacktree_node(t->tree, node->parent);
	return number_of(&t->frames, frame | depth << DEPTH_SHIFT);
}

static void add_stacks(struct gecko_tables *t)
{
	static const char *const schema[] = { "prefix", "frame", NULL };

	gecko_begin_table(t->gecko, "stackTable", schema);
	for (size_t i = 0; i < t->stacks.list.n; i++) {
		uint64_t stack = t->stacks.list.v[i];
		const struct stack_node *node = stacktree_node(t->tree, (uint32_t)stack);

		jsonw_begin(&t->gecko->json, '[');
		if (node->parent == STACK_ROOT)
			jsonw_null(&t->gecko->json);
		else
			jsonw_u64(&t->gecko->json,
				  number_of(&t->stacks, stack_key(t, node->parent, true)));
		jsonw_u64(&t->gecko->json, number_frame(t, stack));
		jsonw_end(&t->gecko->json, ']');
		gecko_flush(t->gecko);
	}
	gecko_end_table(t->gecko);
}

/*
 * Return the category. The kernel and its modules have names in brackets or paths; names of other
 * memory are in brackets, too.
 */
static unsigned category_of(const char *dso)
{
	static const char *const user[] = { "[vdso]", "[heap]", "[stack", "[anon", "[unknown" };

	if (*dso != '[')
		return strncmp(dso, "/lib/modules/", 13) ? GECKO_CATEGORY_USER
							 : GECKO_CATEGORY_KERNEL;
	for (size_t i = 0; i < sizeof(user) / sizeof(user[0]); i++)
		if (text_begins_with(dso, user[i]))
			return GECKO_CATEGORY_USER;
	return GECKO_CATEGORY_KERNEL;
}

static const char *dso_of(const struct gecko_tables *t, uint32_t frame)
{
	return profile_libs_dso(t->libs, stacktree_dso(t->tree, frame));
}

/* Write the frames. Each frame has the text with its own number. */
static void add_frames(struct gecko_tables *t)
{
	static const char *const schema[] = {
		"location", "relevantForJS", "innerWindowID", "implementation", "line",
		"column",   "category",	     "subcategory",   "inlineDepth",	NULL
	};

	gecko_begin_table(t->gecko, "frameTable", schema);
	for (size_t i = 0; i < t->frames.list.n; i++) {
		const char *dso = dso_of(t, (uint32_t)t->frames.list.v[i]);

		jsonw_begin(&t->gecko->json, '[');
		jsonw_u64(&t->gecko->json, i);
		jsonw_bool(&t->gecko->json, false);
		jsonw_u64(&t->gecko->json, 0);
		jsonw_null(&t->gecko->json);
		jsonw_null(&t->gecko->json);
		jsonw_null(&t->gecko->json);
		jsonw_u64(&t->gecko->json, dso ? category_of(dso) : GECKO_CATEGORY_USER);
		jsonw_null(&t->gecko->json);
		jsonw_u64(&t->gecko->json, (t->frames.list.v[i] & ~WITH_CALLEES) >> DEPTH_SHIFT);
		jsonw_end(&t->gecko->json, ']');
		gecko_flush(t->gecko);
	}
	gecko_end_table(t->gecko);
}

void gecko_tables_write_stacks(struct gecko_tables *t)
{
	add_stacks(t);
	add_frames(t);
}

uint64_t gecko_tables_marker(struct gecko_tables *t, uint32_t name)
{
	return t->frames.list.n + number_of(&t->names, name);
}

/* "f (in libc.so.6)"; without a name "0x10000c1d0" */
static void add_location(const struct gecko_tables *t, uint64_t number, struct buf *text)
{
	uint32_t frame = (uint32_t)number;
	uint64_t address = profile_libs_address(stacktree_dso(t->tree, frame));
	const char *dso = dso_of(t, frame);
	const char *slash = dso ? strrchr(dso, '/') : NULL;

	if (address && !stacktree_is_inlined(t->tree, frame)) {
		address += (number & WITH_CALLEES) != 0;
		buf_addf(text, "%#llx", (unsigned long long)address);
		return;
	}
	text_escape_str(text, stacktree_name(t->tree, frame));
	if (!dso)
		return;
	buf_adds(text, " (in ");
	text_escape_str(text, slash ? slash + 1 : dso);
	buf_addc(text, ')');
}

void gecko_tables_write_texts(struct gecko_tables *t)
{
	struct buf text = BUF_INIT;

	jsonw_key_begin(&t->gecko->json, "stringTable", '[');
	for (size_t i = 0; i < t->frames.list.n; i++) {
		buf_reset(&text);
		add_location(t, t->frames.list.v[i], &text);
		jsonw_str(&t->gecko->json, text.p);
		gecko_flush(t->gecko);
	}
	for (size_t i = 0; i < t->names.list.n; i++)
		jsonw_str(&t->gecko->json,
			  profile_markers_name(t->markers, (uint32_t)t->names.list.v[i]));
	jsonw_end(&t->gecko->json, ']');
	buf_release(&text);
}
