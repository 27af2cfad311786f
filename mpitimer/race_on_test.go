//go:build race

package mpitimer

const raceEnabled = true
