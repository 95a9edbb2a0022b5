/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/gecko.h"

enum {
	PIECE_BYTES = 256 << 10
};

void gecko_init(struct gecko *g, struct output *output)
{
	g->output = output;
	buf_init(&g->text);
	g->json = (struct jsonw)JSONW_INIT(&g->text);
}

void gecko_release(struct gecko *g)
{
	buf_release(&g->text);
}

static void flush(struct gecko *g, size_t most)
{
	if (g->text.len < most)
		return;
	output_add(g->output, g->text.p, g->text.len);
	buf_reset(&g->text);
}

void gecko_flush(struct gecko *g)
{
	flush(g, PIECE_BYTES);
}

void gecko_end(struct gecko *g)
{
	buf_addc(&g->text, '\n');
	flush(g, 0);
}

void gecko_ms(struct gecko *g, uint64_t ns)
{
	jsonw_scaled(&g->json, ns, 6);
}

void gecko_begin_table(struct gecko *g, const char *name, const char *const *columns)
{
	jsonw_key_begin(&g->json, name, '{');
	jsonw_key_begin(&g->json, "schema", '{');
	for (uint64_t i = 0; columns[i]; i++)
		jsonw_key_u64(&g->json, columns[i], i);
	jsonw_end(&g->json, '}');
	jsonw_key_begin(&g->json, "data", '[');
}

void gecko_end_table(struct gecko *g)
{
	jsonw_end(&g->json, ']');
	jsonw_end(&g->json, '}');
}
