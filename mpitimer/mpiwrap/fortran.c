//go:build mpi && cgo

/* What the wrappers of Fortran share, and those of the beginning and the end of MPI. */
#include "fortran.h"

#if defined(OPEN_MPI)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#ifndef RTLD_DEFAULT
#define RTLD_DEFAULT ((void *)0)
#endif

/* Libraries that were loaded for themselves only are not looked through unless they are named. */
void *gohpc_mpiwrap_fortran(const char *name) {
	static const char *const libraries[] = {"libmpi_mpifh.so.40", "libmpi_usempif08.so.40", "libmpi_mpifh.so", "libmpi_usempif08.so"};
	const size_t count = sizeof libraries / sizeof *libraries;
	void *found = dlsym(RTLD_DEFAULT, name), *library;
	size_t i;
	for (i = 0; !found && i < count; i++) {
		if ((library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD))) found = dlsym(library, name);
	}
	/* The linker leaves them out of a program that is linked with this library, in which it finds all it needs. */
	for (i = 0; !found && i < count; i++) {
		if ((library = dlopen(libraries[i], RTLD_LAZY))) found = dlsym(library, name);
	}
	return found;
}

int gohpc_mpiwrap_in_place(const void *buf) {
	static const void *volatile place;
	static volatile int known;
	if (!known) {
		place = dlsym(RTLD_DEFAULT, "mpi_fortran_in_place_");
		known = 1;
	}
	return place && buf == place;
}

char *gohpc_mpiwrap_text(char to[TEXT_LENGTH], const char *text, size_t length) {
	length &= 0xffffffff; /* compilers pass 32 or 64 bits */
	while (length > 0 && text[length - 1] == ' ') length--;
	if (length > TEXT_LENGTH - 1) length = TEXT_LENGTH - 1;
	memcpy(to, text, length);
	to[length] = 0;
	return to;
}

/* MPI is there from now on; the timers are told when the call has been counted. */
#define INITIALISED                             \
	if (OK(r)) gohpc_mpiwrap_initialised(); \
	record_plain(&c, r);                    \
	leave(&c);                              \
	if (OK(r)) gohpc_mpiwrap_begun(c.kind & 0xffff);
WRAPPER(Init, init, , enter_with, NOWHERE, 0, 0, MADE_BY(real(ierr), INITIALISED))
WRAPPER(Init_thread, init_thread, , enter_with, NOWHERE, 2, 0, MADE_BY(real(PASSED(2, 0)), INITIALISED))

WRAPPER(Finalize, finalize, if (!gohpc_mpiwrap_thread.inside) gohpc_mpiwrap_ending();, gohpc_mpiwrap_enter, NOWHERE, 0, 0,
	MADE_BY(real(ierr), record_plain(&c, r); gohpc_mpiwrap_leave(&c);))

/* MPI's own does nothing. */
void mpi_pcontrol_(MPI_Fint *level) { MPI_Pcontrol(*level); }
void mpi_pcontrol_f08_(MPI_Fint *level) { MPI_Pcontrol(*level); }

#endif
