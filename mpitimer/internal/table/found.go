package table

// Found is what a reader has found of a Table in a file.
type Found struct {
	Slab     Slab
	Names    []byte
	Windows  []Window // nil is none
	Far      []FarEntry
	Extremes []Extreme // nil is none
}

// Restore makes the Table one for readers: of what was found, and what its Columns, its Given and TakeWaits have taken.
// Far is in the order of indices and groups, and what the nodes refer to is there.
func (t *Table) Restore(f *Found) {
	t.Slab = f.Slab
	t.published.Store(&f.Slab)
	t.count.Store(uint32(len(f.Slab.Records)))
	t.names.Store(&area{bytes: f.Names})
	if f.Windows != nil {
		t.Histograms.published.Store(&windowsBlock{windows: f.Windows})
	}
	t.Histograms.far.found = f.Far
	if f.Extremes != nil {
		t.aside.Store(&aside{extremes: f.Extremes})
	}
}
