#!/usr/bin/env bash
# Installs what building with MPI needs and this machine lacks: a C compiler, pkg-config and Open
# MPI; with the argument "mpich" MPICH as well. Debian and its relatives only.
#
# Usage: scripts/mpi-install.sh [mpich]
#
# Exit status: 0 all there; 3 something is missing and this script may not install it; 4 it tried
# and failed. TIMERS_NO_INSTALL=1 in the environment forbids it to install.
set -euo pipefail
# shellcheck source=scripts/mpi-env.sh
source "$(dirname "${BASH_SOURCE[0]}")/mpi-env.sh"

readonly NOT_ALLOWED=3 FAILED=4

say() { echo "mpi-install: $*" >&2; }

# missing prints the Debian packages that would have to be installed.
missing() {
	command -v "${CC:-gcc}" >/dev/null || echo gcc libc6-dev
	command -v pkg-config >/dev/null || echo pkg-config
	mpi_find openmpi || echo openmpi-bin libopenmpi-dev
	if [[ ${1:-} == mpich ]]; then
		mpi_find mpich || echo mpich libmpich-dev
	fi
}

# become_root prints the command that makes another one run as root, or fails and says why.
become_root() {
	if [[ $(id -u) == 0 ]]; then
		return
	fi
	if ! command -v sudo >/dev/null; then
		say "not root, and there is no sudo"
		return 1
	fi
	if ! sudo -n true 2>/dev/null; then
		say "not root, and sudo asks for a password"
		return 1
	fi
	echo sudo -n
}

main() {
	local packages root log
	read -r -a packages <<<"$(missing "$@" | tr '\n' ' ')"
	if [[ ${#packages[@]} == 0 ]]; then
		return
	fi
	say "missing: ${packages[*]}"
	if [[ ${TIMERS_NO_INSTALL:-} == 1 ]]; then
		say "not installing, because TIMERS_NO_INSTALL=1"
		return $NOT_ALLOWED
	fi
	if ! command -v apt-get >/dev/null; then
		say "there is no apt-get here; install these or their like by hand"
		return $NOT_ALLOWED
	fi
	root=$(become_root) || return $NOT_ALLOWED
	read -r -a root <<<"$root"
	say "installing them with apt-get"
	log=$(mktemp)
	# An update that fails (no network) need not matter: the lists may be there already.
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >"$log" 2>&1 ||
		say "apt-get update failed, going on with the lists that are there"
	if ! "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get install -q -y --no-install-recommends "${packages[@]}" </dev/null >>"$log" 2>&1; then
		tail -n 15 "$log" >&2
		rm -f "$log"
		say "apt-get could not install them (is there a network?)"
		return $FAILED
	fi
	rm -f "$log"
	if [[ -n $(missing "$@") ]]; then
		say "installed, but still missing: $(missing "$@" | tr '\n' ' ')"
		return $FAILED
	fi
	say "done"
}

main "$@"
