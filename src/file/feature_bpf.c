/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BPF_PROG_INFO and BPF_BTF: the BPF programs that were loaded, and their types. */
#include "base/text.h"
#include "file/feature_rows.h"
#include "file/section.h"
#include "file/section_wrap.h"
#include "wire/names.h"

/* clang-format off */
/* linux/bpf.h, enum bpf_prog_type */
static const struct names prog_types = { .join = "|", .list = (const struct name[]){
	{ 0, "unspec" }, { 1, "socket_filter" }, { 2, "kprobe" }, { 3, "sched_cls" },
	{ 4, "sched_act" }, { 5, "tracepoint" }, { 6, "xdp" }, { 7, "perf_event" },
	{ 8, "cgroup_skb" }, { 9, "cgroup_sock" }, { 10, "lwt_in" }, { 11, "lwt_out" },
	{ 12, "lwt_xmit" }, { 13, "sock_ops" }, { 14, "sk_skb" }, { 15, "cgroup_device" },
	{ 16, "sk_msg" }, { 17, "raw_tracepoint" }, { 18, "cgroup_sock_addr" },
	{ 19, "lwt_seg6local" }, { 20, "lirc_mode2" }, { 21, "sk_reuseport" },
	{ 22, "flow_dissector" }, { 23, "cgroup_sysctl" }, { 24, "raw_tracepoint_writable" },
	{ 25, "cgroup_sockopt" }, { 26, "tracing" }, { 27, "struct_ops" }, { 28, "ext" },
	{ 29, "lsm" }, { 30, "sk_lookup" }, { 31, "syscall" }, { 32, "netfilter" }, { 0 } } };

enum prog_form { PROG_U32, PROG_U64, PROG_TIME, PROG_TAG, PROG_NAME, PROG_TYPE };

/*
 * linux/bpf.h, struct bpf_prog_info without its pointers. The structure grew at its end: a value
 * exists if the writer's structure reaches that far.
 */
static const struct prog_field {
	const char *key;
	uint8_t at;
	uint8_t form; /* enum prog_form */
} prog_fields[] = {
	{ "type", 0, PROG_TYPE },
	{ "id", 4, PROG_U32 },
	{ "tag", 8, PROG_TAG },
	{ "name", 64, PROG_NAME },
	{ "jited_prog_len", 16, PROG_U32 },
	{ "xlated_prog_len", 20, PROG_U32 },
	{ "load_time", 40, PROG_TIME },
	{ "uid", 48, PROG_U32 },
	{ "nr_map_ids", 52, PROG_U32 },
	{ "ifindex", 80, PROG_U32 },
	{ "netns_dev", 88, PROG_U64 },
	{ "netns_ino", 96, PROG_U64 },
	{ "nr_jited_ksyms", 104, PROG_U32 },
	{ "nr_jited_func_lens", 108, PROG_U32 },
	{ "btf_id", 128, PROG_U32 },
	{ "nr_func_info", 144, PROG_U32 },
	{ "nr_line_info", 148, PROG_U32 },
	{ "nr_jited_line_info", 168, PROG_U32 },
	{ "nr_prog_tags", 180, PROG_U32 },
	{ "run_time", 192, PROG_TIME },
	{ "run_cnt", 200, PROG_U64 },
	{ "recursion_misses", 208, PROG_U64 },
	{ "verified_insns", 216, PROG_U32 },
};

/*
 * Arrays that follow the structure, one for each bit of the bitmap: where the structure has their
 * offset and their number of elements. perf's util/bpf-utils.c.
 */
static const struct prog_array {
	const char *name;
	uint8_t offset_at, count_at; /* where the structure has a u64 and a u32 */
	uint8_t size;                /* bytes of one shown element, 0: elements are not shown */
} prog_arrays[] = {
	{ "jited", 24, 16, 0 },
	{ "xlated", 32, 20, 0 },
	{ "map_ids", 56, 52, 4 },
	{ "jited_ksyms", 112, 104, 8 },
	{ "jited_func_lens", 120, 108, 4 },
	{ "func_info", 136, 144, 0 },
	{ "line_info", 152, 148, 0 },
	{ "jited_line_info", 160, 168, 0 },
	{ "prog_tags", 184, 180, 0 },
};
/* clang-format on */

enum {
	PROG_ARRAYS = sizeof(prog_arrays) / sizeof(prog_arrays[0]),
	PROG_FIELDS = sizeof(prog_fields) / sizeof(prog_fields[0]),
	INFO_MIN = 64, /* up to map_ids */
	TAG_LEN = 8,
	NAME_LEN = 16
};

struct prog {
	const uint8_t *info, *data;
	uint32_t info_len, data_len;
	uint64_t arrays;
	bool big;
};

static size_t form_size(enum prog_form form)
{
	static const uint8_t sizes[] = { [PROG_U32] = 4, [PROG_U64] = 8,   [PROG_TIME] = 8,
					 [PROG_TAG] = 8, [PROG_NAME] = 16, [PROG_TYPE] = 4 };

	return sizes[form];
}

static uint64_t prog_uint(const struct prog *prog, size_t at, unsigned size)
{
	return at + size <= prog->info_len ? load_uint(prog->info + at, size, prog->big) : 0;
}

static void field_json(struct report *r, const struct prog *prog, const struct prog_field *f)
{
	const uint8_t *p = prog->info + f->at;
	const struct name *name;

	switch ((enum prog_form)f->form) {
	case PROG_TAG:
		report_hexbytes(r, f->key, p, TAG_LEN);
		break;
	case PROG_NAME:
		report_bytes(r, f->key, p, text_nul(p, NAME_LEN));
		break;
	case PROG_TYPE:
		report_u64(r, f->key, load_u32(p, prog->big));
		name = names_find(&prog_types, load_u32(p, prog->big));
		if (name)
			report_str(r, "type_name", name->name);
		break;
	default:
		report_u64(r, f->key, load_uint(p, (unsigned)form_size(f->form), prog->big));
	}
}

/* The elements of an array, cut to those that lie within the data. */
static const uint8_t *array_at(const struct prog *prog, const struct prog_array *array,
			       uint32_t *count)
{
	uint64_t offset = prog_uint(prog, array->offset_at, 8);

	*count = (uint32_t)prog_uint(prog, array->count_at, 4);
	if (offset > prog->data_len || *count > (prog->data_len - offset) / array->size)
		return NULL;
	return prog->data + offset;
}

static void arrays_json(struct report *r, const struct prog *prog)
{
	report_values(r, "arrays");
	for (unsigned i = 0; i < PROG_ARRAYS; i++)
		if (prog->arrays >> i & 1)
			report_str(r, NULL, prog_arrays[i].name);
	report_end_values(r);
	for (unsigned i = 0; i < PROG_ARRAYS; i++) {
		const struct prog_array *array = &prog_arrays[i];
		const uint8_t *p;
		uint32_t n;

		if (!(prog->arrays >> i & 1) || !array->size)
			continue;
		p = array_at(prog, array, &n);
		report_values(r, array->name);
		for (uint32_t k = 0; p && k < n; k++)
			report_u64(r, NULL,
				   load_uint(p + (size_t)k * array->size, array->size, prog->big));
		report_end_values(r);
	}
}

static void prog_json(struct report *r, const struct prog *prog)
{
	report_object(r, NULL);
	for (size_t i = 0; i < PROG_FIELDS; i++) {
		const struct prog_field *f = &prog_fields[i];

		if (f->at + form_size(f->form) <= prog->info_len)
			field_json(r, prog, f);
	}
	arrays_json(r, prog);
	report_end_object(r);
}

static void prog_text(struct section_reader *s, const struct prog *prog)
{
	uint64_t type = prog_uint(prog, 0, 4), load = prog_uint(prog, 40, 8);
	const struct name *name = names_find(&prog_types, type);
	struct buf line = BUF_INIT;

	buf_addf(&line, "%u ", (unsigned)prog_uint(prog, 4, 4));
	if (name)
		buf_addf(&line, "%s ", name->name);
	else
		buf_addf(&line, "type %u ", (unsigned)type);
	if (prog->info_len >= 64 + NAME_LEN) {
		buf_add(&line, prog->info + 64, text_nul(prog->info + 64, NAME_LEN));
		buf_addc(&line, ' ');
	}
	buf_adds(&line, "tag ");
	buf_add_hexbytes(&line, prog->info + 8, TAG_LEN);
	buf_addf(&line, ": %u bytes jited, %u xlated, %u maps, user %u, loaded at %llu.%09llu s",
		 (unsigned)prog_uint(prog, 16, 4), (unsigned)prog_uint(prog, 20, 4),
		 (unsigned)prog_uint(prog, 52, 4), (unsigned)prog_uint(prog, 48, 4),
		 (unsigned long long)(load / 1000000000), (unsigned long long)(load % 1000000000));
	section_line(s, NULL, &line);
	buf_release(&line);
}

static bool prog_next(struct section_reader *s, struct prog *prog)
{
	prog->big = s->c.big;
	prog->info_len = section_u32(s, "the size of the structure");
	prog->data_len = section_u32(s, "the size of the data");
	prog->arrays = section_u64(s, "the bitmap of arrays");
	if (!s->c.failed && prog->info_len < INFO_MIN)
		section_fail(s, "the structure has %u bytes, the smallest has %u", prog->info_len,
			     INFO_MIN);
	prog->info = section_take(s, "the structure", prog->info_len);
	prog->data = section_take(s, "the data", prog->data_len);
	return prog->data;
}

static bool read_prog(struct section_reader *s, bool shown)
{
	struct prog prog;

	if (!prog_next(s, &prog))
		return false;
	if (!section_text(s))
		prog_json(s->r, &prog);
	else if (shown)
		prog_text(s, &prog);
	return true;
}

void feature_bpf_prog_read(struct section_reader *s)
{
	section_each(s, "the number of programs", read_prog);
}

static void btf_text(struct section_wrap *w, uint32_t id, uint32_t size)
{
	struct buf part = BUF_INIT;

	buf_addf(&part, "id %u: %u bytes", id, size);
	section_wrap_add(w, part.p, part.len);
	buf_release(&part);
}

static void btf_json(struct report *r, uint32_t id, uint32_t size)
{
	report_object(r, NULL);
	report_u64(r, "id", id);
	report_u64(r, "size", size);
	report_end_object(r);
}

void feature_bpf_btf_read(struct section_reader *s)
{
	uint32_t n = section_u32(s, "the number of entries");
	struct section_wrap w;

	if (section_text(s))
		section_wrap_begin(&w, s->r, s->key, ", ");
	else
		report_list(s->r, s->key);
	for (uint64_t i = 0; n && section_next(s, i, n); i++) {
		uint32_t id = section_u32(s, "id"), size = section_u32(s, "size");

		if (!section_take(s, "the types", size))
			break;
		if (section_text(s))
			btf_text(&w, id, size);
		else
			btf_json(s->r, id, size);
	}
	if (section_text(s))
		section_wrap_end(&w);
	else
		report_end_list(s->r);
}
