/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the directives of a description and builds the image from them. */
#ifndef MK_BUILDER_H
#define MK_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "image.h"
#include "names.h"
#include "script.h"

/* Lines with a name. */
struct macro {
	const char *name;
	const struct line *head; /* macro NAME PARAMETER... */
	const struct line *body;
	size_t count;
};

/* The target of items in the following lines. */
enum block {
	BLOCK_NONE,
	BLOCK_ATTR,
	BLOCK_RECORD,
	BLOCK_FEATURE,
	BLOCK_RAW
};

struct builder {
	struct image image;
	struct names names;
	struct macro *macros;
	size_t nr_macros;
	struct script *scripts; /* all read: the macros point into their lines */
	size_t nr_scripts;
	unsigned depth; /* of includes and macro calls */

	enum block block;
	size_t start;		  /* of the record or raw bytes in image.data */
	struct forced size;	  /* of the record */
	struct feature *feature;  /* of BLOCK_FEATURE */
	const struct line *where; /* the block began */

	struct bytes listing; /* a line of text for each record and mark */
};

/* Reads and runs a description. An error ends the program with a message. */
void builder_run(struct builder *b, const char *file);

/* Ends the last block; the image is complete then. */
void builder_finish(struct builder *b);
void builder_release(struct builder *b);

#endif
