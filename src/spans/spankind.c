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
		.scope = SPAN_THREAD,
		.naming = SPAN_BY_EVENT, .ret = "ret",
		.without_end = syscalls_without_end,
	},
	{
		.name = "syscall",
		.begin = "raw_syscalls:sys_enter", .end = "raw_syscalls:sys_exit",
		.scope = SPAN_THREAD, .begin_key = "id", .end_key = "id",
		.naming = SPAN_BY_SYSCALL, .name_field = "id", .ret = "ret",
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
		.naming = SPAN_BY_MASK, .name_field = "flags", .names = &lock_flags, .ret = "ret",
		/* A mutex tells twice that somebody waits: it spins, then it sleeps. */
		.again = SPAN_GOES_ON,
	},
	{ 0 }
};
/* clang-format on */
