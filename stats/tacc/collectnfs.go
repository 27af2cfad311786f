package tacc

import "bytes"

// Where the parts of a row of nfs start.
const (
	nfsEvents = 0
	nfsBytes  = 25
	nfsXprt   = 33
)

// nfs: /proc/self/mountstats of each mount, of versions 1.0 and 1.1 of its form. The monitor leaves NFS 4 out;
// here it is taken too, with those of its operations that have the same names.
func (c *Collector) nfs(s *source) error {
	text, err := c.read("/proc/self/mountstats")
	if err != nil {
		return err
	}
	device := ""
	var failed error
	flush := func() {
		if device != "" && failed == nil {
			failed = s.row(device)
		}
		device = ""
	}
	lines(text, func(line []byte) {
		f := c.split(line)
		switch {
		case len(f) == 0:
		case string(f[0]) == "device":
			flush()
			s.clear()
			device = c.nfsDevice(f)
		case device != "":
			s.nfsLine(f)
		}
	})
	flush()
	return failed
}

// nfsDevice is the folder of "device SERVER:/PATH mounted on /DIR with fstype nfs statvers=1.1".
func (c *Collector) nfsDevice(f [][]byte) string {
	if len(f) < 9 || string(f[5]) != "with" || string(f[7]) != "nfs" && string(f[7]) != "nfs4" {
		return ""
	}
	if v := string(f[8]); v != "statvers=1.0" && v != "statvers=1.1" {
		return ""
	}
	return c.name(f[4])
}

func (s *source) nfsLine(f [][]byte) {
	switch string(f[0]) {
	case "events:":
		s.fill(nfsEvents, nfsBytes, f[1:])
	case "bytes:":
		s.fill(nfsBytes, nfsXprt, f[1:])
	case "xprt:": // tcp port binds connects connect-time idle-time sends …; udp port binds sends …
		start := 7
		if len(f) > 1 && string(f[1]) == "udp" {
			start = 4
		}
		for i := 0; i < 5 && start+i < len(f); i++ {
			s.values[nfsXprt+i] += value(f[start+i]) // there may be several connections
		}
	default:
		name, is := bytes.CutSuffix(f[0], []byte{':'})
		if !is {
			return
		}
		if at, known := s.index[string(name)+"_ops"]; known {
			s.fill(at, at+len(nfsOperationKeys), f[1:])
		}
	}
}

// fill sets the values of a range in their order.
func (s *source) fill(from, to int, f [][]byte) {
	for i := range f {
		if from+i < to {
			s.values[from+i] = value(f[i])
		}
	}
}
