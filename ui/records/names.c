/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/names.h"

#include "base/text.h"
#include "recording/addresstext.h"
#include "recording/derived.h"

static void forget_list(struct records_names *n)
{
	for (size_t i = 0; i < n->list.n; i++)
		symbolizer_drop(app_symbolizer(n->app), n->list.v[i].request);
	n->list.n = 0;
}

static void forget_details(struct records_names *n)
{
	if (n->details)
		symbolizer_drop(app_symbolizer(n->app), n->details);
	n->details = NULL;
	n->places.n = n->addresses.n = 0;
}

void records_names_release(struct records_names *n)
{
	forget_list(n);
	forget_details(n);
	vec_release(&n->list);
	vec_release(&n->addresses);
	vec_release(&n->places);
}

static bool names_are_wanted(const struct records_names *n)
{
	return n->app && n->form != RECORD_VIEW_ADDRESSES;
}

static bool is_building(const struct records_names *n)
{
	struct index_progress progress;

	recording_progress(n->app->rec, &progress);
	return progress.state == INDEX_BUILDING;
}

static struct symbolizer_request *ask(struct records_names *n, const struct row_info *row,
				      const struct symbolizer_address *addresses, size_t count)
{
	n->reported = false;
	n->early |= is_building(n);
	return symbolizer_ask(app_symbolizer(n->app), row, addresses, count);
}

static bool address_of(const struct row_info *row, enum field_id field, uint64_t addr,
		       struct symbolizer_address *address)
{
	struct addresstext a;
	bool is = addresstext_of(row, field, addr, &a);

	*address = (struct symbolizer_address){ .addr = a.addr, .mode = a.mode, .any = a.any };
	return is;
}

/* ---- the details ---- */

static void ask_details(struct records_names *n)
{
	enum cpumode mode = CPUMODE_USER;

	forget_details(n);
	if (!n->tree || !names_are_wanted(n))
		return;
	for (size_t i = 0; i < n->tree->nodes.n; i++) {
		const struct tree_node *node = &n->tree->nodes.v[i];
		struct symbolizer_address address;
		uint32_t place = 0;

		if (node->field == F_callchain_context)
			mode = derived_context_mode(node->num);
		if (!(node->flags & TREE_GROUP) &&
		    address_of(n->row, node->field, node->num, &address)) {
			if (node->field == F_callchain_ip)
				address.mode = mode;
			else if (node->field == F_uframes_ip)
				address.mode = CPUMODE_USER;
			vec_push(&n->addresses, address);
			place = (uint32_t)n->addresses.n;
		}
		vec_push(&n->places, place);
	}
	if (n->addresses.n)
		n->details = ask(n, n->row, n->addresses.v, n->addresses.n);
}

void records_names_show(struct records_names *n, const struct row_info *row,
			const struct tree *tree)
{
	n->row = row;
	n->tree = tree;
	ask_details(n);
}

static void add_dso(const struct symbolizer_name *name, struct buf *out)
{
	buf_adds(out, " (");
	address_dso(name, out);
	buf_addc(out, ')');
}

bool records_names_address(const struct records_names *n, uint32_t node,
			   struct records_address *address)
{
	uint32_t place = node < n->places.n ? n->places.v[node] : 0;

	if (!place || !names_are_wanted(n))
		return false;
	address->addr = n->addresses.v[place - 1].addr;
	address->name = symbolizer_get(n->details, place - 1);
	address->symbol = symbolizer_symbol(n->details, place - 1);
	return true;
}

bool records_names_of_node(void *ctx, uint32_t node, struct buf *out)
{
	const struct records_names *n = ctx;
	struct records_address a;

	if (!records_names_address(n, node, &a) || !a.name || a.name->why != MAPPING_FOUND)
		return false;
	address_text(n->form, a.addr, a.name, a.symbol, out);
	if (a.symbol && a.symbol->name)
		add_dso(a.name, out);
	return true;
}

/* ---- the list ---- */

static struct list_name *line_of(struct records_names *n, const struct row_info *row, uint64_t addr)
{
	for (size_t i = 0; i < n->list.n; i++)
		if (n->list.v[i].row == row->row && n->list.v[i].addr == addr)
			return &n->list.v[i];
	return NULL;
}

bool records_names_of_line(void *ctx, const struct row_info *row, const struct tree_node *node,
			   struct buf *out)
{
	struct records_names *n = ctx;
	const struct symbolizer_symbol *symbol;
	const struct symbolizer_name *name;
	struct symbolizer_address address;
	struct list_name *line;

	if (!names_are_wanted(n) || !address_of(row, node->field, node->num, &address))
		return false;
	line = line_of(n, row, address.addr);
	if (!line) {
		vec_push(&n->list, ((struct list_name){ row->row, address.addr,
							ask(n, row, &address, 1), false }));
		line = &n->list.v[n->list.n - 1];
	}
	line->used = true;
	name = symbolizer_get(line->request, 0);
	if (!name || name->why != MAPPING_FOUND)
		return false;
	symbol = symbolizer_symbol(line->request, 0);
	if (n->brief && n->form == RECORD_VIEW_NAMES && symbol && symbol->name)
		text_escape_str(out, symbol->name);
	else
		address_text(n->form, address.addr, name, symbol, out);
	return true;
}

void records_names_drawn(struct records_names *n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n->list.n; i++) {
		if (n->list.v[i].used)
			n->list.v[kept++] = n->list.v[i];
		else
			symbolizer_drop(app_symbolizer(n->app), n->list.v[i].request);
	}
	n->list.n = kept;
	for (size_t i = 0; i < kept; i++)
		n->list.v[i].used = false;
}

/* ---- all of them ---- */

void records_names_again(struct records_names *n)
{
	forget_list(n);
	ask_details(n);
}

bool records_names_busy(const struct records_names *n)
{
	bool busy = n->details && !symbolizer_is_done(n->details);

	for (size_t i = 0; i < n->list.n && !busy; i++)
		busy = !symbolizer_is_done(n->list.v[i].request);
	return busy;
}

bool records_names_wake(struct records_names *n)
{
	if (!n->app)
		return false;
	if (n->early && !is_building(n)) {
		n->early = false;
		records_names_again(n);
		return true;
	}
	if (n->reported || records_names_busy(n))
		return false;
	n->reported = true;
	return n->details || n->list.n;
}

const char *records_names_next(struct records_names *n)
{
	const char *says = address_next_form(&n->form);

	records_names_again(n);
	return says;
}
