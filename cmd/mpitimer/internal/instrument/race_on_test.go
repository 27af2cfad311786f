//go:build race

package instrument

const race = true
