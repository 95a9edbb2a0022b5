/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_ALONE_H
#define UI_ALONE_H

/*
 * `make static` makes a program without shared libraries. Parts of the C library are not fit for
 * that: they load shared libraries and locale files that fit only one version of the library. If
 * STATIC_BUILD is defined, alone.c has functions that the linker uses in their place: the locale is
 * C, or UTF-8 if any name in the environment asks for that; the only home folder is $HOME; and no
 * library can be loaded. term/terminfo.h has descriptions of terminals.
 */
#if defined(STATIC_BUILD) && defined(HAVE_CAPSTONE)
#define ALONE_VERSION " (static: without debuginfod)"
#elif defined(STATIC_BUILD)
#define ALONE_VERSION " (static: without debuginfod and disassembly)"
#else
#define ALONE_VERSION ""
#endif

#endif
