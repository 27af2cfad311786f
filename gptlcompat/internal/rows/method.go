// Package rows takes profiles and summaries apart as GPTL's files show them: the records of each thread,
// one per timer name, and the rows of its table, in an order that depends on the print method.
package rows

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Method is gptlcompat's PrintMethod; see there for the methods.
type Method int

// The methods. Those before CallPath have one record per name, as GPTL has; the first is its default, since its
// tools take the first row of a name for all of it.
const (
	MostFrequent Method = iota
	FirstParent
	LastParent
	FullTree
	CallPath
	PathNames
)

// MethodNames are the names in the files after "Print method was".
var MethodNames = []string{"most_frequent", "first_parent", "last_parent", "full_tree", "call_path", "path_names"}

func (m Method) String() string {
	if m < 0 || int(m) >= len(MethodNames) {
		return fmt.Sprintf("PrintMethod(%d)", int(m))
	}
	return MethodNames[m]
}

// PerName reports whether m has one record per name.
func PerName(m Method) bool { return m < CallPath }

// ErrPerPath is gptlcompat's.
var ErrPerPath = errors.New("the summary has a record per call path")

// Names returns the name of each region's row, all different. Without paths, the error is ErrPerPath for a
// summary that ByName cannot have returned.
func Names(s *stats.Summary, paths bool) ([]string, error) {
	if paths {
		return pathNames(len(s.Regions), func(i int) (int, string, string) {
			r, environment := &s.Regions[i], ""
			if r.Environment > 0 && r.Environment < len(s.Environments) {
				environment = s.Environments[r.Environment].Name
			}
			return r.Parent, r.Name, environment
		}), nil
	}
	names := make([]string, len(s.Regions))
	seen := make(map[string]bool, len(s.Regions))
	for i := range s.Regions {
		r := &s.Regions[i]
		if r.Parent >= 0 || seen[r.Name] {
			return nil, fmt.Errorf("region %.100q: %w; reduce what ByName returns, or ask for path names",
				r.Name, ErrPerPath)
		}
		names[i], seen[r.Name] = r.Name, true
	}
	return names, nil
}

// nodeNames returns the name of each node's row, before it is made safe.
func nodeNames(p *stats.Profile, m Method) []string {
	if m == PathNames {
		return pathNames(len(p.Nodes), func(i int) (int, string, string) {
			n := &p.Nodes[i]
			if n.Environment > 0 && n.Environment < len(p.Environments) {
				return n.Parent, n.Name, p.Environments[n.Environment].Name
			}
			return n.Parent, n.Name, ""
		})
	}
	names := make([]string, len(p.Nodes))
	for i := range p.Nodes {
		names[i] = p.Nodes[i].Name
	}
	return names
}

// pathNames names each of n nodes by the names on its path. What is in another environment than its parent, or than the
// default if it has none, gets "@" and the environment's name behind, whatever else ran on the rank: a path has one name
// in all files of a run. Names that are the same all the same, because of a ":" of their own, get a number.
func pathNames(n int, at func(i int) (parent int, name, environment string)) []string {
	names, environments := make([]string, n), make([]string, n)
	seen := make(map[string]bool, n)
	var paths joiner
	for i := range n {
		parent, name, environment := at(i)
		above := ""
		if environments[i] = environment; parent >= 0 && parent < i {
			name, above = paths.join(names[parent], name), environments[parent]
		}
		if environment != "" && environment != above {
			name += "@" + environment
		}
		for base, k := name, 2; seen[name]; k++ {
			name = fmt.Sprintf("%s~%d", base, k)
		}
		names[i], seen[name] = name, true
	}
	return names
}

// joiner makes paths, many in one piece of storage: what a Builder has returned stays unchanged when more is
// written after it.
type joiner struct{ b strings.Builder }

func (j *joiner) join(above, name string) string {
	const piece = 16 << 10
	if need := len(above) + len(":") + len(name); need > j.b.Cap()-j.b.Len() {
		j.b = strings.Builder{}
		j.b.Grow(max(need, piece))
	}
	from := j.b.Len()
	j.b.WriteString(above)
	j.b.WriteByte(':')
	j.b.WriteString(name)
	return j.b.String()[from:]
}
