//go:build mpi && cgo

/* What the wrappers of Fortran share, and those that are not written by the generator. */
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
	void *found = dlsym(RTLD_DEFAULT, name), *library;
	size_t i;
	for (i = 0; !found && i < sizeof libraries / sizeof *libraries; i++) {
		if ((library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD))) found = dlsym(library, name);
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

char *gohpc_mpiwrap_text(char to[TEXT], const char *text, size_t length) {
	length &= 0xffffffff; /* compilers pass 32 or 64 bits */
	while (length > 0 && text[length - 1] == ' ') length--;
	if (length > TEXT - 1) length = TEXT - 1;
	memcpy(to, text, length);
	to[length] = 0;
	return to;
}

/* Both names of a function: that of mpif.h and of the module mpi, and that of mpi_f08, in which the
 * error may be left out. */
#define BOTH(name, declared, passed)                                            \
	void mpi_##name##_ declared {                                           \
		static type_##name real;                                        \
		if (!real) real = (type_##name)gohpc_mpiwrap_fortran("pmpi_" #name "_"); \
		do_##name passed;                                               \
	}                                                                       \
	void mpi_##name##_f08_ declared {                                       \
		static type_##name real;                                        \
		if (!real) real = (type_##name)gohpc_mpiwrap_fortran("pmpi_" #name "_f08_"); \
		do_##name passed;                                               \
	}

#define ERROR                                      \
	MPI_Fint own_error;                        \
	if (!ierr) ierr = &own_error;              \
	if (!real) {                               \
		*ierr = MPI_ERR_OTHER;             \
		return;                            \
	}

typedef void (*type_init)(MPI_Fint *);
static void do_init(type_init real, MPI_Fint *ierr) {
	struct call c;
	int r;
	ERROR
	if (!enter(&c, function_Init)) {
		real(ierr);
		return;
	}
	start(&c);
	real(ierr);
	r = *ierr;
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_initialised();
	record_plain(&c, r);
	leave(&c);
	if (OK(r)) gohpc_mpiwrap_begun();
}
BOTH(init, (MPI_Fint *ierr), (real, ierr))

typedef void (*type_init_thread)(MPI_Fint *, MPI_Fint *, MPI_Fint *);
static void do_init_thread(type_init_thread real, MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr) {
	struct call c;
	int r;
	ERROR
	if (!enter(&c, function_Init_thread)) {
		real(required, provided, ierr);
		return;
	}
	start(&c);
	real(required, provided, ierr);
	r = *ierr;
	c.end = ticks(&c);
	if (OK(r)) gohpc_mpiwrap_initialised();
	record_plain(&c, r);
	leave(&c);
	if (OK(r)) gohpc_mpiwrap_begun();
}
BOTH(init_thread, (MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierr), (real, required, provided, ierr))

/* MPI's own does nothing. */
void mpi_pcontrol_(MPI_Fint *level) { MPI_Pcontrol(*level); }
void mpi_pcontrol_f08_(MPI_Fint *level) { MPI_Pcontrol(*level); }

#endif
