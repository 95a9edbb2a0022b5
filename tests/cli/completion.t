#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What shells complete of perfnav's arguments: its commands, options and their values.
. "$(dirname "$0")/../lib.sh"

for shell in bash zsh fish; do
	run "$PERFNAV" completion "$shell"
	is "$status:$err" 0: "perfnav completion $shell"
	cp "$SCRATCH/out" "$SCRATCH/$shell"
	if command -v "$shell" >/dev/null; then
		ok "... $shell can read it" "$shell" -n "$SCRATCH/$shell"
	else
		skip "... $shell can read it" "$shell is not installed"
	fi
done

# shellcheck source=/dev/null
. "$SCRATCH/bash"
touch a.data 'b c.data' -- -x.data
mkdir folder

mkdir "$SCRATCH/bin"
ln -s "$PERFNAV" "$SCRATCH/bin/perfnav"
export PATH=$SCRATCH/bin:$PATH

sorted() {
	LC_ALL=C sort | paste -sd ' '
}

# completes WORDS... WANT: what bash offers for the last of the words. --option=value is three words
# for it.
completes() {
	local want=${*: -1}
	COMP_WORDS=(perfnav "${@:1:$#-1}")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	_perfnav
	is "$(printf '%s\n' "${COMPREPLY[@]}" | sorted)" "$want" "${COMP_WORDS[*]}<Tab>"
}

fields() {
	"$PERFNAV" fields | sed -n "s/^\($1[^ ]*\) .*/$2\1/p" | sorted
}

completes pr print
completes co 'completion count'
completes a 'a.data annotate'
completes '' '-x.data a.data annotate b c.data completion count fields folder help index info print slice'
completes info '' '-x.data a.data b c.data folder'
completes info b 'b c.data'
completes --ver --version
completes print --ver ''
completes print --form --format
completes print --format '' 'chrome-trace csv firefox folded json perf-script pprof sqlite text'
completes print --format = 'chrome-trace csv firefox folded json perf-script pprof sqlite text'
completes print --format = '' 'chrome-trace csv firefox folded json perf-script pprof sqlite text'
completes print --format = j json
completes count --format '' 'csv json text'
completes --order c ''
completes print --order c causal
completes print -F mmap. "$(fields mmap '')"
completes print -F "time,mmap.f" "$(fields mmap.f time,)"
completes count --by = comm,br "$(fields br comm,)"
completes count -f tim "$(fields tim '')"
completes print --type COMM,MM 'COMM,MMAP COMM,MMAP2'
completes slice -o a a.data
completes print --symfs '' folder
completes print -n '' ''
completes completion z zsh
completes fields '' ''
completes fields -- '--fields --help --json --no-pager --sql'
completes fields --sql d duckdb

# What recordings and the config file have; the colon of a name is a word of its own for bash.
cp "$DATA/demo.data" "$DATA/odd_comms.data" .
completes count demo.data -e cp cpu-clock
completes count demo.data -e page-faults,cp page-faults,cpu-clock
completes count demo.data -e sched : sched_s sched_switch
completes count demo.data -e sched : sched_process_f sched_process_fork
completes count demo.data --event = sched : sched_s sched_switch
completes count demo.data -e 'cpu-clock,sched' : sched_s sched_switch
completes count demo.data -e sched : 'sched_process_exec sched_process_exit sched_process_fork sched_switch'
completes print demo.data -c darkr darkroom
completes print demo.data --comms = photolab,darkr photolab,darkroom
completes print none.data -c '' ''
is "$(ls ./*.pnx* 2>/dev/null)" '' "... without a file"
run "$PERFNAV" index -q demo.data
completes print demo.data -c darkr darkroom
printf '%s\n' 'define-span request tp.op == 1 -> tp.op == 2 by tp.id' '# define-span no' 'set state off' \
	>>"$XDG_CONFIG_HOME/perfnav/config"
completes print --span r 'request\ tp.op\ ==\ 1\ -\>\ tp.op\ ==\ 2\ by\ tp.id'
run "$PERFNAV" completion events demo.data none.data
is "$status:$err" 0: "perfnav completion events FILE..."
like "$out" '^sched:sched_switch$' "... a line each"
rm -f demo.data* odd_comms.data

rm -- -x.data

# Each option of each command, as its help lists it.
for command in '' index info print count slice fields completion; do
	want=$("$PERFNAV" ${command:+"$command"} --help | sed -n '/^Options/,$p' |
		grep -oE '^ +(-., )?--[a-z-]+' | tr -d ' ' | tr , '\n' | sorted)
	completes ${command:+"$command"} - "$want"
	is "$(sed -n "/^	${command:-\\*})$/,/;;/p" "$SCRATCH/zsh" |
		grep -oE "^			'(--[a-z-]+|.*\{.*\})" |
		sed -E "s/.*\{(.*)\}/\1/" | tr -d "+=\t'" | tr , '\n' | sorted)" "$want" "... zsh, too"
	command -v fish >/dev/null || continue
	is "$(fish -c "source '$SCRATCH/fish'; complete -C 'perfnav $command -'; complete -C 'perfnav $command --'" |
		grep -o '^--*[A-Za-z-]*' | sort -u | sorted)" "$want" "... fish, too"
done

# ---- typed into a shell ----
if ! command -v tmux >/dev/null; then
	skip 'typed into shells' 'tmux is not installed'
	done_testing
fi
cp "$DATA/demo.data" perf.data

typed() {
	tui_type "perfnav pri"
	tui_keys Tab
	tui_shows "perfnav print" "$1: a command"
	tui_type "--form"
	tui_keys Tab
	tui_shows "--format" "... an option"
	tui_type "$2j"
	tui_keys Tab
	tui_shows "--format${2:- }json" "... its value"
	tui_type " -e page-faults,sched:sched_sw"
	tui_keys Tab
	tui_shows "page-faults,sched:sched_switch" "... an event in a list"
	tui_type " -F time,mmap.fil"
	tui_keys Tab
	tui_shows "-F time,mmap.file" "... a field in a list"
	tui_type " a"
	tui_keys Tab
	tui_shows "a.data" "... a file"
}

cat >bashrc <<EOF
PS1='ready> '
. $SCRATCH/bash
EOF
tui_start 100x20 bash --rcfile bashrc
tui_shows ready
typed bash ''
if command -v zsh >/dev/null; then
	mkdir zsh functions
	cp "$SCRATCH/zsh" functions/_perfnav
	cat >zsh/.zshrc <<-EOF
		PS1='ready> '
		fpath=($PWD/functions \$fpath)
		autoload -U compinit
		compinit -u -d $PWD/zsh/dump
	EOF
	tui_start 100x20 env "ZDOTDIR=$PWD/zsh" zsh
	tui_shows ready
	typed zsh =
else
	skip 'typed into zsh' 'zsh is not installed'
fi
if command -v fish >/dev/null; then
	mkdir -p "$XDG_CONFIG_HOME/fish/completions"
	cp "$SCRATCH/fish" "$XDG_CONFIG_HOME/fish/completions/perfnav.fish"
	tui_start 100x20 fish -C "function fish_prompt; echo 'ready> '; end"
	tui_shows ready
	typed fish ''
else
	skip 'typed into fish' 'fish is not installed'
fi
done_testing
