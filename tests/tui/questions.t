#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The questions of doc/questions.md: their keys lead to the answer, and none needs more than six, or one command.
. "$(dirname "$0")/../lib.sh"

# screen_of RECORD KEYS: as make demo shows them, after the overview. RECORD can be another recording.
screen_of() {
	local file=demo.data
	[[ $1 != *.data ]] || { file=$1 && set -- '' "$2"; }
	printf '%s\n' ':wait' ${1:+":$1<Enter>"} "${1:+:wait}" "$([[ $1 ]] || echo vv)" ':wait' "${2//<Enter>/<Enter>$'\n:wait\n'}" ':wait' ':dump x' >keys
	"$PERFNAV" --no-index --no-state -q --script keys --screen 80x24 "$DATA/$file"
}

# A command, up to its Enter, counts as one.
count_keys() {
	sed -E 's/^[:&][^<]*<Enter>/x/; s/<[^>]*>/x/g' <<<"$1" | awk '{ print length }'
}

asked=0 typed='' table=$ROOT/doc/questions.md
while IFS='|' read -r _ question record keys answer _; do
	keys=${keys#*\`} keys=${keys%\`*} answer=${answer#*\`} answer=${answer%\`*} record=${record// /}
	[[ $question == *[.?]' ' ]] || continue
	((++asked))
	typed+=${keys%<Enter>}$'\n'
	like "$(screen_of "$record" "$keys")" "$answer" "${question:1}"
	ok "... with at most six keys" test "$(count_keys "$keys")" -le 6
done <"$table"
is "$asked" "$(grep -c '^|.*`.*|$' "$table")" 'each row of the table is a question'
ok '... thirty of them' test "$asked" -ge 30
shown=$(sed -n '/^| Question | Keys |$/,/^$/s/^|.*| `\(.*\)\W |$/\1/p' "$ROOT/README.md")
is "$(wc -l <<<"$shown")" 5 'README.md shows five'
is "$(grep -cxF "$shown" <<<"$typed")" 5 '... of them'
done_testing
