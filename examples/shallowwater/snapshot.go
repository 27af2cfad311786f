package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/mpitimer"
)

// tagRows is the tag after those of the halo exchange.
const tagRows = 3

// writersName is the environment of the ranks that write pictures.
const writersName = "writers"

// writersEvery sets which ranks write: 0, 2, 4, … Each writes its own rows and those of the rank after it.
const writersEvery = 2

// snapshot draws the vorticity as a grey picture (PGM), one pixel per cell, north at the top. The ranks of
// the environment "writers" write it together; the others only hand over their rows. Margins must be up to
// date.
func (s *simulation) snapshot() error {
	defer mpitimer.Start("snapshot").Stop()
	rows := s.greyRows()
	comm := s.comm
	if !s.writers.IsMember() {
		if err := comm.Send(comm.Rank()-1, tagRows, rows, 0); err != nil {
			return fmt.Errorf("snapshot: %w", err)
		}
		return nil
	}
	// Started in the environment of the writers, so that the statistics are over them.
	defer mpitimer.StartInEnvironment("write", writersName).Stop()
	if other := comm.Rank() + 1; other < comm.Size() {
		more, err := comm.Recv(other, tagRows, 0)
		if err != nil {
			return fmt.Errorf("snapshot: %w", err)
		}
		rows = append(more, rows...) // north first
	}
	name := filepath.Join(s.cfg.Out, fmt.Sprintf("vorticity.%06d.pgm", s.steps))
	return s.writePicture(name, rows)
}

// greyRows returns the rows of this rank as pixels, the northernmost first.
func (m *model) greyRows() []byte {
	nx, s := m.band.nx, m.now
	span := 2 * m.cfg.Jet.Speed / m.cfg.Jet.Width // black and white are this far from zero
	pixels := make([]byte, 0, nx*m.band.rows)
	for j := m.band.rows - 1; j >= 0; j-- {
		u, un, v := s.u.row(j), s.u.row(j+1), s.v.row(j)
		for i := 1; i <= nx; i++ {
			spin := (v[i+1] - v[i] - un[i] + u[i]) / m.cfg.Spacing
			pixels = append(pixels, byte(127.5+127*max(-1, min(1, spin/span))))
		}
	}
	return pixels
}

// writePicture writes one file from all writers: the first creates it, each puts its rows in their place, and
// the file is renamed when it is complete. A writer that fails still goes on to the barriers, or the others
// would wait for it for ever; and the run goes on, for it is worth more than a picture. The first failure is
// kept until the end.
func (s *simulation) writePicture(name string, rows []byte) error {
	header := fmt.Sprintf("P5\n%d %d\n255\n", s.cfg.Nx, s.cfg.Ny)
	part := name + ".part"
	if s.writers.IsMaster() {
		s.keep(os.WriteFile(part, []byte(header), 0o644))
	}
	if err := s.writers.Comm().Barrier(); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	// North is at the top of a picture: the rows south of ours follow ours.
	offset := len(header) + (s.cfg.Ny-s.band.first)*s.cfg.Nx - len(rows)
	s.keep(writeAt(part, rows, int64(offset)))
	if err := s.writers.Comm().Barrier(); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	if s.writers.IsMaster() {
		s.keep(os.Rename(part, name))
	}
	return nil
}

// keep remembers the first error of the pictures.
func (s *simulation) keep(err error) {
	if err != nil && s.unsaved == nil {
		s.unsaved = fmt.Errorf("snapshot: %w", err)
	}
}

func writeAt(name string, data []byte, offset int64) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, offset)
	return errors.Join(err, f.Close())
}
