package signal

import (
	"testing"

	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

// machine is a tree as a machine of two packages has it: two cores in each, numbered 0 and 4, two CPUs in
// each core, of which cpu7 is offline.
type machine struct {
	*nodetest.Machine
	t testing.TB
}

func newMachine(t testing.TB) *machine { return &machine{nodetest.New(t, "two-packages"), t} }

func (m *machine) find() *Platform {
	p := Find(Options{Root: m.Root})
	m.t.Cleanup(func() {
		if err := p.Close(); err != nil {
			m.t.Error(err)
		}
	})
	return p
}

func push(t testing.TB, p *Platform, name string, domain Domain, index int) int {
	t.Helper()
	i, err := p.Push(name, domain, index)
	if err != nil {
		t.Fatal(err)
	}
	return i
}
