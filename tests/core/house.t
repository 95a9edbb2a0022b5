#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules of tests/lint find a second way to what has one, and what is in the wrong room.
. "$(dirname "$0")/../lib.sh"

export PYTHONDONTWRITEBYTECODE=1
mkdir "$SCRATCH/tree"
cp -r "$ROOT"/{src,ui} "$SCRATCH/tree"
mkdir "$SCRATCH/tree/tests"
cp -r "$ROOT/tests/lint" "$SCRATCH/tree/tests"
cd "$SCRATCH/tree" || exit 1

for rule in once layers core curses; do
	run "tests/lint/rule-$rule"
	is "$status$out" 0 "$rule: nothing as it is"
done

# RULE ROOM MESSAGE: what the rule says of the code that follows, in a file of the room
breaches() {
	cat <<'END'
once src/query threads are started by base/thread.h
void f(void) { pthread_create(&id, NULL, run, NULL); }
once src/query requests are served by base/queue.h
void f(void) { thread_start(&t, "perfnav/x", run, NULL); }
once src/query a change is waited for with base/bell.h
struct s { pthread_cond_t changed; };
once src/query nothing looks again and again
void f(void) { nanosleep(&pause, NULL); }
once src/query hash tables are those of base/hash.h
void f(void) { at = (at + 1) & t->mask; }
once src/query the slot that makes room is that of base/cache.h
void f(void) { s->used = ++c->used; }
once src/query sorted lists are searched by base/search.h
void f(void) { at = lo + (hi - lo) / 2; }
once src/query numbers of records are loaded by field/fetch.h
void f(void) { field_offset_load(o, rec, len, &v); }
once src/query a value is a struct value
enum t { A_NUMBER, A_TEXT, A_BYTES };
once src/query derived fields are in src/wire/fields.def
static const struct getter getters[] = { 0 };
once src/query types of records are in src/wire/records.def
enum { RECORD_SAMPLE = 9 };
once src/query bits of misc are in src/wire/records.def
bool f(int misc) { return misc & (1 << 13); }
once src/query functions of filters are in src/filter/functions.c
static const struct function functions[] = { 0 };
once src/query formats of exports are in src/out/formats.h
static const struct format formats[] = { 0 };
once src/query buf is defined in src/base/buf.h:[0-9]*, too
struct buf { int second; };
once ui/views the state of a browser is in app->session
void f(struct app *app) { app->views.home->cursor = 1; }
once ui/views readline/readline.h is for ui/shell/lineedit.c alone
#include <readline/readline.h>
layers src/query from above it
#include "out/json.h"
layers ui/session from above it
#include "views/view.h"
core src/query printf
void f(void) { printf("x"); }
curses ui/views curses
#include <curses.h>
END
}

number=0
while read -r rule room message && read -r line; do
	((++number))
	printf '%s\n' "$line" >"$room/second$number.c"
done < <(breaches)
for rule in once layers core curses; do
	"tests/lint/rule-$rule" >"$rule.out"
	is $? 1 "$rule: breaches"
done
number=0
while read -r rule room message && read -r line; do
	like "$(<"$rule.out")" "$room/second$((++number))\.c:[0-9]+: .*$message" "$rule: $message"
done < <(breaches)
done_testing
