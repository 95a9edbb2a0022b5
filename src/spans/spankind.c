/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spans/spankind.h"

/* The names of values are those of the print formats in the kernel's include/trace/events. */
static const struct names task_states = {
	.list = (const struct name[]){ { 0, "R" },
				       { 1, "S" },
				       { 2, "D" },
				       { 4, "T" },
				       { 8, "t" },
				       { 0x10, "X" },
				       { 0x20, "Z" },
				       { 0x40, "P" },
				       { 0x80, "I" },
				       { 0x100, "R+" },
				       { 0 } },
};

static const struct names softirq_vectors = {
	.list = (const struct name[]){ { 0, "HI" },
				       { 1, "TIMER" },
				       { 2, "NET_TX" },
				       { 3, "NET_RX" },
				       { 4, "BLOCK" },
				       { 5, "IRQ_POLL" },
				       { 6, "TASKLET" },
				       { 7, "SCHED" },
				       { 8, "HRTIMER" },
				       { 9, "RCU" },
				       { 0 } },
};

static const struct names lock_flags = {
	.join = "|",
	.list = (const struct name[]){ { 1, "SPIN" },
				       { 2, "READ" },
				       { 4, "WRITE" },
				       { 8, "RT" },
				       { 16, "PERCPU" },
				       { 32, "MUTEX" },
				       { 0 } },
};

static const struct names page_orders = {
	.list = (const struct name[]){ { 0, "order 0" },
				       { 1, "order 1" },
				       { 2, "order 2" },
				       { 3, "order 3" },
				       { 4, "order 4" },
				       { 5, "order 5" },
				       { 6, "order 6" },
				       { 7, "order 7" },
				       { 8, "order 8" },
				       { 9, "order 9" },
				       { 10, "order 10" },
				       { 0 } },
};

/* KVM_ISA_VMX and KVM_ISA_SVM are in the upper half. From the kernel's uapi/asm/vmx.h and svm.h. */
#define VMX(number) (1ull << 32 | (number))
#define SVM(number) (2ull << 32 | (number))

static const struct names guest_exits = {
	.list = (const struct name[]){ { VMX(0), "EXCEPTION_NMI" },
				       { VMX(1), "EXTERNAL_INTERRUPT" },
				       { VMX(7), "INTERRUPT_WINDOW" },
				       { VMX(8), "NMI_WINDOW" },
				       { VMX(10), "CPUID" },
				       { VMX(12), "HLT" },
				       { VMX(14), "INVLPG" },
				       { VMX(15), "RDPMC" },
				       { VMX(16), "RDTSC" },
				       { VMX(18), "VMCALL" },
				       { VMX(28), "CR_ACCESS" },
				       { VMX(29), "DR_ACCESS" },
				       { VMX(30), "IO_INSTRUCTION" },
				       { VMX(31), "MSR_READ" },
				       { VMX(32), "MSR_WRITE" },
				       { VMX(36), "MWAIT_INSTRUCTION" },
				       { VMX(40), "PAUSE_INSTRUCTION" },
				       { VMX(43), "TPR_BELOW_THRESHOLD" },
				       { VMX(44), "APIC_ACCESS" },
				       { VMX(45), "EOI_INDUCED" },
				       { VMX(48), "EPT_VIOLATION" },
				       { VMX(49), "EPT_MISCONFIG" },
				       { VMX(52), "PREEMPTION_TIMER" },
				       { VMX(54), "WBINVD" },
				       { VMX(55), "XSETBV" },
				       { VMX(56), "APIC_WRITE" },
				       { SVM(0x60), "interrupt" },
				       { SVM(0x61), "nmi" },
				       { SVM(0x64), "vintr" },
				       { SVM(0x6e), "rdtsc" },
				       { SVM(0x72), "cpuid" },
				       { SVM(0x77), "pause" },
				       { SVM(0x78), "hlt" },
				       { SVM(0x7b), "io" },
				       { SVM(0x7c), "msr" },
				       { SVM(0x81), "hypercall" },
				       { SVM(0x8b), "mwait" },
				       { SVM(0x400), "npf" },
				       { 0 } },
};

static const char *const syscalls_without_end[] = { "exit", "exit_group", "rt_sigreturn",
						    "sigreturn", NULL };
static const char *const states_without_end[] = { "X", "Z", NULL };
static const char *const states_runnable[] = { "R", "R+", NULL };
static const char *const wakeups[] = { "sched:sched_waking", "sched:sched_wakeup", NULL };

/* clang-format off */
const struct span_kind span_kinds[] = {
	{
		.name = "syscall",
		.begin = "syscalls:sys_enter_*", .end = "syscalls:sys_exit_*",
		.covers = true, .scope = SPAN_THREAD,
		.naming = SPAN_BY_EVENT, .ret = "ret", .ret_is_error = true,
		.without_end = syscalls_without_end,
	},
	{
		.name = "syscall",
		.begin = "raw_syscalls:sys_enter", .end = "raw_syscalls:sys_exit",
		.scope = SPAN_THREAD, .begin_key = "id", .end_key = "id",
		.naming = SPAN_BY_SYSCALL, .name_field = "id", .ret = "ret", .ret_is_error = true,
		.without_end = syscalls_without_end,
	},
	{
		.name = "offcpu",
		.begin = "sched:sched_switch", .end = "sched:sched_switch",
		.scope = SPAN_KEY, .begin_key = "prev_pid", .end_key = "next_pid",
		.key_is_thread = true, .zero_is_none = true,
		.naming = SPAN_BY_NUMBER, .name_field = "prev_state", .names = &task_states,
		.without_end = states_without_end,
		.wakeups = wakeups, .wakeup_key = "pid", .never_woken = states_runnable,
	},
	{
		.name = "offcpu",
		.begin = "SWITCH", .end = "SWITCH",
		.scope = SPAN_THREAD, .zero_is_none = true,
		.naming = SPAN_BY_MISC,
	},
	{
		.name = "irq",
		.begin = "irq:irq_handler_entry", .end = "irq:irq_handler_exit",
		.scope = SPAN_CPU, .begin_key = "irq", .end_key = "irq",
		.naming = SPAN_BY_TEXT, .name_field = "name", .ret = "ret",
		.again = SPAN_NESTS,
	},
	{
		.name = "softirq",
		.begin = "irq:softirq_entry", .end = "irq:softirq_exit",
		.scope = SPAN_CPU, .begin_key = "vec", .end_key = "vec",
		.naming = SPAN_BY_NUMBER, .name_field = "vec", .names = &softirq_vectors,
	},
	{
		.name = "tasklet",
		.begin = "irq:tasklet_entry irq:tasklet_hi_entry",
		.end = "irq:tasklet_exit irq:tasklet_hi_exit",
		.scope = SPAN_CPU, .begin_key = "tasklet", .end_key = "tasklet",
		.naming = SPAN_BY_FUNCTION, .name_field = "func",
	},
	{
		.name = "block",
		.begin = "block:block_rq_issue", .end = "block:block_rq_complete",
		.scope = SPAN_KEY, .begin_key = "dev,sector", .end_key = "dev,sector",
		.naming = SPAN_BY_DEVICE, .name_field = "dev", .more_name = "rwbs",
		.ret = "error", .ret_is_error = true,
	},
	{
		/* From the creation of a request, so that its time in the queue is included. */
		.name = "io",
		.begin = "block:block_io_start", .end = "block:block_io_done",
		.scope = SPAN_KEY, .begin_key = "dev,sector", .end_key = "dev,sector",
		.naming = SPAN_BY_DEVICE, .name_field = "dev", .more_name = "rwbs",
	},
	{
		.name = "queue",
		.begin = "block:block_rq_insert", .end = "block:block_rq_issue",
		.scope = SPAN_KEY, .begin_key = "dev,sector", .end_key = "dev,sector",
		.naming = SPAN_BY_DEVICE, .name_field = "dev", .more_name = "rwbs",
	},
	{
		.name = "workqueue",
		.begin = "workqueue:workqueue_execute_start", .end = "workqueue:workqueue_execute_end",
		.scope = SPAN_THREAD, .begin_key = "work", .end_key = "work",
		.naming = SPAN_BY_FUNCTION, .name_field = "function",
	},
	{
		.name = "timer",
		.begin = "timer:timer_expire_entry", .end = "timer:timer_expire_exit",
		.scope = SPAN_CPU, .begin_key = "timer", .end_key = "timer",
		.naming = SPAN_BY_FUNCTION, .name_field = "function",
	},
	{
		.name = "hrtimer",
		.begin = "timer:hrtimer_expire_entry", .end = "timer:hrtimer_expire_exit",
		.scope = SPAN_CPU, .begin_key = "hrtimer", .end_key = "hrtimer",
		.naming = SPAN_BY_FUNCTION, .name_field = "function",
	},
	{
		.name = "lock",
		.begin = "lock:contention_begin", .end = "lock:contention_end",
		.scope = SPAN_THREAD, .begin_key = "lock_addr", .end_key = "lock_addr",
		.naming = SPAN_BY_MASK, .name_field = "flags", .names = &lock_flags, .ret = "ret", .ret_is_error = true,
		/* A mutex reports a wait twice: when it spins, and when it sleeps. */
		.again = SPAN_GOES_ON,
	},
	{
		.name = "kvm",
		.begin = "kvm:kvm_exit", .end = "kvm:kvm_entry",
		.scope = SPAN_THREAD,
		.naming = SPAN_BY_NUMBER, .name_field = "exit_reason", .more_name = "isa",
		.names = &guest_exits,
	},
	{
		.name = "mem",
		.begin = "kmem:kmalloc kmem:kmalloc_node kmem:kmem_cache_alloc kmem:kmem_cache_alloc_node",
		.end = "kmem:kfree kmem:kmem_cache_free",
		.scope = SPAN_KEY, .begin_key = "ptr", .end_key = "ptr", .zero_is_none = true,
		.naming = SPAN_BY_FUNCTION, .name_field = "call_site",
	},
	{
		.name = "mem", .besides = true,
		.begin = "kmem:mm_page_alloc", .end = "kmem:mm_page_free",
		.scope = SPAN_KEY, .begin_key = "pfn", .end_key = "pfn", .zero_is_none = true,
		.naming = SPAN_BY_NUMBER, .name_field = "order", .names = &page_orders,
	},
	{
		/* perf probe gives these names to f and f%return. */
		.name = "call",
		.begin = "probe*", .end = "probe*__return",
		.scope = SPAN_THREAD,
		.naming = SPAN_BY_EVENT, .ret = "ret",
		.again = SPAN_NESTS,
	},
	{
		/* Probes with other names, by the address of the function. */
		.name = "call", .besides = true,
		.begin = "**", .end = "**",
		.scope = SPAN_THREAD, .begin_key = "__probe_ip", .end_key = "__probe_func",
		.naming = SPAN_BY_EVENT, .ret = "ret",
		.again = SPAN_NESTS,
	},
	/* Pairs of names that the kernel uses. Handlers of interrupts belong to a CPU. */
	{
		.name = "other", .untaken = true,
		.begin = "irq_vectors:*_entry", .end = "irq_vectors:*_exit",
		.scope = SPAN_CPU,
		.naming = SPAN_BY_EVENT,
		.again = SPAN_NESTS,
	},
#define OTHER(begins, ends)                                                                        \
	{                                                                                          \
		.name = "other", .besides = true, .untaken = true, .begin = "*_" begins,           \
		.end = "*_" ends, .scope = SPAN_THREAD, .naming = SPAN_BY_EVENT, .ret = "ret",     \
	}
	OTHER("enter", "exit"),
	OTHER("entry", "exit"),
	OTHER("begin", "end"),
	OTHER("start", "end"),
	OTHER("start", "done"),
#undef OTHER
	{ 0 }
};
/* clang-format on */
