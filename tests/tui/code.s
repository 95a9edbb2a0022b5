# SPDX-License-Identifier: GPL-3.0-or-later
# The program that code.mk tells of, which nobody runs: x86-64, linked to 0x401000. Bytes, so that
# every assembler makes the same of it.
	.globl	_start, adds
	.type	_start, @function
	.type	adds, @function
_start:
	.byte	0x55			# push %rbp
	.byte	0x48, 0x89, 0xe5	# mov %rsp, %rbp
	.byte	0xbf, 3, 0, 0, 0	# mov $3, %edi
	.byte	0xe8, 0x12, 0, 0, 0	# call adds
	.byte	0x5d			# pop %rbp
	.byte	0xc3			# ret
	.size	_start, . - _start
	.org	0x20
adds:
	.byte	0x31, 0xc0		# xor %eax, %eax
	.byte	0x01, 0xf8		# add %edi, %eax
	.byte	0xff, 0xcf		# dec %edi
	.byte	0x75, 0xfa		# jne adds + 2
	.byte	0xc3			# ret
	.size	adds, . - adds
