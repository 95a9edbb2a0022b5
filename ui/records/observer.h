/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_OBSERVER_H
#define RECORDS_OBSERVER_H

#include "session/session.h"

/* Handle a notice of the session. ctx is a struct view_records. */
void records_observe(void *ctx, enum session_event event);

/* Set the columns of the session to those of the list. */
void records_columns_changed(void *ctx);

#endif
