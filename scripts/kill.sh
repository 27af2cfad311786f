#!/usr/bin/env bash
# Kills ranks of running jobs in all the ways in which ranks die, under each MPI that is here, and compares
# what their tables say afterwards with what the ranks had written down besides. Exits with status 1 if a kill
# was not survived properly.
#
# Usage: scripts/kill.sh [-kills N] [-seed N] [-only N]     and other flags of scripts/kill
#
# To repeat a kill alone: -seed and -only, as in the line of a failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

# mpi_flag KIND: what the program is told of an MPI, once its victims are built.
mpi_flag() {
	local how=
	case $1 in
	openmpi) how=--oversubscribe ;;
	mpich) how="-launcher fork" ;;
	esac
	mkdir "$built/$1"
	mpi_go build -o "$built/$1/" ./scripts/kill/victim ./examples/shallowwater
	flags+=(-mpi "$1=$built/$1:$MPIRUN $how")
}

built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
flags=()
for kind in openmpi mpich; do
	if mpi_find "$kind"; then
		mpi_flag "$kind"
	fi
done
if [[ ${#flags[@]} == 0 ]]; then
	echo "kill: there is no MPI here" >&2
	exit 1
fi
go build -o "$built/" ./scripts/kill ./cmd/mpitimer
"$built/kill" "${flags[@]}" -source "$PWD" -recover "$built/mpitimer" "$@"
