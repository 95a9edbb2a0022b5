/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDS_REPORT_H
#define RECORDS_REPORT_H

#include "session/session.h"

struct view_records;

/*
 * Report a notice of the session as a message, with the keys that are useful next. Notices of
 * searches and of writing have reports of their own: records/find.h, records/write.h.
 */
void records_report(struct view_records *v, enum session_event event);

#endif
