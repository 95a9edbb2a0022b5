/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TREE_H
#define WIRE_TREE_H

#include "base/buf.h"
#include "base/vec.h"
#include "wire/decode.h"

/*
 * The detail tree of one record: the walker's items as nodes in preorder, each with its bytes.
 * Values point into the record's bytes, which must not move while the tree is used.
 */
enum tree_flag {
	TREE_GROUP = 1,	     /* has children */
	TREE_BITS = 2,	     /* a number whose children are parts of it */
	TREE_STRUCTURAL = 4, /* not a field of filters: counts, padding, reserved bytes */
	TREE_DAMAGED = 8,    /* note describes a defect */
	TREE_AGAIN = 16,     /* leaves have its bytes, so it is not a leaf */
	TREE_MORE = 32,	     /* stands for more nodes of its list (reader_turn_page()) */
	TREE_BEFORE = 64     /* a list with nodes before those in the tree */
};

struct tree_node {
	enum field_id field;
	uint32_t label;	   /* offset of the label in tree->labels */
	uint32_t parent;   /* index, TREE_NONE at the top */
	uint32_t next;	   /* index of the node after the last descendant */
	uint32_t off, len; /* bytes in the record */
	uint16_t depth;
	uint8_t flags;
	uint8_t shift, bits; /* of a part of a number; bits 0: no part */
	uint8_t type;	     /* enum field_type */
	uint64_t num;	     /* the value; of a list: its number of elements */
	uint32_t text_len;   /* bytes of text in the record at off */
	uint32_t shown;	     /* offset of prepared text in tree->labels, 0: show the value */
	const char *note;    /* static text about what is wrong, or NULL */
};

#define TREE_NONE UINT32_MAX

struct tree {
	VEC(struct tree_node) nodes;
	struct buf labels;
	const uint8_t *rec;
	size_t len;
	bool bare; /* labels are not needed: they stay empty, and decoding is faster */
};

#define TREE_INIT                                                                                  \
	{                                                                                          \
		.labels = BUF_INIT                                                                 \
	}

void tree_release(struct tree *tree);

/* Forget the record: the tree has no nodes afterwards. */
void tree_clear(struct tree *tree);

/* Decode a record into the tree. A tree can be reused. */
void tree_decode(struct tree *tree, const struct layout *layout, const uint8_t *rec, size_t len);

/* As tree_decode() for rows outside a record: an attr. */
void tree_decode_rows(struct tree *tree, const struct layout *layout, const struct row *rows,
		      const uint8_t *p, size_t len);

/* Show bytes that are not a record as one damaged leaf. why must be valid as long as the tree. */
void tree_rest(struct tree *tree, const uint8_t *p, size_t len, const char *why);

/* A part of a leaf that a caller can describe in more detail than the tables. */
struct tree_part {
	uint32_t off, len;     /* bytes of the record */
	uint32_t label, shown; /* offsets in tree->labels, filled by the caller */
	const char *note;      /* static text, or NULL */
};

/* Replace a leaf by a list of n parts that tile it. Pointers to nodes become invalid. */
void tree_split(struct tree *tree, uint32_t leaf, const struct tree_part *parts, size_t n);

/* Append a leaf for the len bytes after the first tree->len. Returns its index. */
uint32_t tree_extend(struct tree *tree, const char *label, size_t len);

/*
 * Append values that are computed from the bytes of a node: a list of n numbers, each of them a
 * field, and an escaped text.
 */
void tree_add_list(struct tree *tree, uint32_t of, enum field_id list, enum field_id field,
		   const uint64_t *numbers, size_t n);
void tree_add_text(struct tree *tree, uint32_t of, enum field_id field, const char *text);

/* Store text among the labels. Returns its offset. */
uint32_t tree_text(struct tree *tree, const char *text);

static inline const char *tree_label(const struct tree *tree, const struct tree_node *node)
{
	return tree->labels.p + node->label;
}

/*
 * Return the leaf that contains a byte of the record; there is exactly one. TREE_NONE: off is
 * outside of the record.
 */
uint32_t tree_at_byte(const struct tree *tree, uint32_t off);

/* Is the node one of those that tile the record: a leaf, or a number with parts? */
bool tree_is_leaf(const struct tree_node *node);

#endif
