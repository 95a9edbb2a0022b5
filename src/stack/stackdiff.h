/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STACK_STACKDIFF_H
#define STACK_STACKDIFF_H

#include "stack/stacktree.h"

/*
 * Join two trees of stacks to one that has the stacks of both. In each struct stack_weight of the
 * joined tree, the member `samples` is the value of this recording's tree, and the member `weight`
 * the value of the other one's.
 */

/* Add the stacks of a tree. weighed: with their weights, else with their numbers of samples. */
void stackdiff_add(struct stacktree *both, const struct stacktree *tree, bool weighed, bool other);

/*
 * Return the share that the weight has of the whole in the other recording, minus its share in this
 * recording, in percentage points. The share in a recording without stacks is 0.
 */
double stackdiff_points(const struct stack_weight *weight, const struct stack_weight *whole);

/* Return the mean of both shares, in parts of STACKDIFF_ONE. */
#define STACKDIFF_ONE ((uint64_t)1 << 40)
uint64_t stackdiff_mean(const struct stack_weight *weight, const struct stack_weight *whole);

#endif
