package ranktable

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/keyvalue"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// Goroutines holds the places of the goroutines of a rank's process, except the Go runtime's. For more
// than 10 000, only the number is known. The places of few goroutines may be missing.
type Goroutines struct {
	All    int
	Places []GoroutinePlace
}

// GoroutinePlace is a group of goroutines in the same functions.
type GoroutinePlace struct {
	Count  int
	Frames []string // "solver.step solver/step.go:17", the innermost first
}

// AskGoroutines asks the rank for its goroutines. Goroutines returns them once the rank has answered:
// about a second later, if it lives. It is the only method that changes the file, and needs the right
// to write it: the rank must be this user's. Otherwise the error matches ErrOwner.
//
// To answer, the rank stops its goroutines for some microseconds, and takes some more to list each. It
// answers at most once a second, whoever asks.
func (t *Table) AskGoroutines() (question uint64, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || t.closed {
		return 0, t.wrong(ErrClosed)
	}
	if t.owner != os.Geteuid() {
		return 0, t.wrong(ErrOwner)
	}
	question = uint64(clock.Unix())
	if err := ask(t.name, t.known, question); err != nil {
		return 0, t.wrong(err)
	}
	return question, nil
}

// Goroutines returns the answer to a question; nil while there is none.
func (t *Table) Goroutines(question uint64) (*Goroutines, error) {
	found, err := answer(t.name, question)
	if err != nil {
		return nil, t.wrong(err)
	}
	if found == nil {
		return nil, nil
	}
	g := &Goroutines{All: found.All}
	for _, p := range found.Places {
		g.Places = append(g.Places, GoroutinePlace(p))
	}
	return g, nil
}

// ask asks the rank that writes a table for its goroutines. Who may write the table may ask: its owner. The rank answers
// at its next beat, and only the last of several questions. The file must be the one that is given as known.
func ask(table string, known os.FileInfo, question uint64) error {
	file, err := rankfile.Reopen(table)
	if err != nil {
		return err
	}
	if now, wrong := file.Stat(); wrong != nil || !os.SameFile(now, known) {
		err = cmp.Or(wrong, rankfile.ErrOther)
	} else {
		_, err = file.WriteAt(binary.NativeEndian.AppendUint64(nil, question), rankfile.AskedAt)
	}
	return errors.Join(err, file.Close())
}

// answer returns what a rank has answered to a question or a later one; nil while it has not.
func answer(table string, question uint64) (*rankfile.Goroutines, error) {
	file, err := rankfile.OpenToRead(rankfile.GoroutinesOf(table))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, rankfile.MostAnswer))
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if !bytes.HasSuffix(text, rankfile.LastLine) {
		return nil, nil // it is being written
	}
	g, err := decodeGoroutines(text)
	if err != nil || g.Question < question {
		return nil, err
	}
	return g, nil
}

func decodeGoroutines(text []byte) (*rankfile.Goroutines, error) {
	g := &rankfile.Goroutines{}
	err := keyvalue.Each(text, func(key string, fields []string) (err error) {
		switch {
		case key == "question" && len(fields) > 1:
			g.Question, err = strconv.ParseUint(fields[0], 10, 64)
			g.All, _ = strconv.Atoi(fields[1])
		case key == "at" && len(fields) > 1:
			p := rankfile.GoroutinePlace{Frames: fields[1:]}
			p.Count, err = strconv.Atoi(fields[0])
			g.Places = append(g.Places, p)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("goroutines: %w: %w", rankfile.ErrFormat, err)
	}
	return g, nil
}
