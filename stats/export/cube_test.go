package export

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

type cubeNode struct {
	ID     int        `xml:"id,attr"`
	Callee int        `xml:"calleeId,attr"`
	Nodes  []cubeNode `xml:"cnode"`
}

type cubeFile struct {
	Metrics []struct {
		ID   int    `xml:"id,attr"`
		Type string `xml:"type,attr"`
		Name string `xml:"uniq_name"`
		Kind string `xml:"dtype"`
	} `xml:"metrics>metric"`
	Regions []struct {
		ID   int    `xml:"id,attr"`
		Name string `xml:"name"`
	} `xml:"program>region"`
	Roots  []cubeNode `xml:"program>cnode"`
	System []struct {
		Nodes []struct {
			Groups []struct {
				ID        int `xml:"Id,attr"`
				Rank      int `xml:"rank"`
				Locations []struct {
					ID int `xml:"Id,attr"`
				} `xml:"location"`
			} `xml:"locationgroup"`
		} `xml:"systemtreenode"`
	} `xml:"system>systemtreenode"`
}

// members reads a tar, in which nothing but what a cube has may lie.
func members(t rapid.TB, text []byte) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte)
	for r := tar.NewReader(bytes.NewReader(text)); ; {
		h, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil || !regexp.MustCompile(`^(anchor\.xml|\d+\.(index|data))$`).MatchString(h.Name) {
			t.Fatalf("%v: %v", h, err)
		}
		if all[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCube(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		all := members(t, written(t, "cube", r))
		var f cubeFile
		if err := xml.Unmarshal(all["anchor.xml"], &f); err != nil {
			t.Fatalf("%v in\n%s", err, all["anchor.xml"])
		}
		if len(f.Roots) != 1 || len(f.System) != 1 {
			t.Fatalf("%d roots, %d machines", len(f.Roots), len(f.System))
		}
		locations := make(map[int]int) // ranks
		for _, node := range f.System[0].Nodes {
			for _, group := range node.Groups {
				for _, l := range group.Locations {
					locations[l.ID] = group.Rank
				}
			}
		}
		var order []cubeNode
		var walk func([]cubeNode)
		walk = func(list []cubeNode) {
			for _, n := range list {
				if n.ID != len(order) || n.Callee >= len(f.Regions) {
					t.Fatalf("node %d calls %d", n.ID, n.Callee)
				}
				order = append(order, n)
				walk(n.Nodes)
			}
		}
		walk(f.Roots)
		sums := make(map[string]float64)
		byName := make(map[string]float64)
		byRank := make(map[int]float64)
		for _, m := range f.Metrics {
			if m.Type != "EXCLUSIVE" {
				t.Errorf("%s is %s, whose positions are others", m.Name, m.Type)
			}
			index, data := all[strconv.Itoa(m.ID)+".index"], all[strconv.Itoa(m.ID)+".data"]
			if string(index[:11]) != "CUBEX.INDEX" || string(data[:10]) != "CUBEX.DATA" || len(index) != 22+4*int(binary.LittleEndian.Uint32(index[18:])) {
				t.Fatalf("index %q", index[:22])
			}
			n := int(binary.LittleEndian.Uint32(index[18:]))
			if len(data) != 10+8*n*len(locations) {
				t.Fatalf("%d bytes of %d call paths and %d locations", len(data), n, len(locations))
			}
			for i := range n {
				at := binary.LittleEndian.Uint32(index[22+4*i:])
				for l := range len(locations) {
					bits := binary.LittleEndian.Uint64(data[10+8*(i*len(locations)+l):])
					v := math.Float64frombits(bits)
					if m.Kind == "UINT64" {
						v = float64(bits)
					}
					sums[m.Name] += v
					if m.Name == "time" {
						byName[f.Regions[order[at].Callee].Name] += v
						byRank[locations[l]] += v
					}
				}
			}
		}
		near(t, "time", sums["time"], selfSum(r.Summary)/1e9)
		near(t, "calls", sums["visits"], callSum(r.Summary))
		want := make(map[string]float64)
		for i := range r.Summary.Regions {
			name := oneLine(r.Summary.Regions[i].Name)
			if name == "" {
				name = "(unnamed)"
			}
			want[name] += r.Summary.Regions[i].Self.Float64() / 1e9
		}
		for name, v := range want {
			near(t, "time of "+name, byName[name], v)
		}
		for _, p := range r.Profiles {
			var self float64
			for _, v := range p.Self() {
				self += float64(v) / 1e9
			}
			near(t, "time of a rank", byRank[p.Rank], self)
		}
	})
}
