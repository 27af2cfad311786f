package tacc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrSchema reports a fault in a schema line.
var ErrSchema = errors.New("wrong schema line")

// Key is one value of a type, as its schema line describes it.
type Key struct {
	Name    string
	Event   bool   // it counts events and never goes down by itself
	Control bool   // it is the value of a control register
	Slow    bool   // it is left out of @fast lines
	Width   uint8  // bits of the counter in the schema; 0: not given
	Unit    string // as the schema has it
}

// Type is a type of device: its name and its values in the order of the file.
type Type struct {
	Name string
	Keys []Key
}

// ParseType reads a schema line, with or without its '!'. Options are recognised by their first letter, in
// either case, and unknown ones are ignored, as by the monitor.
func ParseType(line string) (Type, error) {
	fields := strings.Fields(strings.TrimPrefix(line, "!"))
	if len(fields) < 2 {
		return Type{}, fmt.Errorf("%w: %.60q, expected !TYPE KEY[,OPTIONS]…", ErrSchema, line)
	}
	t := Type{Name: fields[0], Keys: make([]Key, 0, len(fields)-1)}
	seen := make(map[string]bool, len(fields))
	for _, f := range fields[1:] {
		k, err := parseKey(f)
		if err != nil {
			return Type{}, fmt.Errorf("%w: type %.40q: %w", ErrSchema, t.Name, err)
		}
		if seen[k.Name] {
			return Type{}, fmt.Errorf("%w: type %.40q has two keys %.40q", ErrSchema, t.Name, k.Name)
		}
		seen[k.Name] = true
		t.Keys = append(t.Keys, k)
	}
	return t, nil
}

func parseKey(s string) (Key, error) {
	name, options, _ := strings.Cut(s, ",")
	k := Key{Name: name}
	if name == "" {
		return k, fmt.Errorf("%.40q has no key before its options", s)
	}
	for o := range strings.SplitSeq(options, ",") {
		if o == "" {
			continue // the source has port_xmit_wait,E,,W=32
		}
		_, value, _ := strings.Cut(o, "=")
		switch o[0] | 0x20 {
		case 'e':
			k.Event = true
		case 'c':
			k.Control = true
		case 'u':
			k.Unit = value
		case 'r':
			k.Slow = strings.EqualFold(value, "S")
		case 'w':
			w, err := strconv.ParseUint(value, 10, 8)
			if err != nil || w == 0 || w > 64 {
				return k, fmt.Errorf("key %.40q: width %.20q, expected 1 to 64 bits", name, value)
			}
			k.Width = uint8(w)
		}
	}
	k.Event = k.Event && !k.Control
	return k, nil
}

// String returns the key with its options in the order in which the monitor writes them.
func (k Key) String() string {
	s := k.Name
	switch {
	case k.Control:
		s += ",C"
	case k.Event:
		s += ",E"
	}
	if k.Unit != "" {
		s += ",U=" + k.Unit
	}
	if k.Width != 0 {
		s += ",W=" + strconv.Itoa(int(k.Width))
	}
	if k.Slow {
		s += ",R=S"
	}
	return s
}

// Counts reports whether differences of the key have a meaning.
func (k Key) Counts() bool { return k.Event && !k.Control }

// String returns the schema line of a type, without its end.
func (t *Type) String() string {
	var b strings.Builder
	b.WriteByte('!')
	b.WriteString(t.Name)
	for _, k := range t.Keys {
		b.WriteByte(' ')
		b.WriteString(k.String())
	}
	return b.String()
}

// Index returns the place of a key, or -1.
func (t *Type) Index(key string) int {
	for i := range t.Keys {
		if t.Keys[i].Name == key {
			return i
		}
	}
	return -1
}

// hasControl reports whether a type has programmed counters, which restart at every %begin.
func (t *Type) hasControl() bool {
	for i := range t.Keys {
		if t.Keys[i].Control {
			return true
		}
	}
	return false
}

// family is the name of a type in the older generations: host_block and block are the same.
func family(name string) string { return strings.TrimPrefix(name, "host_") }

// blockTicks are the fields of /sys/block/X/stat that the kernel prints as 32-bit numbers; the schemas of
// all generations leave their width out.
var blockTicks = map[string]bool{"rd_ticks": true, "wr_ticks": true, "io_ticks": true, "time_in_queue": true}

// bits returns the width of a counter: that of the schema, or the known one if the schema does not give it.
func (t *Type) bits(k *Key) uint {
	switch {
	case k.Width != 0:
		return uint(k.Width)
	case t.Name == "ib" && k.Event, family(t.Name) == "block" && blockTicks[k.Name]:
		return 32
	}
	return 64
}

// saturates reports whether a counter stops at its largest value instead of starting again: InfiniBand's
// classic counters do.
func (t *Type) saturates(k *Key) bool {
	return family(t.Name) == "ib" && t.bits(k) == 32
}
