/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_VERSION_H
#define UI_VERSION_H

#define PERFNAV_VERSION "1.0.0"

/* What the version says about a program without shared libraries (static_libc.c). */
#if defined(STATIC_BUILD) && defined(HAVE_CAPSTONE)
#define PERFNAV_BUILD " (static: without debuginfod)"
#elif defined(STATIC_BUILD)
#define PERFNAV_BUILD " (static: without debuginfod and disassembly)"
#else
#define PERFNAV_BUILD ""
#endif

#endif
