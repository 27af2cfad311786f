package generate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Specials holds the functions for which special.h and the headers that it includes have a macro. All
// other functions are timed and counted only.
type Specials map[string]special

// special is one such macro.
type special struct {
	collective bool
	parameters int // of the function in C: of a collective operation those of its blocking form
}

// specialFiles are the headers with the macros.
var specialFiles = []string{"special.h", "special_collective.h", "special_file.h"}

var (
	definition = regexp.MustCompile(`(?m)^#define (ON|COLLECTIVE)_([A-Za-z_0-9]+)(?:\(([^)]*)\)| (?:ON|COLLECTIVE)_([A-Za-z_0-9]+)$)`)
	ownForm    = regexp.MustCompile(`^I([a-z])`)
)

// ParseSpecials finds the macros ON_X and COLLECTIVE_X in the text of a header.
func ParseSpecials(text string) (Specials, error) {
	list := make(Specials)
	for _, at := range definition.FindAllStringSubmatch(text, -1) {
		kind, name, parameters, same := at[1], at[2], at[3], at[4]
		if _, twice := list[name]; twice {
			return nil, fmt.Errorf("special.h: two macros for MPI_%s", name)
		}
		if same != "" {
			s, known := list[same]
			if !known || s.collective != (kind == "COLLECTIVE") {
				return nil, fmt.Errorf("special.h: %s_%s is the same as %s_%s, which does not stand above it", kind, name, kind, same)
			}
			list[name] = s
			continue
		}
		s := special{collective: kind == "COLLECTIVE", parameters: strings.Count(parameters, ",")}
		if s.collective {
			s.parameters -= 2 // the form and the suffix of others
		}
		list[name] = s
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("special.h: no macro ON_X")
	}
	return list, nil
}

// forms are those of a collective operation, with the number of parameters at its end.
var forms = []struct {
	name  string
	extra int
}{{"BLOCKING", 0}, {"NONBLOCKING", 1}, {"PERSISTENT", 2}}

// of finds the macro of a function, which for large counts is that for small ones, and the form of a
// collective operation. Without a macro its name is blank.
func (l Specials) of(p Prototype) (name, form string, err error) {
	for _, name := range []string{p.Name, strings.TrimSuffix(p.Name, "_c")} {
		plain, form := name, 0
		if base, ok := strings.CutSuffix(name, "_init"); ok && l[base].collective {
			plain, form = base, 2
		} else if ownForm.MatchString(name) {
			if base := strings.ToUpper(name[1:2]) + name[2:]; l[base].collective {
				plain, form = base, 1
			}
		}
		s, known := l[plain]
		if !known {
			continue
		}
		want := s.parameters
		if s.collective {
			want += forms[form].extra
		}
		if len(p.Parameters) != want {
			return "", "", fmt.Errorf("MPI_%s: mpi.h declares %d parameters, the macro in special.h has %d", p.Name, len(p.Parameters), want)
		}
		if s.collective {
			return plain, forms[form].name, nil
		}
		return plain, "", nil
	}
	return "", "", nil
}

// frequent are the functions whose wrappers contain all the code on their path; others share it.
var frequent = strings.Fields("Send Isend Recv Irecv Sendrecv Wait Test Waitall Testall Iprobe Start Startall Put Get Barrier Bcast Reduce Allreduce Alltoall Alltoallv")

// macro returns the macro that makes a wrapper, and its first arguments.
func macro(name, special, form string) string {
	word := "SPECIAL"
	switch often := slices.Contains(frequent, name); {
	case special == "":
		return "PLAIN(" + name
	case form != "" && often:
		word = "FREQUENT_COLLECTIVE"
	case form != "":
		word = "COLLECTIVE"
	case often:
		word = "FREQUENT"
	}
	row := word + "(" + name + ", " + special
	if form != "" {
		row += ", " + form
	}
	return row
}
