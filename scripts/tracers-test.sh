#!/usr/bin/env bash
# Runs the example under mpirun with everything that can watch a run beside its timers: timelines, what the
# node is used for, its power by pt (of an analyzer that is none), all in one project of HDTrace; raw
# statistics of the node; and a GEOPM report. Then it looks at what is there with mpitimer.
#
# Usage: scripts/tracers-test.sh [FOLDER]   FOLDER for the files, which stay there
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh

readonly RANKS=4
work=$(mktemp -d)
out=${1:-$work/out}
mkdir -p "$out"
analyzer='' pt=''

cleanup() {
	[[ $pt == '' ]] || kill "$pt" 2>/dev/null || true
	[[ $analyzer == '' ]] || kill "$analyzer" 2>/dev/null || true
	rm -rf "$work"
}
trap cleanup EXIT

# readers_take PROJECT: but for samples that the analyzer lost on a busy machine, which stand there as no numbers.
readers_take() {
	local said
	if said=$("$work/mpitimer" hd check "$1" 2>&1); then
		grep -q accepted <<<"$said" || fail "hd check does not say accepted: $said"
	elif grep -vE '_Energy\.stat: .* is NaN|: accepted|^mpitimer: [0-9]+ findings? of' <<<"$said" | grep -q .; then
		fail "readers do not take the project: $said"
	fi
}

# expect PATTERN COMMAND…: the command succeeds and says that.
expect() {
	local pattern=$1 said
	shift
	said=$("$@" 2>&1) || fail "$* fails: $said"
	grep -qE "$pattern" <<<"$said" || fail "$* does not say $pattern: $said"
}

build() {
	mpi_find openmpi || mpi_find mpich || fail "there is no MPI"
	mpi_go build -o "$work/example" ./examples/shallowwater
	go build -o "$work" ./cmd/mpitimer ./cmd/pt ./scripts/analyzer
}

# trace_power starts pt, and waits until it records.
trace_power() {
	local host project=$out/project
	host=$(hostname)
	mkdir -p "$project"
	"$work/analyzer" "$work/line" &
	analyzer=$!
	wait_for "$work/line" || fail "$work/line does not come"
	cat >"$work/pt.cfg" <<-EOF
		[General]
		device=LMG450
		port=$work/line
		cycle=100
		project=shallowwater
		topology=Hostname_Rank_Thread
		[Trace]
		type=HDSTATS
		node=$host
		channel=1
		values=Utrms,Itrms,P
	EOF
	(cd "$project" && exec "$work/pt" -c "$work/pt.cfg") >"$work/pt.log" 2>&1 &
	pt=$!
	wait_for "$project/shallowwater_${host}_Energy.stat" || fail "$project/shallowwater_${host}_Energy.stat does not come"
}

stop_power() {
	kill -INT "$pt"
	wait "$pt" || fail "pt: $(cat "$work/pt.log")"
	pt=''
}

main() {
	local project=$out/project raw
	build
	trace_power
	mpi_run $RANKS "$work/example" -uneven -steps 100 -out "$out" -timeline "$project" -raw-stats "$out/raw" >"$out/log"
	stop_power
	readers_take "$project"
	for group in Timers Utilization Energy; do
		expect "$group" "$work/mpitimer" hd info "$project/shallowwater.proj"
	done
	raw=$(find "$out/raw" -name current)
	expect '^' "$work/mpitimer" stats check "$raw"
	expect 'cpu .*(user|nice)' "$work/mpitimer" stats show "$raw"
	expect 'run_loop' "$work/mpitimer" stats regions --intervals "$(find "$project" -name '*_0_0.trc')" "$raw"
	expect 'halo' "$work/mpitimer" geopm show "$out/geopm.report"
	"$work/mpitimer" geopm check "$out/geopm.report" || fail "the GEOPM report is not accepted"
	echo "timers, utilization and power are in one project, raw statistics and a GEOPM report beside it"
}

main
