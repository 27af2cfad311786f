#!/usr/bin/env bash
# Runs the shallow-water example under mpirun and on embedded ranks, which must come to the same end and write the same files;
# or a program that is linked with one MPI under the other's mpirun, which must say so and fail.
#
# Usage: scripts/example-test.sh openmpi|mpich|wrong-launcher
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# regions FILE: the regions that a tree shows, with their places in it. A row ~untimed is there or not
# as time goes.
regions() {
	sed -n '/^region /,/^$/p' "$1" | grep -v '~untimed' | sed -e 's/[├└│]/ /g' -e 's/\([^ ]\)  .*/\1/'
}

same_end() {
	local sums options=(-config examples/shallowwater/shallowwater.yaml -uneven -steps 200)
	mpi_find "$1"
	mpi_go build -o "$work/example" ./examples/shallowwater
	export MPITIMER_TIMER_FILE=tree.txt
	mpi_run 4 "$work/example" "${options[@]}" -out "$work/mpi" | tee "$work/log"
	"$work/example" "${options[@]}" -ranks 4 -out "$work/embedded" | tee -a "$work/log"
	scripts/demo-check.sh "$work/mpi" 4
	scripts/demo-check.sh "$work/embedded" 4 >/dev/null
	diff <(regions "$work/mpi/tree.txt") <(regions "$work/embedded/tree.txt")
	sums=$(grep -o 'checksum .*' "$work/log" | sort | uniq -c)
	if [[ $(wc -l <<<"$sums") != 1 || $sums != *" 2 checksum"* ]]; then
		echo "expected the same checksum twice, got: $sums"
		return 1
	fi
}

wrong_launcher() {
	local said
	mpi_find mpich
	mpi_go build -o "$work/example" ./examples/shallowwater
	mpi_find openmpi
	if said=$(mpi_run 2 "$work/example" -out "$work" 2>&1); then
		echo "linked with MPICH it ran under Open MPI's mpirun"
		return 1
	fi
	grep -q MPICH <<<"$said" || { echo "it did not say what is wrong: $said" && return 1; }
}

case $1 in
wrong-launcher) wrong_launcher ;;
*) same_end "$1" ;;
esac
