/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sym/symresult.h"

#include <elf.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "sym/kcore.h"
#include "sym/vdso.h"

void symresult_init(struct symresult *r, enum sym_why why)
{
	*r = (struct symresult){
		.why = why,
		.source = BUF_INIT,
		.problem = BUF_INIT,
		.file = SYMFILE_TRACE_INIT,
		.debug = SYMFILE_TRACE_INIT,
		.memory = SYMFILE_TRACE_INIT,
		.line_file = SYMFILE_TRACE_INIT,
		.line_debug = SYMFILE_TRACE_INIT,
	};
}

void symresult_release(struct symresult *r)
{
	jitspace_close(r->codes);
	buf_release(&r->source);
	buf_release(&r->problem);
	buf_release(&r->file.path);
	buf_release(&r->debug.path);
	buf_release(&r->memory.path);
	buf_release(&r->line_file.path);
	buf_release(&r->line_debug.path);
}

/* ---- names ---- */

/* Find the name of generated code. The table of a jitdump has names by number of the code. */
static bool find_made(const struct symresult *r, struct symstore *store, uint64_t at, uint64_t time,
		      struct symbol *symbol)
{
	struct symrange range;
	struct jitcode code;
	uint32_t number;

	if (!r->table || !jitspace_find(r->codes, at, time, &number, &code) ||
	    !symstore_find(store, r->table, number, &range, &symbol->name)) {
		symbol->why = r->why;
		return false;
	}
	symbol->start = code.start;
	symbol->size = code.size;
	symbol->from = symbol->to = 0;
	symbol->off = at - code.start;
	return true;
}

bool symresult_find(const struct symresult *r, struct symstore *store, uint64_t at, uint64_t time,
		    struct symbol *symbol)
{
	struct symrange range;

	if (r->codes)
		return find_made(r, store, at, time, symbol);
	if (!r->table || !symstore_find(store, r->table, at + r->delta, &range, &symbol->name)) {
		symbol->why = r->why;
		return false;
	}
	symbol->start = range.base - r->delta;
	symbol->size = range.size;
	symbol->off = at - symbol->start;
	symbol->from = range.start - r->delta;
	symbol->to = range.end - r->delta;
	return true;
}

struct shift {
	uint64_t delta;
	bool (*each)(void *arg, const struct symrange *range);
	void *arg;
};

static bool each_shifted(void *arg, const struct symrange *range)
{
	const struct shift *shift = arg;
	struct symrange r = *range;

	r.start -= shift->delta;
	r.end -= shift->delta;
	r.base -= shift->delta;
	return shift->each(shift->arg, &r);
}

bool symresult_each(const struct symresult *r, struct symstore *store,
		    bool (*each)(void *arg, const struct symrange *range), void *arg)
{
	if (!r->table)
		return true;
	return symstore_each(store, r->table, each_shifted, &(struct shift){ r->delta, each, arg });
}

/* ---- code ---- */

static int open_file(const struct symresult *r)
{
	uint64_t size;

	if (r->codes)
		return symfile_again(&r->debug);
	return r->vdso ? vdso_file(&size) : symfile_again(&r->file);
}

int symresult_file(const struct symresult *r, enum sym_why *why)
{
	int fd = open_file(r);

	if (why)
		*why = fd >= 0 ? SYM_WHY_NONE : r->file.path.len ? SYM_WHY_MISSING : r->why;
	return fd;
}

/*
 * Find the bytes of a jitdump's code in the file, and their number. Returns false if there are
 * none.
 */
static bool find_bytes(const struct symresult *r, uint64_t *at, uint64_t time, size_t *len)
{
	struct jitcode code;
	uint32_t number;

	if (!r->codes)
		return true;
	if (!jitspace_find(r->codes, *at, time, &number, &code))
		return false;
	if (*len > code.start + code.size - *at)
		*len = (size_t)(code.start + code.size - *at);
	*at = *at - code.start + code.bytes;
	return true;
}

bool symresult_line_place(const struct symresult *r, uint64_t *at, uint64_t time)
{
	size_t len = 1;

	*at += r->line_delta;
	return find_bytes(r, at, time, &len);
}

static bool is_narrow(int fd)
{
	char head[EI_NIDENT];

	return io_read_at(fd, 0, head, sizeof(head)) == sizeof(head) &&
	       !memcmp(head, ELFMAG, SELFMAG) && head[EI_CLASS] == ELFCLASS32;
}

void symresult_code(const struct symresult *r, uint64_t at, uint64_t time, struct machinecode *code)
{
	bool memory = r->memory.path.len;
	int fd = memory ? symfile_again(&r->memory) : open_file(r);
	size_t room = code->len;

	*code = (struct machinecode){ .p = code->p };
	if (fd < 0)
		return;
	if (memory) {
		code->len = kcore_read(fd, at + r->delta, code->p, room);
	} else if (find_bytes(r, &at, time, &room) && at <= INT64_MAX) {
		code->len = io_read_at(fd, at, code->p, room);
		code->narrow = is_narrow(fd);
	}
	close(fd);
}
