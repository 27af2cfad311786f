package gptlcompat

import (
	"fmt"
)

// GlobalStyle is a way to name the global file.
type GlobalStyle int

const (
	// OmegaStyle names it <prefix>.summary, as Pacer does.
	OmegaStyle GlobalStyle = iota
	// E3SMStyle names it <prefix>_stats, as E3SM's driver does. PACE looks for this ending.
	E3SMStyle
)

// GlobalName returns the name of the global file. PACE wants no "." in the last element of prefix.
func GlobalName(prefix string, style GlobalStyle) string {
	if style == E3SMStyle {
		return prefix + "_stats"
	}
	return prefix + ".summary"
}

// RankName returns the name of the file of one rank: <prefix>.<rank>, the rank filled with zeros to
// the digits that E3SM uses for a communicator of that size.
func RankName(prefix string, rank, size int) string {
	digits := 1
	for limit := 10; digits < 6 && size > limit; limit *= 10 {
		digits++
	}
	return fmt.Sprintf("%s.%0*d", prefix, digits, rank)
}

// IsOutputRank reports whether a rank of size writes its file by E3SM's rule for its namelist's
// profile_outpe_num and profile_outpe_stride: every stride-th rank until there are num; all of them if
// num is negative. A stride below 1 counts as 1.
func IsOutputRank(rank, size, num, stride int) bool {
	stride = max(stride, 1)
	if rank < 0 || rank >= size || rank%stride != 0 {
		return false
	}
	return num < 0 || rank/stride < num
}
