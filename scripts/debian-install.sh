#!/usr/bin/env bash
# Installs Debian packages that a test needs, when this machine lacks the programs in them. Debian and its relatives
# only.
#
# Usage: scripts/debian-install.sh PROGRAM… -- PACKAGE…     the packages that have the programs; a PROGRAM with a "/"
#                                                           is any file, and of A|B either will do
#
# Exit status: 0 all are there; 3 one is missing and this script may not install it; 4 it tried and
# failed. TIMERS_NO_INSTALL=1 in the environment forbids it to install.
set -euo pipefail

readonly NOT_ALLOWED=3 FAILED=4

say() { echo "debian-install: $*" >&2; }

# has PROGRAM[|PROGRAM…]: is one of them there?
has() {
	local program
	for program in ${1//|/ }; do
		if [[ $program == */* && -e $program ]] || PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null; then
			return 0
		fi
	done
	return 1
}

# missing PROGRAM…: those that are not there.
missing() {
	local program
	for program in "$@"; do
		has "$program" || echo "$program"
	done
}

# become_root prints the command that makes another one run as root, or says why there is none.
become_root() {
	[[ $(id -u) != 0 ]] || return 0
	if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
		say "not root, and there is no sudo that asks for no password"
		return 1
	fi
	echo sudo -n
}

# install PACKAGE…: with apt-get, whose words are shown where it fails. An update that fails (no network) need not
# matter: the lists may be there already.
install() {
	local log status=0
	log=$(mktemp)
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >"$log" 2>&1 || true
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends "$@" </dev/null >>"$log" 2>&1 || status=$FAILED
	[[ $status == 0 ]] || tail -n 15 "$log" >&2
	rm -f "$log"
	return $status
}

main() {
	local programs=() words
	while [[ $# -gt 0 && $1 != -- ]]; do
		programs+=("$1")
		shift
	done
	shift
	[[ -n $(missing "${programs[@]}") ]] || return 0
	say "missing: $(missing "${programs[@]}" | tr '\n' ' ')"
	if [[ ${TIMERS_NO_INSTALL:-} == 1 ]] || ! command -v apt-get >/dev/null; then
		say "not installing: TIMERS_NO_INSTALL=1, or there is no apt-get"
		return $NOT_ALLOWED
	fi
	words=$(become_root) || return $NOT_ALLOWED
	read -r -a root <<<"$words"
	say "installing $* with apt-get"
	install "$@" || return
	if [[ -n $(missing "${programs[@]}") ]]; then
		say "installed, but still missing: $(missing "${programs[@]}" | tr '\n' ' ')"
		return $FAILED
	fi
}

main "$@"
