//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// pkgConfig returns what pkg-config says of a library.
func pkgConfig(w *where, l *library, version, defined string) string {
	linked := "-Wl,--push-state,--no-as-needed -l" + l.name + " -Wl,--pop-state" // also if only an archive behind it calls it
	flags, link := "-I${prefix}/"+l.headers, "-L${libdir} -Wl,-rpath,${libdir} "+linked
	if defined != "" {
		flags += " -D" + defined
	}
	if w.system() {
		link = linked
	}
	return fmt.Sprintf(`prefix=%s
libdir=%s
fortran_source=${prefix}/%s

Name: %s
Description: %s
Version: %s
Cflags: %s
Libs: %s
`, w.prefix, w.libdir, l.fortran, l.name, l.description, version, flags, link)
}

// cmakeConfig returns what makes find_package find a library.
func cmakeConfig(w *where, l *library, defined string) string {
	// Libraries beside the prefix's other files are found from where this file is, wherever all of it was moved.
	root, file := "${CMAKE_CURRENT_LIST_DIR}/../../..", "${@NAME@_PREFIX}/lib/@SONAME@"
	if w.libdir != filepath.Join(w.prefix, "lib") {
		root, file = w.prefix, filepath.Join(w.libdir, "@SONAME@")
	}
	text := strings.NewReplacer("@ROOT@", root, "@FILE@", file).Replace(cmakeTemplate)
	return strings.NewReplacer("@NAME@", l.name, "@SONAME@", l.soname(), "@HEADERS@", l.headers, "@FORTRAN@", l.fortran, "@DEFINED@", defined).Replace(text)
}

const cmakeTemplate = `# find_package(@NAME@) makes the target @NAME@::@NAME@; @NAME@_Fortran_SOURCE is what Fortran wants.
get_filename_component(@NAME@_PREFIX "@ROOT@" ABSOLUTE)
set(@NAME@_Fortran_SOURCE "${@NAME@_PREFIX}/@FORTRAN@")
if(NOT TARGET @NAME@::@NAME@)
  add_library(@NAME@::@NAME@ SHARED IMPORTED)
  set_target_properties(@NAME@::@NAME@ PROPERTIES
    IMPORTED_LOCATION "@FILE@"
    IMPORTED_SONAME "@SONAME@"
    INTERFACE_COMPILE_DEFINITIONS "@DEFINED@"
    INTERFACE_INCLUDE_DIRECTORIES "${@NAME@_PREFIX}/@HEADERS@")
endif()
`

// cmakeVersion returns what find_package(NAME VERSION) asks: before 1.0 a release is compatible with those of its minor
// version.
func cmakeVersion(l *library, version string) string {
	return strings.NewReplacer("@NAME@", l.name, "@VERSION@", version).Replace(`set(PACKAGE_VERSION "@VERSION@")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
string(REGEX MATCH "^[0-9]+\\.[0-9]+" @NAME@_has "${PACKAGE_VERSION}")
if(PACKAGE_FIND_VERSION_COUNT LESS 2)
  set(@NAME@_asked "${@NAME@_has}")
else()
  set(@NAME@_asked "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}")
endif()
if(@NAME@_asked VERSION_EQUAL @NAME@_has AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
`)
}

// moduleFile returns the file for the command module, of Environment Modules as of Lmod.
func moduleFile(w *where, version string) string {
	lib := w.libdir
	return strings.NewReplacer("@PREFIX@", w.prefix, "@LIB@", lib, "@VERSION@", version).Replace(`#%Module1.0
proc ModulesHelp { } {
    puts stderr "mpitimer @VERSION@: timers for the regions of parallel programs, and the commands mpitimer and pt."
    puts stderr "pkg-config and CMake find the libraries mpitimer, gptl and gptl_e3sm; man mpitimer explains the commands."
}
module-whatis "Timers for the regions of parallel programs, version @VERSION@"
conflict mpitimer

set prefix "@PREFIX@"
prepend-path PATH "$prefix/bin"
# Without a value both have defaults, which a first value would end; man finds the pages by PATH, too.
if {[info exists env(MANPATH)]} { prepend-path MANPATH "$prefix/share/man" }
prepend-path LD_LIBRARY_PATH "@LIB@"
prepend-path LIBRARY_PATH "@LIB@"
prepend-path CPATH "$prefix/include"
prepend-path PKG_CONFIG_PATH "@LIB@/pkgconfig"
prepend-path CMAKE_PREFIX_PATH "$prefix"
if {![info exists env(XDG_DATA_DIRS)]} { append-path XDG_DATA_DIRS "/usr/local/share:/usr/share" }
prepend-path XDG_DATA_DIRS "$prefix/share"
`)
}
