#!/usr/bin/env bash
# Drives mpitimer as a user does: in a real terminal, on jobs of four ranks under Open MPI's mpirun. Top
# by keys, stacks on a job that hangs, recover after a kill.
#
# Usage: scripts/terminal-test.sh [FOLDER | --docs]
#   FOLDER   the screens stay there, as text and (.ansi) with colours
#   --docs   they are put into docs/watching.md, between their markers
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh

readonly RANKS=4
work=$(mktemp -d)
chmod 755 "$work" # another user looks at tables in it
screens=$work/screens
[[ ${1:-} == "" || ${1:-} == --docs ]] || screens=$1
mkdir -p "$screens"
job= # process of the job that runs

terminal() { tmux -L "mpitimer-test-$$" "$@"; }

cleanup() {
	end_job
	terminal kill-server 2>/dev/null || true
	rm -rf "$work"
}
trap cleanup EXIT

# children PID: the processes that a process has started. If another process ends meanwhile, which makes some
# awks give up, that does not hide them: a rank that is stopped and not continued would hang the job.
children() {
	local file line parent
	for file in /proc/[0-9]*/stat; do
		{ read -r line <"$file"; } 2>/dev/null || continue
		read -r _ parent _ <<<"${line##*) }" # after the name, which may contain blanks: state, parent
		if [[ $parent == "$1" ]]; then
			echo "${line%% *}"
		fi
	done
}

# leaves PID: the processes below a process that have none below them: of mpirun, the ranks.
leaves() {
	local children child
	children=$(children "$1")
	if [[ $children == "" ]]; then
		echo "$1"
		return
	fi
	for child in $children; do
		leaves "$child"
	done
}

# start_job PROGRAM [ARGUMENT…]: runs it on the ranks, with its tables in a directory of their own.
start_job() {
	tables=$work/tables.$1
	export MPITIMER_TABLES=$tables
	(cd "$work" && MPI_TIMEOUT=600 mpi_run $RANKS "./$1" "${@:2}" >"$work/$1.log" 2>&1) &
	job=$!
	patiently job_runs || fail "$1 does not start: $(cat "$work/$1.log")"
}

job_runs() {
	[[ $(find "$tables" -name '*.mptable' -size +0 2>/dev/null | wc -l) == "$RANKS" ]] && stacks_show "^running  $RANKS"
}

# stacks_show PATTERN: of the job that runs.
stacks_show() {
	"$work/mpitimer" stacks "$tables" >"$work/stacks" 2>/dev/null && grep -qE -e "$1" "$work/stacks"
}

# signal_ranks SIGNAL
signal_ranks() {
	local pid
	for pid in $(leaves "$job"); do
		kill "-$1" "$pid" 2>/dev/null || true
	done
}

# kill_ranks: they have no time to say anything.
kill_ranks() {
	signal_ranks KILL
	wait "$job" 2>/dev/null || true
	job=
}

end_job() {
	if [[ $job != "" ]]; then
		kill_ranks
	fi
}

# screen PATTERN…: waits until a line of the screen matches each pattern.
screen() {
	if ! patiently on_screen "$@"; then
		cat "$work/screen" >&2
		fail "no line of the screen above matches $missing"
	fi
}

on_screen() {
	local pattern
	missing=
	terminal capture-pane -p >"$work/screen"
	for pattern in "$@"; do
		grep -qE -e "$pattern" "$work/screen" || missing=$pattern
	done
	[[ $missing == "" ]]
}

# without PATTERN: waits until no line of the screen matches it. A screen may have been drawn in part.
without() {
	if ! patiently not_on_screen "$1"; then
		cat "$work/screen" >&2
		fail "a line of the screen above matches $1"
	fi
}

not_on_screen() { ! on_screen "$1"; }

# still: the screen is the same as a moment before.
still() {
	terminal capture-pane -p >"$work/before"
	sleep 0.3
	terminal capture-pane -p | diff -q "$work/before" - >/dev/null
}

keep() {
	terminal capture-pane -p >"$screens/$1.txt"
	terminal capture-pane -p -e >"$screens/$1.ansi"
}

keys() { terminal send-keys "$@"; }

# shell_is_back: the program has ended and left the terminal as it was.
shell_is_back() {
	patiently shell_in_front || fail "the program does not end" # what is typed before goes to the program
	keys "stty -g >$work/stty.after; echo back \$?" Enter
	screen '^back 0$'
	diff "$work/stty.before" "$work/stty.after" || fail "the terminal's settings have changed"
	[[ $(terminal display -p '#{alternate_on} #{cursor_flag} #{wrap_flag}') == "0 1 1" ]] ||
		fail "the terminal's screen, cursor or wrapping is not as it was"
	keys clear Enter
	screen '^\$ $|^\$$'
}

# shell_in_front: the program has given the screen back and is no longer there, which comes later.
shell_in_front() { [[ $(terminal display -p '#{alternate_on} #{pane_current_command}') != @(1 *|* mpitimer) ]]; }

start_terminal() {
	terminal -f /dev/null new-session -d -x 80 -y 24 "cd $work; exec env -u NO_COLOR PS1='$ ' bash --norc --noprofile"
	keys "stty -g >$work/stty.before" Enter
	keys "export PATH=$work:\$PATH PS1='\$ '" Enter
	keys clear Enter
	screen '^\$'
}

build() {
	go build -o "$work/mpitimer" ./cmd/mpitimer
	mpi_go build -o "$work/shallowwater" ./examples/shallowwater
	mpi_go build -o "$work/hang" ./examples/hang
}

watch_by_keys() {
	keys "mpitimer top $tables" Enter
	screen '^shallowwater: 4 ranks on 1 host, running for .* [0-9]{2}:[0-9]{2}:[0-9]{2}$' '^4 running · last' \
		'^region +in  now %  calls/s ' '^Total .*100\.0' 'step .*[0-9]' 'inside$' '^↑↓ move .* q quit$'
	sleep 4 # for figures of a job in its course
	keep tree
	screen 'sorted by now( |$)'
	without '^├ init' # it does nothing now
	keys s
	screen 'sorted by time( |$)'
	keys S S
	screen '^├ init'
	keys /
	screen '^/▏'
	keys hal
	screen 'filter: hal( |$)' '└ halo' '^/hal▏'
	without '[├└] tendencies'
	keep filter
	keys Escape
	screen '[├└] tendencies'
	keys j Enter
	screen 'diagnostics .*[0-9]'
	keys g Enter
	screen '^Total \+[0-9]'
	without '[├└] step'
	keys Enter
	screen '[├└] step .*[0-9]'
	keys r
	screen '^ rank  host +state +for  inside' '^ +0  .* running .*Total' '^ +3  .* running .*Total'
	keys Down Enter
	screen '└ Total' '  └ run_loop'
	keep ranks
	keys r i
	screen 'means of the interval'
	keys i '?'
	screen '^columns' 'any key goes back'
	keys x
	screen '^region'
	keys p
	screen 'PAUSED'
	patiently still || fail "the screen changes while it is paused"
	terminal capture-pane -p >"$work/paused"
	sleep 1.5
	terminal capture-pane -p | diff "$work/paused" - || fail "the screen changes while it is paused"
	keys p
	screen 'last [0-9.]* s'
	terminal resize-window -x 120 -y 35
	screen 'imbalance  % total$' '█'
	keep wide
	terminal resize-window -x 80 -y 24
	screen '^region +in  now %  calls/s    mean       max   \(rank\)  % total$'
	keys q
	shell_is_back
}

leave_in_other_ways() {
	keys "NO_COLOR=1 mpitimer top $tables" Enter
	screen '^region' '^4 running · last'
	if terminal capture-pane -p -e | grep -E $'\x1b''\[([0-9;]*;)?3[1-6]m'; then
		fail "there are colours in spite of NO_COLOR"
	fi
	keys C-z
	screen 'Stopped'
	keys clear Enter
	keys fg Enter
	screen '^region' '^4 running · last'
	kill -TERM "$(leaves "$(terminal display -p '#{pane_pid}')")"
	shell_is_back
	keys "mpitimer top $tables" Enter
	screen '^region'
	keys C-c
	shell_is_back
	keys "mpitimer top $tables | head -n 3; TERM=dumb mpitimer top $tables | head -n 3" Enter
	screen '^shallowwater: 4 ranks'
	shell_is_back
}

# watch_from_elsewhere: as another user, without a terminal.
watch_from_elsewhere() {
	if [[ $(id -u) != 0 ]] || ! command -v setpriv >/dev/null; then
		echo "terminal-test: not looked at as another user: this takes root and setpriv"
		return
	fi
	setpriv --reuid 65534 --regid 65534 --clear-groups "$work/mpitimer" top --once "$tables" >"$work/other"
	grep -q '^4 running' "$work/other" || fail "another user sees nothing of readable tables"
}

see_it_end() {
	keys "mpitimer top $tables" Enter
	screen '^region' '^4 running · last'
	kill_ranks
	screen 'the job has ended: 4 died \(0-3\)' 'died  Total'
	keep ended
	keys q
	shell_is_back
	keys "mpitimer recover $tables >recovered; echo status \$?" Enter
	screen '^status 0$'
	grep -qE '^died +4  0-3  last seen' "$work/recovered" || fail "recover does not say who died"
	grep -qE '^Total \(still running\)' "$work/recovered" || fail "recover shows no tree"
	keys clear Enter
	keys "mpitimer recover $tables -o r.mptsum -o r.summary --remove; echo status \$?; ls $tables | wc -l" Enter
	screen '^written: r.mptsum, r.summary' '^removed: 4 tables' '^status 0$' '^0$'
	keys clear Enter
}

see_it_hang() {
	start_job hang
	patiently stacks_show '^ 1  3 .* s +Total/step/solve$' || fail "the job does not hang: $(cat "$work/stacks")"
	keys "mpitimer stacks $tables" Enter
	screen '^ 1  3 .* m?s +Total/step/solve$' '^ 3  0-2 .* m?s +Total/step/exchange$' '└ exchange'
	keep stacks
	shell_is_back
	kill_ranks
	keys "mpitimer recover $tables -o hang.txt" Enter
	screen '^ 1  3 .* died  Total/step/solve$' '^written: hang.txt'
	shell_is_back
}

see_it_finish() {
	start_job shallowwater -steps 300 -out "$work/out"
	signal_ranks STOP # so that it runs until somebody looks
	keys "mpitimer top -i 200ms $tables" Enter
	screen '^region'
	signal_ranks CONT
	screen 'the job has ended: 4 finished'
	wait "$job" || fail "the job that was watched has failed: $(cat "$work/shallowwater.log")"
	job=
	keys q
	shell_is_back
	keys "mpitimer top $tables; echo status \$?" Enter
	screen 'no tables of a run' '^status 2$'
	keys clear Enter
}

# into_docs: puts the screens between <!-- NAME --> and <!-- /NAME --> of the page.
into_docs() {
	local name page=docs/watching.md
	for name in tree filter ranks wide ended; do
		awk -v name="$name" -v file="$screens/$name.txt" '
			$0 == "<!-- /" name " -->" { skip = 0 }
			!skip { print }
			$0 == "<!-- " name " -->" {
				skip = 1
				print "```text"
				while ((getline line < file) > 0) {
					if (line != "" || last != "") print line # one empty line for many
					last = line
				}
				print "```"
			}' $page >$page.part
		mv $page.part $page
	done
}

main() {
	mpi_find openmpi || fail "there is no Open MPI"
	command -v tmux >/dev/null || fail "there is no tmux; scripts/debian-install.sh tmux -- tmux installs it"
	build
	start_terminal
	export MPITIMER_TABLES_READABLE=true
	start_job shallowwater -uneven -steps 1000000 -out "$work/out"
	watch_by_keys
	leave_in_other_ways
	watch_from_elsewhere
	see_it_end
	see_it_hang
	see_it_finish
	if [[ ${1:-} == --docs ]]; then
		into_docs
	fi
	echo "terminal-test: top, stacks and recover do in a terminal what they should"
}

main "$@"
