package stats

import (
	"encoding/binary"
	"fmt"
)

// Messages of a reduction end, rather than begin, with what they are: so the records, which come
// first, can be sent from where they lie.
//
//	body, 4 bytes magic, 1 byte version, 1 byte kind, 2 bytes 0, 8 bytes epoch
const (
	messageMagic   = 0x73744761
	messageVersion = 6
	trailerSize    = 16

	keySize  = 16
	treeSize = keySize + 4 + 4 + 4 + 4 // what stands below the body of a tree message
)

type kind byte

const (
	kindTree    kind = 1 + iota // up: records, keys, environments and meta of a part of the tree
	kindAsk                     // down: for the names behind these keys
	kindNames                   // up: these names
	kindWindows                 // down: the window of each region
	kindBins                    // up: the distribution within the windows
	kindDone                    // down: the sender needs no more, it has the columns
	kindStop                    // down: the sender goes on without the receiver
	kindSome                    // up: kindBins without some of the ranks
)

func seal(body []byte, k kind, epoch uint64) []byte {
	body = binary.LittleEndian.AppendUint32(body, messageMagic)
	body = append(body, messageVersion, byte(k), 0, 0)
	return binary.LittleEndian.AppendUint64(body, epoch)
}

func open(message []byte) (body []byte, k kind, epoch uint64, err error) {
	at := len(message) - trailerSize
	if at < 0 || binary.LittleEndian.Uint32(message[at:]) != messageMagic {
		return nil, 0, 0, fmt.Errorf("%w: %d bytes that are of no reduction", errMessage, len(message))
	}
	if v := message[at+4]; v != messageVersion {
		return nil, 0, 0, fmt.Errorf("%w: version %d of the reduction, this is version %d", errMessage, v, messageVersion)
	}
	return message[:at:at], kind(message[at+5]), binary.LittleEndian.Uint64(message[at+8:]), nil
}

const windowSize = 8 + 8 + 3

func encodeWindows(windows []window) []byte {
	b := make([]byte, 0, windowSize*len(windows)+trailerSize)
	for i := range windows {
		w := &windows[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(w.min))
		b = binary.LittleEndian.AppendUint64(b, uint64(w.max))
		if b = append(b, w.first, w.last, 0); w.inner {
			b[len(b)-1] = 1
		}
	}
	return b
}

func decodeWindows(body []byte, regions int) ([]window, error) {
	if len(body) != windowSize*regions {
		return nil, fmt.Errorf("%w: windows of %d bytes, want %d", errMessage, len(body), windowSize*regions)
	}
	windows := make([]window, regions)
	for i := range windows {
		b := body[windowSize*i:]
		windows[i] = window{int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:])), b[16], b[17], b[18] != 0}
	}
	return windows, nil
}

// covers checks that the windows, which came from another rank, have room for the calls of p, whose
// regions stand in the same positions.
func covers(windows []window, p *Profile) error {
	for i := range p.Nodes {
		h := &p.Nodes[i].Histogram
		if n := len(h.Counts); n > 0 && (int(windows[i].first) > h.First || int(windows[i].last) < h.First+n-1) {
			return fmt.Errorf("%w: buckets %d to %d of region %d are outside of the window", errMessage, h.First, h.First+n-1, i)
		}
	}
	return nil
}

// through returns the windows of the regions of another partial.
func (a *alignment) through(windows []window) []window {
	if a.same {
		// The other has no more than this one had at the time.
		return windows[:a.count]
	}
	out := make([]window, a.count)
	for i, at := range a.regions {
		out[i] = windows[at]
	}
	return out
}
