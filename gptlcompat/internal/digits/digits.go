// Package digits makes numbers of digits eight at a time. Numbers in a text differ in length, and of a loop over their
// bytes the processor guesses the end wrong at nearly each.
package digits

import "math/bits"

// The lowest bit of each of eight bytes, and the highest.
const (
	Ones = 0x0101010101010101
	Tops = 0x8080808080808080
)

// Of returns the number that the first of eight bytes are, the first of them the lowest, and of how many of them.
func Of(eight uint64) (v uint64, n int) {
	eight ^= Ones * '0'
	// The lowest bit that is set is in the first byte that is none: carries only go up.
	n = bits.TrailingZeros64((eight+(Tops-Ones*10)|eight)&Tops) / 8
	eight <<= 64 - 8*n // as if zeros stood before it
	const pairs = 0xff000000ff
	eight = 10*eight + eight>>8
	return (eight&pairs*(100+1e6<<32) + eight>>16&pairs*(1+1e4<<32)) >> 32, n
}
