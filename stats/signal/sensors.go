package signal

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/internal/node"
)

// sensorPrefix starts the names of sensors that have no GEOPM name: HWMON::NVME::COMPOSITE.
const sensorPrefix = "HWMON::"

// sensorKinds are the inputs of hwmon that are read, see Documentation/hwmon/sysfs-interface.rst of Linux.
var sensorKinds = []struct {
	prefix, unit string
	quantum      float64
	behavior     Behavior
	suffixes     []string
}{
	{"temp", "°C", 1e-3, Variable, []string{"_input"}},
	{"power", "W", 1e-6, Variable, []string{"_input", "_average"}},
	{"energy", "J", 1e-6, Monotone, []string{"_input"}},
	{"in", "V", 1e-3, Variable, []string{"_input"}},
	{"curr", "A", 1e-3, Variable, []string{"_input"}},
}

// chip is one device of hwmon.
type chip struct {
	dir, name string
	number    int // among those with the same name, from 0
}

const (
	packageTemperature = "CPU_PACKAGE_TEMPERATURE"
	coreTemperature    = "CPU_CORE_TEMPERATURE"
)

// findSensors looks through hwmon. Intel's coretemp has package and cores; AMD's k10temp and zenpower have
// the package.
func (p *Platform) findSensors() {
	dir := p.tree.Path("sys/class/hwmon")
	packages, cores := make(map[int]string), make(map[int]string)
	count := make(map[string]int)
	for _, n := range node.Numbered(dir, "hwmon", "") {
		at := filepath.Join(dir, fmt.Sprintf("hwmon%d", n))
		name, err := p.tree.Text(filepath.Join(at, "name"))
		c := chip{dir: at, name: name}
		if err != nil || c.name == "" {
			continue
		}
		c.number = count[c.name]
		count[c.name]++
		switch c.name {
		case "coretemp":
			p.intelChip(c, packages, cores)
		case "k10temp", "zenpower":
			p.amdChip(c, packages)
		default:
			p.otherChip(c)
		}
	}
	p.addTemperature(packageTemperature, "temperature of the package (hwmon)", Package, packages, dir)
	p.addTemperature(coreTemperature, "temperature of the core (hwmon)", Core, cores, dir)
}

func (p *Platform) addTemperature(name, what string, domain Domain, paths map[int]string, dir string) {
	if len(paths) == 0 {
		p.absent(name, ErrNoSource, "no such hardware, or its driver (coretemp, k10temp) is not loaded: no sensor of it in "+dir, "")
		return
	}
	p.addFiles(paths, 1e-3, Info{Name: name, Description: what, Unit: "°C", Domain: domain, Aggregation: Average})
}

// intelChip reads "Package id 1" and "Core 5"; each chip belongs to one package.
func (p *Platform) intelChip(c chip, packages, cores map[int]string) {
	pkg, known := 0, false
	type sensor struct {
		path string
		core int
	}
	var list []sensor
	for _, n := range node.Numbered(c.dir, "temp", "_input") {
		path := filepath.Join(c.dir, fmt.Sprintf("temp%d_input", n))
		label := p.label(c, "temp", n)
		if digits, ok := strings.CutPrefix(label, "Package id "); ok {
			if id, err := strconv.Atoi(digits); err == nil && p.readable(path) {
				pkg, known = id, true
				packages[id] = path
			}
		} else if digits, ok := strings.CutPrefix(label, "Core "); ok {
			if id, err := strconv.Atoi(digits); err == nil && p.readable(path) {
				list = append(list, sensor{path, id})
			}
		}
	}
	if !known { // older drivers have no package sensor; their chips come in the order of packages
		pkg = c.number
	}
	for _, s := range list {
		if core, ok := p.topo.coreOf(pkg, s.core); ok {
			cores[core] = s.path
		}
	}
}

// amdChip takes Tdie, the real temperature, before Tctl, which some models offset. There is a chip for each
// package, or on some models for each die, of which the first counts.
func (p *Platform) amdChip(c chip, packages map[int]string) {
	if c.number >= len(p.topo.packages) {
		p.otherChip(c)
		return
	}
	best, rank := "", 0
	for _, n := range node.Numbered(c.dir, "temp", "_input") {
		path := filepath.Join(c.dir, fmt.Sprintf("temp%d_input", n))
		of := map[string]int{"Tdie": 2, "Tctl": 1}[p.label(c, "temp", n)]
		if of > rank && p.readable(path) {
			best, rank = path, of
		}
	}
	if best != "" {
		packages[p.topo.packages[c.number]] = best
	}
	p.otherChip(c)
}

// otherChip adds each sensor under its own name, on the board.
func (p *Platform) otherChip(c chip) {
	for _, k := range sensorKinds {
		for _, suffix := range k.suffixes {
			for _, n := range node.Numbered(c.dir, k.prefix, suffix) {
				path := filepath.Join(c.dir, fmt.Sprintf("%s%d%s", k.prefix, n, suffix))
				if !p.readable(path) {
					continue
				}
				label := p.label(c, k.prefix, n)
				p.add(source{
					info: Info{
						Name: p.sensorName(c, label, k.prefix, n), Description: fmt.Sprintf("sensor %q of %s (hwmon)", label, c.name),
						Unit: k.unit, Behavior: k.behavior, Domain: Board, Aggregation: Average, Quantum: k.quantum,
					},
					open: func(*session, int) (meter, error) { return p.openNumber(path) },
				})
			}
		}
	}
}

// sensorName returns a unique name: a second chip with the same name gets its number, a second sensor its
// channel.
func (p *Platform) sensorName(c chip, label, prefix string, channel int) string {
	name := sensorPrefix + upper(c.name)
	if c.number > 0 {
		name += fmt.Sprintf("_%d", c.number)
	}
	name += "::" + upper(label)
	if p.sources[name] != nil {
		name += fmt.Sprintf("_%s%d", upper(prefix), channel)
	}
	return name
}

// upper keeps ASCII letters, in upper case, and digits, and makes _ of others.
func upper(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(strings.TrimSpace(text)))
}

// label returns what the chip calls a channel, or else "temp1".
func (p *Platform) label(c chip, prefix string, channel int) string {
	label, err := p.tree.Text(filepath.Join(c.dir, fmt.Sprintf("%s%d_label", prefix, channel)))
	if err == nil && label != "" {
		return label
	}
	return fmt.Sprintf("%s%d", prefix, channel)
}

func (p *Platform) readable(path string) bool {
	_, err := p.tree.Number(path)
	return err == nil
}
