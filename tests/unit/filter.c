/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What expressions are read as. */
#include "filter/filter.h"

#include <string.h>

#include "filter/functions.h"
#include "tap.h"

/* ---- the tree as text ---- */

static void add_number(struct buf *out, s128 num)
{
	if (num < 0)
		buf_addc(out, '-');
	buf_addf(out, "%llu", (unsigned long long)(num < 0 ? -num : num));
}

static void add_texts(struct buf *out, const struct node *node)
{
	buf_adds(out, node->op == OP_CONTAINS ? "~{" : "{");
	for (size_t i = 0; i < node->texts.n; i++) {
		if (i)
			buf_addc(out, ' ');
		buf_add(out, node->texts.v[i].p, node->texts.v[i].len);
	}
	buf_addc(out, '}');
}

static void add_value(struct buf *out, const struct node *node);
static void add_node(struct buf *out, const struct node *node);

static void add_ranges(struct buf *out, const struct node *node)
{
	buf_addc(out, '{');
	for (size_t i = 0; i < node->ranges.n; i++) {
		if (i)
			buf_addc(out, ' ');
		add_value(out, node->ranges.v[i].lo);
		if (node->ranges.v[i].hi) {
			buf_adds(out, "..");
			add_value(out, node->ranges.v[i].hi);
		}
	}
	buf_addc(out, '}');
}

static const char *const ops[] = {
	[OP_EQ] = "==", [OP_NE] = "!=",	   [OP_LT] = "<",    [OP_LE] = "<=", [OP_GT] = ">",
	[OP_GE] = ">=", [OP_ADD] = "+",	   [OP_SUB] = "-",   [OP_MUL] = "*", [OP_DIV] = "/",
	[OP_MOD] = "%", [OP_BITAND] = "&", [OP_BITOR] = "|",
};

static void add_arith(struct buf *out, const struct node *node)
{
	buf_addc(out, '(');
	if (!node->b)
		buf_addc(out, node->op == OP_INVERT ? '~' : '-');
	add_value(out, node->a);
	if (node->b) {
		buf_adds(out, ops[node->op]);
		add_value(out, node->b);
	}
	buf_addc(out, ')');
}

static void add_value(struct buf *out, const struct node *node)
{
	switch (node->kind) {
	case NODE_NUMBER:
		add_number(out, node->num);
		break;
	case NODE_PERCENT:
		add_number(out, node->num);
		buf_addc(out, '%');
		break;
	case NODE_FIELD:
		buf_adds(out, field_id_name(node->field));
		if (node->member)
			buf_addf(out, ":%s", node->member);
		if (node->index >= 0)
			buf_addf(out, "[%d]", (int)node->index);
		if (node->slot >= 0)
			buf_addf(out, "#%d", node->slot);
		break;
	case NODE_ARITH:
		add_arith(out, node);
		break;
	case NODE_SLICE:
		add_value(out, node->a);
		buf_addf(out, "[%u:%d]%s", node->from, (int)node->len, node->as_number ? "n" : "");
		break;
	case NODE_COUNT:
	case NODE_LEN:
		buf_adds(out, node->kind == NODE_COUNT ? "count(" : "len(");
		add_node(out, node->a);
		buf_addc(out, ')');
		break;
	default:
		buf_adds(out, "?");
		break;
	}
}

static void add_leaf(struct buf *out, const struct node *node)
{
	if (node->all)
		buf_adds(out, "all ");
	if (node->negate)
		buf_addc(out, '!');
	if (node->kind == NODE_ELEMENT) {
		buf_addf(out, "%s[", field_id_name(node->field));
		add_node(out, node->a);
		buf_addc(out, ']');
		return;
	}
	if (node->kind < NODE_TRUTH || node->kind > NODE_ELEMENT) {
		add_value(out, node);
		return;
	}
	if (node->kind == NODE_NAME) {
		buf_addf(out, "%s of ", field_id_name(node->field));
		add_value(out, node->a);
		node = node->name;
	} else {
		add_value(out, node->a);
	}
	if (node->kind == NODE_COMPARE) {
		buf_adds(out, ops[node->op]);
		add_value(out, node->b);
	} else if (node->kind == NODE_IN) {
		add_ranges(out, node);
	} else if (node->kind == NODE_MASK) {
		buf_addf(out, "&%#llx", (unsigned long long)node->mask);
		if (node->levels)
			buf_addf(out, "/%#x", node->levels);
	} else if (node->kind == NODE_TEXTS) {
		add_texts(out, node);
	} else if (node->kind == NODE_MATCH) {
		buf_addf(out, "~%s", node->b->text.p);
	}
}

static void add_node(struct buf *out, const struct node *node)
{
	static const char *const names[] = {
		[NODE_AND] = "and",
		[NODE_OR] = "or",
		[NODE_NOT] = "not",
	};

	if (!node) {
		buf_adds(out, "everything");
	} else if (!node_is_joint(node)) {
		add_leaf(out, node);
	} else {
		buf_addf(out, "(%s ", names[node->kind]);
		add_node(out, node->a);
		if (node->b) {
			buf_addc(out, ' ');
			add_node(out, node->b);
		}
		buf_addc(out, ')');
	}
}

#define S64_MAX "9223372036854775807"
#define S64_MIN "-9223372036854775808"

static const struct {
	const char *expr, *tree;
} reads[] = {
	{ "", "everything" },
	{ "  \t ", "everything" },

	/* and binds tighter than or, not tighter than both */
	{ "pid", "pid" },
	{ "pid or tid and cpu", "(or pid (and tid cpu))" },
	{ "pid and tid or cpu", "(or (and pid tid) cpu)" },
	{ "(pid or tid) and cpu", "(and (or pid tid) cpu)" },
	{ "pid and (tid or cpu)", "(and pid (or tid cpu))" },
	{ "not pid and tid", "(and (not pid) tid)" },
	{ "not (pid and tid)", "(not (and pid tid))" },
	{ "not not pid", "(not (not pid))" },
	{ "not pid == 1 or tid", "(or (not pid==1) tid)" },
	{ "pid or tid or cpu", "(or (or pid tid) cpu)" },
	{ "pid && tid || !cpu", "(or (and pid tid) (not cpu))" },
	{ "!(pid)&&tid", "(and (not pid) tid)" },
	{ "((((pid))))", "pid" },

	/* comparisons */
	{ "pid == 7", "pid==7" },
	{ "pid==7", "pid==7" },
	{ "pid eq 7", "pid==7" },
	{ "pid != 7", "pid!=7" },
	{ "pid ne 7", "pid!=7" },
	{ "pid < 7", "pid<7" },
	{ "pid lt 7", "pid<7" },
	{ "pid <= 7", "pid<=7" },
	{ "pid le 7", "pid<=7" },
	{ "pid > 7", "pid>7" },
	{ "pid gt 7", "pid>7" },
	{ "pid >= 7", "pid>=7" },
	{ "pid ge 7", "pid>=7" },
	{ "ip < 7", "ip<7" },
	{ "ip >= 7", "ip>=7" },
	{ "ip != 0", "ip!=0" },
	{ "ip != 0xffffffffffffffff", "ip!=18446744073709551615" },

	/* the ends of the range */
	{ "ip < 0", "ip<0" },
	{ "ip > 0xffffffffffffffff", "ip>18446744073709551615" },
	{ "ip <= 0xffffffffffffffff", "ip<=18446744073709551615" },
	{ "pid == " S64_MIN, "pid==-9223372036854775808" },
	{ "pid < " S64_MIN, "pid<-9223372036854775808" },
	{ "pid > " S64_MAX, "pid>9223372036854775807" },

	/* signs */
	{ "pid == -1", "pid==-1" },
	{ "pid < 0", "pid<0" },
	{ "pid >= -1", "pid>=-1" },
	{ "cpu in {-1..1}", "cpu{-1..1}" },
	{ "hw_idx == -1", "hw_idx==-1" },

	/* sets and ranges */
	{ "pid in {1}", "pid{1}" },
	{ "pid in { 1 , 2,3 }", "pid{1 2 3}" },
	{ "pid in {1..5}", "pid{1..5}" },
	{ "pid in {1 .. 5, 9, 0x10..0x1f}", "pid{1..5 9 16..31}" },
	{ "not pid in {1, 2}", "(not pid{1 2})" },
	{ "comm in {\"a\", 'b c'}", "comm{a b c}" },

	/* numbers and units */
	{ "ip == 0x1F", "ip==31" },
	{ "ip == 0X1f", "ip==31" },
	{ "period >= 1M", "period>=1000000" },
	{ "period == 2K", "period==2000" },
	{ "period == 3G", "period==3000000000" },
	{ "size == 2Ki", "size==2048" },
	{ "size == 1Mi", "size==1048576" },
	{ "size == 1Gi", "size==1073741824" },
	{ "size == 0.5Ki", "size==512" },
	{ "time == 5", "time==5" },
	{ "time == 5ns", "time==5" },
	{ "time == 5us", "time==5000" },
	{ "time == 5ms", "time==5000000" },
	{ "time == 5s", "time==5000000000" },
	{ "time == 12.5s", "time==12500000000" },
	{ "time == 12.000000001s", "time==12000000001" },
	{ "time == 1.000s", "time==1000000000" },
	{ "time in {1.5s..1600ms}", "time{1500000000..1600000000}" },
	{ "ip == 18446744073709551615", "ip==18446744073709551615" },
	{ "size == 1.5K", "size==1500" },

	/* names, which ignore case */
	{ "type == SAMPLE", "type==9" },
	{ "type == sample", "type==9" },
	{ "type == \"Sample\"", "type==9" },
	{ "type in {MMAP, mmap2, LOST}", "type{1 10 2}" },
	{ "type == UNKNOWN(40)", "type==40" },
	{ "type == 40", "type==40" },
	{ "type == DAMAGE", "type==4294967295" },
	{ "type != COMM", "type!=3" },
	{ "cpumode == Kernel", "cpumode==1" },
	{ "cpumode in {user, KERNEL}", "cpumode{2 1}" },
	{ "data_src.lvl_num == l1", "data_src.lvl_num==1" },
	{ "br.type == call", "brstack.type==4" },

	/* masks: a name is a bit, a number the whole */
	{ "mem.op == LOAD", "data_src.op&0x2" },
	{ "mem.op != LOAD", "!data_src.op&0x2" },
	{ "mem.lvl in {L1, L2}", "data_src.lvl&0x28/0x6" },
	{ "mem.lvl == L4", "data_src.lvl&0/0x10" },
	{ "mem.lvl != PMEM", "!data_src.lvl&0/0x4000" },
	{ "mem.lvl in {L1, L4}", "data_src.lvl&0x8/0x12" },
	{ "mem.lvl == 0", "data_src.lvl==0" },
	{ "mem.lock == UNLOCKED", "data_src.lock==0" },
	{ "mem.lock in {unlocked, locked}", "(or data_src.lock&0x2 data_src.lock{0})" },
	{ "mem.lock in {UNLOCKED}", "data_src.lock{0}" },
	{ "mem.op == 2", "data_src.op==2" },

	/* text */
	{ "comm == \"nginx\"", "comm{nginx}" },
	{ "comm == 'nginx'", "comm{nginx}" },
	{ "comm != \"nginx\"", "!comm{nginx}" },
	{ "comm contains \"ngi\"", "comm~{ngi}" },
	{ "comm == \"a\\\"b\\\\c\\x41\\x7a\"", "comm{a\"b\\cAz}" },
	{ "comm == 'say \"x\"'", "comm{say \"x\"}" },
	{ "comm == \"\"", "comm{}" },
	{ "comm == \"and or not (\"", "comm{and or not (}" },
	{ "event == \"sched:sched_switch\"", "event{sched:sched_switch}" },

	/* other names */
	{ "n == 5", "ordinal==5" },
	{ "stack.ip == 5", "callchain.ip==5" },
	{ "br.mispred", "brstack.mispred" },
	{ "brstack", "brstack" },
	{ "uregs.ax == 5", "uregs.REG:ax==5" },
	{ "iregs.sp", "iregs.REG:sp" },
	{ "sid.pid == 5", "sid.pid==5" },

	/* the field may be on the right */
	{ "5 == pid", "pid==5" },
	{ "5 < pid", "pid>5" },
	{ "\"x\" == comm", "comm{x}" },

	/* computing: and, or, not are looser than comparisons, these than bits, than sums */
	{ "addr & ~63 == 64", "(addr&-64)==64" },
	{ "ip + 2 * 3 == 7", "(ip+6)==7" },
	{ "ip * 2 + 3 == 7", "((ip*2)+3)==7" },
	{ "ip | 1 & 3 + 4 == 7", "(ip|1)==7" },
	{ "(ip | 1) & 3 == 1", "((ip|1)&3)==1" },
	{ "-ip < 5 % 3", "(-ip)<2" },
	{ "ip - 5 - 3 == 1", "((ip-5)-3)==1" },
	{ "ip / 0 == 1", "(ip/0)==1" },
	{ "~0 == ip", "ip==-1" },
	{ "aux.flags & 1", "(aux.flags&1)" },
	{ "aux.flags & TRUNCATED", "(aux.flags&1)" },
	{ "pid == tid", "pid==tid" },
	{ "time in {body.time - 5ms .. body.time + 5ms}",
	  "time{(body.time-5000000)..(body.time+5000000)}" },
	{ "ordinal % 3 == 0", "(ordinal%3)==0" },
	{ "ordinal %3 == 0", "(ordinal%3)==0" },
	{ "10%3 == ordinal", "ordinal==1" },
	{ "in == 5", "in==5" },

	/* parts of the time */
	{ "time in {10%..20%}", "time{10000000000%..20000000000%}" },
	{ "time < 12.5%", "time<12500000000%" },
	{ "rel >= 50% - 1ms", "rel>=(50000000000%-1000000)" },
	{ "time<100% and pid", "(and time<100000000000% pid)" },

	/* cheap conditions first, in an order that does not change otherwise */
	{ "ip == 1 and pid == 2", "(and pid==2 ip==1)" },
	{ "ip == 1 or pid == 2 or type == 3", "(or (or type==3 pid==2) ip==1)" },
	{ "comm ~ 'x' and tid and ip", "(and (and tid ip) comm~x)" },
	{ "tid and pid and cpu", "(and (and tid pid) cpu)" },

	/* regular expressions keep their backslashes */
	{ "comm ~ \"^a\\.b$\"", "comm~^a\\.b$" },
	{ "comm =~ 'x\"y'", "comm~x\"y" },
	{ "comm matches \"a\\\"b\"", "comm~a\"b" },

	/* lists */
	{ "br[mispred and to == 5]", "brstack[(and brstack.mispred#0 brstack.to#1==5)]" },
	{ "br[from == to]", "brstack[brstack.from#0==brstack.to#1]" },
	{ "br[from != ip]", "brstack[brstack.from#0!=ip]" },
	{ "sym == 'a'", "sym of ip{a}" },
	{ "stack.dso ~ 'a'", "callchain.dso of callchain.ip~a" },
	{ "addr.sym", "addr.sym of addr" },
	{ "len(sym) > 1", "len(sym)>1" },
	{ "br[to.sym == 'a' and from == 5]",
	  "brstack[(and brstack.to.sym of brstack.to#2{a} brstack.from#1==5)]" },
	{ "stack[ctx == kernel]", "callchain[callchain.context#0==18446744073709551488]" },
	{ "br[0].from == 5", "brstack.from[0]==5" },
	{ "br[0]", "brstack[0]" },
	{ "stack[2].ip", "callchain.ip[2]" },
	{ "count(br[cycles > 200]) >= 3", "count(brstack[brstack.cycles#0>200])>=3" },
	{ "count(stack) == 5", "count(callchain)==5" },
	{ "len(comm) > 5", "len(comm)>5" },
	{ "len(br) > 5", "count(brstack)>5" },
	{ "all br.cycles > 9", "all brstack.cycles>9" },
	{ "all br.cycles != 9", "all brstack.cycles!=9" },
	{ "all br[mispred]", "all brstack[brstack.mispred#0]" },
	{ "stack.depth != 5", "callchain.depth!=5" },

	/* bytes */
	{ "bytes[8:4] == \"01000000\"", "bytes[8:4]{\x01" },
	{ "bytes[8:4] == 1", "bytes[8:4]n==1" },
	{ "raw[0] == 1", "raw[0:1]n==1" },
	{ "mmap.file[0:5] == \"/lib/\"", "mmap.file[0:5]{/lib/}" },
	{ "bytes[8:] contains \"4142\"", "bytes[8:-1]~{AB}" },
	{ "mmap.build_id == \"4142\"", "mmap.build_id{AB}" },

	/* names that are not in the tables of printed texts */
	{ "mmap.prot contains \"x\"", "mmap.prot&0x4" },
	{ "mmap.prot contains EXEC", "mmap.prot&0x4" },
	{ "misc == EXACT_IP", "misc&0x4000" },
	{ "mem.lvl == RAM", "data_src.lvl&0x380/0x2000" },
	{ "comm.exec == yes", "comm.exec==1" },
	{ "wall >= \"2026-11-21 08:00:48.5\"", "wall>=1795248048500000000" },
	{ "wall < \"1970-01-02\"", "wall<86400000000000" },

	/* options of perf script */
	{ "--pid 4312", "pid{4312}" },
	{ " --tid=5,6", "tid{5 6}" },
	{ "-C 0-3,7 -c \"a b,c\"", "(and cpu{0..3 7} comm{a b c})" },
	{ "--time 12.5,13", "(and time>=12500000000 time<=13000000000)" },
	{ "--time 12.5,", "time>=12500000000" },
	{ "--time ,13", "time<=13000000000" },
	{ "--time 13,13.0", "(and time>=13000000000 time<=13000000000)" },
	{ "--time ,", "time>=0" },
	{ "--time 10%/2", "(and time>=10000000000% time<20000000000%)" },
	{ "--time 0%-10%,90%-100%",
	  "(or (and time>=0% time<10000000000%) (and time>=90000000000% time<=100000000000%))" },
};

static void test_reads(void)
{
	for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
		struct filter *filter = NULL;
		struct err err = ERR_INIT;
		struct buf tree = BUF_INIT;

		if (filter_parse(&filter, reads[i].expr, &err)) {
			ok(false, "%s: %s", reads[i].expr, err.msg);
			continue;
		}
		add_node(&tree, filter->root);
		is_str(tree.p, reads[i].tree, "%s", reads[i].expr);
		is_str(filter->text, reads[i].expr, "and it keeps its text");
		buf_release(&tree);
		filter_free(filter);
	}
}

static const struct {
	const char *expr;
	unsigned tier;
} tiers[] = {
	{ "", 0 },
	{ "pid == 1 and comm == \"x\" and type == SAMPLE and event == \"y\"", 0 },
	{ "pid or ip", 1 },
	{ "not (pid and (tid or brstack.from == 1))", 1 },
};

static void test_tiers(void)
{
	for (size_t i = 0; i < sizeof(tiers) / sizeof(tiers[0]); i++) {
		struct filter *filter = NULL;

		if (is_int(filter_parse(&filter, tiers[i].expr, NULL), 0, "%s", tiers[i].expr))
			is_uint(filter->tier, tiers[i].tier, "its tier");
		filter_free(filter);
	}
}

/* The help of each function has a filter that uses it. */
static void test_functions(void)
{
	const struct function *function;

	for (size_t i = 0; (function = function_at(i)); i++) {
		const char *example = strrchr(function->help, ':');
		struct filter *filter = NULL;
		size_t len = strlen(function->name);

		if (!ok(example, "%s: has an example", function->name))
			continue;
		example += 2;
		ok(!strncmp(example, function->name, len) && example[len] == '(', "... of itself");
		is_int(filter_parse(&filter, example, NULL), 0, "... that is a filter");
		filter_free(filter);
	}
	ok(!function_find("coun"), "another name is none");
}

int main(void)
{
	test_reads();
	test_tiers();
	test_functions();
	return done_testing();
}
