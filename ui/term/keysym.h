/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TERM_KEYSYM_H
#define TERM_KEYSYM_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * A key: a Unicode character, a control character (Ctrl-F is 0x06, Enter 0x0d, Escape 0x1b), or one
 * of the values below, which are above all characters.
 */
typedef uint32_t keysym;

enum {
	KEYSYM_NONE = 0,
	KEYSYM_TAB = 0x09,
	KEYSYM_ENTER = 0x0d,
	KEYSYM_ESC = 0x1b,
	KEYSYM_UP = 0x110000,
	KEYSYM_DOWN,
	KEYSYM_LEFT,
	KEYSYM_RIGHT,
	KEYSYM_HOME,
	KEYSYM_END,
	KEYSYM_PGUP,
	KEYSYM_PGDN,
	KEYSYM_INSERT,
	KEYSYM_DELETE,
	KEYSYM_BACKSPACE,
	KEYSYM_BACKTAB,
	KEYSYM_PASTE_BEGIN,	   /* the following text comes from the clipboard, */
	KEYSYM_PASTE_END,	   /* up to here */
	KEYSYM_ANY,		   /* in a binding: any character */
	KEYSYM_F0 = 0x110100,	   /* F1 is the next value */
	KEYSYM_MOUSE = 0x40000000, /* bit: an event of the mouse, see term/mouse.h */
	KEYSYM_ALT = 0x80000000	   /* bit: Escape was typed directly before the key */
};

#define KEYSYM_CTRL(c) ((keysym)(c)&0x1f)

/*
 * Keys are written as themselves or in angle brackets: j, <Down>, <C-f>, <A-b>, <Enter>, <Space>,
 * <lt> for '<'. Read one key from text, and return its number of bytes; 0 at the end of text. A '<'
 * that begins no name stands for itself.
 */
size_t keysym_parse(const char *text, keysym *key);

/* Append the key's name for people: "j", "Down", "^F", "Alt-b". */
void keysym_name(struct buf *buf, keysym key);

#endif
