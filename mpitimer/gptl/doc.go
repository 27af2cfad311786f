// Package gptl provides GPTL's calls on the timers of package mpitimer: programs that call GPTL keep
// their calls, and their timers share one tree with new code.
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
// GPTL is the General Purpose Timing Library, here version 8 of upstream with the additions of E3SM's fork.
// Each call has the same name and meaning as there. The document docs/gptl.md lists them all, with the
// options, the equivalent calls of mpitimer, and where the meanings differ.
//
// # Errors
//
// Where GPTL returns -1 and writes a message, a call returns an error, which errors.Is compares with those
// below, and NumErrors counts it. Nothing is written unless the option Verbose is on. Starts and stops
// outside Initialize and Finalize, or while timing is disabled, are ignored without an error.
//
// With the option AbortOnError an error panics with itself instead of being returned: GPTL then ends the
// program.
//
// # Ranks and threads
//
// What GPTL keeps for a process is kept for each rank here, since several ranks may live in one process (see
// mpitimer.Initialize); what is set before Initialize applies to all of them. GPTL's threads are the rank's
// goroutines.
package gptl
