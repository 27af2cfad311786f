package project

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// worldName is what HDTrace's MPI wrapper calls the communicator of all ranks.
const worldName = "WORLD"

// Gather makes one project of those of all ranks, which each give what they know of, such as
// [Directory.Project]. It is collective over the default environment of the registry. The first rank gets
// the project, the others nil; with an error the project has what the other ranks gave.
//
// Its communicators are the environments of the registry, WORLD for the default one. The number by which a
// rank calls a communicator is the place of the environment among the names of its registry.
func Gather(registry *machenv.Registry, p *Project) (*Project, error) {
	comm := registry.Default().Comm()
	mine, err := json.Marshal(rankPartOf(registry, p))
	if err != nil {
		mine = nil // the others wait for a message
	}
	parts, err := machenv.Gather(comm, 0, mine)
	if err != nil || comm.Rank() != 0 {
		return nil, err
	}
	return joinParts(parts)
}

// rankPart is what a rank sends.
type rankPart struct {
	Fault        string
	File         string // name of the project file
	XML          []byte
	Environments []environment
}

// environment is a communicator as one of its ranks sees it.
type environment struct {
	Name   string
	Ranks  []machenv.Range // of the default environment
	Member Member
}

func rankPartOf(registry *machenv.Registry, p *Project) rankPart {
	if p == nil || p.Topology == nil {
		return rankPart{Fault: "the rank has no project"}
	}
	part := rankPart{File: p.Topology.ProjectFile()}
	var text bytes.Buffer
	if _, err := p.WriteTo(&text); err != nil {
		return rankPart{Fault: err.Error()}
	}
	part.XML = text.Bytes()
	rank := registry.Default().Rank()
	for i, name := range registry.Names() {
		env, err := registry.Get(name)
		if err != nil || !env.IsMember() {
			continue
		}
		if name == machenv.DefaultName {
			name = worldName
		}
		part.Environments = append(part.Environments, environment{name, env.Ranks(), Member{Global: rank, Local: env.Rank(), CID: i}})
	}
	return part
}

func joinParts(parts [][]byte) (*Project, error) {
	var all *Project
	var errs []error
	communicators := map[string]*Communicator{}
	var keys []string
	for rank, data := range parts {
		var part rankPart
		err := json.Unmarshal(data, &part)
		if err == nil && part.Fault != "" {
			err = errors.New(part.Fault)
		}
		var p *Project
		if err == nil {
			p, err = Read(bytes.NewReader(part.XML), hdtrace.ReadOptions{Name: part.File})
		}
		switch {
		case err != nil:
		case all == nil:
			all = p
		default:
			err = all.Merge(p)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("hdtrace: gather the project: rank %d: %w", rank, err))
			continue
		}
		for _, env := range part.Environments {
			key := fmt.Sprint(env.Name, env.Ranks) // ranks may part into several of the same name
			if communicators[key] == nil {
				communicators[key] = &Communicator{Name: env.Name}
				keys = append(keys, key)
			}
			communicators[key].Members = append(communicators[key].Members, env.Member)
		}
	}
	if all == nil {
		return nil, errors.Join(errs...)
	}
	for _, key := range keys {
		c := communicators[key]
		slices.SortFunc(c.Members, func(a, b Member) int { return cmp.Compare(a.Local, b.Local) })
		all.Communicators = append(all.Communicators, *c)
	}
	return all, errors.Join(errs...)
}
