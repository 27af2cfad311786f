package rewrite

import (
	"fmt"
	"io"
	"strings"
)

// maxParts is how many parts of an estimate are shown.
const maxParts = 6

// Explain prints how a function's cost was estimated, and what became of it.
func Explain(w io.Writer, f Function) error {
	var b strings.Builder
	chosen := "not a region"
	if f.Chosen {
		chosen = "region"
	}
	e := f.Estimate
	fmt.Fprintf(&b, "%s\n  %s:%d\n  %s: %s\n", f.Region, f.File, f.Line, chosen, f.Why)
	if e.Parts == nil {
		_, err := io.WriteString(w, b.String())
		return err
	}
	fmt.Fprintf(&b, "  %s a call, of it %s in its own text; needed %s; timers in what it calls %s\n", duration(e.Total), duration(e.Own), duration(e.Needed), duration(e.Timers))
	if e.Nodes >= neverInlined {
		fmt.Fprintf(&b, "  never inlined\n")
	} else {
		fmt.Fprintf(&b, "  about %d nodes of the inliner or more; it takes up to %d\n", e.Nodes, e.Inlined)
	}
	rest := 0.0
	for i, p := range e.Parts {
		if i >= maxParts {
			rest += p.Cost
			continue
		}
		where := ""
		if p.Line > 0 {
			where = fmt.Sprintf("line %d: ", p.Line)
		}
		fmt.Fprintf(&b, "  %9s  %s%s", duration(p.Cost), where, p.What)
		if p.Line > 0 && !strings.HasPrefix(p.What, "loop") && p.Times != 1 {
			fmt.Fprintf(&b, ", %.3g times", p.Times)
		}
		b.WriteByte('\n')
	}
	if rest > 0 {
		fmt.Fprintf(&b, "  %9s  %d more\n", duration(rest), len(e.Parts)-maxParts)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
