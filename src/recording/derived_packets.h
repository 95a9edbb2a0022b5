/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RECORDING_DERIVED_PACKETS_H
#define RECORDING_DERIVED_PACKETS_H

#include "recording/row_record.h"

/*
 * Pass the packets of a record's trace data to a sink, as a list of their own (pkt). item: the last
 * item before them; the trace data of a sample are in its own bytes (F_aux_sample_data). Returns
 * false if the sink has stopped the walk.
 */
bool derived_packets_give(const struct row_record *record, const struct item *item,
			  struct sink *sink);

#endif
