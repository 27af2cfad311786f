#!/usr/bin/env bash
# Fuzzes every fuzz target of the module, one after the other.
#
# Usage: scripts/fuzz.sh [TIME]   TIME is for each target, 60s unless given; 3000x is so many inputs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# packages prints the folders that have fuzz targets; folders with a go.mod of their own are other modules.
packages() {
	local dir
	go list -f '{{.Dir}}' ./... | while read -r dir; do
		if grep -qE '^func Fuzz' "$dir"/*_test.go 2>/dev/null; then
			echo "$dir"
		fi
	done
}

# targets FOLDER prints the names of its fuzz targets.
targets() {
	grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$1"/*_test.go | sed 's|^func ||'
}

# fuzz FOLDER TARGET TIME: when the time is over while a worker is busy, a test reports its own
# deadline as a failure, but no input that fails.
fuzz() {
	local log=$work/log status=0
	(cd "$1" && "$work/fuzz.test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "$3" -test.fuzzminimizetime 20x \
		-test.fuzzcachedir "$cache/$2") </dev/null 2>&1 | tee "$log" || status=$?
	if [[ $status != 0 ]] && grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log"; then
		echo "fuzz: only the deadline was exceeded: no input failed"
		status=0
	fi
	return $status
}

main() {
	local time=${1:-60s} dir name cache
	work=$(mktemp -d) # not local: the trap below runs after main
	trap 'rm -rf "$work"' EXIT
	packages | while read -r dir; do
		echo "--- .${dir#"$PWD"}"
		go test -c -vet=off -fuzz=Fuzz -o "$work/fuzz.test" "$dir"
		cache=$(go env GOCACHE)/fuzz/$(go list "$dir") # where go test -fuzz keeps what it found
		for name in $(targets "$dir"); do
			echo "--- $name"
			fuzz "$dir" "$name" "$time"
		done
	done
}

main "$@"
