/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ANNOTATE_SPOTS_JOIN_H
#define ANNOTATE_SPOTS_JOIN_H

#include "annotate/spots_member.h"

/*
 * Add the counts of a member to the spots of all members. Its plain counts are moved; nothing may
 * be added to it later.
 */
void spots_join(struct spots *spots, struct spots_member *m);

#endif
