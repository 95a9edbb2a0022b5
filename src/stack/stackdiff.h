/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKDIFF_H
#define STACK_STACKDIFF_H

#include "stack/stacktree.h"

/*
 * Two trees of stacks as one that has the stacks of both. Each weight of it holds the numbers of
 * both trees: samples those of this tree, weight those of the other one.
 */

/* Add the stacks of a tree. weighed: with their weights, else with their numbers of samples. */
void stackdiff_add(struct stacktree *both, const struct stacktree *tree, bool weighed, bool other);

/*
 * Return the difference of the shares that a weight has of the whole, the other's share minus this
 * one's, in percentage points. The share of a side without stacks is 0.
 */
double stackdiff_points(const struct stack_weight *weight, const struct stack_weight *whole);

/* Return the mean of both shares, in parts of STACKDIFF_ONE. */
#define STACKDIFF_ONE ((uint64_t)1 << 40)
uint64_t stackdiff_mean(const struct stack_weight *weight, const struct stack_weight *whole);

#endif
