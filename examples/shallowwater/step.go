package main

import (
	"io"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
)

// model is the solver on one rank.
type model struct {
	cfg   Config
	comm  machenv.Communicator
	band  band
	now   state // at the end of the last step
	next  state // in the middle of a step
	slope state // time derivatives of h, u and v
	flux  fluxes

	workers *workers
	device  *onDevice // nil where the update runs on the host
	log     io.Writer
	steps   int // done

	// lost is the energy that friction took from each row since the start, J per kg/m³.
	lost []float64
}

// close ends the model's goroutines, and leaves the device.
func (m *model) close() {
	m.workers.stop()
	m.leaveDevice()
}

// fluxes hold the terms of the equations in their vector-invariant form.
type fluxes struct {
	x, y      field // volume carried east and north per metre of edge, at u and v
	vorticity field // potential vorticity, at q
	head      field // g h + kinetic energy, at h
}

// newModel returns a model of a fluid at rest with zero depth; the caller closes it.
func newModel(cfg Config, comm machenv.Communicator) *model {
	b := bandOf(cfg.Nx, cfg.Ny, comm.Rank(), comm.Size())
	return &model{
		cfg: cfg, comm: comm, band: b,
		now: newState(b), next: newState(b), slope: newState(b),
		flux:    fluxes{x: newField(b), y: newField(b), vorticity: newField(b), head: newField(b)},
		lost:    make([]float64, b.rows),
		workers: startWorkers(cfg.Workers),
	}
}

// step advances the flow by one time step: three Runge-Kutta stages in the form of Wicker and Skamarock (each
// stage starts again from the old state, with better slopes), then friction.
func (m *model) step() error {
	defer mpitimer.Start("step").Stop()
	from, to := &m.now, &m.next
	for stage, share := range []float64{1. / 3, 1. / 2, 1} {
		if err := m.exchange(from); err != nil {
			return err
		}
		m.tendencies(from)
		if stage == 2 {
			to = &m.now
		}
		m.update(to, share*m.cfg.TimeStep)
		from = to
	}
	if err := m.exchange(&m.now); err != nil {
		return err
	}
	m.friction()
	return nil
}

// tendencies sets slope to the time derivatives of s, whose margins must be up to date.
//
// The scheme is Sadourny's (1975), which conserves energy: whatever one cell gains another loses, in mass and
// in energy, apart from the small error of the time step.
func (m *model) tendencies(s *state) {
	defer tendencies.Start().Stop()
	m.parallel("fluxes", -1, m.band.rows+1, func(j int) { m.fluxRow(s, j) })
	m.parallel("slopes", 0, m.band.rows, func(j int) { m.slopeRow(j) })
}

// fluxRow computes row j of the fluxes. In the margins it leaves out those that would need rows two away:
// nobody reads them.
func (m *model) fluxRow(s *state, j int) {
	nx, g, f, dx := m.band.nx, m.cfg.Gravity, m.cfg.Coriolis, m.cfg.Spacing
	h, u, v := s.h.row(j), s.u.row(j), s.v.row(j)
	if j < m.band.rows {
		hn, un := s.h.row(j+1), s.u.row(j+1)
		y, q := m.flux.y.row(j), m.flux.vorticity.row(j)
		for i := 1; i <= nx; i++ {
			y[i] = 0.5 * (h[i] + hn[i]) * v[i]
			spin := f + (v[i+1]-v[i]-un[i]+u[i])/dx
			q[i] = 4 * spin / (h[i] + h[i+1] + hn[i] + hn[i+1])
		}
		wrap(y)
		wrap(q)
	}
	if j >= 0 {
		vs := s.v.row(j - 1)
		x, head := m.flux.x.row(j), m.flux.head.row(j)
		for i := 1; i <= nx; i++ {
			x[i] = 0.5 * (h[i] + h[i+1]) * u[i]
			head[i] = g*h[i] + 0.25*(u[i]*u[i]+u[i-1]*u[i-1]+v[i]*v[i]+vs[i]*vs[i])
		}
		wrap(x)
		wrap(head)
	}
}

// slopeRow computes row j of the time derivatives from the fluxes.
func (m *model) slopeRow(j int) {
	nx, dx := m.band.nx, m.cfg.Spacing
	x, xn := m.flux.x.row(j), m.flux.x.row(j+1)
	y, ys := m.flux.y.row(j), m.flux.y.row(j-1)
	q, qs := m.flux.vorticity.row(j), m.flux.vorticity.row(j-1)
	head, headn := m.flux.head.row(j), m.flux.head.row(j+1)
	dh, du, dv := m.slope.h.row(j), m.slope.u.row(j), m.slope.v.row(j)
	for i := 1; i <= nx; i++ {
		dh[i] = -(x[i] - x[i-1] + y[i] - ys[i]) / dx
		du[i] = 0.25*(q[i]*(y[i]+y[i+1])+qs[i]*(ys[i]+ys[i+1])) - (head[i+1]-head[i])/dx
		dv[i] = -0.25*(q[i]*(x[i]+xn[i])+q[i-1]*(x[i-1]+xn[i-1])) - (headn[i]-head[i])/dx
	}
}

// update sets to to the old state plus dt times the slopes.
func (m *model) update(to *state, dt float64) {
	defer mpitimer.Start("update").Stop()
	if m.device != nil && m.updateOnDevice(to, dt) {
		return
	}
	old, slope, sum := m.now.fields(), m.slope.fields(), to.fields()
	for k := range sum {
		for j := range m.band.rows {
			a, b, c := sum[k].row(j), old[k].row(j), slope[k].row(j)
			for i := 1; i <= m.band.nx; i++ {
				a[i] = b[i] + dt*c[i]
			}
		}
	}
}
