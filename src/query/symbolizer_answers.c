/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers to a request: mappings, symbols and sources of its addresses. */
#include <stdlib.h>

#include "base/mem.h"
#include "query/symbolizer_private.h"

/* A result that the caller may still use after a better one has replaced it. */
struct given_symbol {
	struct symbolizer_symbol symbol;
	struct given_symbol *before;
};

struct given_source {
	struct symbolizer_source source;
	struct given_source *before;
};

static const struct mapping *find_mapping(struct reader *reader,
					  const struct symbolizer_request *request, size_t i,
					  enum mapping_why *why)
{
	const struct symbolizer_address *address = &request->addresses[i];
	struct mappings *mappings = reader_mappings(reader);

	if (address->any)
		return mappings_find_any(mappings, &request->row, address->addr, why);
	return mappings_find(mappings, &request->row, address->mode, address->addr, why);
}

static void find_name(struct symbolizer_request *request, struct reader *reader, size_t i)
{
	struct symbolizer_name *name = &request->names[i];
	const struct mapping *mapping = find_mapping(reader, request, i, &name->why);

	if (!mapping)
		return;
	name->mapping = *mapping;
	name->mapping.file = name->file = mem_strdup(mapping->file ? mapping->file : "");
	name->mapping.dso = name->dso = mem_strdup(mapping->dso ? mapping->dso : "");
	name->has_offset = mapping_offset(mapping, request->addresses[i].addr, &name->offset);
}

static void find_code(const struct symbolizer_request *request, struct reader *reader, size_t i,
		      const struct mapping *mapping, struct symbolizer_symbol *symbol)
{
	const struct symbolizer_address *address = &request->addresses[i];

	if (!address->code)
		return;
	symbol->code = (struct machinecode){ .p = mem_alloc(address->code), .len = address->code };
	symbols_code(reader_symbols(reader), &request->row, mapping, address->addr, &symbol->code);
}

/* Returns false if the symbols are still being read. */
static bool find_symbol(const struct symbolizer_request *request, struct reader *reader, size_t i,
			struct symbolizer_symbol *symbol)
{
	uint64_t addr = request->addresses[i].addr;
	const struct mapping *mapping = find_mapping(reader, request, i, NULL);
	struct symbols_answer answer;

	if (!mapping)
		return true;
	symbols_find(reader_symbols(reader), &request->row, mapping, addr, &answer);
	if (answer.answer == SYMS_LATER)
		return false;
	symbol->why = answer.why;
	if (answer.answer == SYMS_FOUND) {
		symbol->name = mem_strndup(answer.name, answer.len);
		symbol->off = answer.off;
		symbol->start = addr - answer.off;
		symbol->size = answer.size;
	}
	find_code(request, reader, i, mapping, symbol);
	return true;
}

static void find_text(struct symbolizer *symbolizer, struct reader *reader,
		      const struct symbolizer_address *address, int64_t built,
		      struct symbolizer_source *source)
{
	const char *path = address->function < source->n ? source->v[address->function].file : NULL;
	struct srcfile_maps maps = { .list = { 0 } };
	struct symfile_places folders;

	source->file.why = source->why ? sym_why_text(source->why) : "the source is not known";
	if (!path)
		return;
	/* Reading can take long; the caller of the other functions must not wait for it. */
	symbolizer_copy_maps(symbolizer, &maps);
	syms_folders(recording_syms(reader_recording(reader)), &folders);
	srcfile_read(&source->file, path, &maps, &folders);
	srcfile_maps_release(&maps);
	source->newer = built && source->file.mtime_ns > built;
}

/* Returns false if the lines are still being read. */
static bool find_source(struct symbolizer *symbolizer, const struct symbolizer_request *request,
			struct reader *reader, size_t i, struct symbolizer_source *source)
{
	const struct symbolizer_address *address = &request->addresses[i];
	const struct mapping *mapping = find_mapping(reader, request, i, NULL);
	struct symbols_source answer;

	symbols_source(reader_symbols(reader), &request->row, mapping,
		       address->addr - address->is_return, &answer);
	if (answer.answer == SYMS_LATER)
		return false;
	source->why = answer.why;
	buf_init(&source->packed);
	buf_init(&source->file.path);
	buf_init(&source->file.text);
	for (uint32_t k = 0; k < answer.n; k++)
		srcstack_add(&source->packed, &answer.v[k]);
	source->stack = mem_zalloc(sizeof(*source->stack));
	srcstack_unpack(source->stack, source->packed.p, source->packed.len);
	source->n = source->stack->n;
	source->v = source->stack->v;
	if (address->text)
		find_text(symbolizer, reader, address, answer.built_ns, source);
	return true;
}

/* Returns false if the symbols are still being read. */
static bool replace_symbol(struct symbolizer_request *request, struct reader *reader, size_t i,
			   uint32_t round)
{
	struct answer_slot *slot = &request->slots[i];
	struct given_symbol *given;

	if (slot->symbol_round == round)
		return true;
	given = mem_zalloc(sizeof(*given));
	if (!find_symbol(request, reader, i, &given->symbol)) {
		free(given);
		return false;
	}
	given->before = atomic_load(&slot->symbol);
	atomic_store(&slot->symbol, given);
	slot->symbol_round = round;
	atomic_fetch_add(&request->progress, 1);
	return true;
}

/* Returns false if the lines are still being read. */
static bool replace_source(struct symbolizer *symbolizer, struct symbolizer_request *request,
			   struct reader *reader, size_t i, uint32_t round)
{
	struct answer_slot *slot = &request->slots[i];
	struct given_source *given;

	if (!request->addresses[i].lines || slot->source_round == round)
		return true;
	given = mem_zalloc(sizeof(*given));
	if (!find_source(symbolizer, request, reader, i, &given->source)) {
		free(given);
		return false;
	}
	given->before = atomic_load(&slot->source);
	atomic_store(&slot->source, given);
	slot->source_round = round;
	atomic_fetch_add(&request->progress, 1);
	return true;
}

bool symbolizer_find(struct symbolizer *symbolizer, struct symbolizer_request *request,
		     struct reader *reader, bool *found)
{
	uint32_t round = atomic_load(&request->round);
	size_t before = atomic_load(&request->progress);
	bool all = true, mapped = atomic_load(&request->named) < request->n;

	for (size_t i = atomic_load(&request->named);
	     i < request->n && !atomic_load(&request->dropped); i++) {
		find_name(request, reader, i);
		atomic_store(&request->named, i + 1);
	}
	symbols_set_wait(reader_symbols(reader), false);
	for (size_t i = 0; i < request->n && !atomic_load(&request->dropped); i++)
		all = replace_symbol(request, reader, i, round) &&
		      replace_source(symbolizer, request, reader, i, round) && all;
	if (all)
		atomic_store(&request->rounds_done, round);
	*found = mapped || atomic_load(&request->progress) > before;
	return all;
}

static void free_slot(struct answer_slot *slot)
{
	for (struct given_symbol *given = slot->symbol, *before; given; given = before) {
		before = given->before;
		free(given->symbol.name);
		free(given->symbol.code.p);
		free(given);
	}
	for (struct given_source *given = slot->source, *before; given; given = before) {
		before = given->before;
		srcfile_release(&given->source.file);
		buf_release(&given->source.packed);
		free(given->source.stack);
		free(given);
	}
}

void symbolizer_free_answers(struct symbolizer_request *request)
{
	for (size_t i = 0; i < request->named; i++) {
		free(request->names[i].file);
		free(request->names[i].dso);
	}
	for (size_t i = 0; i < request->n; i++)
		free_slot(&request->slots[i]);
	free(request->slots);
	free(request->names);
}

const struct symbolizer_name *symbolizer_get(const struct symbolizer_request *request, size_t i)
{
	return i < atomic_load(&request->named) ? &request->names[i] : NULL;
}

const struct symbolizer_symbol *symbolizer_symbol(const struct symbolizer_request *request,
						  size_t i)
{
	const struct given_symbol *given = i < request->n ? atomic_load(&request->slots[i].symbol)
							  : NULL;

	return given ? &given->symbol : NULL;
}

const struct symbolizer_source *symbolizer_source(const struct symbolizer_request *request,
						  size_t i)
{
	const struct given_source *given = i < request->n ? atomic_load(&request->slots[i].source)
							  : NULL;

	return given ? &given->source : NULL;
}

size_t symbolizer_progress(const struct symbolizer_request *request)
{
	return atomic_load(&request->progress);
}
