package util

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// network samples the bytes that network interfaces have received and sent. Its columns are the interfaces
// present when it is made; sums are over all that are present at the time.
type network struct {
	tree    *node.Tree
	table   *node.Table
	sources Sources

	list  []*netif // those with a column first, in their order
	fixed int      // how many have a column
	turn  uint64   // number of the sample
	based bool     // the sample before can be compared with

	newcomers int64 // interfaces without a column that appeared later
}

// netif is one interface.
type netif struct {
	name     string
	loopback bool
	in, out  counter
	turn     uint64 // the last sample that had it

	// Since the sample before, received and sent.
	bytes    [2]uint64
	verdicts [2]verdict
}

// mostBytes is how many bytes an interface or a disk moves per second at most.
const mostBytes = 1 << 37

func newNetwork(tree *node.Tree, sources Sources) (*network, error) {
	n := &network{tree: tree, table: tree.Network(), sources: sources}
	rows, err := n.table.Load()
	if err != nil {
		return nil, err
	}
	if !n.take(rows, 0) {
		return nil, fmt.Errorf("util: %s: not understood, expected a line NAME: and 16 numbers for each interface", n.table.Path())
	}
	slices.SortStableFunc(n.list, func(a, b *netif) int { return behind(a) - behind(b) })
	n.fixed, n.newcomers = len(n.list), 0
	n.forget()
	return n, nil
}

// behind orders loopback last.
func behind(i *netif) int {
	if i.loopback {
		return 0
	}
	return 1
}

// isLoopback looks at the interface's flags, once.
func isLoopback(tree *node.Tree, name string) bool {
	const flag = 0x8 // IFF_LOOPBACK
	text, _ := tree.Text(tree.Path("sys/class/net", name, "flags"))
	flags, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 32)
	if err != nil {
		return name == "lo"
	}
	return flags&flag != 0
}

func (n *network) values() (list []hdstat.Value) {
	for _, i := range n.list[:n.fixed] {
		if n.sources.has(NetInX) {
			list = append(list, bytesValue("NET_IN_"+plain(i.name), "NET"))
		}
		if n.sources.has(NetOutX) {
			list = append(list, bytesValue("NET_OUT_"+plain(i.name), "NET"))
		}
	}
	for k, source := range netSums {
		if n.sources.has(source) {
			list = append(list, bytesValue(netSumNames[k], "NET"))
		}
	}
	return list
}

// netSums are the sources over several interfaces, in their order: odd ones count what is sent.
var (
	netSums     = [...]Sources{NetInExt, NetOutExt, NetIn, NetOut}
	netSumNames = [...]string{"NET_IN_EXT", "NET_OUT_EXT", "NET_IN", "NET_OUT"}
)

// plain reports whether all readers accept a name: printable ASCII, and not too long.
func plain(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"<>&'`, r) {
			return '-'
		}
		return r
	}, name)
	return clean[:min(len(clean), 30)]
}

func (n *network) forget() {
	n.based = false
	for _, i := range n.list {
		i.in.forget()
		i.out.forget()
	}
}

func (n *network) sample(e *entry) {
	n.turn++
	rows, err := n.table.Load()
	ok := err == nil && n.take(rows, e.most(mostBytes))
	for _, i := range n.list {
		if !ok {
			i.verdicts = [2]verdict{garbled, garbled}
		} else if i.turn != n.turn {
			i.verdicts = [2]verdict{absent, absent}
		}
	}
	if !ok {
		n.forget()
	}
	for _, i := range n.list[:n.fixed] {
		if n.sources.has(NetInX) {
			e.int64(i.bytes[0], i.verdicts[0])
		}
		if n.sources.has(NetOutX) {
			e.int64(i.bytes[1], i.verdicts[1])
		}
	}
	for k, source := range netSums {
		if n.sources.has(source) {
			e.int64(n.sum(k%2, k < 2, ok))
		}
	}
	n.based = ok
	n.dismiss()
}

// sum adds up what interfaces have received or sent, optionally without loopback. What an interface moved
// before it disappeared since the last sample is lost.
func (n *network) sum(direction int, external, ok bool) (sum uint64, v verdict) {
	if !ok {
		return 0, garbled
	}
	for _, i := range n.list {
		switch own := i.verdicts[direction]; {
		case external && i.loopback:
		case i.turn+1 < n.turn: // gone for longer
		case own.known():
			sum += i.bytes[direction]
		default:
			v = own
		}
	}
	return sum, v
}

// dismiss drops interfaces that have gone.
func (n *network) dismiss() {
	gone := false
	for _, i := range n.list {
		if i.turn != n.turn {
			i.in.forget()
			i.out.forget()
			gone = true
		}
	}
	if !gone {
		return
	}
	keep := n.list[:n.fixed]
	for _, i := range n.list[n.fixed:] {
		if i.turn == n.turn {
			keep = append(keep, i)
		}
	}
	n.list = keep
}

// take processes a reading, and reports whether all of it was understood.
func (n *network) take(rows []*node.Row, most uint64) bool {
	for at, r := range rows {
		if r.Name == "" || r.Known <= node.SentBytes {
			return false
		}
		n.find(r.Name, at).step(r.Columns[node.ReceivedBytes], r.Columns[node.SentBytes], most, n)
	}
	return true
}

// find returns the interface with a name, which is probably where it was before.
func (n *network) find(name string, at int) *netif {
	if at < len(n.list) && n.list[at].name == name {
		return n.list[at]
	}
	for _, i := range n.list {
		if i.name == name {
			return i
		}
	}
	i := &netif{name: name, loopback: isLoopback(n.tree, name)}
	n.list = append(n.list, i)
	n.newcomers++
	return i
}

func (i *netif) step(in, out, most uint64, n *network) {
	i.turn = n.turn
	i.bytes[0], i.verdicts[0] = i.in.step(in, most)
	i.bytes[1], i.verdicts[1] = i.out.step(out, most)
	together(i.verdicts[:])
	if n.based && in == 0 && out == 0 && i.verdicts[0] == fresh {
		i.verdicts = [2]verdict{} // it appeared in between, and has moved nothing
	}
}

func (n *network) close() { _ = n.table.Close() }
