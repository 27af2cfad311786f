package tacc

import (
	"bytes"
	"strings"
	"sync"

	"github.com/go-hpc/timers/stats/internal/node"
)

// Where the parts of a row of nfs start.
const (
	nfsEvents = 0
	nfsBytes  = 25
	nfsXprt   = 33
)

// nfsPlaces are where the values of the operations start.
var nfsPlaces = sync.OnceValue(func() map[string]int {
	places := make(map[string]int)
	for i, name := range nfsOperations {
		places[name] = nfsEvents + len(strings.Fields(nfsFixed)) + i*len(nfsOperationKeys)
	}
	return places
})

// nfs: /proc/self/mountstats of each mount, of versions 1.0 and 1.1 of its form. The monitor leaves NFS 4 out;
// here it is taken too, with those of its operations that have the same names.
func (c *Collector) nfs(s *source) error {
	text, err := c.files.Read("/proc/self/mountstats")
	if err != nil {
		return err
	}
	device := ""
	for more := true; more; { // one round beyond the end, for the last row
		more = len(text) > 0
		var line []byte
		line, text = node.CutLine(text)
		first, rest := node.CutField(line)
		if more && string(first) != "device" {
			if device != "" {
				s.nfsLine(first, rest)
			}
			continue
		}
		if device != "" {
			if err := s.row(device); err != nil {
				return err
			}
		}
		s.clear()
		device = c.nfsDevice(rest)
	}
	return nil
}

// nfsDevice returns the directory in "device SERVER:/PATH mounted on /DIR with fstype nfs statvers=1.1".
func (c *Collector) nfsDevice(rest []byte) string {
	kind, version := node.Field(rest, 6), node.Field(rest, 7)
	if string(node.Field(rest, 4)) != "with" || string(kind) != "nfs" && string(kind) != "nfs4" {
		return ""
	}
	if string(version) != "statvers=1.0" && string(version) != "statvers=1.1" {
		return ""
	}
	return c.files.Name(node.Field(rest, 3))
}

func (s *source) nfsLine(first, rest []byte) {
	switch string(first) {
	case "events:":
		s.fill(nfsEvents, nfsBytes, rest)
	case "bytes:":
		s.fill(nfsBytes, nfsXprt, rest)
	case "xprt:": // tcp port binds connects connect-time idle-time sends …; udp port binds sends …
		start := 6
		if string(node.Field(rest, 0)) == "udp" {
			start = 3
		}
		for i := range 5 {
			s.values[nfsXprt+i] += field(rest, start+i) // there may be several connections
		}
	default:
		name, is := bytes.CutSuffix(first, []byte{':'})
		if at, known := nfsPlaces()[string(name)]; is && known {
			s.fill(at, at+len(nfsOperationKeys), rest)
		}
	}
}
