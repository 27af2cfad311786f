#!/usr/bin/env bash
# Installs Debian packages that a test needs, when this machine lacks the programs in them. Debian and its relatives
# only.
#
# Usage: scripts/debian-install.sh PROGRAM… -- PACKAGE…     the packages that have the programs; a PROGRAM with a "/"
#                                                           is any file
#
# Exit status: 0 all are there; 3 one is missing and this script may not install it; 4 it tried and
# failed. TIMERS_NO_INSTALL=1 in the environment forbids it to install.
set -euo pipefail

readonly NOT_ALLOWED=3 FAILED=4

say() { echo "debian-install: $*" >&2; }

# lacks PROGRAM…: is one of them missing?
lacks() {
	local program
	for program in "$@"; do
		[[ $program == */* && -e $program ]] || PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || return 0
	done
	return 1
}

main() {
	local root=() programs=() log
	while [[ $# -gt 0 && $1 != -- ]]; do
		programs+=("$1")
		shift
	done
	shift
	lacks "${programs[@]}" || return 0
	if [[ ${TIMERS_NO_INSTALL:-} == 1 ]] || ! command -v apt-get >/dev/null; then
		say "${programs[*]}: one is missing, and may or can not be installed"
		return $NOT_ALLOWED
	fi
	if [[ $(id -u) != 0 ]]; then
		root=(sudo -n)
		if ! "${root[@]}" true 2>/dev/null; then
			say "${programs[*]}: one is missing, and this user may not install it"
			return $NOT_ALLOWED
		fi
	fi
	say "installing $* with apt-get"
	log=$(mktemp)
	# An update that fails (no network) need not matter: the lists may be there already.
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >"$log" 2>&1 || true
	if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends "$@" </dev/null >>"$log" 2>&1 || lacks "${programs[@]}"; then
		tail -n 15 "$log" >&2
		rm -f "$log"
		say "apt-get could not install $* (is there a network?)"
		return $FAILED
	fi
	rm -f "$log"
}

main "$@"
