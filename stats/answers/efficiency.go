package answers

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-hpc/timers/stats/efficiency"
)

// Sentences on efficiencies that are not known.
const (
	NoEfficiency     = "Efficiencies are not known, since the run did not record how long ranks wait. To record it, time the MPI calls (packages mpiwrap and mpitime) or mark the regions that communicate."
	NoPartEfficiency = "Efficiencies of this part are not known: its timeline has no MPI calls, and the ranks wait in regions in which they also work."
)

// TakenNote names the regions that stand for waits in a timeline. Names may hold anything: the caller makes them printable.
func TakenNote(names []string) string {
	return "The timeline does not record waits. All time in these regions counts as waiting, because at most a tenth of it was useful in the whole run: " + strings.Join(names, ", ") + ". Waits in other regions are left out."
}

// PartNotes explains the efficiencies of an interval on a page of a run.
func PartNotes(e *efficiency.Run, w *efficiency.Waits) []string {
	notes := formulas[:]
	if len(w.Taken) > 0 {
		notes = append(notes, TakenNote(w.Taken))
	}
	if e.Threads || e.Devices {
		notes = append(notes, "Efficiencies of threads and devices in an interval are not known on this page.")
	}
	return notes
}

// formulas are those of all efficiencies.
var formulas = [...]string{
	"parallel efficiency: mean useful time of the ranks that ran it ÷ time of the slowest. It is load balance (mean useful time ÷ largest) × communication efficiency (largest useful time ÷ time of the slowest).",
	"costs: the time that would be saved if that were 100 % and nothing else changed.",
}

// EfficiencyNotes explains the efficiencies of a run on so many ranks, and says which are not known, and why.
func EfficiencyNotes(e *efficiency.Run, ranks int) []string {
	notes := formulas[:]
	add := func(text string, args ...any) { notes = append(notes, fmt.Sprintf(text, args...)) }
	switch {
	case e.Nodes == 0:
		add("Load balance in nodes and between them is not known: only files of single ranks say where each ran.")
	case e.Nodes > 1:
		add("in nodes × between: load balance, over %d nodes.", e.Nodes)
	}
	if e.Whole != nil && ranks > 1 && math.IsNaN(e.Whole.Instant) {
		add("Serialisation and transfer, the two factors of communication efficiency, are not known: no trace of all MPI calls lies beside the files.")
	}
	if e.Threads {
		add("thread efficiency: mean useful time of a rank's goroutines or threads ÷ useful time of the rank. It is thread load balance × thread serialisation efficiency (time outside of the regions that several of them run at once counts as serial, and so do starting them and being slow in turn). Multiplied by parallel efficiency, it is the efficiency of all threads.")
		if e.Whole != nil && math.IsNaN(e.Whole.Thread) {
			add("Thread efficiency of the run is not known: threads ran beside the main one, beside each other in different regions, or waited for other ranks.")
		}
	}
	if e.Devices {
		add("device efficiency: mean time that a device worked, copies included ÷ time of the slowest rank. It is device load balance × device orchestration efficiency (the longest that a device worked ÷ time of the slowest rank). Each rank counts the devices that it uses.")
		if e.Whole != nil && math.IsNaN(e.Whole.Device) {
			add("Device efficiency of the run is not known: streams of a device may have worked at the same time, devices worked on after the end, or it is not known which ranks used one.")
		} else if e.Whole != nil && math.IsNaN(e.Whole.MostDevice) {
			add("Device load balance and orchestration of the run are not known: devices did several kinds of work, and only the sum of each over ranks is there.")
		}
		add("Device communication efficiency is not known, since copies count as work, nor is offload efficiency, since calls to the device's driver are not recorded.")
	}
	return notes
}
