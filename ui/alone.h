/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_ALONE_H
#define UI_ALONE_H

/*
 * `make static` builds a program without shared libraries. Some parts of the C library are
 * unsuitable for such a program, because they load shared libraries and locale files of one version
 * of the C library. If STATIC_BUILD is defined, the linker uses functions of alone.c instead. With
 * these, the locale is C, or UTF-8 if the environment names a UTF-8 locale; the only home folder is
 * $HOME; and no library can be loaded. term/terminfo.h has descriptions of terminals.
 */
#if defined(STATIC_BUILD) && defined(HAVE_CAPSTONE)
#define ALONE_VERSION " (static: without debuginfod)"
#elif defined(STATIC_BUILD)
#define ALONE_VERSION " (static: without debuginfod and disassembly)"
#else
#define ALONE_VERSION ""
#endif

#endif
