//go:build mpi && cgo

package main

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/stats"
)

// floor is the least of a reduction that ends in a Summary: each rank writes its figures into records, MPI_Reduce adds
// them up, and rank 0 reads them back as regions. Nobody finds out whether the ranks have the same regions, orders them,
// counts the ranks in bins or waits for one that is late.
func floor(ref *reference, rank int, p *stats.Profile) error {
	for i := range p.Nodes {
		m := &p.Nodes[i].Measure
		put(ref.from[i*recordBytes:], m.Calls, m.Timed, uint64(m.Total), m.Squares.Hi, m.Squares.Lo, uint64(m.Min), uint64(m.Max))
	}
	if err := ref.reduce(); err != nil || rank != 0 {
		return err
	}
	regions := make([]stats.Region, len(p.Nodes))
	for i := range regions {
		r, words := &regions[i], (*[recordBytes]byte)(ref.to[i*recordBytes:])
		r.Parent, r.Name = p.Nodes[i].Parent, p.Nodes[i].Name
		for k, to := range []*uint64{&r.Calls, &r.Timed, &r.Total.Lo, &r.Squares.Hi, &r.Squares.Lo} {
			*to = binary.LittleEndian.Uint64(words[8*k:])
		}
	}
	runtime.KeepAlive(regions) // which a program would have
	return nil
}

// put writes a record: these words, and each of them again until it is full.
func put(record []byte, words ...uint64) {
	for k := range recordBytes / 8 {
		binary.LittleEndian.PutUint64(record[8*k:], words[k%len(words)])
	}
}

// leastEnd is the least of Finalize: floor, these files, and a barrier, since no rank may end its process before it is
// known whether it is in the report.
func leastEnd(world *mpi.Comm, ref *reference, p *stats.Profile, folder string, files map[string][]byte) error {
	err := floor(ref, world.Rank(), p)
	for name, content := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), content, 0o666))
	}
	return errors.Join(err, world.Barrier())
}

// contents reads the files of a directory.
func contents(folder string) (map[string][]byte, error) {
	entries, err := os.ReadDir(folder)
	files := make(map[string][]byte)
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		content, problem := os.ReadFile(filepath.Join(folder, e.Name()))
		err = errors.Join(err, problem)
		files[e.Name()] = content
	}
	return files, err
}
