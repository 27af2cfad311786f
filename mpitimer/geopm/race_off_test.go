//go:build !race

package geopm

const raceEnabled = false
