#!/usr/bin/env bash
# Puts the figures that "make bench" has written and the tree that "make demo" has written into the
# README, between their markers: figures there are never typed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# between NAME FILE: replaces what stands between <!-- NAME --> and <!-- /NAME --> by the file, as a
# block of plain text.
between() {
	awk -v name="$1" -v file="$2" '
		$0 == "<!-- /" name " -->" { skip = 0 }
		!skip { print }
		$0 == "<!-- " name " -->" {
			skip = 1
			print "```text"
			while ((getline line < file) > 0) print line
			print "```"
		}' README.md >README.md.part
	mv README.md.part README.md
}

for file in bench/figures.txt demo/tree.txt; do
	if [[ ! -s $file ]]; then
		echo "readme: there is no $file; run make bench and make demo first" >&2
		exit 1
	fi
done
between figures bench/figures.txt
between tree demo/tree.txt
