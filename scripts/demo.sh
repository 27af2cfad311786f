#!/usr/bin/env bash
# Runs the shallow-water example on 4 ranks, shows the tree of its timers and names the files that it wrote to
# demo/. It runs under mpirun if there is an MPI or Open MPI can be installed, and otherwise on embedded
# ranks, which need nothing but Go.
#
# Usage: scripts/demo.sh [FOLDER]   directory for the files instead of demo/; its contents are removed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

readonly RANKS=4 OUT=${1:-demo}

# find_mpi sets what mpi_go and mpi_run need; it installs Open MPI if there is no MPI at all.
find_mpi() {
	if mpi_find openmpi || mpi_find mpich; then
		command -v "${CC:-gcc}" >/dev/null || scripts/mpi-install.sh
		return
	fi
	if command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
		MPICC=mpicc MPIRUN=mpirun MPITAGS=mpi,mpi_cc MPICGO=mpicc # an unknown one
		return 0
	fi
	scripts/mpi-install.sh && mpi_find openmpi
}

main() {
	local program=(-out "$OUT" -uneven -device auto) # it says where the update runs
	work=$(mktemp -d) # not local: the trap below runs after main
	trap 'rm -rf "$work"' EXIT
	rm -rf "$OUT"
	mkdir -p "$OUT"
	export MPITIMER_TIMER_FILE=tree.txt # a file that stays, where the log would scroll by
	if find_mpi; then
		echo "demo: building with -tags $MPITAGS, running $RANKS ranks under $MPIRUN"
		mpi_go build -o "$work/shallowwater" ./examples/shallowwater
		mpi_run $RANKS "$work/shallowwater" "${program[@]}"
	else
		echo "demo: no MPI here and none can be installed: running $RANKS embedded ranks, goroutines of one process"
		go build -o "$work/shallowwater" ./examples/shallowwater
		"$work/shallowwater" -ranks $RANKS "${program[@]}" </dev/null
	fi
	echo
	cat "$OUT/tree.txt"
	echo
	scripts/demo-check.sh "$OUT" $RANKS
}

main
