/* Wrappers of Fortran's functions, for MPIs whose Fortran functions call PMPI_X, or what is below it,
 * so that the wrappers of C do not see them. Each does what the wrapper of C does, with the arguments
 * as C has them, and calls the Fortran function pmpi_x_, which is looked for when it is first needed:
 * there need be no Fortran in the program.
 *
 * A line of fortran_*.c is a function with both its names, that of mpif.h and of the module mpi, and that
 * of mpi_f08, in which the error may be left out:
 *
 *	PLAIN(NAME, LOWER, WHERE, N, TEXTS)                       counted and timed only
 *	SPECIAL(NAME, X, LOWER, WHERE, N, TEXTS, KINDS)           with ON_X of special.h
 *	COLLECTIVE(NAME, X, FORM, LOWER, WHERE, N, TEXTS, KINDS)  with COLLECTIVE_X
 *
 * N is the number of arguments before the error, and TEXTS that of strings among them, whose lengths come
 * behind it. KINDS says how C has each argument. Fortran's are f1, f2 …, C's a1, a2 … */
#ifndef GOHPC_MPIWRAP_FORTRAN_H
#define GOHPC_MPIWRAP_FORTRAN_H

/* These are called once for a call of MPI, and do little: what better code would gain is not worth twice the time of
 * compiling them. */
#pragma GCC optimize("O1")

#include "special.h"

#include <stdlib.h>

/* Functions that are deprecated are wrapped like others. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* Numbers in a status of Fortran. */
enum { STATUS_LENGTH = sizeof(MPI_Status) / sizeof(MPI_Fint) };

/* The address of a Fortran function, NULL where there is none. */
SLOW void *gohpc_mpiwrap_fortran(const char *name);

/* A buffer as C has it. */
SLOW int gohpc_mpiwrap_in_place(const void *buf);
static inline void *fortran_buffer(void *buf) { return gohpc_mpiwrap_in_place(buf) ? MPI_IN_PLACE : buf; }

/* A string as C has it. */
enum { TEXT_LENGTH = 4096 };
SLOW char *gohpc_mpiwrap_text(char to[TEXT_LENGTH], const char *text, size_t length);

/* Both names of a function. */
#define BOTH(lower, declared, passed)                                                          \
	void mpi_##lower##_ declared {                                                         \
		static type_##lower real;                                                      \
		if (!real) real = (type_##lower)gohpc_mpiwrap_fortran("pmpi_" #lower "_");     \
		do_##lower passed;                                                             \
	}                                                                                      \
	void mpi_##lower##_f08_ declared {                                                     \
		static type_##lower real;                                                      \
		if (!real) real = (type_##lower)gohpc_mpiwrap_fortran("pmpi_" #lower "_f08_"); \
		do_##lower passed;                                                             \
	}

/* The error, which the caller may leave out, and what is done without the function. */
#define ERROR                          \
	MPI_Fint own_error;            \
	if (!ierr) ierr = &own_error;  \
	if (!real) {                   \
		*ierr = MPI_ERR_OTHER; \
		return;                \
	}

/* The communicator of a call, by the number of the argument, as enter_with takes it: UNPACK it. */
#define IN(n) (1, PMPI_Comm_f2c(*(MPI_Fint *)f##n))
#define NOWHERE (0, MPI_COMM_NULL)

#define WITH(macro, ...) macro(__VA_ARGS__)
#define UNPACK(...) __VA_ARGS__

#define DECLARED(n, texts) DECLARED##n MPI_Fint *ierr LENGTHS##texts
#define PASSED(n, texts) PASSED##n ierr PASSED_LENGTHS##texts

/* A call that is not recorded, but for its time where nothing else is. */
#define TIMED(function, call)                                 \
	int timed = gohpc_mpiwrap_begin_time(&c, function);   \
	call;                                                 \
	if (UNLIKELY(timed)) gohpc_mpiwrap_end_time(&c);      \
	return;

#define WRAPPER(name, lower, first, enters, where, n, texts, ...)     \
	typedef void (*type_##lower)(DECLARED(n, texts));             \
	static void do_##lower(type_##lower real, DECLARED(n, texts)) \
	{                                                             \
		struct call c;                                        \
		int r;                                                \
		ERROR                                                 \
		first                                                 \
		if (!enters(&c, function_##name, UNPACK where)) {     \
			TIMED(function_##name, real(PASSED(n, texts)))  \
		}                                                     \
		__VA_ARGS__                                           \
	}                                                             \
	BOTH(lower, (DECLARED(n, texts)), (real, PASSED(n, texts)))

/* The call, with what converts its arguments when it is done, and the result of a function of C instead
 * where the receive is to wait for its message. */
#define MADE(call) MADE_BY call
#define MADE_BY(made, ...) \
	start(&c);         \
	made;              \
	c.end = ticks(&c); \
	r = *ierr;         \
	__VA_ARGS__
#define MADE_OR(synchronised, call) MADE_EITHER(synchronised, UNPACK call)
#define MADE_EITHER(...) MADE_ONE(__VA_ARGS__)
#define MADE_ONE(synchronised, made, ...) MADE_BY(*ierr = SYNCHRONISED(&c) ? synchronised : (made, *ierr), __VA_ARGS__)

/* Functions that share what is on their way, and those that have it in themselves. */
#define SHARED(name, lower, where, n, texts, ...) \
	WRAPPER(name, lower, , gohpc_mpiwrap_enter, where, n, texts, __VA_ARGS__ gohpc_mpiwrap_leave(&c);)
#define OWN_PATH(name, lower, where, n, texts, ...) \
	WRAPPER(name, lower, , enter_with, where, n, texts, __VA_ARGS__ leave(&c);)

/* The call as MADE takes it, and a macro of special.h between the arguments made for it and the call. */
#define CALL(n, texts, kinds) (real(PASSED(n, texts)), WITH(EACH##n, OUT_, UNPACK kinds))
#define BODY(n, kinds, ...) WITH(EACH##n, IN_, UNPACK kinds) WITH(__VA_ARGS__)

#define PLAIN(name, lower, where, n, texts) \
	SHARED(name, lower, where, n, texts, MADE_BY(real(PASSED(n, texts)), ) record_plain(&c, r);)
#define SPECIAL(name, special, lower, where, n, texts, kinds) \
	SHARED(name, lower, where, n, texts, BODY(n, kinds, ON_##special, CALL(n, texts, kinds), ARGUMENTS##n))
#define FREQUENT(name, special, lower, where, n, texts, kinds) \
	OWN_PATH(name, lower, where, n, texts, BODY(n, kinds, ON_##special, CALL(n, texts, kinds), ARGUMENTS##n))
#define COLLECTIVE(name, special, form, lower, where, n, texts, kinds) \
	SHARED(name, lower, where, n, texts,                           \
		BODY(n, kinds, COLLECTIVE_##special, form, CALL(n, texts, kinds), ARGUMENTS##n))
#define FREQUENT_COLLECTIVE(name, special, form, lower, where, n, texts, kinds) \
	OWN_PATH(name, lower, where, n, texts,                                  \
		BODY(n, kinds, COLLECTIVE_##special, form, CALL(n, texts, kinds), ARGUMENTS##n))

/* Kinds of arguments: IN_X makes C's argument of Fortran's before the call, OUT_X fits it to what the call
 * has made of Fortran's. */

#define VALUE(type, n) type a##n = (type)*(type *)f##n; (void)a##n;
#define HANDLE_IN(type, name, n) type a##n = PMPI_##name##_f2c(*(MPI_Fint *)f##n); (void)a##n;
#define HANDLE_AT(type, name, n) type value##n = PMPI_##name##_f2c(*(MPI_Fint *)f##n), *a##n = &value##n; (void)a##n;
#define HANDLE_BACK(name, n) value##n = PMPI_##name##_f2c(*(MPI_Fint *)f##n);
#define POINTER(type, n) type *a##n = f##n; (void)a##n;

#define IN_INT(n) int a##n = (int)*(MPI_Fint *)f##n; (void)a##n;
#define OUT_INT(n)
#define IN_AINT(n) VALUE(MPI_Aint, n)
#define OUT_AINT(n)
#define IN_OFFSET(n) VALUE(MPI_Offset, n)
#define OUT_OFFSET(n)
#define IN_COUNT(n) VALUE(MPI_Count, n)
#define OUT_COUNT(n)

#define IN_COMM(n) HANDLE_IN(MPI_Comm, Comm, n)
#define OUT_COMM(n)
#define IN_TYPE(n) HANDLE_IN(MPI_Datatype, Type, n)
#define OUT_TYPE(n)
#define IN_OP(n) HANDLE_IN(MPI_Op, Op, n)
#define OUT_OP(n)
#define IN_GROUP(n) HANDLE_IN(MPI_Group, Group, n)
#define OUT_GROUP(n)
#define IN_WIN(n) HANDLE_IN(MPI_Win, Win, n)
#define OUT_WIN(n)
#define IN_FILE(n) HANDLE_IN(MPI_File, File, n)
#define OUT_FILE(n)
#define IN_INFO(n) HANDLE_IN(MPI_Info, Info, n)
#define OUT_INFO(n)
#define IN_REQUEST(n) HANDLE_IN(MPI_Request, Request, n)
#define OUT_REQUEST(n)
#define IN_MESSAGE(n) HANDLE_IN(MPI_Message, Message, n)
#define OUT_MESSAGE(n)
#define IN_ERRHANDLER(n) HANDLE_IN(MPI_Errhandler, Errhandler, n)
#define OUT_ERRHANDLER(n)

/* A handle that C has by its address. */
#define IN_COMM_AT(n) HANDLE_AT(MPI_Comm, Comm, n)
#define OUT_COMM_AT(n) HANDLE_BACK(Comm, n)
#define IN_TYPE_AT(n) HANDLE_AT(MPI_Datatype, Type, n)
#define OUT_TYPE_AT(n) HANDLE_BACK(Type, n)
#define IN_OP_AT(n) HANDLE_AT(MPI_Op, Op, n)
#define OUT_OP_AT(n) HANDLE_BACK(Op, n)
#define IN_GROUP_AT(n) HANDLE_AT(MPI_Group, Group, n)
#define OUT_GROUP_AT(n) HANDLE_BACK(Group, n)
#define IN_WIN_AT(n) HANDLE_AT(MPI_Win, Win, n)
#define OUT_WIN_AT(n) HANDLE_BACK(Win, n)
#define IN_FILE_AT(n) HANDLE_AT(MPI_File, File, n)
#define OUT_FILE_AT(n) HANDLE_BACK(File, n)
#define IN_INFO_AT(n) HANDLE_AT(MPI_Info, Info, n)
#define OUT_INFO_AT(n) HANDLE_BACK(Info, n)
#define IN_REQUEST_AT(n) HANDLE_AT(MPI_Request, Request, n)
#define OUT_REQUEST_AT(n) HANDLE_BACK(Request, n)
#define IN_MESSAGE_AT(n) HANDLE_AT(MPI_Message, Message, n)
#define OUT_MESSAGE_AT(n) HANDLE_BACK(Message, n)
#define IN_ERRHANDLER_AT(n) HANDLE_AT(MPI_Errhandler, Errhandler, n)
#define OUT_ERRHANDLER_AT(n) HANDLE_BACK(Errhandler, n)

/* Several, or one by its address. */
#define IN_INTS(n) POINTER(int, n)
#define OUT_INTS(n)
#define IN_AINTS(n) POINTER(MPI_Aint, n)
#define OUT_AINTS(n)
#define IN_OFFSETS(n) POINTER(MPI_Offset, n)
#define OUT_OFFSETS(n)
#define IN_COUNTS(n) POINTER(MPI_Count, n)
#define OUT_COUNTS(n)
#define IN_BUFFER(n) void *a##n = fortran_buffer(f##n); (void)a##n;
#define OUT_BUFFER(n)
#define IN_OTHER(n) POINTER(void, n)
#define OUT_OTHER(n)

/* The first string and the second. */
#define IN_TEXT(n, k) char text##n[TEXT_LENGTH], *a##n = gohpc_mpiwrap_text(text##n, f##n, length##k); (void)a##n;
#define IN_TEXT1(n) IN_TEXT(n, 1)
#define OUT_TEXT1(n)
#define IN_TEXT2(n) IN_TEXT(n, 2)
#define OUT_TEXT2(n)

#define IN_STATUS(n)                            \
	MPI_Status value##n, *a##n = &value##n; \
	MPI_Fint own##n[STATUS_LENGTH];         \
	if (f##n == MPI_F_STATUS_IGNORE) f##n = own##n;
#define OUT_STATUS(n) PMPI_Status_f2c(f##n, a##n);

/* The status of a call that may have been made in C. */
#define IN_RECEIVED(n) IN_STATUS(n)
#define OUT_RECEIVED(n)                                    \
	if (SYNCHRONISED(&c)) PMPI_Status_c2f(a##n, f##n); \
	else PMPI_Status_f2c(f##n, a##n);

#define LENGTHS0
#define LENGTHS1 , size_t length1
#define LENGTHS2 , size_t length1, size_t length2
#define PASSED_LENGTHS0
#define PASSED_LENGTHS1 , length1
#define PASSED_LENGTHS2 , length1, length2

#define DECLARED0
#define PASSED0
#define DECLARED1 void *f1,
#define DECLARED2 DECLARED1 void *f2,
#define DECLARED3 DECLARED2 void *f3,
#define DECLARED4 DECLARED3 void *f4,
#define DECLARED5 DECLARED4 void *f5,
#define DECLARED6 DECLARED5 void *f6,
#define DECLARED7 DECLARED6 void *f7,
#define DECLARED8 DECLARED7 void *f8,
#define DECLARED9 DECLARED8 void *f9,
#define DECLARED10 DECLARED9 void *f10,
#define DECLARED11 DECLARED10 void *f11,
#define DECLARED12 DECLARED11 void *f12,
#define DECLARED13 DECLARED12 void *f13,
#define PASSED1 f1,
#define PASSED2 PASSED1 f2,
#define PASSED3 PASSED2 f3,
#define PASSED4 PASSED3 f4,
#define PASSED5 PASSED4 f5,
#define PASSED6 PASSED5 f6,
#define PASSED7 PASSED6 f7,
#define PASSED8 PASSED7 f8,
#define PASSED9 PASSED8 f9,
#define PASSED10 PASSED9 f10,
#define PASSED11 PASSED10 f11,
#define PASSED12 PASSED11 f12,
#define PASSED13 PASSED12 f13,
#define ARGUMENTS1 a1
#define ARGUMENTS2 ARGUMENTS1, a2
#define ARGUMENTS3 ARGUMENTS2, a3
#define ARGUMENTS4 ARGUMENTS3, a4
#define ARGUMENTS5 ARGUMENTS4, a5
#define ARGUMENTS6 ARGUMENTS5, a6
#define ARGUMENTS7 ARGUMENTS6, a7
#define ARGUMENTS8 ARGUMENTS7, a8
#define ARGUMENTS9 ARGUMENTS8, a9
#define ARGUMENTS10 ARGUMENTS9, a10
#define ARGUMENTS11 ARGUMENTS10, a11
#define ARGUMENTS12 ARGUMENTS11, a12
#define ARGUMENTS13 ARGUMENTS12, a13

/* What each##KIND(NUMBER) is, for all arguments. */
#define EACH1(each, k1) each##k1(1)
#define EACH2(each, k1, k2) each##k1(1) each##k2(2)
#define EACH3(each, k1, k2, k3) each##k1(1) each##k2(2) each##k3(3)
#define EACH4(each, k1, k2, k3, k4) each##k1(1) each##k2(2) each##k3(3) each##k4(4)
#define EACH5(each, k1, k2, k3, k4, k5) each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5)
#define EACH6(each, k1, k2, k3, k4, k5, k6) each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6)
#define EACH7(each, k1, k2, k3, k4, k5, k6, k7) each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7)
#define EACH8(each, k1, k2, k3, k4, k5, k6, k7, k8) \
	each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7) each##k8(8)
#define EACH9(each, k1, k2, k3, k4, k5, k6, k7, k8, k9) \
	each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7) each##k8(8) each##k9(9)
#define EACH10(each, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10) \
	each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7) each##k8(8) each##k9(9) each##k10(10)
#define EACH11(each, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11) \
	each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7) each##k8(8) each##k9(9) each##k10(10) each##k11(11)
#define EACH12(each, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12)                     \
	each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7) \
	each##k8(8) each##k9(9) each##k10(10) each##k11(11) each##k12(12)
#define EACH13(each, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13)                \
	each##k1(1) each##k2(2) each##k3(3) each##k4(4) each##k5(5) each##k6(6) each##k7(7) \
	each##k8(8) each##k9(9) each##k10(10) each##k11(11) each##k12(12) each##k13(13)

#endif
