/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/symbols.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/map.h"
#include "base/vec.h"
#include "recording/jitdumps.h"
#include "recording/reader.h"
#include "state/dso.h"

enum {
	MODULES_MAX = 1 << 17, /* mappings whose modules are kept */
	NAMES_BYTES = 1 << 16, /* size of a piece of names */
	TEXT_PIECES = 64       /* pieces of a row that texts of source lines may fill */
};

/* The kernel of a part. */
struct kernel {
	struct buf release, kallsyms; /* "": not known */
};

/* Names of one row; a piece does not move in memory. */
struct names_piece {
	size_t used;
	char p[NAMES_BYTES];
};

struct symbols {
	struct recording *recording;
	struct syms *syms;
	struct jitdumps *jitdumps;
	bool wait;
	struct map modules;  /* from rows of mappings to module numbers */
	uint32_t generation; /* of syms_generation() */
	VEC(struct kernel) kernels;
	struct symbol symbol;
	struct srclines_answer lines;
	struct buf text;
	uint64_t row; /* the last row */
	VEC(struct names_piece *) pieces;
	uint64_t addr; /* the last address of it, and the answer */
	const struct mapping *mapping;
	struct symbols_answer last;
};

struct symbols *symbols_open(struct recording *recording, struct mappings *mappings)
{
	struct symbols *s = mem_zalloc(sizeof(*s));

	s->recording = recording;
	s->syms = recording_syms(recording);
	s->jitdumps = jitdumps_open(recording, mappings);
	s->wait = true;
	s->row = UINT64_MAX;
	buf_init(&s->symbol.name);
	buf_init(&s->lines.packed);
	buf_init(&s->text);
	return s;
}

void symbols_close(struct symbols *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->kernels.n; i++) {
		buf_release(&s->kernels.v[i].release);
		buf_release(&s->kernels.v[i].kallsyms);
	}
	for (size_t i = 0; i < s->pieces.n; i++)
		free(s->pieces.v[i]);
	jitdumps_close(s->jitdumps);
	vec_release(&s->kernels);
	vec_release(&s->pieces);
	map_release(&s->modules);
	buf_release(&s->symbol.name);
	buf_release(&s->lines.packed);
	buf_release(&s->text);
	free(s);
}

void symbols_set_wait(struct symbols *s, bool wait)
{
	s->wait = wait;
	s->row = UINT64_MAX;
}

bool symbols_waits(const struct symbols *s)
{
	return s->wait;
}

/* ---- modules ---- */

/* perf record --kcore stores a copy of kallsyms in the folder. */
static void find_kallsyms(const struct perf_file *file, struct buf *path)
{
	if (!file->directory)
		return;
	buf_addf(path, "%s/kcore_dir/kallsyms", file->path);
	if (access(path->p, R_OK))
		buf_reset(path);
}

static const struct kernel *kernel_of(struct symbols *s, uint64_t row)
{
	size_t part = recording_part_of_row(s->recording, row);

	while (s->kernels.n <= part) {
		const struct perf_file *file = recording_file(s->recording, s->kernels.n);
		struct kernel *k = vec_add(&s->kernels);

		buf_init(&k->release);
		buf_init(&k->kallsyms);
		features_text(&file->features, FEATURE_OSRELEASE, &k->release);
		find_kallsyms(file, &k->kallsyms);
	}
	return &s->kernels.v[part];
}

/* Memory with a name that is not a file. */
static bool is_named_memory(const char *file)
{
	return !strncmp(file, "/memfd:", 7) || !strncmp(file, "[anon", 5);
}

static enum module_kind user_kind(const struct mapping *m)
{
	if (dso_is_vdso(m->file))
		return MODULE_VDSO;
	if (m->prot & PROT_EXECUTE && is_named_memory(m->file))
		return MODULE_JIT;
	if (m->has_file)
		return MODULE_FILE;
	return m->prot & PROT_EXECUTE && *m->file != '[' ? MODULE_JIT : MODULE_NONE;
}

enum module_kind symbols_kind(const struct mapping *m)
{
	switch (m->kind) {
	case MAPPING_USER:
		return user_kind(m);
	case MAPPING_KERNEL:
		return MODULE_KERNEL;
	case MAPPING_MODULE:
		return MODULE_KMODULE;
	case MAPPING_KSYMBOL:
		return MODULE_KSYMBOL;
	default:
		return MODULE_GUEST;
	}
}

/* "[kernel.kallsyms]_text": pgoff is the address of the symbol after the bracket. */
static void set_reference(const struct mapping *m, struct module *module)
{
	const char *symbol = strchr(m->file, ']');

	module->ref_stext = symbol && !strcmp(symbol + 1, "_stext");
	if (module->ref_stext || (symbol && !strcmp(symbol + 1, "_text")))
		module->ref = m->pgoff;
}

static uint32_t make_module(struct symbols *s, const struct mapping *m)
{
	const struct kernel *kernel = kernel_of(s, m->row);
	struct module module = {
		.kind = symbols_kind(m),
		.dso = m->file,
		.dso_len = strlen(m->file),
		.build_id_len = m->build_id_size,
		.pid = (int32_t)m->pid,
		.start = m->start,
		.size = m->end - m->start,
		.release = kernel->release.len ? kernel->release.p : NULL,
		.kallsyms = kernel->kallsyms.len ? kernel->kallsyms.p : NULL,
	};

	memcpy(module.build_id, m->build_id, sizeof(module.build_id));
	if (module.kind == MODULE_KERNEL)
		set_reference(m, &module);
	return syms_module(s->syms, &module);
}

uint32_t symbols_module(struct symbols *s, const struct mapping *mapping, uint64_t addr,
			uint64_t *at)
{
	enum module_kind kind = symbols_kind(mapping);
	uint32_t *number;
	uint32_t generation = syms_generation(s->syms);
	bool fresh;

	*at = kind == MODULE_FILE || kind == MODULE_VDSO ? addr - mapping->start + mapping->pgoff
							 : addr;
	if (map_count(&s->modules) > MODULES_MAX || s->generation != generation)
		map_release(&s->modules);
	s->generation = generation;
	number = map_put(&s->modules, mapping->row, &fresh);
	if (fresh)
		*number = make_module(s, mapping);
	return *number;
}

/*
 * Set the module of the code that the process has described in a jitdump. Returns false if there is
 * none.
 */
static bool jitdump_module(struct symbols *s, const struct row_info *info,
			   const struct mapping *mapping, uint32_t *number)
{
	const struct jitdump_file *file =
		symbols_kind(mapping) == MODULE_JIT ? jitdumps_find(s->jitdumps, info) : NULL;
	struct module module = { .kind = MODULE_JITDUMP };

	if (!file)
		return false;
	module.dso = file->path;
	module.dso_len = strlen(file->path);
	module.ino = file->ino;
	module.maj = file->maj;
	module.min = file->min;
	*number = syms_module(s->syms, &module);
	return true;
}

/* ---- names ---- */

/* Keep as much of a text as a piece has room for. */
static const char *keep_text(struct symbols *s, const struct buf *text, size_t *kept)
{
	struct names_piece *piece = s->pieces.n ? s->pieces.v[s->pieces.n - 1] : NULL;
	size_t len = text->len < NAMES_BYTES ? text->len : NAMES_BYTES - 1;
	char *p;

	if (!piece || NAMES_BYTES - piece->used <= len) {
		piece = mem_alloc(sizeof(*piece));
		piece->used = 0;
		vec_push(&s->pieces, piece);
	}
	p = piece->p + piece->used;
	memcpy(p, text->p, len);
	p[len] = '\0';
	piece->used += len + 1;
	*kept = len;
	return p;
}

static void go_to(struct symbols *s, uint64_t row)
{
	if (row == s->row && s->generation == syms_generation(s->syms))
		return;
	s->row = row;
	s->mapping = NULL;
	while (s->pieces.n > 1)
		free(s->pieces.v[--s->pieces.n]);
	if (s->pieces.n)
		s->pieces.v[0]->used = 0;
}

static enum syms_answer ask_syms(struct symbols *s, uint32_t module, uint64_t at, uint64_t time)
{
	return (s->wait ? syms_find_now : syms_find)(s->syms, module, at, time, &s->symbol);
}

/* A symbol that the jitdump lacks may be in the perf map file. */
static enum syms_answer find_symbol(struct symbols *s, const struct row_info *info,
				    const struct mapping *mapping, uint64_t addr, bool *timed)
{
	enum syms_answer answer = SYMS_NONE;
	enum sym_why why = SYM_WHY_NONE;
	uint32_t module;
	uint64_t at;

	*timed = jitdump_module(s, info, mapping, &module);
	if (*timed) {
		answer = ask_syms(s, module, addr, jitdumps_time(s->jitdumps, info));
		why = s->symbol.why;
	}
	if (answer != SYMS_NONE)
		return answer;
	module = symbols_module(s, mapping, addr, &at);
	answer = ask_syms(s, module, at, 0);
	if (answer == SYMS_NONE && why)
		s->symbol.why = why;
	return answer;
}

static void set_around(const struct symbols *s, struct symbols_answer *answer)
{
	uint64_t at = s->symbol.start + s->symbol.off;

	if (answer->timed || s->symbol.from >= s->symbol.to)
		return;
	answer->before = at - s->symbol.from;
	answer->after = s->symbol.to - at;
}

void symbols_find(struct symbols *s, const struct row_info *info, const struct mapping *mapping,
		  uint64_t addr, struct symbols_answer *answer)
{
	go_to(s, info->row);
	if (mapping && mapping == s->mapping && addr == s->addr) {
		*answer = s->last;
		return;
	}
	*answer = (struct symbols_answer){ .answer = SYMS_NONE, .why = SYM_WHY_DATA };
	if (!mapping)
		return;
	answer->answer = find_symbol(s, info, mapping, addr, &answer->timed);
	answer->why = s->symbol.why;
	if (answer->answer == SYMS_FOUND) {
		answer->name = keep_text(s, &s->symbol.name, &answer->len);
		answer->off = s->symbol.off;
		answer->start = s->symbol.start;
		answer->size = s->symbol.size;
		set_around(s, answer);
	}
	s->mapping = answer->answer == SYMS_LATER ? NULL : mapping;
	s->addr = addr;
	s->last = *answer;
}

bool symbols_timed(struct symbols *s, const struct row_info *info, const struct mapping *mapping)
{
	uint32_t module;

	return jitdump_module(s, info, mapping, &module);
}

void symbols_code(struct symbols *s, const struct row_info *info, const struct mapping *mapping,
		  uint64_t addr, struct machinecode *code)
{
	uint32_t module;
	uint64_t at;

	if (jitdump_module(s, info, mapping, &module)) {
		syms_code(s->syms, module, addr, jitdumps_time(s->jitdumps, info), code);
	} else if (mapping->has_file || mapping->kind == MAPPING_KERNEL) {
		module = symbols_module(s, mapping, addr, &at);
		syms_code(s->syms, module, at, 0, code);
	} else {
		code->len = 0;
	}
}

enum syms_answer symbols_insn(struct symbols *s, const struct row_info *info,
			      const struct mapping *mapping, uint64_t addr,
			      const struct layout *layout, struct insns_answer *answer)
{
	struct insns_place place = {
		.at = addr, .addr = addr, .arch = layout->arch, .big = layout->big
	};

	if (jitdump_module(s, info, mapping, &place.module))
		place.time = jitdumps_time(s->jitdumps, info);
	else if (mapping->has_file || mapping->kind == MAPPING_KERNEL)
		place.module = symbols_module(s, mapping, addr, &place.at);
	else
		return SYMS_NONE;
	return syms_insn(s->syms, &place, answer);
}

bool symbols_differ(struct symbols *s, const struct mapping *mapping, uint64_t addr)
{
	struct syms_status status;
	uint64_t at;

	syms_status(s->syms, symbols_module(s, mapping, addr, &at), &status);
	return status.differs;
}

bool symbols_recorded(struct symbols *s, const struct mapping *mapping, uint64_t addr)
{
	struct syms_status status;
	uint64_t at;

	syms_status(s->syms, symbols_module(s, mapping, addr, &at), &status);
	return status.module->build_id_len && !status.differs;
}

/* ---- source lines ---- */

void symbols_source(struct symbols *s, const struct row_info *info, const struct mapping *mapping,
		    uint64_t addr, struct symbols_source *source)
{
	uint64_t at, time = 0;
	uint32_t module;

	go_to(s, info->row);
	*source = (struct symbols_source){ .answer = SYMS_NONE, .why = SYM_WHY_DATA };
	if (!mapping)
		return;
	at = addr;
	if (jitdump_module(s, info, mapping, &module))
		time = jitdumps_time(s->jitdumps, info);
	else
		module = symbols_module(s, mapping, addr, &at);
	source->answer =
		(s->wait ? syms_lines_now : syms_lines)(s->syms, module, at, time, &s->lines);
	if (source->answer == SYMS_LATER)
		return;
	source->why = s->lines.why;
	source->n = s->lines.stack.n;
	source->v = s->lines.stack.v;
	source->built_ns = syms_built(s->syms, module);
}

void symbols_fetch_sources(struct symbols *s, const struct row_info *info,
			   const struct mapping *mapping, uint64_t *addresses, size_t n,
			   srclines_found_fn *found, void *arg)
{
	uint32_t module = 0;
	uint64_t time = 0;

	if (!mapping)
		return;
	if (jitdump_module(s, info, mapping, &module))
		time = jitdumps_time(s->jitdumps, info);
	else
		for (size_t i = 0; i < n; i++)
			module = symbols_module(s, mapping, addresses[i], &addresses[i]);
	syms_fetch_lines(s->syms, module, addresses, n, time, found, arg);
}

void source_line_text(struct buf *out, const struct source_frame *frame)
{
	if (!frame->file)
		return;
	buf_adds(out, folder_entry(frame->file));
	buf_addc(out, ':');
	buf_add_u64(out, frame->line);
}

const char *symbols_source_text(struct symbols *s, const struct row_info *info,
				const struct mapping *mapping, uint64_t addr,
				enum symbols_text what, size_t *len)
{
	struct symbols_source source;

	symbols_source(s, info, mapping, addr, &source);
	buf_reset(&s->text);
	if (source.n && what == SYMBOLS_SRCLINE)
		source_line_text(&s->text, &source.v[0]);
	else if (source.n && what == SYMBOLS_SRCFILE && source.v[0].file)
		buf_adds(&s->text, source.v[0].file);
	for (uint32_t i = 0; what == SYMBOLS_INLINE && i + 1 < source.n; i++)
		buf_addf(&s->text, "%s%s", i ? ";" : "",
			 source.v[i].name ? source.v[i].name : "[unknown]");
	/*
	 * A row can have thousands of frames, each with hundreds of inlined functions with long
	 * names.
	 */
	return s->text.len && s->pieces.n < TEXT_PIECES ? keep_text(s, &s->text, len) : NULL;
}
