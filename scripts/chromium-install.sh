#!/usr/bin/env bash
# Installs Chromium, in which the page of `mpitimer page` is tested, and a font for it, when this machine
# lacks them. Debian and its relatives only.
#
# Exit status: 0 it is there; 3 it is missing and this script may not install it; 4 it tried and
# failed. TIMERS_NO_INSTALL=1 in the environment forbids it to install.
#
# Root runs it with --no-sandbox, as the test does.
set -euo pipefail

readonly NOT_ALLOWED=3 FAILED=4

say() { echo "chromium-install: $*" >&2; }

found() {
	local name
	for name in chromium chromium-browser google-chrome google-chrome-stable headless-shell; do
		if command -v "$name" >/dev/null; then
			return 0
		fi
	done
	return 1
}

main() {
	local root=() log
	if found; then
		return
	fi
	if [[ ${TIMERS_NO_INSTALL:-} == 1 ]] || ! command -v apt-get >/dev/null; then
		say "Chromium is missing, and may or can not be installed"
		return $NOT_ALLOWED
	fi
	if [[ $(id -u) != 0 ]]; then
		root=(sudo -n)
		if ! "${root[@]}" true 2>/dev/null; then
			say "Chromium is missing, and this user may not install it"
			return $NOT_ALLOWED
		fi
	fi
	say "Chromium is missing: installing Debian's chromium and fonts-dejavu-core"
	log=$(mktemp)
	# An update that fails (no network) need not matter: the lists may be there already.
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >"$log" 2>&1 || true
	if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core </dev/null >>"$log" 2>&1; then
		tail -n 15 "$log" >&2
		rm -f "$log"
		say "apt-get could not install them (is there a network?)"
		return $FAILED
	fi
	rm -f "$log"
}

main "$@"
