/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_RUNNING_H
#define SYM_RUNNING_H

#include <stdbool.h>

#include "sym/module.h"

/* Compares the running kernel with the kernel of a recording. */

/* Do the releases match? Several kernels can have the same release. */
bool running_has_release(const struct module *module);

/* For a KERNEL or KMODULE: do the build ids match or, if one is unknown, the releases? */
bool running_is_kernel(const struct module *module);

/* Is the module loaded now at the recorded address? The machine may have been restarted since. */
bool running_has_module(const struct module *module);

#endif
