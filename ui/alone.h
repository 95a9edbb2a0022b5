/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_ALONE_H
#define UI_ALONE_H

/*
 * The program of `make static` brings all that it needs along. Parts of the C library are not for
 * such a program: they load shared libraries and files of locales that fit one version of it. Where
 * STATIC_BUILD is defined, alone.c has others, which the linker takes in their place: the locale is
 * C, or UTF-8 where the environment asks for that by any name; nobody but $HOME has a home; and no
 * library can be loaded. Descriptions of terminals are in term/terminfo.h.
 */
#if defined(STATIC_BUILD) && defined(HAVE_CAPSTONE)
#define ALONE_VERSION " (static: without debuginfod)"
#elif defined(STATIC_BUILD)
#define ALONE_VERSION " (static: without debuginfod and disassembly)"
#else
#define ALONE_VERSION ""
#endif

#endif
