package stats

// measured is what a rank has measured, and another view of it, whose regions stand behind its own in a partial.
type measured struct {
	profile, view *Profile // nil for none
	behind        int      // where the regions of view begin
}

// countCalls counts the calls of the rank, whose regions stand in b as a says.
func (m *measured) countCalls(b *bins, a *alignment, windows []window) {
	b.addProfile(m.profile, 0, a, windows)
	b.addProfile(m.view, m.behind, a, windows)
}

// coveredBy checks that the windows, which came from another rank, have room for the calls of the rank, whose regions
// stand in the same positions.
func (m *measured) coveredBy(windows []window) error {
	err := covers(windows, m.profile)
	if err == nil && m.view != nil {
		err = covers(windows[m.behind:], m.view)
	}
	return err
}
