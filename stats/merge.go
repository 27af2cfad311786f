package stats

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Merge makes the Summary of Profiles, which may be in any order. It is the same that Reduce makes in a
// running program. Missing lists ranks without a Profile.
//
// The error matches ErrMismatch if the Profiles are not of one run, because their Sizes differ or two are of
// the same rank, and ErrProfile if one of them contradicts itself.
func Merge(profiles []*Profile) (*Summary, error) {
	if len(profiles) == 0 {
		return nil, errors.New("stats: no profiles to merge")
	}
	for i, p := range profiles {
		if p == nil {
			return nil, fmt.Errorf("%w: profile %d of %d is nil", ErrProfile, i, len(profiles))
		}
	}
	// The order makes no difference to the result, but this one keeps the list of ranks short.
	profiles = slices.Clone(profiles)
	slices.SortStableFunc(profiles, func(a, b *Profile) int { return cmp.Compare(a.Rank, b.Rank) })

	var all, one partial
	all.clear()
	alignments := make([]alignment, len(profiles))
	for i, p := range profiles {
		if err := one.load(p); err != nil {
			return nil, err
		}
		if twice := one.index.extend(one.keys); twice >= 0 {
			return nil, fmt.Errorf("%w: rank %d has region %q twice in one place of the tree", ErrProfile, p.Rank, p.Path(twice))
		}
		alignments[i] = all.align(&one)
		if err := all.adopt(&one, &alignments[i]); err != nil {
			return nil, err
		}
	}
	s, places := all.summarise()
	windows := all.windows()
	b := newBins(windows, len(profiles))
	for i, p := range profiles {
		b.addRank(profileWalls(p), &alignments[i], windows)
		b.addProfile(p, &alignments[i], windows)
	}
	s.setBins(b, places, windows)
	return s, nil
}

// profileWalls is what load leaves in partial.walls.
func profileWalls(p *Profile) []int64 {
	walls := make([]int64, len(p.Nodes))
	for i := range p.Nodes {
		walls[i] = -1
		if n := &p.Nodes[i]; ran(n) {
			walls[i] = max(n.Wall(), 0)
		}
	}
	p.measuredBy(func(_, _ int, biased int64) { walls = append(walls, biased) })
	return walls
}
