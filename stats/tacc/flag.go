package tacc

import (
	"fmt"
	"strings"
)

// Flag says how a difference was found, or what is uncertain about it. Several can apply.
type Flag uint16

const (
	Wrapped        Flag = 1 << iota // the counter went over its width and was unrolled
	Restarted                       // it went down at a %begin, where its type is programmed anew
	MaybeRestarted                  // it is of such a type, and grew: whether it restarted cannot be known
	Reset                           // it went back to about 0: the difference is what it counted since
	Dip                             // this sample was below both its neighbours, and is not used
	Interpolated                    // the difference over a dip was shared out by time
	Saturated                       // it stands at its largest value, where InfiniBand's counters stop
	Clamped                         // idle or iowait went down, as the kernel lets them: counted as 0
	Backwards                       // it went down, to a value that nothing above explains: taken as 0
	Rebooted                        // the node was started anew since the sample before
	Reprogrammed                    // a control register of the same line changed: it counts something else now
	LowerBound                      // at least this much: the true difference cannot be known
	Overflow                        // a sum passed 64 bits, and stopped there
	Implausible                     // a lower bound that no device reaches: taken as 0
)

var flagNames = []string{"wrapped", "restarted", "maybe-restarted", "reset", "dip", "interpolated", "saturated", "clamped",
	"backwards", "rebooted", "reprogrammed", "lower-bound", "overflow", "implausible"}

// String lists the names of flags, joined by '+'; it is empty if there are none.
func (f Flag) String() string {
	var list []string
	for i, name := range flagNames {
		if f&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	if rest := f >> len(flagNames); rest != 0 {
		list = append(list, fmt.Sprintf("flag-%#x", uint16(f)))
	}
	return strings.Join(list, "+")
}

// MarshalText writes flags as String does.
func (f Flag) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (f *Flag) UnmarshalText(text []byte) error {
	*f = 0
	if len(text) == 0 {
		return nil
	}
next:
	for word := range strings.SplitSeq(string(text), "+") {
		for i, name := range flagNames {
			if word == name {
				*f |= 1 << i
				continue next
			}
		}
		return fmt.Errorf("unknown flag %.40q, expected one of %s", word, strings.Join(flagNames, ", "))
	}
	return nil
}
