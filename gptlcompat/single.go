package gptlcompat

import (
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

// SingleOptions change what WriteSingle writes.
type SingleOptions struct {
	Global GlobalOptions

	// Rank returns the options of one rank's part; nil means the zero options.
	Rank func(rank int) RankOptions

	// Ranks says whose parts are written; nil: all. See OutputRank.
	Ranks func(rank int) bool

	// NoGlobal leaves out the global statistics.
	NoGlobal bool
}

// WriteSingle writes what E3SM writes with single_file: the global statistics of all profiles, then
// each rank's part, in the order given. PACE and CIME take the global statistics only.
//
// It takes the whole run at once and is for use after it, from stored Profiles; machenv.CollectParts makes
// the same file while the ranks are there.
func WriteSingle(w io.Writer, profiles []*stats.Profile, o SingleOptions) error {
	if !o.NoGlobal {
		s, err := o.merge(profiles)
		if err == nil {
			err = WriteGlobal(w, s, o.Global)
		}
		if err != nil {
			return fmt.Errorf("single file: %w", err)
		}
	}
	for _, p := range profiles {
		if o.Ranks != nil && !o.Ranks(p.Rank) {
			continue
		}
		var ro RankOptions
		if o.Rank != nil {
			ro = o.Rank(p.Rank)
		}
		if err := WriteRank(w, p, ro); err != nil {
			return fmt.Errorf("single file: %w", err)
		}
	}
	return nil
}

func (o *SingleOptions) merge(profiles []*stats.Profile) (*stats.Summary, error) {
	folded := make([]*stats.Profile, len(profiles))
	for i, p := range profiles {
		if folded[i] = p; !o.Global.PathNames {
			folded[i] = ByName(p)
		}
	}
	return stats.Merge(folded)
}

// OutputRank reports whether a rank of size writes its file by E3SM's rule, of its namelist's
// profile_outpe_num and profile_outpe_stride: every stride-th rank until there are num; all of these
// if num is negative. A stride below 1 is 1.
func OutputRank(rank, size, num, stride int) bool {
	stride = max(stride, 1)
	if rank < 0 || rank >= size || rank%stride != 0 {
		return false
	}
	return num < 0 || rank/stride < num
}
