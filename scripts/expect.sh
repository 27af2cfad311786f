# shellcheck shell=bash
# To be sourced by tests: what to say when something is not as it should be.

say() { echo "$(basename "$0" .sh): $*" >&2; }

fail() {
	say "$*"
	exit 1
}

# expect FILE PATTERN…: each is in the file.
expect() {
	local file=$1 pattern
	shift
	for pattern in "$@"; do
		grep -qE -- "$pattern" "$file" || fail "$file lacks $pattern: $(cat "$file")"
	done
}
