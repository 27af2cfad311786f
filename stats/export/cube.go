package export

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats"
)

// WriteCube writes a .cubex file: calls, time and those counters that add up, all exclusive, for each call
// path and each thread of each rank that has a Profile. Without Profiles there is one location, with the sums
// over all ranks.
func WriteCube(w io.Writer, r Run) error {
	v, err := r.withoutDevices().view()
	if err != nil {
		return err
	}
	c, err := newCube(v)
	if err != nil {
		return err
	}
	c.tar = &archive{w: w}
	if err := c.member("anchor.xml", c.anchor()); err != nil {
		return err
	}
	for id, metric := range c.metrics {
		if err := c.values(id, metric); err != nil {
			return err
		}
	}
	return c.tar.Close()
}

// location is a thread of a rank, or all ranks together.
type location struct {
	p       *stats.Profile // nil: all ranks
	track   int
	first   bool // of its rank: values of the whole process are there
	regions []int
}

// cubeMetric is a metric with its values on a location, by region.
type cubeMetric struct {
	name, title, unit, about string
	integer                  bool
	on                       func(l *location) []float64
}

type cube struct {
	v         *view
	tar       *archive
	locations []location
	metrics   []cubeMetric
	below     [][]int
	roots     []int
	order     []int // regions as Cube enumerates them: depth first
}

func newCube(v *view) (*cube, error) {
	c := &cube{v: v, metrics: []cubeMetric{
		{name: "visits", title: "Visits", unit: "occ", about: "Completed calls", integer: true, on: v.cubeCalls},
		{name: "time", title: "Time", unit: "sec", about: "Time outside of the regions below", on: v.cubeTime},
	}}
	c.metrics = slices.DeleteFunc(c.metrics, func(m cubeMetric) bool {
		return m.name == "time" && v.lacks&stats.LacksSelf != 0 || m.name == "visits" && v.lacks&stats.LacksCalls != 0
	})
	seen := make(map[string]bool)
	for i, q := range v.s.Counters {
		if !adds(q) {
			continue
		}
		base := oneLine(q.Name) + v.estimated(i)
		name := base
		for n := 2; seen[name] || name == "time" || name == "visits"; n++ {
			name = base + "#" + strconv.Itoa(n)
		}
		seen[name] = true
		c.metrics = append(c.metrics, cubeMetric{name: name, title: name, unit: oneLine(q.Unit), about: "Counted outside of the regions below",
			on: func(l *location) []float64 { return v.cubeCounter(l, i) }})
	}
	c.below = v.s.Children()
	c.roots = c.below[len(v.s.Regions)]
	c.order = depthFirst(c.roots, c.below)
	if len(v.profiles) == 0 {
		c.locations = []location{{first: true}}
	}
	found := v.placed()
	for _, p := range v.profiles {
		regions, err := found.regions(p)
		if err != nil {
			return nil, err
		}
		list := tracks(p)
		if len(list) == 0 {
			list = []int{0}
		}
		for i, track := range list {
			c.locations = append(c.locations, location{p, track, i == 0, regions})
		}
	}
	return c, nil
}

func depthFirst(roots []int, below [][]int) []int {
	var list []int
	stack := slices.Clone(roots)
	slices.Reverse(stack)
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list = append(list, i)
		for _, child := range slices.Backward(below[i]) {
			stack = append(stack, child)
		}
	}
	return list
}

func (v *view) cubeCalls(l *location) []float64 {
	list := make([]float64, len(v.s.Regions))
	if l.p == nil {
		for i := range list {
			list[i] = float64(v.s.Regions[i].Calls)
		}
		return list
	}
	for i := range l.p.Nodes {
		if m := l.p.Nodes[i].On(l.track); m != nil {
			list[l.regions[i]] = float64(m.Calls)
		}
	}
	return list
}

func (v *view) cubeTime(l *location) []float64 {
	list := make([]float64, len(v.s.Regions))
	if l.p == nil {
		for i := range list {
			list[i] = v.s.Regions[i].Self.Float64() / 1e9
		}
		return list
	}
	for i, self := range selfOn(l.p, l.track) {
		list[l.regions[i]] = float64(self) / 1e9
	}
	return list
}

func (v *view) cubeCounter(l *location, q int) []float64 {
	list := make([]float64, len(v.s.Regions))
	step := v.s.Counters[q].Step
	if l.p == nil {
		counted := exclusive(len(list), func(i int) int { return v.s.Regions[i].Parent }, func(i int) (float64, bool) {
			if values := v.s.Regions[i].Values; len(values) > 0 && values[q].Ranks > 0 {
				return values[q].Sum.Float64(), true
			}
			return 0, false
		}, lacksOf(v.s, q))
		for i := range list {
			list[i] = counted[i] * step
		}
		return list
	}
	at := counterAt(l.p, v.s.Counters[q])
	if !l.first || at < 0 {
		return list
	}
	counted := exclusive(len(l.p.Nodes), func(i int) int { return l.p.Nodes[i].Parent }, func(i int) (float64, bool) {
		v, known := valueOf(l.p, i, at)
		return float64(v), known
	}, lacksIn(l.p, at))
	for i, c := range counted {
		list[l.regions[i]] = c * step
	}
	return list
}

func (c *cube) member(name string, content []byte) error {
	if err := c.tar.begin(name, int64(len(content))); err != nil {
		return err
	}
	_, err := c.tar.Write(content)
	return err
}

// values writes the index and the data of a metric. Call paths without a value on any location are left
// out.
func (c *cube) values(id int, metric cubeMetric) error {
	columns := make([][]float64, len(c.locations))
	for l := range c.locations {
		columns[l] = metric.on(&c.locations[l])
	}
	extra := len(c.roots) != 1 // the root that the anchor adds is position 0
	var positions []uint32
	var rows []int
	for at, region := range c.order {
		if slices.ContainsFunc(columns, func(column []float64) bool { return column[region] != 0 }) {
			if extra {
				at++
			}
			positions, rows = append(positions, uint32(at)), append(rows, region)
		}
	}
	if err := c.member(fmt.Sprintf("%d.index", id), cubeIndex(positions)); err != nil {
		return err
	}
	const magic = "CUBEX.DATA"
	if err := c.tar.begin(fmt.Sprintf("%d.data", id), int64(len(magic)+8*len(rows)*len(columns))); err != nil {
		return err
	}
	line := []byte(magic)
	for _, region := range rows {
		for l := range columns {
			bits := math.Float64bits(columns[l][region])
			if metric.integer {
				bits = uint64(columns[l][region])
			}
			line = binary.LittleEndian.AppendUint64(line, bits)
		}
		if _, err := c.tar.Write(line); err != nil {
			return err
		}
		line = line[:0]
	}
	_, err := c.tar.Write(line)
	return err
}

// cubeIndex lists the positions of the enumeration that the data has, in bytes of this order.
func cubeIndex(positions []uint32) []byte {
	b := []byte("CUBEX.INDEX")
	b = binary.LittleEndian.AppendUint32(b, 1) // by which a reader recognises the byte order
	b = binary.LittleEndian.AppendUint16(b, 0) // version
	b = append(b, 1)                           // sparse
	b = binary.LittleEndian.AppendUint32(b, uint32(len(positions)))
	for _, at := range positions {
		b = binary.LittleEndian.AppendUint32(b, at)
	}
	return b
}

// xmlText returns a text that XML can hold.
func xmlText(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(oneLine(s)))
	return b.String()
}

// anchor lists the metrics, call paths and locations.
func (c *cube) anchor() []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<cube version="4.4">` + "\n")
	attribute := func(key, value string) {
		fmt.Fprintf(&b, "<attr key=\"%s\" value=\"%s\"/>\n", xmlText(key), xmlText(value))
	}
	attribute("Creator", exporter)
	attribute("Program", c.v.s.Program)
	for _, key := range slices.Sorted(maps.Keys(c.v.meta)) {
		attribute(key, c.v.meta[key])
	}
	b.WriteString("<doc><mirrors/></doc>\n<metrics title=\"Metric tree\">\n")
	for id, m := range c.metrics {
		kind := "DOUBLE"
		if m.integer {
			kind = "UINT64"
		}
		fmt.Fprintf(&b, "<metric id=\"%d\" type=\"EXCLUSIVE\"><disp_name>%s</disp_name><uniq_name>%s</uniq_name><dtype>%s</dtype><uom>%s</uom><url></url><descr>%s</descr></metric>\n",
			id, xmlText(m.title), xmlText(m.name), kind, xmlText(m.unit), xmlText(m.about))
	}
	b.WriteString("</metrics>\n<program title=\"Call tree\">\n")
	c.program(&b)
	b.WriteString("</program>\n<system title=\"System tree\">\n")
	c.system(&b)
	b.WriteString("</system>\n</cube>\n")
	return b.Bytes()
}

// program writes the regions, one for each name, and the call tree, which has one root.
func (c *cube) program(b *bytes.Buffer) {
	known := make(map[string]int)
	region := func(name string) int {
		if name == "" {
			name = shown(name)
		}
		id, old := known[name]
		if !old {
			id = len(known)
			known[name] = id
			fmt.Fprintf(b, "<region id=\"%d\" mod=\"\" begin=\"-1\" end=\"-1\"><name>%[2]s</name><mangled_name>%[2]s</mangled_name><paradigm>user</paradigm><role>function</role><url></url><descr></descr></region>\n",
				id, xmlText(name))
		}
		return id
	}
	extra := len(c.roots) != 1
	if extra {
		region(c.v.title())
	}
	ids := make([]int, len(c.v.names))
	for _, i := range c.order {
		ids[i] = region(c.v.s.Regions[i].Name)
	}
	next := 0
	if extra {
		b.WriteString("<cnode id=\"0\" calleeId=\"0\">\n")
		next = 1
	}
	c.nodes(b, c.roots, ids, &next)
	if extra {
		b.WriteString("</cnode>\n")
	}
}

func (c *cube) nodes(b *bytes.Buffer, list, ids []int, next *int) {
	for _, i := range list {
		fmt.Fprintf(b, "<cnode id=\"%d\" calleeId=\"%d\">", *next, ids[i])
		*next++
		if len(c.below[i]) > 0 {
			b.WriteByte('\n')
			c.nodes(b, c.below[i], ids, next)
		}
		b.WriteString("</cnode>\n")
	}
}

// system writes the machine, its nodes, the ranks on them and their threads. Locations are numbered as
// their values stand.
func (c *cube) system(b *bytes.Buffer) {
	id := 0
	node := func(name, class string) {
		fmt.Fprintf(b, "<systemtreenode Id=\"%d\"><name>%s</name><class>%s</class>\n", id, xmlText(name), class)
		id++
	}
	node("machine", "machine")
	hosts := make(map[string][]int)
	var order []string
	for l := range c.locations {
		host := "all ranks"
		if p := c.locations[l].p; p != nil {
			host = p.Host
		}
		if _, known := hosts[host]; !known {
			order = append(order, host)
		}
		hosts[host] = append(hosts[host], l)
	}
	for _, host := range order {
		node(host, "node")
		for at, l := range hosts[host] {
			loc := &c.locations[l]
			rank, name := 0, "all ranks"
			if loc.p != nil {
				rank, name = loc.p.Rank, fmt.Sprintf("rank %d", loc.p.Rank)
			}
			if loc.first {
				if at > 0 {
					b.WriteString("</locationgroup>\n")
				}
				fmt.Fprintf(b, "<locationgroup Id=\"%d\"><name>%s</name><rank>%d</rank><type>process</type>\n", rank, name, rank)
			}
			fmt.Fprintf(b, "<location Id=\"%d\"><name>%s</name><rank>%d</rank><type>thread</type></location>\n", l, xmlText(loc.trackName()), loc.track)
		}
		b.WriteString("</locationgroup>\n</systemtreenode>\n")
	}
	b.WriteString("</systemtreenode>\n")
}

func (l *location) trackName() string {
	if l.p == nil {
		return "sum"
	}
	if l.track < len(l.p.Tracks) {
		return l.p.Tracks[l.track]
	}
	return "main"
}
