package stats

import (
	"errors"
	"fmt"
	"slices"
)

// ErrMismatch reports that Profiles belong to different runs: their numbers of ranks differ, or two
// have the same rank.
var ErrMismatch = errors.New("stats: profiles do not belong together")

// alignment says where the regions and environments of one partial stand in another.
type alignment struct {
	same         bool     // everything stands in the same position in both; the lists are nil
	count        int      // of regions
	regions      []uint32 // for each region its position in the other, or absent
	environments []uint32
}

// region is the position in the other partial of region i.
func (a *alignment) region(i int) int {
	if a.same {
		return i
	}
	return int(a.regions[i])
}

// align finds out where the regions of src stand in d. What d lacks is absent, and adopt adds it.
func (d *partial) align(src *partial) alignment {
	if d.tree == src.tree {
		return alignment{same: true, count: len(src.keys)}
	}
	a := alignment{
		count:        len(src.keys),
		regions:      make([]uint32, len(src.keys)),
		environments: make([]uint32, len(src.environments.keys)),
	}
	d.index.extend(d.keys)
	for i, k := range src.keys {
		a.regions[i] = d.index.find(d.keys, k)
	}
	// Environments are few as a rule, and many only where every rank has others: a search from the same
	// position on finds the former at once, and the map is for the latter.
	var byKey map[key]uint32
	for i, k := range src.environments.keys {
		if i < len(d.environments.keys) && d.environments.keys[i] == k {
			a.environments[i] = uint32(i)
			continue
		}
		if byKey == nil {
			byKey = make(map[key]uint32, len(d.environments.keys))
			for j, k := range d.environments.keys {
				byKey[k] = uint32(j)
			}
		}
		j, found := byKey[k]
		if !found {
			j = absent
		}
		a.environments[i] = j
	}
	return a
}

// lacking returns the positions in src of what is absent.
func (a *alignment) lacking() (environments, regions []uint32) {
	for i, at := range a.environments {
		if at == absent {
			environments = append(environments, uint32(i))
		}
	}
	for i, at := range a.regions {
		if at == absent {
			regions = append(regions, uint32(i))
		}
	}
	return environments, regions
}

// adopt merges src into d, and completes a with the positions of what d lacked. If the two do not
// fit, d stays as it was.
func (d *partial) adopt(src *partial, a *alignment) error {
	if err := d.meta.fits(&src.meta); err != nil {
		return err
	}
	if !a.same {
		if err := d.adoptTree(src, a); err != nil {
			return err
		}
	}
	for i, at := range src.environments.first {
		j := i
		if !a.same {
			j = int(a.environments[i])
		}
		d.environments.first[j] = min(d.environments.first[j], at)
	}
	d.meta.merge(&src.meta)
	if a.same {
		for i := range a.count {
			mergeRecord(recordAt(d.records, i), recordAt(src.records, i))
		}
		return nil
	}
	for i, j := range a.regions {
		mergeRecord(recordAt(d.records, int(j)), recordAt(src.records, i))
	}
	return nil
}

// adoptTree adds the environments and regions that d lacks, with neutral records.
func (d *partial) adoptTree(src *partial, a *alignment) error {
	environments, regions := a.lacking()
	known := len(d.keys)
	for _, i := range environments {
		a.environments[i] = uint32(len(d.environments.keys))
		d.environments.keys = append(d.environments.keys, src.environments.keys[i])
		d.environments.uses = append(d.environments.uses, src.environments.uses[i])
		d.environments.view = append(d.environments.view, src.environments.view[i])
		d.environments.first = append(d.environments.first, src.environments.first[i])
	}
	d.keys = slices.Grow(d.keys, len(regions))
	d.paths = slices.Grow(d.paths, len(regions))
	for _, i := range regions {
		p := src.paths[i]
		if p.Parent >= 0 {
			p.Parent = int(a.regions[p.Parent])
		}
		p.Environment = int(a.environments[p.Environment])
		a.regions[i] = uint32(len(d.keys))
		d.keys = append(d.keys, src.keys[i])
		d.paths = append(d.paths, p)
	}
	if twice := d.index.extend(d.keys); twice >= 0 {
		name := d.paths[twice].Name
		d.truncate(known, len(d.environments.keys)-len(environments))
		return fmt.Errorf("%w: region %q twice in one place of the tree", ErrProfile, name)
	}
	d.records = slices.Grow(d.records, len(regions)*recordSize)
	for range regions {
		d.records = append(d.records, neutralRecord[:]...)
	}
	if len(environments)+len(regions) > 0 {
		d.sign()
	}
	return nil
}

// truncate takes back what adoptTree has added.
func (d *partial) truncate(regions, environments int) {
	d.keys, d.paths = d.keys[:regions], d.paths[:regions]
	d.environments = d.environments.lowest(environments)
	d.index.clear()
}

// neutralRecord is the record of a region that no rank has.
var neutralRecord = func() record {
	r := new(recordBytes)
	r.set(wordState, 0xffffffff<<32)
	for w := wordMin; w <= wordCallMin; w += 4 {
		r.setExtreme(w, noMin, nowhere)
		r.setExtreme(w+2, -1, nowhere)
	}
	r.set(wordFirst, nowhere)
	r.set(wordWindow, noWindow)
	return r
}()
