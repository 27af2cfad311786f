// Package perfmod provides the calls of E3SM's perf_mod, the Fortran module that times the model's
// components, on the timers of package mpitimer: a program that is ported keeps its t_startf and
// t_stopf as [Start] and [Stop], the namelist groups &prof_inparm and &papi_inparm of its case, and the
// files that E3SM's tools read.
//
//	err := perfmod.Init("drv_in", perfmod.Options{Comm: comm})
//	defer perfmod.Finalize()
//	perfmod.Start("CPL:INIT")
//	…
//	perfmod.Stop("CPL:INIT")
//	err = perfmod.Print("timing/model_timing", perfmod.PrintOptions{})
//
// It stands on package gptl, as perf_mod does on GPTL: timers that are started there, or with
// mpitimer.Start, stand in the same tree and the same files, and are switched off with those of this
// package.
//
// Before Init, after Finalize and with profile_disable all calls do nothing, silently. Starts and stops
// return no error, as in E3SM: misuse is kept, with the file and line of the call, as a warning of the
// timers.
//
// # Threads
//
// Calls that E3SM ignores within a threaded region are ignored here on every goroutine but the rank's main
// one: Enable, Disable, AdjustDetail and Barrier. The rank's main goroutine is the one that called Init.
//
// # Deviations
//
//   - Names are not cut at 256 characters, nor at GPTL's 127.
//   - A file is written whole, under a temporary name, and not row by row; of a single file rank 0
//     collects the parts of the others, see machenv.CollectParts.
//   - profile_timer = 4 (MPI_Wtime) leaves the choice of the clock to the timers; 1 and 5 are the system's
//     monotonic clock, 2 the processor's counter. The clocks of other machines (3, 6) are reported and not
//     used.
//   - The overhead that profile_ovhd_measurement measures is of the calls of the rank's main goroutine.
//   - A namelist that cannot be read does not end the program: Init's error tells, and what could be
//     read counts.
package perfmod
