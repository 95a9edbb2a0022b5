/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "out/script_record.h"

#include <ctype.h>
#include <string.h>

#include "out/script_text.h"
#include "recording/mappings.h"
#include "recording/symbols.h"
#include "wire/decode.h"
#include "wire/names.h"

/* What a record says. */
struct facts {
	struct sink sink;
	const struct script_options *options;
	struct reader *reader;
	const struct row_info *info;
	bool trailer; /* the record has a trailer */
	struct {
		enum field_id field;
		uint64_t num;
	} numbers[32];
	unsigned n;
	const uint8_t *text; /* a name or path */
	size_t text_len;
	const uint8_t *bytes[2]; /* a build id; of TEXT_POKE: old and new bytes */
	size_t bytes_len[2];
	unsigned bytes_n;
	struct buf namespaces;
};

static uint64_t number(const struct facts *f, enum field_id field)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->numbers[i].field == field)
			return f->numbers[i].num;
	return 0;
}

static long long sign(const struct facts *f, enum field_id field)
{
	return (int32_t)number(f, field);
}

static unsigned long long hex(const struct facts *f, enum field_id field)
{
	return number(f, field);
}

/* Append a number as printf's %#x does. */
static void add_number(struct buf *out, uint64_t v)
{
	if (v)
		buf_add0x(out, v);
	else
		buf_addc(out, '0');
}

static void take_namespace(struct facts *f, const struct item *item)
{
	enum {
		IN_LINE = 4
	};
	uint64_t nr = number(f, F_ns_nr);
	const struct name *name = names_find(&names_ns, item->index);

	if (item->field == F_ns_dev) {
		if (item->index && item->index % IN_LINE == 0)
			buf_adds(&f->namespaces, "\n\t\t ");
		buf_addf(&f->namespaces, "%u/%s: %llu/", item->index, name ? name->name : "unknown",
			 (unsigned long long)item->num);
	} else {
		add_number(&f->namespaces, item->num);
		buf_adds(&f->namespaces, item->index + 1 != nr ? ", " : "]\n");
	}
}

static bool take_item(struct sink *sink, const struct item *item)
{
	struct facts *f = (struct facts *)sink;

	switch (item->field) {
	case F_mmap_file:
	case F_comm:
	case F_ksym_name:
	case F_cgroup_path:
		f->text = item->bytes;
		f->text_len = item->text_len;
		break;
	case F_mmap_build_id:
	case F_poke_old:
	case F_poke_new:
		if (f->bytes_n < 2) {
			f->bytes[f->bytes_n] = item->bytes;
			f->bytes_len[f->bytes_n++] = item->len;
		}
		break;
	case F_ns_dev:
	case F_ns_ino:
		take_namespace(f, item);
		break;
	default:
		if (f->n < sizeof(f->numbers) / sizeof(f->numbers[0])) {
			f->numbers[f->n].field = item->field;
			f->numbers[f->n++].num = item->num;
		}
		break;
	}
	return true;
}

static void add_name(const struct facts *f, struct buf *out)
{
	script_text_add(f->options, out, (const char *)f->text, f->text_len);
}

static void add_range(const struct facts *f, struct buf *out)
{
	buf_addf(out, " %lld/%lld: [", sign(f, F_pid), sign(f, F_tid));
	add_number(out, number(f, F_mmap_addr));
	buf_addc(out, '(');
	add_number(out, number(f, F_mmap_len));
	buf_adds(out, ") @ ");
	add_number(out, number(f, F_mmap_pgoff));
}

static void add_mmap(const struct facts *f, struct buf *out)
{
	add_range(f, out);
	buf_addf(out, "]: %c ", f->info->misc & MISC_MMAP_DATA ? 'r' : 'x');
	add_name(f, out);
	buf_addc(out, '\n');
}

static void add_mmap2(const struct facts *f, struct buf *out)
{
	enum {
		READ = 1,
		WRITE = 2,
		EXECUTE = 4,
		SHARED = 1
	};
	uint64_t prot = number(f, F_mmap_prot);

	add_range(f, out);
	if (f->info->misc & MISC_MMAP_BUILD_ID) {
		buf_adds(out, " <");
		buf_add_hexbytes(out, f->bytes[0], f->bytes_len[0]);
		buf_addc(out, '>');
	} else {
		buf_addf(out, " %02llx:%02llx %llu %llu", hex(f, F_mmap_maj), hex(f, F_mmap_min),
			 hex(f, F_mmap_ino), hex(f, F_mmap_ino_gen));
	}
	buf_addf(out, "]: %c%c%c%c ", prot & READ ? 'r' : '-', prot & WRITE ? 'w' : '-',
		 prot & EXECUTE ? 'x' : '-', number(f, F_mmap_flags) & SHARED ? 's' : 'p');
	add_name(f, out);
	buf_addc(out, '\n');
}

static void add_comm(const struct facts *f, struct buf *out)
{
	buf_adds(out, f->info->misc & MISC_COMM_EXEC ? " exec: " : ": ");
	add_name(f, out);
	buf_addf(out, ":%lld/%lld\n", sign(f, F_pid), sign(f, F_tid));
}

static void add_task(const struct facts *f, struct buf *out)
{
	buf_addf(out, "(%lld:%lld):(%lld:%lld)\n", sign(f, F_pid), sign(f, F_tid), sign(f, F_ppid),
		 sign(f, F_ptid));
}

static void add_lost(const struct facts *f, struct buf *out)
{
	buf_addf(out, " lost %llu\n", hex(f, F_lost_count));
}

static void add_switch(const struct facts *f, struct buf *out)
{
	bool left = f->info->misc & MISC_SWITCH_OUT;

	buf_adds(out, !left					? " IN         "
		      : f->info->misc & MISC_SWITCH_OUT_PREEMPT ? " OUT preempt"
								: " OUT        ");
	if (f->info->type == RECORD_SWITCH_CPU_WIDE)
		buf_addf(out, "  %s pid/tid: %5lld/%-5lld", left ? "next" : "prev",
			 sign(f, F_switch_next_pid), sign(f, F_switch_next_tid));
	buf_addc(out, '\n');
}

static void add_namespaces(const struct facts *f, struct buf *out)
{
	buf_addf(out, " %lld/%lld - nr_namespaces: %llu\n\t\t[", sign(f, F_pid), sign(f, F_tid),
		 hex(f, F_ns_nr));
	buf_add(out, f->namespaces.p, f->namespaces.len);
}

static void add_cgroup(const struct facts *f, struct buf *out)
{
	buf_addf(out, " cgroup: %llu ", hex(f, F_cgroup));
	add_name(f, out);
	buf_addc(out, '\n');
}

static void add_ksymbol(const struct facts *f, struct buf *out)
{
	buf_addf(out, " addr %llx len %llu type %llu flags 0x%llx name ", hex(f, F_ksym_addr),
		 hex(f, F_ksym_len), hex(f, F_ksym_type), hex(f, F_ksym_flags));
	add_name(f, out);
	buf_addc(out, '\n');
}

static void add_bpf_event(const struct facts *f, struct buf *out)
{
	buf_addf(out, " type %llu, flags %llu, id %llu\n", hex(f, F_bpf_type), hex(f, F_bpf_flags),
		 hex(f, F_bpf_id));
}

/* Append the symbol of an address in the kernel. */
static void add_symbol(const struct facts *f, uint64_t addr, struct buf *out)
{
	const struct mapping *mapping =
		mappings_find(reader_mappings(f->reader), f->info, CPUMODE_KERNEL, addr, NULL);
	struct symbols_answer symbol = { .answer = SYMS_NONE };

	if (mapping)
		symbols_find(reader_symbols(f->reader), f->info, mapping, addr, &symbol);
	if (symbol.answer != SYMS_FOUND)
		return;
	script_text_add(f->options, out, symbol.name, symbol.len);
	buf_add_offset(out, symbol.off);
}

static void add_text_poke(const struct facts *f, struct buf *out)
{
	static const struct script_bytes how[2] = {
		{ .width = 16,
		  .first = "            Old bytes:",
		  .others = "            Old bytes:" },
		{ .width = 16,
		  .first = "            New bytes:",
		  .others = "            New bytes:" },
	};

	buf_addf(out, " %llx ", hex(f, F_poke_addr));
	add_symbol(f, number(f, F_poke_addr), out);
	buf_addf(out, " old len %llu new len %llu\n", hex(f, F_poke_old_len),
		 hex(f, F_poke_new_len));
	for (unsigned i = 0; i < f->bytes_n; i++)
		script_record_bytes(&how[i], f->bytes[i], f->bytes_len[i], out);
}

/* own: the record itself names its task. */
static const struct kind_row {
	uint32_t type;
	bool own;
	void (*add)(const struct facts *f, struct buf *out);
} kinds[] = {
	{ RECORD_MMAP, true, add_mmap },
	{ RECORD_MMAP2, true, add_mmap2 },
	{ RECORD_COMM, true, add_comm },
	{ RECORD_FORK, true, add_task },
	{ RECORD_EXIT, true, add_task },
	{ RECORD_LOST, false, add_lost },
	{ RECORD_SWITCH, false, add_switch },
	{ RECORD_SWITCH_CPU_WIDE, false, add_switch },
	{ RECORD_NAMESPACES, true, add_namespaces },
	{ RECORD_CGROUP, false, add_cgroup },
	{ RECORD_KSYMBOL, false, add_ksymbol },
	{ RECORD_BPF_EVENT, false, add_bpf_event },
	{ RECORD_TEXT_POKE, false, add_text_poke },
};

static const struct kind_row *find_kind(uint32_t type)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].type == type)
			return &kinds[i];
	return NULL;
}

static void read_facts(struct reader *reader, const struct row_info *info, struct facts *f)
{
	struct layout layout;
	const uint8_t *p;
	size_t len;

	f->sink = (struct sink){ .begin = take_item, .value = take_item };
	f->reader = reader;
	f->info = info;
	reader_layout(reader, info, &layout);
	f->trailer = layout.trailer;
	p = reader_bytes(reader, info, &len);
	decode_record(&layout, p, len, &f->sink);
}

void script_record_add(struct reader *reader, const struct script_options *options,
		       const struct row_info *info, struct buf *out)
{
	const struct kind_row *kind = find_kind(info->type);
	struct facts f = { .options = options, .namespaces = BUF_INIT };

	buf_adds(out, "PERF_RECORD_");
	record_name(out, info->type);
	if (kind) {
		read_facts(reader, info, &f);
		kind->add(&f, out);
	} else {
		buf_addc(out, '\n');
	}
	buf_release(&f.namespaces);
}

static bool has(const struct facts *f, enum field_id field)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->numbers[i].field == field)
			return true;
	return false;
}

/* The ids in a record's trailer. If its body has such ids, too, they have names of their own. */
static void set_trailer_task(const struct facts *f, const struct kind_row *kind,
			     const struct row_info *info, struct row_info *trailer)
{
	*trailer = *info;
	if (!kind || !kind->own || !has(f, F_sid_tid))
		return;
	trailer->pid = (uint32_t)number(f, F_sid_pid);
	trailer->tid = (uint32_t)number(f, F_sid_tid);
}

/*
 * If events have no trailers, perf uses the task of the record, CPU 0 and the time in the body, or
 * 0.
 */
static void set_default_task(const struct facts *f, const struct row_info *named,
			     struct row_info *trailer)
{
	trailer->pid = named->pid;
	trailer->tid = named->tid;
	trailer->has_pid = trailer->has_tid = trailer->has_cpu = trailer->has_time = true;
	trailer->cpu = 0;
	trailer->time = has(f, F_body_time) ? number(f, F_body_time) : 0;
}

void script_record_tasks(struct reader *reader, const struct row_info *info,
			 struct row_info *trailer, struct row_info *named)
{
	const struct kind_row *kind = find_kind(info->type);
	struct facts f = { .namespaces = BUF_INIT };

	read_facts(reader, info, &f);
	set_trailer_task(&f, kind, info, trailer);
	*named = *info;
	if (kind && kind->own) {
		named->pid = (uint32_t)number(&f, F_pid);
		named->tid = (uint32_t)number(&f, F_tid);
		named->has_pid = named->has_tid = true;
	}
	if (!f.trailer)
		set_default_task(&f, named, trailer);
	/* The kernel's task has no process, and counts as task 0. */
	if (named->pid == UINT32_MAX)
		named->pid = named->tid;
	buf_release(&f.namespaces);
}

/* ---- bytes ---- */

static void add_characters(const uint8_t *p, size_t len, struct buf *out)
{
	for (size_t i = 0; i < len; i++)
		buf_addc(out, p[i] < 0x7f && isprint(p[i]) ? (char)p[i] : '.');
}

void script_record_bytes(const struct script_bytes *how, const uint8_t *p, size_t len,
			 struct buf *out)
{
	for (size_t at = 0; at < len; at += how->width) {
		size_t n = len - at < how->width ? len - at : how->width;

		buf_adds(out, at ? how->others : how->first);
		if (how->offsets)
			buf_addf(out, " %04zx:", at);
		for (size_t i = 0; i < n; i++) {
			buf_addc(out, ' ');
			buf_add_hexbytes(out, p + at + i, 1);
		}
		if (how->text) {
			buf_fill(out, ' ', 3 * (how->width - n));
			buf_adds(out, "  ");
			add_characters(p + at, n, out);
			buf_fill(out, ' ', how->width - n);
		}
		buf_addc(out, '\n');
	}
}
