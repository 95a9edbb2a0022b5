/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_RUNNING_H
#define SYM_RUNNING_H

#include <stdbool.h>

#include "sym/module.h"

/* The kernel of this machine: is it the one that a module was recorded with? */

/* Of the same release, which more than one kernel can have. */
bool running_has_release(const struct module *module);

/* Of a KERNEL or KMODULE: the same by its build id, where both are known, else by its release. */
bool running_is_kernel(const struct module *module);

/* Is it loaded now, at the address that was recorded? The kernel may have been started anew. */
bool running_has_module(const struct module *module);

#endif
