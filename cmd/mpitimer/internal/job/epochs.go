package job

// Epochs are the steps of the program that have begun, as it counts them (mpitimer.CountEpoch): on all ranks that could be read,
// and on the one that has begun the most.
type Epochs struct {
	All, Most uint64
	Ranks     int // that could be read
}

// Epochs returns those of the moment.
func (m *Moment) Epochs() (e Epochs) {
	if m.far != nil {
		return m.far.Epochs
	}
	for i := range m.Ranks {
		if r := &m.Ranks[i]; r.Profile != nil {
			e = e.join(Epochs{r.Epochs, r.Epochs, 1})
		}
	}
	return e
}

// join adds those of other ranks.
func (e Epochs) join(o Epochs) Epochs {
	if e.Ranks == 0 || o.Ranks == 0 {
		return Epochs{e.All + o.All, e.Most + o.Most, e.Ranks + o.Ranks} // of one of them
	}
	return Epochs{min(e.All, o.All), max(e.Most, o.Most), e.Ranks + o.Ranks}
}
