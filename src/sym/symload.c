/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symload.h"

#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <xxhash.h>

#include "base/container_of.h"
#include "sym/running.h"
#include "sym/symcache.h"
#include "sym/vdso.h"

/*
 * A table of symbols. Several modules can share one: kallsyms has the symbols of all kernel
 * modules.
 */
struct loaded_symbols {
	struct symtab table;
	char *kallsyms; /* path of the text with the symbols; NULL: from another file */
	struct symhelper_end end;
};

struct symload {
	struct symload_options options;
	struct symhelper *helper;
	struct symstore *store;
	VEC(struct loaded_symbols *) list;
	const char *fetched; /* debug file for the module of this symload_module(); NULL: none */
};

struct symload *symload_open(const struct symload_options *options, struct symhelper *helper,
			     struct symstore *store)
{
	struct symload *l = mem_zalloc(sizeof(*l));

	l->options = *options;
	l->helper = helper;
	l->store = store;
	return l;
}

void symload_close(struct symload *l)
{
	for (size_t i = 0; i < l->list.n; i++) {
		symtab_release(&l->list.v[i]->table);
		free(l->list.v[i]->kallsyms);
		free(l->list.v[i]);
	}
	vec_release(&l->list);
	free(l);
}

/* The facts at the end of reading a table of the list. */
static const struct symhelper_end *end_of(const struct symtab *table)
{
	return &container_of(table, struct loaded_symbols, table)->end;
}

static struct loaded_symbols *new_table(struct symload *l)
{
	struct loaded_symbols *loaded = mem_zalloc(sizeof(*loaded));

	vec_push(&l->list, loaded);
	return loaded;
}

/* ---- from the helper into a table ---- */

/*
 * Limits for the packed symbols of a file. A hostile file can repeat a long name very often, with
 * symbols inside each other or with aliases. The limits are far above the needs of compiled files,
 * also compressed ones.
 */
enum {
	KEPT_BYTES = 64 << 20, /* enough for texts of the kernel, of unknown size: 20 MB */
	KEPT_TIMES = 8,	       /* in addition, times the size of the file */
	KEPT_MOST = 1 << 30    /* in total, because most of a file can be a hole */
};

struct table_filling {
	struct symload *load;
	struct loaded_symbols *to;
	struct symhelper_sink sink;
	struct jitspace *codes;
	uint64_t left; /* bytes that may still be added */
	struct err err;
};

static bool put_block(void *arg, const struct buf *block)
{
	struct table_filling *f = arg;

	if (block->len > f->left)
		return !err_set(&f->err, ERR_FORMAT,
				"the names of its symbols need too much memory");
	f->left -= block->len;
	return !symstore_add(f->load->store, &f->to->table, block->p, block->len, &f->err);
}

static bool put_codes(void *arg, const struct jitcode *codes, size_t n)
{
	struct table_filling *f = arg;

	return f->codes && jitspace_add(f->codes, codes, n);
}

/* Discard the symbols so far. Their bytes stay in the store unused. */
static void start_anew(void *arg)
{
	struct table_filling *f = arg;

	symtab_release(&f->to->table);
	if (f->codes) {
		jitspace_close(f->codes);
		f->codes = jitspace_open(f->load->options.spool_dir);
	}
}

static uint64_t kept_most(uint64_t size)
{
	return size < (KEPT_MOST - KEPT_BYTES) / KEPT_TIMES ? KEPT_BYTES + KEPT_TIMES * size
							    : KEPT_MOST;
}

/* Begin with a new table. size: bytes of the files that are read. */
static void begin_filling(struct table_filling *f, struct symload *l, uint64_t size)
{
	*f = (struct table_filling){
		.load = l,
		.to = new_table(l),
		.sink = { .put = put_block, .codes = put_codes, .anew = start_anew, .arg = f },
		.left = kept_most(size),
		.err = ERR_INIT,
	};
}

/* Return the result of reading; SYM_WHY_NONE: the table has symbols. */
static enum sym_why end_filling(struct table_filling *f, enum symhelper_result rc,
				struct symresult *result)
{
	static const enum sym_why whys[] = {
		[SYMHELPER_OK] = SYM_WHY_STRIPPED,
		[SYMHELPER_BROKEN] = SYM_WHY_BROKEN,
		[SYMHELPER_DIED] = SYM_WHY_DIED,
		[SYMHELPER_SINK] = SYM_WHY_ROOM,
	};

	f->to->end = f->sink.end;
	buf_adds(&result->problem, f->err.msg);
	return rc == SYMHELPER_OK && f->to->table.ranges ? SYM_WHY_NONE : whys[rc];
}

/* ---- ELF files ---- */

/* Identify the files, and the form of their addresses. */
static uint64_t identity_of(const struct symfile *file, const struct symfile *debug,
			    enum elfread_as as)
{
	uint64_t numbers[] = { file->dev,  file->ino,  file->size,  (uint64_t)file->mtime_ns,
			       debug->dev, debug->ino, debug->size, (uint64_t)debug->mtime_ns };
	uint64_t hash = XXH64(numbers, debug->fd >= 0 ? sizeof(numbers) : sizeof(numbers) / 2, as);

	return hash ? hash : 1;
}

/* any: the cached symbols may be those of any file with the id. Returns NULL if there are none. */
static struct loaded_symbols *load_cached(struct symload *l, struct symcache_facts *facts, bool any,
					  struct symresult *result)
{
	struct loaded_symbols *loaded;

	if (!l->options.cache_dir || !facts->id_len)
		return NULL;
	loaded = new_table(l);
	if (!symcache_load(l->options.cache_dir, any ? 0 : facts->identity, facts, l->store,
			   &loaded->table))
		return NULL;
	loaded->end.at_text = facts->at_text;
	loaded->end.at_stext = facts->at_stext;
	result->table = &loaded->table;
	result->cached = true;
	result->why = facts->exported ? SYM_WHY_EXPORTED : SYM_WHY_BETWEEN;
	return loaded;
}

static void read_elf(struct symload *l, const struct symfile *file, const struct symfile *debug,
		     enum elfread_as as, struct symcache_facts *facts, struct symresult *result)
{
	struct table_filling f;

	begin_filling(&f, l, file->size + (debug->fd >= 0 ? debug->size : 0));
	result->why = end_filling(&f,
				  symhelper_elf(l->helper, file->fd, file->size, debug->fd,
						debug->size, as, &f.sink),
				  result);
	if (result->why)
		return;
	facts->exported = !file->facts.symtab && !file->facts.debugdata && debug->fd < 0;
	facts->at_text = f.to->end.at_text;
	facts->at_stext = f.to->end.at_stext;
	result->table = &f.to->table;
	result->why = facts->exported ? SYM_WHY_EXPORTED : SYM_WHY_BETWEEN;
	if (l->options.cache_dir && facts->id_len)
		symcache_save(l->options.cache_dir, facts, l->store, &f.to->table);
}

/* Note the build id for which a debug file can be requested. */
static void note_lack(const struct symfile *file, const struct module *module,
		      struct symresult *result)
{
	bool found = file->fd >= 0 && file->facts.build_id_len;
	const uint8_t *id = found ? file->facts.build_id : module->build_id;
	uint8_t len = found ? file->facts.build_id_len : module->build_id_len;

	result->lacks_debug = len > 0;
	result->id_len = (uint8_t)symfile_id_len(id, len);
	memcpy(result->id, id, result->id_len);
}

/* Use the fetched debug file, in addition to the file or instead of it. */
static bool take_fetched(struct symload *l, struct symfile *debug, const struct symresult *result)
{
	return l->fetched &&
	       symfile_fetched(debug, l->fetched, result->id, result->id_len, l->helper);
}

/* Find the debug information, which may be in another file than the symbols. */
static void note_lines(struct symload *l, const struct module *module, const struct symfile *file,
		       const struct symfile *debug, enum elfread_as as, struct symresult *result)
{
	struct symfile found = SYMFILE_INIT;
	const struct symfile *has = file->facts.dwarf			   ? file
				    : debug->fd >= 0 && debug->facts.dwarf ? debug
									   : NULL;

	if (!has && (symfile_debug(&found, file, module, &l->options.places, l->helper, true) ||
		     take_fetched(l, &found, result)))
		has = &found;
	result->why_no_lines = has ? SYM_WHY_NONE : SYM_WHY_NO_DWARF;
	if (has) {
		result->line_as = as;
		symfile_remember(file, &result->line_file);
		if (has != file)
			symfile_remember(has, &result->line_debug);
	}
	symfile_release(&found);
}

static void load_elf(struct symload *l, const struct module *module, const struct symfile *file,
		     const struct symfile *debug, enum elfread_as as, struct symresult *result)
{
	struct symcache_facts facts = {
		.id_len = file->facts.build_id_len,
		.identity = identity_of(file, debug, as),
	};

	memcpy(facts.id, file->facts.build_id, facts.id_len);
	symfile_remember(debug->fd >= 0 ? debug : file, &result->debug);
	buf_adds(&result->source, debug->fd >= 0 ? debug->path.p : file->path.p);
	if (!load_cached(l, &facts, false, result))
		read_elf(l, file, debug, as, &facts, result);
	note_lines(l, module, file, debug, as, result);
}

/* The file no longer exists, but the cache may have its symbols. */
static void load_gone(struct symload *l, const struct module *module, struct symresult *result)
{
	size_t len = symfile_id_len(module->build_id, module->build_id_len);
	struct symcache_facts facts = { .id_len = (uint32_t)len };

	memcpy(facts.id, module->build_id, len);
	load_cached(l, &facts, true, result);
}

/*
 * Find the module's file, and its debug file if the file has no symbols; or, without the module's
 * file, put the debug file in its place. Returns false if there is neither.
 */
static bool find_files(struct symload *l, const struct module *module, struct symfile *file,
		       struct symfile *debug, struct symresult *result)
{
	const struct symfile_places *places = &l->options.places;
	enum sym_why why = symfile_of_module(file, module, places, l->helper);

	note_lack(file, module, result);
	if (why) {
		result->why = why;
		return module->build_id_len &&
		       (symfile_debug(file, NULL, module, places, l->helper, false) ||
			take_fetched(l, file, result));
	}
	symfile_remember(file, &result->file);
	if (!file->facts.symtab && !symfile_debug(debug, file, module, places, l->helper, false))
		take_fetched(l, debug, result);
	return true;
}

static void load_file(struct symload *l, const struct module *module, struct symresult *result)
{
	struct symfile file = SYMFILE_INIT, debug = SYMFILE_INIT;
	bool found = find_files(l, module, &file, &debug, result);

	result->differs = file.differs;
	if (found) {
		load_elf(l, module, &file, &debug, ELFREAD_OFFSETS, result);
		result->lacks_debug = result->lacks_debug && result->why_no_lines;
	} else {
		load_gone(l, module, result);
	}
	symfile_release(&file);
	symfile_release(&debug);
}

/* ---- vdso ---- */

/* Use the vdso of the running kernel. Returns false if it is not the recorded one. */
static bool is_own_vdso(struct symload *l, const struct module *module, struct symfile *file)
{
	file->fd = vdso_file(&file->size);
	if (file->fd < 0 || !symhelper_facts(l->helper, file->fd, file->size, false, &file->facts))
		return false;
	buf_adds(&file->path, "[vdso]");
	if (!module->build_id_len)
		return running_has_release(module);
	return symfile_same_id(module->build_id, module->build_id_len, file->facts.build_id,
			       file->facts.build_id_len);
}

static void load_vdso(struct symload *l, const struct module *module, struct symresult *result)
{
	struct symfile file = SYMFILE_INIT, none = SYMFILE_INIT;
	bool found = result->vdso = is_own_vdso(l, module, &file);

	result->why = SYM_WHY_VDSO;
	if (!found) {
		symfile_release(&file);
		found = !symfile_vdso(&file, module, &l->options.places, l->helper);
		if (found)
			symfile_remember(&file, &result->file);
	}
	if (found)
		load_elf(l, module, &file, &none, ELFREAD_OFFSETS, result);
	symfile_release(&file);
}

/* ---- texts ---- */

/* Use a table, and replace an earlier result without symbols. */
static void set_table(const struct symtab *table, const char *path, struct symresult *result)
{
	result->table = table;
	buf_reset(&result->source);
	buf_adds(&result->source, path);
}

static enum sym_why load_text(struct symload *l, const char *path, enum textread_kind kind,
			      struct symresult *result)
{
	struct symfile file = SYMFILE_INIT;
	enum sym_why why = symfile_open(&file, path);
	struct table_filling f;

	if (!why && kind == TEXTREAD_PERF_MAP && !symfile_is_trusted(&file))
		why = SYM_WHY_OWNER;
	if (!why) {
		begin_filling(&f, l, file.size);
		why = end_filling(&f, symhelper_text(l->helper, file.fd, kind, &f.sink), result);
		if (!why) {
			f.to->kallsyms = kind == TEXTREAD_KALLSYMS ? mem_strdup(path) : NULL;
			set_table(&f.to->table, path, result);
		} else if (why == SYM_WHY_STRIPPED && f.to->end.text.hidden) {
			why = SYM_WHY_HIDDEN;
		}
	}
	symfile_release(&file);
	return why;
}

static const char *root_of(const struct symload *l, size_t i)
{
	return symfile_root(&l->options.places, i);
}

static void load_jit(struct symload *l, const struct module *module, struct symresult *result)
{
	struct buf path = BUF_INIT;
	const char *root;

	result->why = SYM_WHY_MISSING;
	for (size_t i = 0; result->why == SYM_WHY_MISSING && (root = root_of(l, i)); i++) {
		buf_reset(&path);
		buf_addf(&path, "%s/tmp/perf-%d.map", root, module->pid);
		result->why = load_text(l, path.p, TEXTREAD_PERF_MAP, result);
	}
	if (!result->why)
		result->why = SYM_WHY_BETWEEN;
	else if (result->why != SYM_WHY_OWNER)
		result->why = SYM_WHY_JIT;
	buf_release(&path);
}

/* ---- code of runtimes ---- */

/*
 * Open a jitdump. As in perf, it must belong to the user or to root, because the author of a
 * recording can put the identity of any file into it. The file is also compared with what is
 * recorded about it.
 */
static enum sym_why open_jitdump(const struct symload *l, const struct module *module,
				 struct symfile *file)
{
	enum sym_why why = SYM_WHY_MISSING;
	struct buf path = BUF_INIT;
	const char *next, *root = "";

	if (!module->dso_len || *module->dso != '/')
		return SYM_WHY_MISSING;
	for (size_t i = 0; why == SYM_WHY_MISSING && (next = root_of(l, i)); i++) {
		root = next;
		buf_reset(&path);
		buf_adds(&path, root);
		buf_add(&path, module->dso, module->dso_len);
		why = symfile_open(file, path.p);
	}
	buf_release(&path);
	if (why)
		return why;
	if (!symfile_is_trusted(file))
		return SYM_WHY_OWNER;
	if (!*root && module->ino &&
	    (file->ino != module->ino || file->dev != makedev(module->maj, module->min)))
		return SYM_WHY_OTHER_DUMP;
	return SYM_WHY_NONE;
}

static void load_jitdump(struct symload *l, const struct module *module, struct symresult *result)
{
	struct symfile file = SYMFILE_INIT;
	struct table_filling f;

	result->why = open_jitdump(l, module, &file);
	if (!result->why) {
		begin_filling(&f, l, file.size);
		f.codes = jitspace_open(l->options.spool_dir);
		result->why = end_filling(
			&f, symhelper_jitdump(l->helper, file.fd, file.size, &f.sink), result);
		result->codes = f.codes;
		result->table = result->why ? NULL : &f.to->table;
		buf_adds(&result->source, file.path.p);
		symfile_remember(&file, &result->debug);
		result->line_as = ELFREAD_JITDUMP;
		symfile_remember(&file, &result->line_file);
	}
	if (!result->why || result->why == SYM_WHY_STRIPPED)
		result->why = SYM_WHY_BETWEEN;
	symfile_release(&file);
}

/* ---- the kernel ---- */

static const char running_kallsyms[] = "/proc/kallsyms";

/* Return the path of a text with the kernel's symbols; NULL: there is none that can be trusted. */
static const char *kallsyms_of(const struct symload *l, const struct module *module)
{
	if (l->options.kallsyms)
		return l->options.kallsyms;
	if (module->kallsyms)
		return module->kallsyms;
	return running_is_kernel(module) ? running_kallsyms : NULL;
}

static bool use_read_kallsyms(struct symload *l, const char *path, struct symresult *result)
{
	for (size_t i = 0; i < l->list.n; i++)
		if (l->list.v[i]->kallsyms && !strcmp(l->list.v[i]->kallsyms, path)) {
			set_table(&l->list.v[i]->table, path, result);
			return true;
		}
	return false;
}

/*
 * Load the symbols of the running kernel. The kernel needs longer to write them than perfnav to
 * read them, so the cache keeps them until the next boot or until modules change.
 */
static enum sym_why load_running(struct symload *l, const char *path, struct symresult *result)
{
	struct symcache_facts facts = { .id_len = RUNNING_BOOT_ID };
	bool cache = l->options.cache_dir && running_boot(facts.id, &facts.identity);
	struct loaded_symbols *loaded = cache ? load_cached(l, &facts, false, result) : NULL;
	enum sym_why why;

	if (loaded) {
		loaded->kallsyms = mem_strdup(path);
		set_table(&loaded->table, path, result);
		return SYM_WHY_NONE;
	}
	why = load_text(l, path, TEXTREAD_KALLSYMS, result);
	if (!why && cache) {
		facts.at_text = end_of(result->table)->at_text;
		facts.at_stext = end_of(result->table)->at_stext;
		symcache_save(l->options.cache_dir, &facts, l->store, result->table);
	}
	return why;
}

static enum sym_why load_kallsyms(struct symload *l, const char *path, struct symresult *result)
{
	if (!path)
		return SYM_WHY_KERNEL;
	if (use_read_kallsyms(l, path, result))
		return SYM_WHY_NONE;
	return strcmp(path, running_kallsyms) != 0 ? load_text(l, path, TEXTREAD_KALLSYMS, result)
						   : load_running(l, path, result);
}

/* Load perf's copy of the text of this kernel. */
static bool load_kept_kallsyms(struct symload *l, const struct module *module,
			       struct symresult *result)
{
	struct symfile file = SYMFILE_INIT;
	bool ok = !symfile_kallsyms(&file, module, &l->options.places) &&
		  !load_kallsyms(l, file.path.p, result);

	symfile_release(&file);
	return ok;
}

/*
 * Remember the memory that the symbols belong to. It is next to the text, in /proc and in
 * kcore_dir.
 */
static void remember_kcore(const struct symload *l, const char *kallsyms, struct symresult *result)
{
	struct symfile file = SYMFILE_INIT;
	const char *slash = kallsyms ? strrchr(kallsyms, '/') : NULL;
	struct buf path = BUF_INIT;

	if (slash && kallsyms != l->options.kallsyms) {
		buf_add(&path, kallsyms, (size_t)(slash - kallsyms));
		buf_adds(&path, "/kcore");
		if (!symfile_open(&file, path.p))
			symfile_remember(&file, &result->memory);
	}
	symfile_release(&file);
	buf_release(&path);
}

/*
 * Compute the distance between the kernel of the table and of the recording, from the symbol whose
 * address is recorded.
 */
static void set_delta(const struct module *module, struct symresult *result)
{
	const struct symhelper_end *end = end_of(result->table);
	uint64_t here = module->ref_stext ? end->at_stext : end->at_text;

	result->delta = result->line_delta = module->ref && here ? here - module->ref : 0;
}

static bool load_vmlinux(struct symload *l, const struct module *module, struct symresult *result)
{
	struct symfile file = SYMFILE_INIT, none = SYMFILE_INIT;
	enum sym_why why =
		symfile_vmlinux(&file, l->options.vmlinux, module, &l->options.places, l->helper);

	if (!why) {
		load_elf(l, module, &file, &none, ELFREAD_ADDRESSES, result);
		symfile_remember(&file, &result->memory);
	} else if (l->options.vmlinux) {
		result->why = why;
	}
	symfile_release(&file);
	return result->table || l->options.vmlinux;
}

static void load_kernel(struct symload *l, const struct module *module, struct symresult *result)
{
	bool done = (!l->options.kallsyms || l->options.vmlinux) && load_vmlinux(l, module, result);

	if (!done) {
		const char *kallsyms = kallsyms_of(l, module);
		enum sym_why why = load_kallsyms(l, kallsyms, result);

		if (why && !l->options.kallsyms && load_kept_kallsyms(l, module, result))
			why = SYM_WHY_NONE;
		result->why = why ? why : SYM_WHY_BETWEEN;
		remember_kcore(l, kallsyms, result);
		result->why_no_lines = SYM_WHY_NO_VMLINUX;
	}
	if (result->table)
		set_delta(module, result);
}

static void load_kmodule(struct symload *l, const struct module *module, struct symresult *result)
{
	struct symfile file = SYMFILE_INIT, none = SYMFILE_INIT;
	const char *kallsyms = kallsyms_of(l, module);
	enum sym_why why;

	if (kallsyms && (l->options.kallsyms || module->kallsyms || running_has_module(module)) &&
	    !load_kallsyms(l, kallsyms, result)) {
		result->why = SYM_WHY_BETWEEN;
		remember_kcore(l, kallsyms, result);
		if (!symfile_of_module(&file, module, &l->options.places, l->helper)) {
			note_lines(l, module, &file, &none, ELFREAD_TEXT, result);
			result->line_delta = 0 - module->start;
		}
		symfile_release(&file);
		return;
	}
	why = symfile_of_module(&file, module, &l->options.places, l->helper);
	result->why = why == SYM_WHY_MISSING ? SYM_WHY_KMODULE : why;
	if (!why) {
		load_elf(l, module, &file, &none, ELFREAD_TEXT, result);
		result->delta = result->line_delta = 0 - module->start;
	}
	symfile_release(&file);
}

/* ---- all kinds ---- */

static void (*const loaders[])(struct symload *, const struct module *, struct symresult *) = {
	[MODULE_FILE] = load_file,	 [MODULE_VDSO] = load_vdso,
	[MODULE_JIT] = load_jit,	 [MODULE_KERNEL] = load_kernel,
	[MODULE_KMODULE] = load_kmodule, [MODULE_JITDUMP] = load_jitdump,
};

void symload_module(struct symload *l, const struct module *module, const char *fetched,
		    struct symresult *result)
{
	symresult_init(result, module->kind == MODULE_GUEST ? SYM_WHY_GUEST : SYM_WHY_DATA);
	l->fetched = fetched;
	if ((size_t)module->kind < sizeof(loaders) / sizeof(loaders[0]) && loaders[module->kind])
		loaders[module->kind](l, module, result);
	if (!result->line_file.path.len && !result->why_no_lines)
		result->why_no_lines = result->table ? SYM_WHY_NO_DWARF : result->why;
}
