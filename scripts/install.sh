#!/usr/bin/env bash
# Installs what programs in C, C++ and Fortran need, and the commands: libraries, headers, modules of Fortran as sources, and
# what pkg-config and CMake ask for.
#
# Usage: scripts/install.sh PREFIX [openmpi|mpich|none]     the MPI of the libraries; the first that is found by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/mpi-env.sh
source scripts/mpi-env.sh

# pc NAME DESCRIPTION HEADERS [DEFINED]: what pkg-config says of a library.
pc() {
	cat >"$prefix/lib/pkgconfig/$1.pc" <<END
prefix=$prefix
Name: $1
Description: $2
Version: $version
Cflags: -I\${prefix}/$3${4:+ -D$4}
Libs: -L\${prefix}/lib -Wl,-rpath,\${prefix}/lib -Wl,--push-state,--no-as-needed -l$1 -Wl,--pop-state
END
}

# cmake_package NAME HEADERS MODULE [DEFINED]: what makes find_package(NAME) find a library.
cmake_package() {
	mkdir -p "$prefix/lib/cmake/$1"
	sed -e "s/@NAME@/$1/g" -e "s|@HEADERS@|$2|g" -e "s|@MODULE@|$3|g" -e "s/@DEFINED@/${4:-}/" >"$prefix/lib/cmake/$1/$1Config.cmake" <<'END'
# find_package(@NAME@) makes the target @NAME@::@NAME@; @NAME@_Fortran_SOURCE is what Fortran wants.
get_filename_component(@NAME@_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(@NAME@_Fortran_SOURCE "${@NAME@_PREFIX}/@MODULE@")
if(NOT TARGET @NAME@::@NAME@)
  add_library(@NAME@::@NAME@ SHARED IMPORTED)
  set_target_properties(@NAME@::@NAME@ PROPERTIES
    IMPORTED_LOCATION "${@NAME@_PREFIX}/lib/lib@NAME@.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_COMPILE_DEFINITIONS "@DEFINED@"
    INTERFACE_INCLUDE_DIRECTORIES "${@NAME@_PREFIX}/@HEADERS@")
endif()
END
}

# library NAME COMMAND TAGS: builds a shared library of a command.
library() {
	if [[ $mpi == yes ]]; then
		MPITAGS=$MPITAGS,$3 mpi_go build -buildmode=c-shared -o "$prefix/lib/lib$1.so" "./cmd/$2"
	else
		go build -tags "$3" -buildmode=c-shared -o "$prefix/lib/lib$1.so" "./cmd/$2"
	fi
	rm -f "$prefix/lib/lib$1.h" # Go's own, which nobody needs
}

main() {
	[[ $# -ge 1 ]] || { echo "usage: scripts/install.sh PREFIX [openmpi|mpich|none]" >&2; return 2; }
	mkdir -p "$1"
	prefix=$(cd "$1" && pwd)
	version=0 # until there is a release
	mpi=no
	case ${2:-any} in
	none) ;;
	any) if mpi_find openmpi || mpi_find mpich; then mpi=yes; fi ;;
	*) mpi_find "$2" && mpi=yes ;;
	esac
	mkdir -p "$prefix"/{bin,include/gptl,include/gptl_e3sm,share/mpitimer,lib/pkgconfig}
	library mpitimer libmpitimer ''
	library gptl libgptl ''
	library gptl_e3sm libgptl e3sm
	go build -o "$prefix/bin/" ./cmd/mpitimer ./cmd/pt
	cp mpitimer/capi/mpitimer.h mpitimer/capi/mpitimer.hpp "$prefix/include/"
	cp mpitimer/cgptl/gptl.h mpitimer/cgptl/gptlmpi.h "$prefix/include/gptl/"
	cp mpitimer/cgptl/e3sm/gptl.h mpitimer/cgptl/e3sm/gptl.inc "$prefix/include/gptl_e3sm/"
	cp mpitimer/capi/fortran/mpitimer.f90 mpitimer/cgptl/fortran/gptl.f90 mpitimer/cgptl/fortran/perf_mod.f90 "$prefix/share/mpitimer/"
	pc mpitimer "Timers of the regions of parallel programs" include
	pc gptl "GPTL's interface over mpitimer" include/gptl
	if [[ $mpi == yes ]]; then defined=HAVE_MPI; fi # by which the fork's header takes communicators
	pc gptl_e3sm "The interface of E3SM's fork of GPTL over mpitimer" include/gptl_e3sm "${defined:-}"
	cmake_package mpitimer include share/mpitimer/mpitimer.f90
	cmake_package gptl include/gptl share/mpitimer/gptl.f90
	cmake_package gptl_e3sm include/gptl_e3sm include/gptl_e3sm/gptl.inc "${defined:-}"
	echo "installed in $prefix: bin/mpitimer, bin/pt, lib/libmpitimer.so, lib/libgptl.so, lib/libgptl_e3sm.so, include/mpitimer.h, share/mpitimer/mpitimer.f90"
}

main "$@"
