package hd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// mail writes a project of two ranks whose clocks are 1000 s apart: each sends the other a message every second.
func mail(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	files := map[string]string{"mail.proj": `<Application name="mail"><Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
<Node name="a"><Node name="0"><Node name="0"/></Node></Node><Node name="b"><Node name="1"><Node name="0"/></Node></Node></Topology>
<CommunicatorList><Communicator name="WORLD"><Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/></Communicator></CommunicatorList></Application>`}
	for rank, host := range []string{"a", "b"} {
		text := "<Program timeAdjustment='0'>\n"
		for k := range 5 {
			at := float64(1000*rank + k)
			call := func(name, peer string, at float64) {
				text += fmt.Sprintf("<%s size='80' count='10' tid='0' %s='%d' %sTag='7' cid='0'  time='%.3f' end='%.3f'/>\n", name, peer+"Rank", 1-rank, peer, at, at+0.2)
			}
			if rank == 0 {
				call("Send", "to", at)
				call("Recv", "from", at+0.5)
			} else {
				call("Recv", "from", at)
				call("Send", "to", at+0.5)
			}
		}
		files[fmt.Sprintf("mail_%s_%d_0.trc", host, rank)] = text + "</Program>\n"
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Messages are arrows between the calls that sent and received them, on the clocks of the traces.
func TestHDViewMessages(t *testing.T) {
	folder := mail(t)
	target := filepath.Join(folder, "view.json")
	status, out := hd(folder, "view", filepath.Join(folder, "mail.proj"), "-o", target)
	want(t, status, cli.StatusOK, out, "2 files")
	data, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	type event struct {
		Ph, Name, Cat, Bp string
		ID                int
		Ts, Dur           float64
		Pid, Tid          int
		Args              map[string]any
	}
	var view struct{ TraceEvents []event }
	if err := json.Unmarshal(data, &view); err != nil {
		t.Fatal(err)
	}
	within := func(e *event) string {
		for _, s := range view.TraceEvents {
			if s.Ph == "X" && s.Tid == e.Tid && s.Pid == e.Pid && s.Ts <= e.Ts && e.Ts < s.Ts+s.Dur {
				return s.Name
			}
		}
		return ""
	}
	starts, ends := map[int]event{}, map[int]event{}
	for i := range view.TraceEvents {
		switch e := &view.TraceEvents[i]; e.Ph {
		case "s":
			starts[e.ID] = *e
			if got := within(e); got != "Send" || e.Args["bytes"] != float64(80) || e.Cat != "message" {
				t.Errorf("arrow %d begins in %q, with %v", e.ID, got, e.Args)
			}
		case "f":
			ends[e.ID] = *e
			if got := within(e); got != "Recv" || e.Bp != "e" {
				t.Errorf("arrow %d ends in %q", e.ID, got)
			}
		}
	}
	if len(starts) != 10 || len(ends) != 10 {
		t.Fatalf("%d arrows begin, %d end; want 10", len(starts), len(ends))
	}
	for id, s := range starts {
		e, other := ends[id], s.Tid
		if apart := e.Ts - s.Ts; e.Tid == other || max(apart, -apart) < 999e6 || max(apart, -apart) > 1001e6 {
			t.Errorf("arrow %d goes from %+v to %+v", id, s, e)
		}
	}
}
