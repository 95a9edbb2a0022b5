# SPDX-License-Identifier: GPL-3.0-or-later
# The program that lines.mk tells of, which nobody runs: x86-64, linked to 0x401000. Its debug
# information is written by hand, so that it is always the same: leaf is inlined into middle, middle
# into work. The source is lines.c, which was compiled in /src/app.
	.text
	.file 1 "lines.c"
	.globl	main, work
	.type	main, @function
	.type	work, @function
main:
	.loc 1 24
	push	%rbp
	mov	%rsp, %rbp
	.loc 1 25 2
	mov	$3, %edi
	call	work
	.loc 1 26
	pop	%rbp			# at 0x40100e
	ret
.Lmain:
	.size	main, . - main
	.org	0x20
work:
	.loc 1 18 5
	test	%edi, %edi
	je	1f
.Lmiddle:
	.loc 1 12 2
	lea	1(%rdi), %eax		# at 0x401024
.Lleaf:
	.loc 1 7 7
	nopl	(%rax)			# at 0x401027: as long as a store
.Lleaf_end:
	.loc 1 13
	nopw	(%rax)			# at 0x40102a
.Lmiddle_end:
	.loc 1 20
1:	nop				# at 0x40102e
	ret
.Lwork:
	.size	work, . - work

	.section .debug_line
.Lline:
	.section .debug_info
.Linfo:
	.4byte	.Linfo_end - .Lversion
.Lversion:
	.2byte	4
	.4byte	.Labbrev
	.byte	8
	.uleb128 1
	.asciz	"lines.c"
	.asciz	"/src/app"
	.4byte	.Lline
	.quad	main
	.quad	.Lwork - main
.Labstract_leaf:
	.uleb128 2
	.asciz	"leaf"
.Labstract_middle:
	.uleb128 2
	.asciz	"middle"
	.uleb128 3
	.asciz	"work"
	.quad	work
	.quad	.Lwork - work
	.uleb128 4
	.4byte	.Labstract_middle - .Linfo
	.quad	.Lmiddle
	.quad	.Lmiddle_end - .Lmiddle
	.byte	1, 19, 3
	.uleb128 4
	.4byte	.Labstract_leaf - .Linfo
	.quad	.Lleaf
	.quad	.Lleaf_end - .Lleaf
	.byte	1, 12, 2
	.byte	0, 0, 0
	.uleb128 3
	.asciz	"main"
	.quad	main
	.quad	.Lmain - main
	.byte	0
	.byte	0
.Linfo_end:
	.section .debug_abbrev
.Labbrev:
	# compile_unit: name, comp_dir, stmt_list, low_pc, high_pc
	.uleb128 1, 0x11
	.byte	1, 0x03, 0x08, 0x1b, 0x08, 0x10, 0x17, 0x11, 0x01, 0x12, 0x07, 0, 0
	# subprogram: name, inline
	.uleb128 2, 0x2e
	.byte	0, 0x03, 0x08, 0, 0
	# subprogram: name, low_pc, high_pc
	.uleb128 3, 0x2e
	.byte	1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x07, 0, 0
	# inlined_subroutine: abstract_origin, low_pc, high_pc, call_file, call_line, call_column
	.uleb128 4, 0x1d
	.byte	1, 0x31, 0x13, 0x11, 0x01, 0x12, 0x07, 0x58, 0x0b, 0x59, 0x0b, 0x57, 0x0b, 0, 0
	.byte	0
