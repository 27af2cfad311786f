package machenv

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/go-hpc/timers/internal/printable"
)

// Print writes a table of all environments as the calling rank sees them, in the order of creation. If the
// rank is not a member the columns have a dash; an asterisk marks the master if it is the calling rank. The
// ranks are those of the default environment; "0-14:2" is every second.
func (r *Registry) Print(w io.Writer) error {
	r.mu.RLock()
	envs := append([]*MachEnv(nil), r.envs...)
	r.mu.RUnlock()

	var b strings.Builder
	d := envs[0]
	fmt.Fprintf(&b, "machine environments of rank %d of %d, host %s, threads %d\n", d.rank, d.size, printable.Name(d.host), d.Threads())
	// No trailing cell has a tab, so that lines do not end in blanks.
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  name\tparent\tmember\trank\tsize\tmaster\tranks")
	for _, e := range envs {
		fmt.Fprintf(t, "  %s\t%s\n", printable.Name(e.name), strings.Join(e.columns(), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// columns is what Print shows of an environment after its name.
func (e *MachEnv) columns() []string {
	parent := "-"
	if e.parent != nil {
		parent = printable.Name(e.parent.name)
	}
	if !e.IsMember() {
		return []string{parent, "no", "-", "-", "-", "-"}
	}
	master := strconv.Itoa(e.Master())
	if e.IsMaster() {
		master += "*"
	}
	return []string{parent, "yes", strconv.Itoa(e.rank), strconv.Itoa(e.size), master, e.members.String()}
}
