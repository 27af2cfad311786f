#!/usr/bin/env bash
# Programs whose functions are timed by the build and whose calls of MPI are recorded, under mpirun: the
# example, which has regions of its own; one written without the timers, through gompi if there is a copy of
# it; two with bindings of their own; a program in C, by preloading. Then a rank is killed in the middle of a call.
#
# Usage: scripts/instrument-test.sh openmpi|mpich
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh

readonly KIND=${1:-openmpi} RANKS=3
export MPITIMER_MIN_SHARE=0 # all that is looked for is there, however short it was
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# below FILE PARENT CHILD: in the tree a row CHILD stands below a row PARENT. Three characters are a level.
below() {
	sed -e '/^region /,/^$/!d' "$1" | sed -e 's/[│├└]/ /g' -e 's/─/ /g' | awk -v parent="$2" -v child="$3" '
		{ depth = match($0, /[^ ]/); name = $1 }
		inside && depth <= at { inside = 0 }
		inside && name == child { found = 1 }
		name == parent { inside = 1; at = depth }
		END { exit !found }' || fail "no $3 below $2: $(cat "$1")"
}

instrument() {
	env CGO_ENABLED=1 ${MPICGO:+"CC=$MPICGO"} "$work/mpitimer" "$@"
}

# the_example: one tree with regions made by hand, functions and calls of MPI, and all files.
the_example() {
	instrument build -mpi -- -tags "$MPITAGS" -o "$work/example" ./examples/shallowwater
	export MPITIMER_MPI_TRACE=example MPITIMER_MPI_WAITS=true MPITIMER_MPI_MATRIX=matrix.csv MPITIMER_COUNTERS='' MPITIMER_DERIVED=''
	# Apart, and one behind the other then: mpirun may put a line of the one into one of the other.
	mpi_run $RANKS "$work/example" -steps 40 -out "$work/out" >"$work/log" 2>"$work/errors" || fail "the example: $(cat "$work/log" "$work/errors")"
	cat "$work/errors" >>"$work/log"
	unset MPITIMER_MPI_TRACE MPITIMER_MPI_WAITS MPITIMER_MPI_MATRIX MPITIMER_COUNTERS MPITIMER_DERIVED
	below "$work/log" main.solve run_loop
	below "$work/log" run_loop step
	below "$work/log" step 'main.(*model).tendencies'
	below "$work/log" 'main.(*model).tendencies' slopes
	below "$work/log" halo MPI_Isend
	expect "$work/log" '^Waits for other ranks: 3 ranks on 1 host' '^Communication of 3 ranks' 'MPI_SENT' 'mass and energy are conserved'
	expect "$work/out/gptl.000000" 'ENABLE_PMPI was true' 'AVG_MPI_BYTES' 'MPI_Isend'
	expect "$work/out/matrix.csv" '^0,0,1,1,[0-9]+,'
	expect "$work/out/matrix.paths.csv" '^sent,.*/run_loop/step/halo$' '^received,.*/run_loop/step/halo$'
	"$work/mpitimer" hd check "$work/out" | grep -q accepted || fail "the traces are not accepted"
	[[ $(find "$work/out" -name 'example_*_0.trc' | wc -l) == "$RANKS" ]] || fail "not one trace a rank: $(ls "$work/out")"
	expect "$(find "$work/out" -name 'example_*_0_0.trc')" "<Isend size='[0-9]+' count='[0-9]+' tid='[0-9]+' toRank='1'"
	"$work/mpitimer" geopm check "$work/out/geopm.report" >/dev/null || fail "the GEOPM report is not accepted"
	"$work/mpitimer" show "$work/out/timing.mptsum" >"$work/shown"
	below "$work/shown" step halo
}

# in_c: a program in C, preloaded; the wait for the other ranks stands apart.
in_c() {
	instrument_library
	"$MPICC" -o "$work/inc" scripts/instrument/program.c
	MPITIMER_SYNC_MPI=true MPITIMER_MPI_TRACE=inc MPITIMER_DIRECTORY="$work/inc.out" mpi_run $RANKS env LD_PRELOAD="$work/libmpitimer.so" "$work/inc" >"$work/log" 2>&1 ||
		fail "the program in C: $(cat "$work/log")"
	expect "$work/log" '^sum 3' 'MPI_Allreduce +300 ' 'sync_Allreduce +300 ' 'MPI_Send +100 +1/3' 'MPI_Recv +100 +1/3' 'sync_Recv +100 ' '^MPI_Init '
	"$work/mpitimer" hd check "$work/inc.out" | grep -q accepted || fail "the traces of the program in C are not accepted"
	expect "$(find "$work/inc.out" -name 'inc_*_2_0.trc')" '^<Init  time=' '^<Finalize  time='
}

instrument_library() {
	mpi_go build -buildmode=c-shared -o "$work/libmpitimer.so" ./cmd/libmpitimer
}

# through_gompi: a program written without the timers, which starts MPI itself.
through_gompi() {
	if [[ $KIND != openmpi ]] || ! GOPROXY=off go mod download github.com/sbromberger/gompi 2>/dev/null; then
		echo "SKIPPED gompi: it is not in the module cache, or this is not the MPI that it is written for"
		return
	fi
	mkdir "$work/gompi"
	cp scripts/instrument/gompi/program.txt "$work/gompi/main.go"
	printf 'module example.com/gompiprogram\n\ngo 1.24\n\nrequire github.com/sbromberger/gompi v0.2.0\n' >"$work/gompi/go.mod"
	grep sbromberger go.sum >"$work/gompi/go.sum"
	(cd "$work/gompi" && instrument build -mpi -- -tags "$MPITAGS" -o "$work/throughgompi" .)
	mpi_run 2 "$work/throughgompi" >"$work/log" 2>&1 || fail "the program through gompi: $(cat "$work/log")"
	expect "$work/log" 'rank 0 heard 4950' 'MPI_Send +100 ' 'MPI_Recv +100 '
	below "$work/log" Total main.exchange
	below "$work/log" main.exchange MPI_Send
}

# run_binding PROGRAM: its output has a file of its own, since mpirun may put a line of it into one of the report.
run_binding() {
	MPITIMER_MPI_WAITS=true mpi_run $RANKS "$work/built-$1" >"$work/$1.out" 2>"$work/$1.log" || fail "$1: $(cat "$work/$1.log")"
}

# waits PROGRAM PATTERN…: in one of some runs each wait is there. On a loaded machine a rank may be put aside while it
# would ask, and finds everything there when it goes on.
waits() {
	local program=$1 attempt pattern missing
	shift
	for attempt in 1 2 3 4 5 6 7 8; do
		missing=
		for pattern in "$@"; do
			grep -qE -- "$pattern" "$work/$program.log" || missing=$pattern
		done
		[[ $missing ]] || return 0
		run_binding "$program"
	done
	fail "$program: in $attempt runs never $missing: $(cat "$work/$program.log")"
}

# bindings: two programs that call MPI in ways of their own, one of them through cgo by hand. What they call stands below
# what calls it, what the timers call stands nowhere, and who asks for a message time and again waits for it.
bindings() {
	local one
	for one in byhand binding; do
		cp -r "cmd/mpitimer/internal/instrument/testdata/$one" "$work/$one"
		(cd "$work/$one" && CGO_ENABLED=1 CC=$MPICC "$work/mpitimer" build -mpi -only main -- -tags mpi,mpi_cc -o "$work/built-$one" .)
		run_binding "$one"
		! grep -q 'MPI_Comm_dup\|MPI_Comm_free\|MPI_Comm_split' "$work/$one.log" || fail "$one: calls of the timers: $(cat "$work/$one.log")"
	done
	expect "$work/byhand.out" '^sum 120'
	waits byhand '^late sender .* Iprobe +Total/main.probe' '^late sender .* Test +Total/main.test'
	below "$work/byhand.log" Total main.probe
	below "$work/byhand.log" main.probe MPI_Iprobe
	below "$work/byhand.log" main.test MPI_Test
	below "$work/byhand.log" main.give MPI_Send
	expect "$work/binding.out" '^total 212967'
	waits binding '^late sender .* Improbe +Total/main.collect'
	below "$work/binding.log" main.exchange MPI_Recv
	below "$work/binding.log" main.collect MPI_Improbe
	below "$work/binding.log" main.agree MPI_Allreduce
}

# by_a_run: a search that nobody prepared is run by the build to find what carries its time; then its own profile does. For that
# the go command optimises all packages anew, those of Go too, which is seen to do no harm with one MPI.
by_a_run() {
	local folder=$work/binding program=$work/search optimised=-pgo=auto
	[[ $KIND == openmpi ]] || optimised=-pgo=off
	(
		cd "$folder"
		export CGO_ENABLED=1 CC=$MPICC
		"$work/mpitimer" build -mpi -auto "$(mpi_command $RANKS) $program -size 1000000" -- -tags mpi,mpi_cc -o "$program" ./search
	) >"$work/log" 2>&1 || fail "-auto: $(cat "$work/log")"
	expect "$work/log" 'functions of the run are timed, .*; 0 % of the run.s time is in other functions'
	found_it auto
	mpi_run $RANKS "$program" -size 1000000 -cpuprofile "$folder/search/default.pgo" >"$work/log" 2>&1 || fail "profile: $(cat "$work/log")"
	(cd "$folder" && CGO_ENABLED=1 CC=$MPICC "$work/mpitimer" build -mpi -- $optimised -tags mpi,mpi_cc -o "$program" ./search) >"$work/log" 2>&1 ||
		fail "default.pgo: $(cat "$work/log")"
	found_it default.pgo
	rm "$folder/search/default.pgo"
}

# found_it: the search is below what calls it, with its calls of MPI beside it, and what it calls is too small.
found_it() {
	mpi_run $RANKS "$work/search" >"$work/log" 2>&1 || fail "search, $1: $(cat "$work/log")"
	expect "$work/log" '^found ' 'main.Search +120 '
	below "$work/log" main.find main.Search
	below "$work/log" main.find MPI_Allreduce
	! grep -q 'search.matches' "$work/log" || fail "search, $1, times what is too small: $(cat "$work/log")"
}

# killed: what a rank had measured, and the call that it was in, survive it.
killed() {
	"$MPICC" -o "$work/inc" scripts/instrument/program.c
	mpi_run 2 env LD_PRELOAD="$work/libmpitimer.so" MPITIMER_TABLES="$work/tables" "$work/inc" die >"$work/log" 2>&1 && fail "nobody died: $(cat "$work/log")"
	"$work/mpitimer" recover "$work/tables" >"$work/log" 2>&1 || [[ $? == 3 ]] || fail "recover: $(cat "$work/log")"
	expect "$work/log" 'MPI_Allreduce +200 ' 'MPI_Barrier'
}

main() {
	mpi_find "$KIND" || fail "there is no $KIND"
	go build -o "$work/mpitimer" ./cmd/mpitimer
	the_example
	in_c
	through_gompi
	bindings
	by_a_run
	killed
	echo "instrumented and intercepted under $KIND: the example, two programs with bindings, a search that nobody prepared, a program in C, one that was killed"
}

main
