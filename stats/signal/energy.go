package signal

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/go-hpc/timers/stats/internal/node"
)

// energySignals are the parts whose energy powercap may report, by the name of the zone.
var energySignals = []struct {
	zone, energy, power, what string
	domain                    Domain
}{
	{"package", "CPU_ENERGY", "CPU_POWER", "processor package", Package},
	{"dram", "DRAM_ENERGY", "DRAM_POWER", "memory of the package", Package},
	{"core", "CPU_CORES_ENERGY", "CPU_CORES_POWER", "all cores of the package", Package},
	{"uncore", "CPU_UNCORE_ENERGY", "CPU_UNCORE_POWER", "package outside its cores, mostly its graphics", Package},
	{"psys", "BOARD_ENERGY", "BOARD_POWER", "whole board (psys)", Board},
}

// zone is one counter of energy.
type zone struct {
	path    string // of energy_uj
	part    string // of energySignals
	pkg     int
	largest int64 // after which it restarts from 0; 0: not known
}

// findEnergy looks for powercap, see Documentation/power/powercap/powercap.rst of Linux.
func (p *Platform) findEnergy() {
	dir := p.tree.Path("sys/class/powercap")
	zones := p.zones(dir, "intel-rapl")
	if len(zones) == 0 { // the same counters another way, and the only way on some processors
		zones = p.zones(dir, "intel-rapl-mmio")
	}
	for _, e := range energySignals {
		var of []zone
		for _, z := range zones {
			if z.part == e.zone {
				of = append(of, z)
			}
		}
		p.addEnergy(e.energy, e.power, e.what, e.domain, of)
		if len(of) == 0 {
			reason := "no such hardware: " + dir + " has no zone of the " + e.what
			if len(zones) == 0 {
				reason = "no such hardware, or its driver intel_rapl_msr is not loaded: no zones in " + dir
			}
			p.absent(e.energy, ErrNoSource, reason, "")
			p.absent(e.power, ErrNoSource, reason, "")
		}
	}
}

func (p *Platform) addEnergy(energy, power, what string, domain Domain, zones []zone) {
	of := make(map[int][]zone)
	var indices []int
	var failed []zone
	for _, z := range zones {
		// Reading once shows whether it is permitted: by default only the administrator may read the files.
		if _, err := p.tree.Number(z.path); err != nil {
			remedy := "as root: chmod a+r " + z.path + ", at every start of the machine"
			failed = append(failed, z)
			for _, name := range []string{energy, power} {
				p.absentFor(name, err, remedy)
				if domain == Package {
					p.absentFor(fmt.Sprintf("%s@%s-%d", name, domain, z.pkg), err, remedy)
				}
			}
			continue
		}
		index := z.pkg
		if domain == Board {
			index = 0
		}
		of[index] = append(of[index], z)
		indices = append(indices, index)
	}
	if len(of) == 0 { // then only the name says it
		for _, z := range failed {
			delete(p.absences, fmt.Sprintf("%s@%s-%d", energy, domain, z.pkg))
			delete(p.absences, fmt.Sprintf("%s@%s-%d", power, domain, z.pkg))
		}
		return
	}
	open := func(_ *session, index int) (meter, error) { return p.openZones(of[index]) }
	info := Info{
		Name: energy, Description: "energy of the " + what + " since first read (powercap)",
		Unit: "J", Behavior: Monotone, Domain: domain, Indices: ascending(indices), Aggregation: Sum, Quantum: 1e-6,
	}
	p.add(source{info: info, open: open})
	info.Name, info.Unit, info.Behavior, info.Quantum = power, "W", Variable, 0
	info.Description = "power of the " + what + fmt.Sprintf(": slope of %s over the last %d samples", energy, slopeSamples)
	p.add(source{info: info, open: open, scale: scaleOf(1e-6), slope: true})
}

// zones lists the zones of one control type. Their directories lie side by side: intel-rapl:1 is a package,
// intel-rapl:1:0 a part of it.
func (p *Platform) zones(dir, control string) []zone {
	is := regexp.MustCompile(`^` + regexp.QuoteMeta(control) + `:[0-9]+(:[0-9]+)?$`)
	packages := make(map[string]int) // by directory
	var list []zone
	for _, folder := range node.Names(dir) { // in their order: a package before its parts
		if !is.MatchString(folder) {
			continue
		}
		name, err := p.tree.Text(filepath.Join(dir, folder, "name"))
		if err != nil {
			continue
		}
		z := zone{part: name, path: filepath.Join(dir, folder, "energy_uj")}
		if pkg, ok := packageZone(z.part); ok {
			packages[folder] = pkg
			z.part, z.pkg = "package", pkg
		} else {
			z.pkg = packages[folder[:max(strings.LastIndexByte(folder, ':'), 0)]]
		}
		if z.largest, err = p.tree.Number(filepath.Join(dir, folder, "max_energy_range_uj")); err != nil {
			z.largest = 0
		}
		list = append(list, z)
	}
	return list
}

// packageZone reads "package-1" and, on processors with several dies, "package-1-die-0".
func packageZone(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "package-")
	if !ok {
		return 0, false
	}
	digits, _, _ = strings.Cut(digits, "-die-")
	pkg, err := strconv.Atoi(digits)
	return pkg, err == nil && pkg >= 0
}

func (p *Platform) openZones(zones []zone) (meter, error) {
	var sum sumMeter
	for _, z := range zones {
		file, err := p.tree.Open(z.path)
		if err != nil {
			return nil, errors.Join(err, sum.close())
		}
		m := &energyMeter{file: file, unwrap: unwrap{largest: z.largest}}
		sum = append(sum, m)
		// What follows counts from here, so that a wrap before the first Read is noticed too.
		if _, err := m.steps(0); err != nil {
			return nil, errors.Join(err, sum.close())
		}
	}
	if len(sum) == 1 {
		return sum[0], nil
	}
	return sum, nil
}

// energyMeter counts microjoules since it was opened.
type energyMeter struct {
	file   *node.File
	mu     sync.Mutex // readings must be processed in the order in which they were made
	opened uint32
	unwrap unwrap
}

func (m *energyMeter) steps(uint64) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, err := m.file.Number()
	if err != nil {
		return 0, err
	}
	if opened := m.file.Opened(); opened != m.opened {
		m.opened = opened
		m.unwrap.restart()
	}
	if err := m.unwrap.add(now); err != nil {
		return 0, fmt.Errorf("%s: %w", m.file.Path(), err)
	}
	return m.unwrap.sum, nil
}

func (m *energyMeter) close() error { return m.file.Close() }

// unwrap makes a growing sum of a counter that restarts from 0 after its largest value. It cannot notice if
// the counter does so twice between two readings.
type unwrap struct {
	largest int64
	last    int64
	begun   bool
	sum     int64
}

// restart makes the next reading a new start: the counter may have been reset rather than have wrapped.
func (u *unwrap) restart() { u.begun = false }

func (u *unwrap) add(now int64) error {
	if now < 0 || u.largest > 0 && now > u.largest {
		return fmt.Errorf("%d is not between 0 and its largest value %d", now, u.largest)
	}
	if !u.begun {
		u.begun, u.last = true, now
		return nil
	}
	grown := now - u.last
	if grown < 0 {
		if u.largest == 0 {
			last := u.last
			u.last = now
			return fmt.Errorf("%d after %d, and no max_energy_range_uj says where it starts anew", now, last)
		}
		grown += u.largest
	}
	u.last = now
	u.sum += grown
	return nil
}

// sumMeter is the sum of several meters.
type sumMeter []meter

func (s sumMeter) steps(round uint64) (int64, error) {
	var sum int64
	for _, m := range s {
		n, err := m.steps(round)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

func (s sumMeter) close() error {
	var errs []error
	for _, m := range s {
		errs = append(errs, m.close())
	}
	return errors.Join(errs...)
}

// counted returns that of the part that was counted least.
func (s sumMeter) counted() float64 {
	share := 1.0
	for _, m := range s {
		if c, ok := m.(interface{ counted() float64 }); ok {
			share = min(share, c.counted())
		}
	}
	return share
}
