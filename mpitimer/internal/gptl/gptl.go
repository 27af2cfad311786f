// Package gptl calls an installed GPTL, so that regions stand in its report beside those of C and
// Fortran. Without the build tag gptl it calls nothing, and Built is false.
//
//	go build -tags gptl           the GPTL that pkg-config calls gptl
//	go build -tags gptl,gptl_cc   flags of the user's, in CGO_CFLAGS and CGO_LDFLAGS
//
// It takes GPTL 8 and E3SM's fork. GPTL is one to a process, and so is this package's state: the
// caller sees to it that Begin and End take turns.
package gptl

import (
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"unicode/utf8"
)

// Outcome is what came of a Start, Stop or Add.
type Outcome int

const (
	// Done says that GPTL has taken it.
	Done Outcome = iota
	// Refused says that GPTL returned an error. It has told standard error why.
	Refused
	// Absent says that GPTL is not initialised, or no longer. It was not called.
	Absent
	// Elsewhere says that the calling thread is not the one of Begin. GPTL was not called.
	Elsewhere
)

// ErrRefused is the error of a GPTL that returned one.
var ErrRefused = errors.New("GPTL returned an error, which it has told standard error")

// longestName is the length in bytes of the longest name that GPTL 8 takes. E3SM's fork takes 127,
// but which of them it is can't be asked.
const longestName = 63

// Fit is the name under which a region stands in GPTL's report. It is the region's own if GPTL can take
// that: a long one is cut, and ends with "~" and a hash of the whole, so that two that begin alike stay
// two. Control characters, which would break the lines of the report, become "_", and no name at all
// becomes "unnamed".
func Fit(name string) string {
	fit := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, name)
	if fit == "" {
		return "unnamed"
	}
	if len(fit) <= longestName {
		return fit
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	end := fmt.Sprintf("~%08x", h.Sum32())
	begin := longestName - len(end)
	for !utf8.RuneStart(fit[begin]) && begin > longestName/2 { // not within a character
		begin--
	}
	return fit[:begin] + end
}
