package lanes

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/answers"
)

// pathOf reads a project of two ranks with these states, of a host each.
func pathOf(t *testing.T, first, second string, o Options) *Timeline {
	t.Helper()
	program := func(states string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<Program timeAdjustment='0'>\n" + states + "</Program>\n")}
	}
	files := fstest.MapFS{"p.proj": {Data: []byte(twoRanks)}, "p_h_0.trc": program(first), "p_h_1.trc": program(second)}
	tl, err := Read(files, "p.proj", o)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// shape is a path in short, from its end: lane, from and to in tenths of a second.
func shape(t *Timeline) string {
	var list []string
	for _, p := range t.Path {
		list = append(list, fmt.Sprintf("%d:%g-%g", p.Lane, float64(p.From)/1e8, float64(p.To)/1e8))
	}
	return strings.Join(list, " ")
}

// The path lies in no wait: neither in receives and collective calls, blocking or not, nor in polls and the gaps between them; what calls
// cost after that is told apart.
func TestPathLiesInNoWait(t *testing.T) {
	for _, c := range []struct {
		name, first, second, shape string
		transfer                   float64 // tenths
	}{
		{"a receive", "<work  time='0.0' end='1.0'/>\n<Send size='8' count='1' tid='0' toRank='1' toTag='5' cid='0'  time='1.0' end='1.1'/>\n",
			"<Recv fromRank='0' fromTag='5' cid='0'  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.0'/>\n", "1:10-20 0:0-10", 3},
		{"a barrier", "<work  time='0.0' end='1.0'/>\n<Barrier cid='0'  time='1.0' end='1.2'/>\n",
			"<Barrier cid='0'  time='0.2' end='1.2'/>\n<rest  time='1.2' end='2.0'/>\n", "1:10-20 0:0-10", 2},
		{"a barrier that does not block", "<work  time='0.0' end='1.0'/>\n<Ibarrier cid='0' rid='1'  time='1.0' end='1.1'/>\n<Wait  time='1.1' end='1.2'><For rid='1' /></Wait>\n",
			"<Ibarrier cid='0' rid='4'  time='0.1' end='0.2'/>\n<Wait  time='0.4' end='1.2'><For rid='4' /></Wait>\n<rest  time='1.2' end='2.0'/>\n", "1:10-20 0:0-10", 2},
		{"one behind which work is hidden", "<work  time='0.0' end='1.0'/>\n<Ibarrier cid='0' rid='1'  time='1.0' end='1.1'/>\n<Wait  time='1.1' end='1.2'><For rid='1' /></Wait>\n",
			"<Ibarrier cid='0' rid='4'  time='0.0' end='0.1'/>\n<hidden  time='0.1' end='1.5'/>\n<Wait  time='1.5' end='1.6'><For rid='4' /></Wait>\n<rest  time='1.6' end='2.0'/>\n", "1:0-20", 2},
		{"polls of one", "<work  time='0.0' end='1.0'/>\n<Ibarrier cid='0' rid='1'  time='1.0' end='1.1'/>\n<Wait  time='1.1' end='1.2'><For rid='1' /></Wait>\n",
			"<Ibarrier cid='0' rid='4'  time='0.1' end='0.2'/>\n<Test calls='9'  time='0.3' end='0.8'><For rid='4' /></Test>\n<Test calls='5'  time='0.800005' end='1.3'><For rid='4' /></Test>\n" +
				"<Test  time='1.300005' end='1.4'><For rid='4' /><Done rid='4' /></Test>\n<rest  time='1.4' end='2.0'/>\n", "1:10-20 0:0-10", 4},
		{"polls of a receive", "<work  time='0.0' end='1.0'/>\n<Send size='8' count='1' tid='0' toRank='1' toTag='5' cid='0'  time='1.0' end='1.1'/>\n",
			"<Irecv fromRank='0' fromTag='5' cid='0' rid='4'  time='0.0' end='0.1'/>\n<Test calls='9'  time='0.3' end='0.8'><For rid='4' /></Test>\n<Test calls='5'  time='0.800005' end='1.1'><For rid='4' /></Test>\n" +
				"<Test  time='1.100005' end='1.3'><For rid='4' /><Done rid='4' source='0' tag='5' bytes='8' cid='0' /></Test>\n<rest  time='1.3' end='2.0'/>\n", "1:10-20 0:0-10", 3},
		{"a gathering, of which the root waits alone", "<work  time='0.0' end='1.0'/>\n<Reduce size='8' rootRank='1' cid='0' count='1' tid='0'  time='1.0' end='1.1'/>\n",
			"<Reduce size='8' rootRank='1' cid='0' count='1' tid='0'  time='0.2' end='1.2'/>\n<rest  time='1.2' end='2.0'/>\n", "1:10-20 0:0-10", 2},
	} {
		tl := pathOf(t, c.first, c.second, Options{})
		if got := shape(tl); got != c.shape {
			t.Errorf("%s: %s, want %s", c.name, got, c.shape)
			continue
		}
		p := tl.OnPath(nil)
		if !p.Critical() || len(p.Waits) > 0 || p.Length != 2e9 || p.Transfer < c.transfer*1e8-2e4 || p.Transfer > c.transfer*1e8 || p.Work != p.Length-p.Transfer {
			t.Errorf("%s: %+v", c.name, p)
		}
		// The same where not all states are kept; then it is not told what lies on it.
		if tl := pathOf(t, c.first, c.second, Options{States: 1}); shape(tl) != c.shape || !tl.OnPath(nil).Partly {
			t.Errorf("%s in parts: %s", c.name, shape(tl))
		}
	}
}

// Where the record does not say whom a rank waits for the path is not called critical: it is told in what it lies, and what is missing.
func TestPathInWaits(t *testing.T) {
	work := "<work  time='0.0' end='2.0'/>\n"
	for _, c := range []struct{ name, states, in string }{
		{"a receive of what nobody has sent", "<Recv fromRank='0' fromTag='5' cid='0'  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.1'/>\n", "MPI_Recv"},
		{"a call that the others do not make", "<Barrier cid='0'  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.1'/>\n", "MPI_Barrier"},
		{"a communicator that is not known", "<Barrier cid='7'  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.1'/>\n", "MPI_Barrier"},
		{"asking in vain", "<Iprobe cid='0' calls='99'  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.1'/>\n", "MPI_Iprobe"},
		{"a region that communicates", "<sync_step  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.1'/>\n", "sync_step"},
		{"a region of which it was found", "<gather  time='0.2' end='1.3'/>\n<rest  time='1.3' end='2.1'/>\n", "gather"},
	} {
		tl := pathOf(t, work, "<Send size='8' count='1' tid='0' toRank='0' toTag='9' cid='0'  time='0.0' end='0.1'/>\n"+c.states, Options{})
		p := tl.OnPath(func(name string) bool { return name == "gather" })
		if p == nil || p.Critical() || !slices.Equal(p.Waits, []answers.PathWait{{Name: c.in, Time: 1.1e9}}) && p.Waits[0] != (answers.PathWait{Name: c.in, Time: 1.1e9}) {
			t.Errorf("%s: %+v", c.name, p)
			continue
		}
		if text := p.Text(); !strings.HasPrefix(text, "The record does not suffice for a critical path") || !strings.Contains(text, c.in+" 1.1 s") {
			t.Errorf("%s: %s", c.name, text)
		}
	}
}
