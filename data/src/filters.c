/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * filters - loads socket filters into the kernel and drops them again.
 *
 * usage: filters [COUNT]
 */
#define _GNU_SOURCE
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct bpf_insn accept_all[] = {
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 1 },
	{ .code = BPF_JMP | BPF_EXIT },
};

static int load_filter(unsigned int number)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
	attr.insns = (uintptr_t)accept_all;
	attr.insn_cnt = sizeof(accept_all) / sizeof(accept_all[0]);
	attr.license = (uintptr_t)"GPL";
	snprintf(attr.prog_name, sizeof(attr.prog_name), "sieve_%u", number % 100);
	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

int main(int argc, char **argv)
{
	unsigned int count = argc > 1 ? atoi(argv[1]) : 3;

	for (unsigned int i = 0; i < count; i++) {
		int fd = load_filter(i);

		if (fd < 0) {
			perror("bpf");
			return 1;
		}
		usleep(5000);
		close(fd);
		usleep(5000);
	}
	return 0;
}
