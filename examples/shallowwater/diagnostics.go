package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
)

// How far the run may deviate from the physics. Mass is conserved to rounding; energy, including what
// friction took, up to the error of the time step.
const (
	massTolerance   = 1e-12 // relative to the mass at the start
	energyTolerance = 1e-4  // relative to the energy at the start
	maxCourant      = 0.6   // above √3/√8 the three Runge-Kutta stages are unstable on this grid
)

// totals describe the flow in the whole domain. All ranks have the same ones, bit for bit, whatever the
// number of ranks.
type totals struct {
	mass    float64 // volume of the layer, m³
	energy  float64 // kinetic, and potential above that of the layer at rest; J per kg/m³
	lost    float64 // lost to friction since the start, in the same unit
	courant float64 // how far the fastest wave travels in a time step, in cells
	sum     uint64  // checksum of all values
}

// diagnose computes the totals. Margins must be up to date.
//
// Floating-point sums depend on the order of their terms. So the owner of each row sums it from west to east,
// and rank 0 sums the rows from south to north, whoever owns them.
func (m *model) diagnose() (totals, error) {
	defer mpitimer.Start("diagnostics").Stop()
	mine := make([]byte, 0, 5*8*m.band.rows)
	for j := range m.band.rows {
		row := m.rowTotals(j)
		mine = row.append(mine)
	}
	all, err := machenv.Gather(m.comm, 0, mine)
	if err != nil {
		return totals{}, fmt.Errorf("diagnostics: %w", err)
	}
	var t totals // stays empty except on rank 0
	for _, rows := range all {
		for len(rows) > 0 {
			var row totals
			row, rows = takeTotals(rows)
			t = t.plus(row)
		}
	}
	message, err := machenv.Broadcast(m.comm, 0, t.append(nil))
	if err != nil {
		return totals{}, fmt.Errorf("diagnostics: %w", err)
	}
	t, _ = takeTotals(message)
	return t, nil
}

// rowTotals returns what row j contributes to the totals.
func (m *model) rowTotals(j int) totals {
	g, depth := m.cfg.Gravity, m.cfg.Depth
	h, hn, u, v := m.now.h.row(j), m.now.h.row(j+1), m.now.u.row(j), m.now.v.row(j)
	t := totals{lost: m.lost[j]}
	hash := fnv.New64a()
	for i := 1; i <= m.band.nx; i++ {
		t.mass += h[i]
		t.energy += 0.5*g*(h[i]-depth)*(h[i]-depth) +
			0.25*((h[i]+h[i+1])*u[i]*u[i]+(h[i]+hn[i])*v[i]*v[i])
		fastest := max(math.Abs(u[i]), math.Abs(v[i])) + math.Sqrt(g*h[i])
		t.courant = max(t.courant, fastest*m.cfg.TimeStep/m.cfg.Spacing)
	}
	for _, f := range m.now.fields() {
		hash.Write(appendFloats(nil, f.row(j)[1:m.band.nx+1]))
	}
	area := m.cfg.Spacing * m.cfg.Spacing
	t.mass *= area
	t.energy *= area
	t.sum = hash.Sum64()
	return t
}

// plus adds the totals of the next row to the north.
func (t totals) plus(row totals) totals {
	return totals{
		mass:    t.mass + row.mass,
		energy:  t.energy + row.energy,
		lost:    t.lost + row.lost,
		courant: max(t.courant, row.courant),
		sum:     t.sum*1099511628211 + row.sum, // so that the order of the rows matters
	}
}

func (t totals) append(message []byte) []byte {
	message = appendFloats(message, []float64{t.mass, t.energy, t.lost, t.courant})
	return binary.LittleEndian.AppendUint64(message, t.sum)
}

func takeTotals(message []byte) (totals, []byte) {
	var values [4]float64
	message = takeFloats(values[:], message)
	t := totals{mass: values[0], energy: values[1], lost: values[2], courant: values[3]}
	t.sum = binary.LittleEndian.Uint64(message)
	return t, message[8:]
}

// drift returns the relative errors of mass and energy since start.
func (t totals) drift(start totals) (mass, energy float64) {
	return t.mass/start.mass - 1, (t.energy + t.lost - start.energy) / start.energy
}

// check returns an error if the flow is not what the equations allow, given the totals at the start. It is
// written so that NaN fails.
func (t totals) check(start totals) error {
	mass, energy := t.drift(start)
	switch {
	case !(t.courant < maxCourant):
		return fmt.Errorf("courant number is %.3g, must be below %g: take a smaller TimeStep", t.courant, maxCourant)
	case !(math.Abs(mass) <= massTolerance):
		return fmt.Errorf("mass changed by %.3g of itself, at most %g is rounding", mass, massTolerance)
	case !(math.Abs(energy) <= energyTolerance):
		return fmt.Errorf("energy and losses changed by %.3g, at most %g is the error of the time step", energy, energyTolerance)
	}
	return nil
}
