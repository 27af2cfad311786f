package gptlcompat

import (
	"fmt"

	"github.com/go-hpc/timers/stats"
)

// PrintMethod is how the file of a rank shows a timer that ran below several parents.
//
// The first two show our own tree. The others show GPTL's: it has one record per name, whose values
// are those of all calls, wherever the row stands.
type PrintMethod int

const (
	// CallPath gives each call path a row, with the values of the calls made there.
	CallPath PrintMethod = iota
	// PathNames is CallPath with unique names: all names of the path, with ":" between, as Pacer's
	// prefixes do.
	PathNames
	// FirstParent puts the row of a name below the parent that called it first.
	FirstParent
	// LastParent puts it below the last of its parents to call it for the first time.
	LastParent
	// MostFrequent puts it below the parent that called it most often; it is GPTL's default.
	MostFrequent
	// FullTree repeats it below every parent.
	FullTree
)

var methodNames = [...]string{"call_path", "path_names", "first_parent", "last_parent", "most_frequent", "full_tree"}

// String returns the name that stands in the files behind "Print method was".
func (m PrintMethod) String() string {
	if m < 0 || int(m) >= len(methodNames) {
		return fmt.Sprintf("PrintMethod(%d)", int(m))
	}
	return methodNames[m]
}

// byName reports whether there is one record per name.
func (m PrintMethod) byName() bool { return m >= FirstParent }

func (m PrintMethod) check() error {
	if m < 0 || int(m) >= len(methodNames) {
		return fmt.Errorf("there is no print method %d", int(m))
	}
	return nil
}

// pathNames names each of n nodes by the names on its path. The same path in another context gets
// "@" and the context's name behind; names that are still the same, because of a ":" of their own,
// a number.
func pathNames(n int, at func(i int) (parent int, name, context string)) []string {
	names := make([]string, n)
	seen := make(map[string]bool, n)
	for i := range n {
		parent, name, context := at(i)
		if parent >= 0 && parent < i {
			name = names[parent] + ":" + name
		}
		if seen[name] && context != "" {
			name += "@" + context
		}
		for base, k := name, 2; seen[name]; k++ {
			name = fmt.Sprintf("%s~%d", base, k)
		}
		names[i], seen[name] = name, true
	}
	return names
}

// nodeNames returns what the row of each node is called, before it is made safe.
func nodeNames(p *stats.Profile, m PrintMethod) []string {
	if m == PathNames {
		return pathNames(len(p.Nodes), func(i int) (int, string, string) {
			n := &p.Nodes[i]
			if n.Context > 0 && n.Context < len(p.Contexts) {
				return n.Parent, n.Name, p.Contexts[n.Context].Name
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
