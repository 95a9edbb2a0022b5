/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_VERSION_H
#define UI_VERSION_H

#define PERFNAV_VERSION "0.1.0"

#endif
