/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BASE_CONTAINER_OF_H
#define BASE_CONTAINER_OF_H

#include <stddef.h>
#include <stdint.h>

/*
 * The struct of a type that has *ptr as a member. It can be changed even if *ptr is const; so this
 * is for members of structs that are not const.
 */
#define container_of(ptr, type, member)                                                            \
	((type *)((uintptr_t)(1 ? (ptr) : &((type *)NULL)->member) - offsetof(type, member)))

#endif
