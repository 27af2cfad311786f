#!/usr/bin/env bash
# Installs what programs in C, C++ and Fortran need, and the commands: libraries, headers, modules of Fortran as sources, and
# what pkg-config and CMake ask for.
#
# Usage: scripts/install.sh PREFIX [openmpi|mpich|none]     the MPI of the libraries; the first that is found by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

# pc NAME DESCRIPTION HEADERS: what pkg-config says of a library.
pc() {
	cat >"$prefix/lib/pkgconfig/$1.pc" <<END
prefix=$prefix
Name: $1
Description: $2
Version: $version
Cflags: -I\${prefix}/$3
Libs: -L\${prefix}/lib -Wl,-rpath,\${prefix}/lib -l$1
END
}

cmake_package() {
	cat >"$prefix/lib/cmake/mpitimer/mpitimerConfig.cmake" <<'END'
# find_package(mpitimer) makes the target mpitimer::mpitimer; mpitimer_Fortran_SOURCE is the module for Fortran.
get_filename_component(mpitimer_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(mpitimer_Fortran_SOURCE "${mpitimer_PREFIX}/share/mpitimer/mpitimer.f90")
if(NOT TARGET mpitimer::mpitimer)
  add_library(mpitimer::mpitimer SHARED IMPORTED)
  set_target_properties(mpitimer::mpitimer PROPERTIES
    IMPORTED_LOCATION "${mpitimer_PREFIX}/lib/libmpitimer.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${mpitimer_PREFIX}/include")
endif()
END
}

main() {
	[[ $# -ge 1 ]] || { echo "usage: scripts/install.sh PREFIX [openmpi|mpich|none]" >&2; return 2; }
	mkdir -p "$1"
	prefix=$(cd "$1" && pwd)
	version=0 # until there is a release
	local library build=(go build)
	case ${2:-any} in
	none) ;;
	any) if mpi_find openmpi || mpi_find mpich; then build=(mpi_go build); fi ;;
	*) mpi_find "$2" && build=(mpi_go build) ;;
	esac
	mkdir -p "$prefix"/{bin,include/gptl,share/mpitimer,lib/pkgconfig,lib/cmake/mpitimer}
	for library in mpitimer gptl; do
		"${build[@]}" -buildmode=c-shared -o "$prefix/lib/lib$library.so" "./cmd/lib$library"
		rm -f "$prefix/lib/lib$library.h" # Go's own, which nobody needs
	done
	go build -o "$prefix/bin/" ./cmd/mpitimer ./cmd/pt
	cp mpitimer/capi/mpitimer.h "$prefix/include/"
	cp mpitimer/cgptl/gptl.h mpitimer/cgptl/gptlmpi.h "$prefix/include/gptl/"
	cp mpitimer/capi/fortran/mpitimer.f90 mpitimer/cgptl/fortran/gptl.f90 "$prefix/share/mpitimer/"
	pc mpitimer "Timers of the regions of parallel programs" include
	pc gptl "GPTL's interface over mpitimer" include/gptl
	cmake_package
	echo "installed in $prefix: bin/mpitimer, bin/pt, lib/libmpitimer.so, lib/libgptl.so, include/mpitimer.h, share/mpitimer/mpitimer.f90"
}

main "$@"
