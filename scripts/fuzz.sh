#!/usr/bin/env bash
# Fuzzes every fuzz target of the module, one after the other.
#
# Usage: scripts/fuzz.sh [TIME]   TIME is for each target, 60s unless given
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

main() {
	local time=${1:-60s} dir name
	targets | while read -r dir name; do
		echo "--- $dir $name"
		go test "$dir" -run '^$' -fuzz "^$name\$" -fuzztime "$time" </dev/null
	done
}

main "$@"
