package main

import (
	"math"
)

// friction slows the flow at the bed, du/dt = -Drag |(u, v)| u / h and likewise for v, in substeps that are
// implicit in the velocity, so that no drag is too large. The energy taken is kept in lost, so that the
// budget can be closed at the end.
//
// A rough bed needs many substeps, and it covers only part of the domain: this is where the ranks' work
// becomes unequal.
func (m *model) friction() {
	defer friction.Start().Stop()
	m.parallel("bed", 0, m.band.rows, m.frictionRow)
	m.now.u, m.next.u = m.next.u, m.now.u
	m.now.v, m.next.v = m.next.v, m.now.v
}

// frictionRow reads the velocities of now and writes row j of next.
func (m *model) frictionRow(j int) {
	drag, substeps := m.bedAt(m.band.first + j)
	rate := drag * m.cfg.TimeStep / float64(substeps)
	h, hn := m.now.h.row(j), m.now.h.row(j+1)
	u, un := m.now.u.row(j), m.now.u.row(j+1)
	v, vs := m.now.v.row(j), m.now.v.row(j-1)
	newU, newV := m.next.u.row(j), m.next.v.row(j)
	lost := 0.0
	for i := 1; i <= m.band.nx; i++ {
		hu, hv := 0.5*(h[i]+h[i+1]), 0.5*(h[i]+hn[i])
		across := 0.25 * (v[i] + v[i+1] + vs[i] + vs[i+1])
		newU[i] = slowed(u[i], across, rate/hu, substeps)
		across = 0.25 * (u[i] + u[i-1] + un[i] + un[i-1])
		newV[i] = slowed(v[i], across, rate/hv, substeps)
		lost += 0.5*hu*(u[i]*u[i]-newU[i]*newU[i]) + 0.5*hv*(v[i]*v[i]-newV[i]*newV[i])
	}
	m.lost[j] += lost * m.cfg.Spacing * m.cfg.Spacing
}

// bedAt returns the drag coefficient and the substeps in a row of the whole domain.
func (m *model) bedAt(row int) (drag float64, substeps int) {
	rough := m.cfg.Bed.Rough
	place := (float64(row) + 0.5) / float64(m.cfg.Ny)
	if m.cfg.Uneven && m.steps >= rough.Since && place >= rough.From && place < rough.To {
		return rough.Drag, rough.Substeps
	}
	return m.cfg.Bed.Drag, m.cfg.Bed.Substeps
}

// slowed integrates one component of the velocity; across is the other.
func slowed(along, across, rate float64, substeps int) float64 {
	for range substeps {
		along /= 1 + rate*math.Sqrt(along*along+across*across)
	}
	return along
}
