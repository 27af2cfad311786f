#!/usr/bin/env bash
# Runs the shallow-water example on 4 ranks, one of which has more to do from step 60 on, with everything that tells of a run over
# time: regions, each call of MPI in them, what the node is used for, and its power; and makes one page of it.
#
# Usage: scripts/demo-page.sh [FOLDER]   directory for the files instead of demo-page/; its contents are removed
#
# Power is measured where the processors count energy and the caller may read that. Elsewhere the page says nothing of power; with
# POWER=made-up it then has that of a made-up machine, whose node is called so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh
# shellcheck source=scripts/expect.sh
source scripts/expect.sh

readonly RANKS=4 STEPS=${STEPS:-120} SINCE=${SINCE:-60} PROJECT=shallowwater OUT=${1:-demo-page}
work=$(mktemp -d)
analyzer='' pt=''

cleanup() {
	[[ $pt == '' ]] || kill "$pt" 2>/dev/null || true
	[[ $analyzer == '' ]] || kill "$analyzer" 2>/dev/null || true
	rm -rf "$work"
}
trap cleanup EXIT

# record_power NODE OPTION…: starts pt.
record_power() {
	local node=$1
	shift
	"$work/pt" -P $PROJECT -t Hostname_Rank_Thread -o "$OUT" --cycle 100 --value P "$@" "s:1:$node" >"$work/pt.log" 2>&1 &
	pt=$!
	wait_for "$OUT/${PROJECT}_${node}_Energy.stat" "$pt" || {
		wait "$pt" || true
		pt=''
		return 1
	}
}

# start_power measures, or makes up if that is asked for, or tells that nothing is known.
start_power() {
	if record_power "$(hostname)" --device RAPL; then
		echo "demo-page: power is that of the first processor, by its energy counter"
	elif [[ ${POWER:-} == made-up ]]; then
		"$work/analyzer" -load "$work/line" &
		analyzer=$!
		wait_for "$work/line" "$analyzer" || fail "the made-up power analyzer does not start"
		record_power made-up --answer 1m -p "$work/line" || fail "pt: $(cat "$work/pt.log")"
		echo "demo-page: power is made up: 20 W, and 15 W for each busy processor; its node is called made-up"
	else
		echo "demo-page: no power on the page: $(tail -n 1 "$work/pt.log"); POWER=made-up shows how it would look"
	fi
}

stop_power() {
	[[ $pt != '' ]] || return 0
	kill -INT "$pt"
	wait "$pt" || fail "pt: $(cat "$work/pt.log")"
	pt=''
}

main() {
	mpi_find openmpi || mpi_find mpich || { scripts/mpi-install.sh && mpi_find openmpi; } || fail "there is no MPI"
	echo "demo-page: building with -tags $MPITAGS,mpiwrap"
	MPITAGS=$MPITAGS,mpiwrap mpi_go build -o "$work/shallowwater" ./examples/shallowwater
	go build -o "$work" ./cmd/mpitimer ./cmd/pt ./scripts/analyzer
	rm -rf "$OUT"
	mkdir -p "$OUT"
	# The rough bed of the example has three times as much to do, to be seen on few processors with other work, too.
	sed -E 's/^( +Substeps:) 8 /\1 24 /' examples/shallowwater/shallowwater.yaml >"$OUT/shallowwater.yaml"
	start_power
	MPITIMER_MPI_TRACE=$PROJECT MPITIMER_TIMER_FILE=tree.txt mpi_run $RANKS "$work/shallowwater" -config "$OUT/shallowwater.yaml" \
		-out "$OUT" -timeline "$OUT" -uneven -since "$SINCE" -steps "$STEPS"
	stop_power
	"$work/mpitimer" page "$OUT" -o "$OUT/page.html" --title "Shallow water, $RANKS ranks, an uneven bed"
	echo "demo-page: open $OUT/page.html in a browser, what was found stands first: which rank is slow, since when, and what it waited for"
}

main
