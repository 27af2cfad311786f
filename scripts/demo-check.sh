#!/usr/bin/env bash
# Names the files that a run of the shallow-water example has left, and fails if one is missing or wrong.
#
# Usage: scripts/demo-check.sh FOLDER RANKS
set -euo pipefail

failed=0

# expect FILE PATTERN DESCRIPTION: the file is there and has a line that matches.
expect() {
	if [[ ! -s $1 ]]; then
		echo "MISSING  $1  $3" >&2
		failed=1
	elif ! grep -aqE "$2" "$1"; then
		echo "WRONG    $1  has no line that matches $2" >&2
		failed=1
	else
		printf '%-32s %s\n' "$1" "$3"
	fi
}

main() {
	local out=$1 ranks=$2 rank file
	expect "$out/tree.txt" 'Total' "the tree"
	expect "$out/timing.summary" '^\*\*\*\*\* GLOBAL STATISTICS' "all ranks, in the form of E3SM"
	for ((rank = 0; rank < ranks; rank++)); do
		expect "$out/timing.$rank" 'Total' "rank $rank, in the form of E3SM"
	done
	expect "$out/gptl.summary" '^Total ranks in communicator=' "all ranks, in the form of GPTL 8"
	for ((rank = 0; rank < ranks; rank++)); do
		expect "$(printf '%s/gptl.%06d' "$out" "$rank")" '^Stats for thread 0:' "rank $rank, in the form of GPTL 8"
	done
	expect "$out/timing.mptsum" '' "the exact summary, in our own form"
	expect "$out/geopm.report" '^GEOPM Version:' "energy, frequencies and hints of each node, as GEOPM reports them"
	for file in "$out"/vorticity.*.pgm; do
		expect "$file" '^P5' "a picture of the flow"
	done
	return $failed
}

main "$@"
