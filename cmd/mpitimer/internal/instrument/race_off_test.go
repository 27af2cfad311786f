//go:build !race

package instrument

const race = false
