package main

import "math"

// setInitial fills s with two opposite jets in geostrophic balance, the eastward one in the south, and a bump
// on that jet. Every value depends only on its place in the whole domain, so that all decompositions start
// from the same bits.
func setInitial(s *state, b band, cfg Config) {
	length, width := float64(cfg.Ny)*cfg.Spacing, float64(cfg.Nx)*cfg.Spacing
	south, north := 0.3*length, 0.7*length
	slope := cfg.Coriolis / cfg.Gravity * cfg.Jet.Speed * cfg.Jet.Width
	for j := range b.rows {
		y := (float64(b.first+j) + 0.5) * cfg.Spacing
		a, c := (y-south)/cfg.Jet.Width, (y-north)/cfg.Jet.Width
		speed := cfg.Jet.Speed * (sech2(a) - sech2(c))
		balanced := cfg.Depth - slope*(math.Tanh(a)-math.Tanh(c)-0.8) // 0.8: so that the mean is Depth
		h, u := s.h.row(j), s.u.row(j)
		for i := 1; i <= b.nx; i++ {
			x := (float64(i) - 0.5) * cfg.Spacing
			dx, dy := (x-0.5*width)/(3*cfg.Jet.Width), a
			u[i] = speed
			h[i] = balanced + cfg.Jet.Bump*math.Exp(-dx*dx-dy*dy)
		}
	}
}

func sech2(x float64) float64 {
	c := math.Cosh(x)
	return 1 / (c * c)
}
