package mpiwrap_test

import (
	"fmt"
	"testing"
)

// Where there are more regions and ranks than there is room for, nothing of what was sent and received is
// lost, only where that was; those that were first keep their places.
func TestManyPlaces(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		lines, tables := m.preloaded(t, 1, "", m.c(t, "places"))
		var sent, received, elsewhere counted
		places := 0
		for _, p := range tables[0].state.Partners {
			sent.calls, sent.sent = sent.calls+p.Calls, sent.sent+p.Bytes
			received.calls, received.sent = received.calls+p.Receives, received.sent+p.ReceivedBytes
			switch {
			case p.Elsewhere:
				elsewhere.calls, elsewhere.sent = elsewhere.calls+p.Calls, elsewhere.sent+p.Bytes
			case p.Node > 0 && p.Calls == 2 && p.Receives == 2 && p.Bytes == 2*uint64(p.Node%8):
				places++
			case p.Node == 0 || p.Calls+p.Receives != 2:
				t.Errorf("%+v", p)
			}
		}
		if said := fmt.Sprintf("sent %d %d", sent.calls, sent.sent); said != lines[0][0] || received != sent {
			t.Errorf("%q and %+v received, the program says %q", said, received, lines[0][0])
		}
		if places < 20000 || elsewhere.calls == 0 || elsewhere.calls > sent.calls*2/3 {
			t.Errorf("%d places, %+v elsewhere", places, elsewhere)
		}
	})
}
