package machenv

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/internal/printable"
)

// WriteTable writes a table of all environments as the calling rank sees them, in the order of creation. If the
// rank is not a member the columns have a dash; an asterisk marks the master if it is the calling rank. The
// ranks are those of the default environment; "0-14:2" is every second.
func (r *Registry) WriteTable(w io.Writer) error {
	r.mu.RLock()
	envs := append([]*MachEnv(nil), r.envs...)
	r.mu.RUnlock()

	var b strings.Builder
	d := envs[0]
	fmt.Fprintf(&b, "machine environments of rank %d of %d, host %s, threads %d\n", d.rank, d.size, printable.Name(d.host), d.Threads())
	rows := [][]string{{"name", "parent", "member", "rank", "size", "master", "ranks"}}
	for _, e := range envs {
		rows = append(rows, append([]string{printable.Name(e.name)}, e.columns()...))
	}
	b.Write(table(rows))
	_, err := io.WriteString(w, b.String())
	return err
}

// table draws rows with their cells below each other, indented.
func table(rows [][]string) (text []byte) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] { // what stands last may be as long as it likes
			widths[i] = max(widths[i], columns.Width(cell))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			text = columns.Pad(append(append(text, "  "...), cell...), columns.Width(cell), widths[i])
		}
		text = append(text, '\n')
	}
	return text
}

// columns is what WriteTable shows of an environment after its name.
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
