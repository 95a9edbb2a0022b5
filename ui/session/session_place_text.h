/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SESSION_SESSION_PLACE_TEXT_H
#define SESSION_SESSION_PLACE_TEXT_H

#include "base/err.h"
#include "session/session.h"

/* Places as a user types them: session/session_place.h. After an error, err->offset is a column. */

/* Parse "123", "@0x1a8", "12.5%", "T12.5s" or a time of day. */
int session_place_text_parse(struct session *session, const char *where,
			     struct session_place *place, struct err *err);

/* Parse "+5", "-5" or "+1.5ms": *n is the number without its sign, of records or of ns. */
int session_place_text_step(const char *where, uint64_t *n, bool *of_time, struct err *err);

#endif
