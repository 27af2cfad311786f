package tacc

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/internal/node"
)

// generation is a family of processors that the monitor programs alike. Its text is for people.
type generation string

const (
	nehalem     generation = "Nehalem"
	westmere    generation = "Westmere"
	sandyBridge generation = "Sandy Bridge"
	ivyBridge   generation = "Ivy Bridge"
	haswell     generation = "Haswell"
	broadwell   generation = "Broadwell"
	landing     generation = "Knights Landing"
	skylake     generation = "Skylake"
	iceLake     generation = "Ice Lake and later servers"
	zen1        generation = "Zen"
	zen2        generation = "Zen 2"
	zen3        generation = "Zen 3"
	zen4        generation = "Zen 4 and 5"
)

// intelModels are those of family 6. The monitor knows them up to Skylake; of Ice Lake and later servers the events of
// its cores have the same numbers.
var intelModels = map[generation][]uint64{
	nehalem:     {0x1a, 0x1e, 0x2e},
	westmere:    {0x25, 0x2c, 0x2f},
	sandyBridge: {0x2a, 0x2d},
	ivyBridge:   {0x3a, 0x3e},
	haswell:     {0x3c, 0x3f, 0x45, 0x46},
	broadwell:   {0x3d, 0x47, 0x4f, 0x56},
	landing:     {0x57, 0x85},
	skylake:     {0x4e, 0x55, 0x5e},
	iceLake:     {0x6a, 0x6c, 0x8f, 0xad, 0xae, 0xcf},
}

// processor is what /proc/cpuinfo says of the first processor; all of a node are alike.
type processor struct {
	vendor        string
	family, model uint64
	generation    generation // "": not known
	threaded      bool       // a core runs several threads, which share its counters
}

func (p *processor) String() string {
	if p.vendor == "" {
		return "a processor that /proc/cpuinfo does not name"
	}
	text := fmt.Sprintf("%.20s family %d model %d", p.vendor, p.family, p.model)
	if p.generation != "" {
		text += " (" + string(p.generation) + ")"
	}
	return text
}

// parseProcessor reads lines "model : 85" up to the first empty one.
func parseProcessor(text []byte) (p processor) {
	first, _, _ := bytes.Cut(text, []byte("\n\n"))
	siblings, cores := uint64(0), uint64(0)
	for line := []byte(nil); len(first) > 0; {
		line, first = node.CutLine(first)
		key, rest, _ := bytes.Cut(line, []byte{':'})
		number := field(rest, 0)
		switch strings.TrimSpace(string(key)) {
		case "vendor_id":
			p.vendor = string(node.Field(rest, 0))
		case "cpu family":
			p.family = number
		case "model":
			p.model = number
		case "siblings":
			siblings = number
		case "cpu cores":
			cores = number
		}
	}
	p.threaded = siblings > cores
	switch {
	case p.vendor == "GenuineIntel" && p.family == 6:
		for g, models := range intelModels {
			if slices.Contains(models, p.model) {
				p.generation = g
			}
		}
	case p.vendor == "AuthenticAMD":
		p.generation = zen(p.family, p.model)
	}
	return p
}

// zen finds the generation of a processor of AMD by the ranges of models that the kernel's own tables have.
func zen(family, model uint64) generation {
	switch {
	case family == 0x17 && model < 0x30:
		return zen1
	case family == 0x17:
		return zen2
	case family == 0x19 && (model < 0x10 || model >= 0x20 && model < 0x60):
		return zen3
	case family == 0x19, family == 0x1a:
		return zen4
	}
	return ""
}
