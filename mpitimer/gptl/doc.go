// Package gptl is GPTL's interface on the timers of package mpitimer: programs that call GPTL keep
// their calls, and their timers stand in one tree with those of new code.
//
//	gptl.SetOption(gptl.Percent, 1)
//	gptl.Initialize()
//	…
//	gptl.Start("step")
//	…
//	gptl.Stop("step")
//	…
//	gptl.Print(rank)
//	gptl.PrintSummary(nil)
//	gptl.Finalize()
//
// GPTL is the General Purpose Timing Library, here that of upstream's version 8 and what E3SM's fork
// adds to it. Each call has the name and the meaning that it has there. The document docs/gptl.md lists
// them all, with the options, the calls of mpitimer that do the same, and where the meanings differ.
//
// # Errors
//
// Where GPTL returns -1 and writes a message, a call returns an error, which errors.Is compares with
// those below, and NumErrors counts it. Nothing is written unless the option Verbose is on. Starts and
// stops outside of Initialize and Finalize, or while timing is disabled, are ignored without an error.
//
// With the option AbortOnError an error panics with itself instead of being returned: GPTL then ends the
// program.
//
// # Ranks and threads
//
// What GPTL keeps for a process is kept for each rank, of which several may live in a process (see
// mpitimer.Initialize); what is set before Initialize is for all of them. GPTL's threads are the rank's
// goroutines.
package gptl
