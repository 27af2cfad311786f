#!/usr/bin/env bash
# Runs the tests that are collective, on real MPI: under mpirun, with several numbers of ranks.
#
# Usage: scripts/mpi-test.sh openmpi|mpich [PACKAGE-FOLDER…]   all packages that have such tests
#
# A test is collective if its file has the build tag mpi. Each package is compiled once and runs in its own
# directory, as under go test. MPI_RANKS lists the numbers of ranks, 0 for one process without mpirun; without
# it, Open MPI runs all of them, and MPICH, whose ranks keep a processor busy while they wait, one of each
# kind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

declare -A usual=([openmpi]="0 1 2 3 4 7" [mpich]="0 1 2 5")

# collective_files FOLDER…: the test files that are built only with the tag mpi.
collective_files() {
	grep -lE '^//go:build ([^!]*[^!a-z_])?mpi($|[^a-z_])' "$@" 2>/dev/null || true
}

# packages prints the directories that have collective tests. This is the one place that decides.
packages() {
	go list -f '{{.Dir}}' ./... | while read -r dir; do
		if [[ -n $(collective_files "$dir"/*_test.go) ]]; then
			echo ".${dir#"$PWD"}"
		fi
	done
}

# collective_tests FOLDER: a regular expression of the names of the collective tests there.
collective_tests() {
	local files names
	mapfile -t files < <(collective_files "$1"/*_test.go)
	names=$(sed -nE 's/^func (Test[A-Za-z0-9_]*)\(.*/\1/p' "${files[@]}" | grep -vx TestMain | paste -sd '|')
	echo "^($names)\$"
}

# made_of [OPTION…] FOLDER: the packages that a package is made of, and their files.
made_of() { go list -e -deps -f '{{.ImportPath}} {{.GoFiles}} {{.CgoFiles}}' "$@"; }

# built_otherwise FOLDER: with the tags of an MPI the package, or what it is made of, has other files than without.
# Tests of the others that are not collective have run without MPI.
built_otherwise() { ! diff -q <(made_of "$1") <(made_of -tags "$MPITAGS" "$1") >/dev/null; }

# run_once FOLDER BINARY RANKS: the collective tests of the package; for 0 ranks, which means one process and no
# mpirun, all short ones of what is built otherwise, on Open MPI: those without MPI are the same on both, and wait much.
run_once() {
	local tests
	cd "$1"
	tests=$(collective_tests .)
	if [[ $3 == 0 ]]; then
		timeout --kill-after=10 300 "$2" -test.short -test.run "${everything:-$tests}" </dev/null
		return
	fi
	mpi_run "$3" "$2" -test.run "$tests"
}

# run_tests KIND FOLDER BINARY: all numbers of ranks. Shows a line for each that passes, like go
# test does, and everything that a failing one has said.
run_tests() {
	local ranks begin failed=0 log=$3.log how
	for ranks in ${MPI_RANKS:-${usual[$1]}}; do
		how="$1, $ranks ranks"
		if [[ $ranks == 0 ]]; then
			how="$1, without mpirun"
		fi
		begin=$(date +%s%N)
		if (run_once "$2" "$3" "$ranks") >"$log" 2>&1 &&
			grep -q '^PASS' "$log" && ! grep -q 'no tests to run' "$log"; then
			printf 'ok  \t%s\t%s\t%d ms\n' "$2" "$how" $((($(date +%s%N) - begin) / 1000000))
		else
			cat "$log"
			printf 'FAIL\t%s\t%s\n' "$2" "$how"
			failed=1
		fi
	done
	return $failed
}

main() {
	local kind=$1 dirs dir binary failed=0
	shift
	if ! mpi_find "$kind"; then
		echo "mpi-test: there is no $kind here" >&2
		return 1
	fi
	dirs=("$@")
	if [[ ${#dirs[@]} == 0 ]]; then
		mapfile -t dirs < <(packages)
	fi
	if [[ ${#dirs[@]} == 0 ]]; then
		echo "mpi-test: no package has a collective test" >&2
		return 1
	fi
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	for dir in "${dirs[@]}"; do
		binary=$work/$(tr -c 'a-zA-Z0-9\n' _ <<<"$dir").test
		mpi_go test -c -o "$binary" "$dir" || { failed=1 && continue; }
		everything=''
		! { [[ $kind == openmpi ]] && built_otherwise "$dir"; } || everything=.
		run_tests "$kind" "$dir" "$binary" || failed=1
	done
	return $failed
}

main "$@"
