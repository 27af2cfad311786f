#!/usr/bin/env bash
# Tests every property with many more random inputs than make test has time for, package after package, and prints
# the packages in which one does not hold, with what reproduces it.
#
# Usage: scripts/properties.sh [CHECKS [PATTERN]]
#
# CHECKS are the inputs of each property, 3000 by default. PATTERN is a regular expression (grep -E) for folders.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# properties FOLDER prints the names of tests in files that test properties, for -test.run.
properties() {
	grep -lF 'pgregory.net/rapid' "$1"/*_test.go | xargs sed -nE 's/^func (Test[A-Za-z0-9_]*)\(.*/\1/p' | sort -u | paste -sd'|'
}

main() {
	local checks=${1:-3000} dir failed=()
	work=$(mktemp -d) # not local: the trap below runs after main
	trap 'rm -rf "$work"' EXIT
	while read -r dir <&3; do
		ls "$dir"/*_test.go >/dev/null 2>&1 && grep -qF 'pgregory.net/rapid' "$dir"/*_test.go || continue
		echo "--- $dir"
		go test -c -vet=off -o "$work/properties.test" "./$dir"
		(cd "$dir" && "$work/properties.test" -test.short -test.timeout 0 -test.run "^($(properties .))\$" \
			-rapid.checks="$checks" -rapid.nofailfile) </dev/null >"$work/log" 2>&1 || {
			failed+=("$dir")
			grep -E '^--- FAIL|failed after|To reproduce|^panic' "$work/log" || tail -n 40 "$work/log"
		}
	done 3< <(go list -f '{{.Dir}}' ./... | sed "s|^$PWD/||" | grep -E "${2:-.}")
	[[ ${#failed[@]} == 0 ]] || {
		printf 'a property does not hold in %s\n' "${failed[@]}"
		return 1
	}
	echo "all properties hold, $checks inputs each"
}

main "$@"
