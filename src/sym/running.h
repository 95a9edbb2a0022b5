/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SYM_RUNNING_H
#define SYM_RUNNING_H

#include <stdbool.h>
#include <stdint.h>

#include "sym/module.h"

/* Compares the running kernel with the kernel of a recording. */

enum {
	RUNNING_BOOT_ID = 16 /* bytes */
};

/*
 * Get the id of the current boot, and a hash of what decides the addresses of the kernel's symbols
 * within it: the build id, and the loaded modules. Returns false if one of them is unknown.
 */
bool running_boot(uint8_t id[RUNNING_BOOT_ID], uint64_t *identity);

/* Do the releases match? Several kernels can have the same release. */
bool running_has_release(const struct module *module);

/* For a KERNEL or KMODULE: do the build ids match or, if one is unknown, the releases? */
bool running_is_kernel(const struct module *module);

/* Is the module loaded now at the recorded address? The machine may have been restarted since. */
bool running_has_module(const struct module *module);

#endif
