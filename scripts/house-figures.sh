#!/usr/bin/env bash
# Prints how large the house is, as figures of make bench: what a minimal solver links, and how much there is
# to read.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# lines NAME-PATTERN FOLDER…: lines of the files below the directories, without tests and what they read.
lines() {
	local pattern=$1
	shift
	find "$@" -name "$pattern" ! -name '*_test.go' ! -path '*/testdata/*' -exec cat {} + | wc -l
}

# own_lines FOLDER: of the package alone.
own_lines() {
	find "$1" -maxdepth 1 -name '*.go' ! -name '*_test.go' -exec cat {} + | wc -l
}

# third_parties FOLDER: packages of others that a program links.
third_parties() {
	local module
	module=$(go list -m)
	go list -deps -f '{{if not .Standard}}{{.ImportPath}}{{end}}' "$1" | grep -cv "^$module" || true
}

main() {
	local work
	work=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf '$work'" EXIT
	go build -o "$work/minimal" ./examples/minimal
	awk -v bytes="$(wc -c <"$work/minimal")" 'BEGIN { printf "figure house/minimal-binary %.2f MB limit <=5.7\n", bytes / 1e6 }'
	echo "figure house/third-party $(third_parties ./examples/minimal) packages limit <=1"
	echo "figure house/heart $(own_lines mpitimer) lines limit <=3500"
	echo "figure house/engine $(own_lines mpitimer/internal/engine) lines limit <=3300"
	echo "figure house/go $(lines '*.go' machenv stats gptlcompat mpitimer cmd examples internal) lines limit <=82500"
	echo "figure house/c $(lines '*.[ch]' machenv stats gptlcompat mpitimer cmd examples internal) lines"
}

main
