#!/usr/bin/env bash
# Fuzzes every fuzz target of the module, one after the other.
#
# Usage: scripts/fuzz.sh [TIME]   TIME is for each target, 60s unless given; 3000x is so many inputs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# targets prints folder and name of each fuzz target of this module; folders with a go.mod of their
# own are other modules.
targets() {
	local dir
	go list -f '{{.Dir}}' ./... | while read -r dir; do
		grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go 2>/dev/null |
			sed "s|^func |.${dir#"$PWD"} |" || true
	done
}

# fuzz FOLDER TARGET TIME: when the time is over while a worker is busy, go test reports its own
# deadline as a failure, but no input that fails.
fuzz() {
	local log status=0
	log=$(mktemp)
	go test "$1" -run '^$' -fuzz "^$2\$" -fuzztime "$3" -fuzzminimizetime 20x </dev/null 2>&1 | tee "$log" || status=$?
	if [[ $status != 0 ]] && grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input' "$log"; then
		echo "fuzz: only the deadline was exceeded: no input failed"
		status=0
	fi
	rm -f "$log"
	return $status
}

main() {
	local time=${1:-60s} dir name
	targets | while read -r dir name; do
		echo "--- $dir $name"
		fuzz "$dir" "$name" "$time"
	done
}

main "$@"
