package mpitimer

import (
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

func init() { engine.Of = func(timers any) *engine.Rank { return &timers.(*Timers).engine } }

// owner is what these packages may do with the timers that programs need not: an engine.Owner, which explains it.
type owner struct{ tm *Timers }

func (o owner) WriteParts(comm machenv.Communicator, name string, head func(io.Writer) error, part []byte) error {
	return o.tm.collectFile(o.tm.roundsOf(comm).Open, nil, name, head, part)
}

// AppendFile appends to a file in the configured directory.
func (o owner) AppendFile(name string, write func(io.Writer) error) error {
	if err := atomicfile.Append(o.tm.target(name), write); err != nil {
		return fmt.Errorf("mpitimer: %w", err)
	}
	return nil
}

func (o owner) FinalizeAlone(reason string) error {
	return o.tm.finalizeAlone(fmt.Sprintf("rank %d: %s", o.tm.rank(), reason))
}

func (o owner) WriteFile(name string, write func(io.Writer) error) error {
	return o.tm.WriteFile(name, write)
}

// WriteRankFile writes the rank's file of a report now, whichever ranks are configured to write one.
func (o owner) WriteRankFile(prefix string) error { return o.tm.beginRank(o.tm.Profile(), prefix)() }

// Hold keeps an MPI that would end with the timers alive until the returned function is called.
func (o owner) Hold() func() error { return holdMPI() }

// HasMPI reports whether GPTL's files should mention MPI. Ranks that this package did not find through MPI may still have it.
func (o owner) HasMPI() bool { return linksMPI() || o.tm.all.Size() > 1 }

func (o owner) Folder() string { return o.tm.config.Output.Directory }

func (o owner) Say(text string) { o.tm.message(text) }
