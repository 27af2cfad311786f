#!/usr/bin/env bash
# Records two runs under mpirun, the example with its regions, counters and messages and a program in C with messages and collective
# calls of many kinds, and reads every event back from the traces of OTF2 that they are converted to.
#
# Usage: scripts/otf2-test.sh openmpi|mpich   it takes a C compiler, and OTF2's library, tools and Python bindings
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

readonly KIND=${1:-openmpi} RANKS=4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MPITIMER_TABLES=$work/tables

# read_back PROJECT KINDS: by OTF2's own reader; of each of those kinds of events there must be some.
read_back() {
	OTF2_PROJECT=$1 OTF2_KINDS=$2 CGO_ENABLED=1 go test -vet=off -count=1 -tags otf2 ./stats/hdtrace/otf2 -run '^TestRunOfMPI$' -v |
		grep -E '^ok|FAIL|run_test.go' | tee "$work/said"
	grep -q '^ok' "$work/said"
}

mpi_find "$KIND"
MPITAGS=$MPITAGS,mpiwrap mpi_go build -o "$work/shallowwater" ./examples/shallowwater
MPITIMER_MPI_TRACE=shallowwater mpi_run $RANKS "$work/shallowwater" -out "$work/example" -timeline "$work/example" -nx 64 -ny 64 -steps 40 >"$work/log" 2>&1 ||
	{ cat "$work/log"; exit 1; }
read_back "$work/example/shallowwater.proj" state,isend,ireceive,ireceived,metric

mpi_go build -buildmode=c-shared -o "$work/libmpitimer.so" ./cmd/libmpitimer
"$MPICC" -std=c11 -O2 -Wall -Wextra -Werror -o "$work/messages" scripts/c/messages.c
MPITIMER_MPI_TRACE=messages MPITIMER_DIRECTORY=$work/messages.out mpi_run $RANKS env LD_PRELOAD="$work/libmpitimer.so" "$work/messages" >"$work/log" 2>&1 ||
	{ cat "$work/log"; exit 1; }
read_back "$work/messages.out/messages.proj" state,send,isend,ireceive,receive,ireceived,collective,collected
