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

# patiently COMMAND…: until it succeeds. A minute is enough on a machine with other work, too.
patiently() {
	local i
	for ((i = 0; i < 1200; i++)); do
		! "$@" >/dev/null 2>&1 || return 0
		sleep 0.05
	done
	return 1
}

# wait_for FILE [PROCESS]: it is there, and not empty. Fails after a minute, or if the process ends before.
wait_for() {
	local i
	for ((i = 0; i < 600; i++)); do
		[[ ! -s $1 && ! -c $1 ]] || return 0
		[[ ! ${2:-} ]] || kill -0 "$2" 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}
