package power

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// A Quantity is measured on a host.
type Quantity uint8

// The quantities, in their order in a file.
const (
	Voltage Quantity = iota // Utrms, the true root mean square of the voltage, in V
	Current                 // Itrms, that of the current, in A
	Power                   // P, the active power, in W

	quantities = iota
)

// Group is the name of the statistics group of power traces.
const Group = "Energy"

var described = [quantities]stat.Value{
	Voltage: {Name: "Utrms", Type: stat.TypeFloat, Unit: "V", Grouping: "Voltage"},
	Current: {Name: "Itrms", Type: stat.TypeFloat, Unit: "A", Grouping: "Current"},
	Power:   {Name: "P", Type: stat.TypeFloat, Unit: "W", Grouping: "Power"},
}

// String returns the name of the quantity in configurations and files: Utrms, Itrms or P.
func (q Quantity) String() string {
	if int(q) >= len(described) {
		return fmt.Sprintf("Quantity(%d)", uint8(q))
	}
	return described[q].Name
}

// ParseQuantities reads a list such as Utrms,Itrms,P. The names are case-sensitive, without blanks, and each
// appears at most once. The result is in the order of the file.
func ParseQuantities(list string) ([]Quantity, error) {
	var result []Quantity
	for name := range strings.SplitSeq(list, ",") {
		q, err := parseQuantity(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(result, q) {
			return nil, fmt.Errorf("%s is named twice", q)
		}
		result = append(result, q)
	}
	slices.Sort(result)
	return result, nil
}

func parseQuantity(name string) (Quantity, error) {
	for q := range Quantity(quantities) {
		if name == q.String() {
			return q, nil
		}
		if strings.EqualFold(strings.TrimSpace(name), q.String()) {
			return 0, fmt.Errorf("value %q is written %s, without blanks", name, q)
		}
	}
	return 0, fmt.Errorf("value %q is not known: there are Utrms, Itrms and P", name)
}
