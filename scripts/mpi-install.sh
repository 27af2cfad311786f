#!/usr/bin/env bash
# Installs what building with MPI needs and this machine lacks: a C compiler, pkg-config and Open
# MPI; with the argument "mpich" MPICH instead. Debian and its relatives only.
#
# Usage: scripts/mpi-install.sh [openmpi|mpich]
#
# Exit status: as that of scripts/debian-install.sh.
set -euo pipefail
# shellcheck source=scripts/mpi-env.sh
source "$(dirname "${BASH_SOURCE[0]}")/mpi-env.sh"

install() { "$(dirname "${BASH_SOURCE[0]}")/debian-install.sh" "$@"; }

main() {
	local kind=${1:-openmpi} packages=(openmpi-bin libopenmpi-dev)
	[[ $kind != mpich ]] || packages=(mpich libmpich-dev)
	install "${CC:-gcc}" pkg-config -- gcc libc6-dev pkg-config
	mpi_find "$kind" || install "mpicc.$kind" "mpirun.$kind" -- "${packages[@]}"
}

main "$@"
