/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef WIRE_TREE_H
#define WIRE_TREE_H

#include "base/buf.h"
#include "base/vec.h"
#include "wire/decode.h"

/*
 * The detail tree of one record: what the walker told, as nodes in preorder,
 * each with its bytes. Values point into the record's bytes, which must stay
 * where they are while the tree is used.
 */
enum tree_flag {
	TREE_GROUP = 1,	     /* has children */
	TREE_BITS = 2,	     /* a number whose children are parts of it */
	TREE_STRUCTURAL = 4, /* not a field for filters: counts, padding, reserved */
	TREE_DAMAGED = 8,    /* note tells what is wrong */
	TREE_AGAIN = 16,     /* its bytes are those of leaves: it is none itself */
	TREE_MORE = 32,	     /* stands for further nodes of its list (reader_turn_page()) */
	TREE_BEFORE = 64     /* a list that has nodes before those that are there */
};

struct tree_node {
	enum word word;
	uint32_t label;	   /* offset of the label in tree->labels */
	uint32_t parent;   /* index, TREE_NONE at the top */
	uint32_t next;	   /* index behind the last descendant */
	uint32_t off, len; /* bytes in the record */
	uint16_t depth;
	uint8_t flags;
	uint8_t shift, bits; /* a part of a number when bits is not 0 */
	uint8_t type;	     /* enum word_type */
	uint64_t num;	     /* value; of a list: its elements */
	uint32_t text_len;   /* bytes of text in the record at off */
	uint32_t shown;	     /* offset of ready text in tree->labels, 0: the value is shown */
	const char *note;    /* static text, or NULL */
};

#define TREE_NONE UINT32_MAX

struct tree {
	VEC(struct tree_node) nodes;
	struct buf labels;
	const uint8_t *rec;
	size_t len;
	bool bare; /* the user wants no labels: they are empty, and decoding is faster */
};

#define TREE_INIT                                                                                  \
	{                                                                                          \
		.labels = BUF_INIT                                                                 \
	}

void tree_release(struct tree *tree);

/* Forget the record: the tree has no nodes. */
void tree_clear(struct tree *tree);

/* Decode a record into the tree, which may be used again and again. */
void tree_decode(struct tree *tree, const struct layout *layout, const uint8_t *rec, size_t len);

/* Likewise for rows outside a record: an attr. */
void tree_decode_rows(struct tree *tree, const struct layout *layout, const struct row *rows,
		      const uint8_t *p, size_t len);

/* Bytes that are no record: one damaged leaf. why is static text or lives as long as the tree. */
void tree_rest(struct tree *tree, const uint8_t *p, size_t len, const char *why);

/* A stretch of a leaf, of which somebody knows more than the tables do. */
struct tree_part {
	uint32_t off, len;     /* bytes, as those of nodes */
	uint32_t label, shown; /* offsets in tree->labels, which the caller has filled */
	const char *note;      /* static text, or NULL */
};

/* Make a leaf the list of n parts that tile it. Pointers to nodes die. */
void tree_split(struct tree *tree, uint32_t leaf, const struct tree_part *parts, size_t n);

/* Append a leaf for the len bytes after the first tree->len; returns its index. */
uint32_t tree_extend(struct tree *tree, const char *label, size_t len);

/*
 * Append what is in none of the bytes but made of those of a node: a list of n numbers, each as the
 * word, and a text, escaped.
 */
void tree_add_list(struct tree *tree, uint32_t of, enum word list, enum word word,
		   const uint64_t *numbers, size_t n);
void tree_add_text(struct tree *tree, uint32_t of, enum word word, const char *text);

/* Put text where labels are: its offset. */
uint32_t tree_text(struct tree *tree, const char *text);

static inline const char *tree_label(const struct tree *tree, const struct tree_node *node)
{
	return tree->labels.p + node->label;
}

/*
 * Append a node's value as text, escaped: names of enums and masks, hex, seconds,
 * text, the first bytes of long data, "5 frames" for a list.
 */
void tree_value(const struct tree *tree, const struct tree_node *node, struct buf *out);

/* The node's number as it is in the record, where tree_value() shows a name; else nothing. */
void tree_raw(const struct tree *tree, const struct tree_node *node, struct buf *out);

/*
 * The leaf that owns a byte of the record: each byte has exactly one.
 * TREE_NONE when off is not inside the record.
 */
uint32_t tree_at_byte(const struct tree *tree, uint32_t off);

/* True for the nodes that tile the record: leaves, and numbers with parts. */
bool tree_is_leaf(const struct tree_node *node);

#endif
