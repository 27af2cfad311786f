// Package gompi adapts the communicators of github.com/sbromberger/gompi to this module.
//
// It can offer no more than gompi does. Errors of MPI abort the run, as gompi neither returns them
// nor lets them return. Send cannot be bounded in time. Nothing is ever freed. All calls to MPI
// must come from one goroutine at a time, those of the solver included. After gompi's Stop they are errors that match
// [ErrStopped]. Package mpi, beside this one, has none of these limits and can be used in the same
// program, if both are linked with the same MPI.
//
// It takes the build tag gompi, as gompi itself needs cgo, and Open MPI where Debian puts it.
package gompi
