/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/totals.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	PARENT_BYTES = 8 << 20, /* of common parents of groups, at most */
	NO_NODE = UINT32_MAX
};

struct total_node {
	uint64_t count, rows;
	uint64_t key; /* offset in keys */
	uint32_t len, parent;
	uint32_t first, n; /* children, as indexes in sorted */
	uint8_t depth;
	bool open;
};

struct totals {
	struct totals_form form;
	struct total_node *nodes; /* common parents first, then the groups */
	size_t parents, n;
	int128 *numbers; /* for each node and each aggregate */
	struct buf keys;
	uint32_t *sorted; /* nodes; the children of a parent are neighbours */
	uint32_t *shown;  /* node of each line */
	size_t lines;
	uint32_t first, tops; /* nodes without a parent, as indexes in sorted */
	uint64_t rows;
	struct totals_all all;
	bool can_fold, folded;
	struct grouporder order;
};

/* ---- making ---- */

/* Return the bytes of the first values of a key. */
static size_t prefix_len(const char *key, size_t values)
{
	struct group_value value;
	const char *p = key;

	while (values--)
		p = groupkey_take(p, &value);
	return (size_t)(p - key);
}

/* Choose the groups that are kept; they are unordered if all are kept. */
static uint32_t *choose(const struct grouptable *table, const struct grouporder *order, size_t n)
{
	uint32_t *chosen;

	if (n < table->n)
		return grouporder_sort(order, table);
	chosen = mem_alloc((n + 1) * sizeof(*chosen));
	for (size_t i = 0; i < n; i++)
		chosen[i] = (uint32_t)i;
	return chosen;
}

/* Add common parents, as groups by fewer fields. Returns false if there are too many. */
static bool add_parents(const struct totals *t, const struct grouptable *table,
			struct grouptable *parents)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct group_state *state = grouptable_state(table, i);
		size_t len;
		const char *key = grouptable_key(table, i, &len);

		for (size_t values = 1; values < t->form.by; values++) {
			size_t group = grouptable_find(parents, key, prefix_len(key, values));
			struct group_state *sum = grouptable_state(parents, group);

			sum->count += state->count;
			for (size_t k = 0; k < t->form.aggregates_n; k++)
				parents->more +=
					numeric_stats_merge(&sum->stats[k], &state->stats[k]);
		}
		if (grouptable_bytes(parents) > PARENT_BYTES)
			return false;
	}
	return true;
}

static uint8_t depth_of(const char *key, size_t len)
{
	struct group_value value;
	const char *p = key;
	uint8_t depth = 0;

	for (p = groupkey_take(p, &value); p < key + len; depth++)
		p = groupkey_take(p, &value);
	return depth;
}

static uint64_t rows_of(const struct totals *t, const struct group_state *state, bool leaf)
{
	if (!t->form.list)
		return state->count;
	return leaf ? state->rows : UINT64_MAX;
}

static void add_node(struct totals *t, const struct grouptable *table, size_t i,
		     struct grouptable *parents, bool leaf)
{
	const struct group_state *state = grouptable_state(table, i);
	struct total_node *node = &t->nodes[t->n];
	size_t len;
	const char *key = grouptable_key(table, i, &len);

	*node = (struct total_node){ .count = state->count,
				     .key = t->keys.len,
				     .len = (uint32_t)len };
	node->rows = rows_of(t, state, leaf);
	node->depth = leaf ? (uint8_t)(t->form.by - 1) : depth_of(key, len);
	node->parent = NO_NODE;
	if (t->can_fold && node->depth)
		node->parent =
			(uint32_t)grouptable_find(parents, key, prefix_len(key, node->depth));
	for (size_t k = 0; k < t->form.aggregates_n; k++)
		t->numbers[t->n * t->form.aggregates_n + k] =
			aggregate_rank(&t->form.aggregates[k], &state->stats[k]);
	buf_add(&t->keys, key, len);
	t->n++;
}

void totals_all_add(struct totals_all *all, const struct totals_form *form, uint64_t count,
		    const struct numeric_stats *stats)
{
	all->groups++;
	all->count += count;
	for (size_t k = 0; k < form->aggregates_n; k++) {
		all->sums[k] += aggregate_sum(&form->aggregates[k], &stats[k]);
		all->unknown[k] += stats[k].unknown;
	}
}

static void add_totals(struct totals *t, const struct grouptable *table)
{
	for (size_t i = 0; i < table->n; i++) {
		const struct group_state *state = grouptable_state(table, i);

		totals_all_add(&t->all, &t->form, state->count, state->stats);
	}
}

struct totals *totals_make(const struct totals_form *form, const struct grouptable *table,
			   const struct grouporder *order, uint64_t rows)
{
	struct totals *t = mem_zalloc(sizeof(*t));
	size_t kept = table->n < TOTALS_MOST ? table->n : TOTALS_MOST;
	struct grouptable parents;
	uint32_t *chosen = choose(table, order, kept);

	t->form = *form;
	t->rows = rows;
	buf_init(&t->keys);
	add_totals(t, table);
	grouptable_init(&parents, form->aggregates_n);
	t->can_fold = form->by > 1 && add_parents(t, table, &parents);
	t->parents = t->can_fold ? parents.n : 0;
	t->nodes = mem_alloc((t->parents + kept + 1) * sizeof(*t->nodes));
	t->numbers =
		mem_alloc((t->parents + kept + 1) * (form->aggregates_n + 1) * sizeof(*t->numbers));
	for (size_t i = 0; i < t->parents; i++)
		add_node(t, &parents, i, &parents, false);
	for (size_t i = 0; i < kept; i++)
		add_node(t, table, chosen[i], &parents, true);
	free(chosen);
	grouptable_release(&parents);
	t->sorted = mem_alloc((t->n + 1) * sizeof(*t->sorted));
	t->shown = mem_alloc((t->n + 1) * sizeof(*t->shown));
	totals_arrange(t, order, false);
	return t;
}

void totals_free(struct totals *t)
{
	if (!t)
		return;
	free(t->nodes);
	free(t->numbers);
	free(t->sorted);
	free(t->shown);
	buf_release(&t->keys);
	free(t);
}

void totals_set_all(struct totals *t, const struct totals_all *all)
{
	t->all = *all;
	t->can_fold = false;
}

uint64_t totals_rows(const struct totals *t)
{
	return t->rows;
}

const struct totals_all *totals_all(const struct totals *t)
{
	return &t->all;
}

size_t totals_kept(const struct totals *t)
{
	return t->n - t->parents;
}

bool totals_can_fold(const struct totals *t)
{
	return t->can_fold;
}

/* ---- order ---- */

static struct grouprank rank_of(const struct totals *t, uint32_t node)
{
	const struct grouporder *o = &t->order;
	int128 number = 0;

	if (o->column == ORDER_AGGREGATE)
		number = t->numbers[node * t->form.aggregates_n + o->n];
	return grouporder_rank_of(o, t->nodes[node].count, t->nodes[node].rows, number);
}

/* Children of one parent have the same depth and differ in only one value. */
static int compare_nodes(const void *pa, const void *pb, void *arg)
{
	const struct totals *t = arg;
	uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
	const struct total_node *x = &t->nodes[a], *y = &t->nodes[b];
	struct grouprank x_rank = rank_of(t, a), y_rank = rank_of(t, b);
	struct grouporder order = t->order;

	if (t->folded && x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	order.by = (size_t)x->depth + 1;
	if (order.column == ORDER_FIELD && order.n > x->depth)
		order.n = x->depth;
	return grouporder_compare(&order, &x_rank, t->keys.p + x->key, &y_rank, t->keys.p + y->key);
}

static void show_nodes(struct totals *t, uint32_t first, uint32_t n)
{
	/* The recursion is as deep as there are fields. */
	for (uint32_t i = first; i < first + n; i++) {
		uint32_t node = t->sorted[i];

		t->shown[t->lines++] = node;
		if (t->nodes[node].open)
			show_nodes(t, t->nodes[node].first, t->nodes[node].n);
	}
}

static void show_all(struct totals *t)
{
	t->lines = 0;
	show_nodes(t, t->first, t->tops);
}

/* Find the children of each node. */
static void find_children(struct totals *t, size_t n)
{
	t->first = t->tops = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t parent = t->folded ? t->nodes[t->sorted[i]].parent : NO_NODE;
		uint32_t *first = parent == NO_NODE ? &t->first : &t->nodes[parent].first;
		uint32_t *children = parent == NO_NODE ? &t->tops : &t->nodes[parent].n;

		if (!*children)
			*first = i;
		++*children;
	}
}

void totals_arrange(struct totals *t, const struct grouporder *order, bool folded)
{
	size_t from, n = 0;

	t->order = *order;
	t->folded = folded && t->can_fold;
	from = t->folded ? 0 : t->parents;
	for (size_t i = 0; i < t->n; i++)
		t->nodes[i].n = 0;
	for (size_t i = from; i < t->n; i++)
		t->sorted[n++] = (uint32_t)i;
	qsort_r(t->sorted, n, sizeof(*t->sorted), compare_nodes, t);
	find_children(t, n);
	show_all(t);
}

/* ---- lines ---- */

void totals_open(struct totals *t, size_t node, bool open)
{
	t->nodes[node].open = open && node < t->parents;
	show_all(t);
}

void totals_open_all(struct totals *t, bool open)
{
	for (size_t i = 0; i < t->parents; i++)
		t->nodes[i].open = open;
	show_all(t);
}

size_t totals_lines(const struct totals *t)
{
	return t->lines;
}

void totals_line(const struct totals *t, size_t i, struct totals_line *line)
{
	const struct total_node *node = &t->nodes[t->shown[i]];

	*line = (struct totals_line){
		.node = t->shown[i],
		.depth = node->depth,
		.leaf = t->shown[i] >= t->parents,
		.open = node->open,
		.count = node->count,
		.rows = node->rows,
		.numbers = t->numbers + t->shown[i] * t->form.aggregates_n,
		.key = t->keys.p + node->key,
		.key_len = node->len,
	};
}

static bool has_key(const struct totals *t, const struct total_node *node, const char *key,
		    size_t len)
{
	return node->len == len && !memcmp(t->keys.p + node->key, key, len);
}

bool totals_find(const struct totals *t, const char *key, size_t len, size_t *line)
{
	for (size_t i = 0; i < t->lines; i++) {
		if (!has_key(t, &t->nodes[t->shown[i]], key, len))
			continue;
		*line = i;
		return true;
	}
	return false;
}

void totals_open_as(struct totals *t, const struct totals *before)
{
	for (size_t i = 0; i < before->parents; i++) {
		const struct total_node *old = &before->nodes[i];

		for (size_t k = 0; old->open && k < t->parents; k++)
			if (has_key(t, &t->nodes[k], before->keys.p + old->key, old->len))
				t->nodes[k].open = true;
	}
	show_all(t);
}
