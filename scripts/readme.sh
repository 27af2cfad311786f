#!/usr/bin/env bash
# Puts the figures that "make bench" has written and the tree that "make demo" has written into the documents, between
# their markers, and a few of each into the README: figures there are never typed.
#
# Usage: scripts/readme.sh [FIGURES TREE]   bench/figures.txt and demo/tree.txt without them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# between NAME DOCUMENT: replaces what is between <!-- NAME --> and <!-- /NAME --> by the input, as a block of
# plain text.
between() {
	local part
	part=$(mktemp)
	awk -v name="$1" -v part="$part" '
		NR == FNR { text = text $0 "\n"; next }
		$0 == "<!-- /" name " -->" { skip = 0 }
		!skip { print }
		$0 == "<!-- " name " -->" {
			skip = 1
			printf "```text\n%s```\n", text
		}' - "$2" >"$part"
	cat "$part" >"$2"
	rm "$part"
}

# rows: the head of the tree and some of its rows.
rows() {
	sed -n '1,/^region/p; /^Total /p; /^├ init /p; /^├ run_loop /p; /^│ ├ step /p; /^│ │ [├└] [a-z]/p; /^└ finalize /p' |
		awk '/^Total / && ++n > 1 { exit } { print }'
}

# cost: the figures that most people ask for.
cost() {
	grep -E '^(pair/(handle|name|other-goroutine|sampled16)|memory/timer|tables/watched|reduce/same-(4|32)) '
}

main() {
	local figures=${1:-bench/figures.txt} tree=${2:-demo/tree.txt} file
	for file in "$figures" "$tree"; do
		if [[ ! -s $file ]]; then
			echo "readme: there is no $file; run make bench and make demo first" >&2
			exit 1
		fi
	done
	between figures docs/performance.md <"$figures"
	between tree docs/tree.md <"$tree"
	rows <"$tree" | between rows README.md
	cost <"$figures" | between cost README.md
}

main "$@"
