#!/usr/bin/env bash
# Installs tmux, in which the terminal test has its terminal, when this machine lacks it. Debian and its
# relatives only.
#
# Exit status: 0 it is there; 3 it is missing and this script may not install it; 4 it tried and
# failed. TIMERS_NO_INSTALL=1 in the environment forbids it to install.
set -euo pipefail

readonly NOT_ALLOWED=3 FAILED=4

say() { echo "tmux-install: $*" >&2; }

main() {
	local root=() log
	if command -v tmux >/dev/null; then
		return
	fi
	if [[ ${TIMERS_NO_INSTALL:-} == 1 ]] || ! command -v apt-get >/dev/null; then
		say "tmux is missing, and may or can not be installed"
		return $NOT_ALLOWED
	fi
	if [[ $(id -u) != 0 ]]; then
		root=(sudo -n)
		if ! "${root[@]}" true 2>/dev/null; then
			say "tmux is missing, and this user may not install it"
			return $NOT_ALLOWED
		fi
	fi
	log=$(mktemp)
	# An update that fails (no network) need not matter: the lists may be there already.
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >"$log" 2>&1 || true
	if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends tmux </dev/null >>"$log" 2>&1; then
		tail -n 15 "$log" >&2
		rm -f "$log"
		say "apt-get could not install tmux (is there a network?)"
		return $FAILED
	fi
	rm -f "$log"
}

main "$@"
