package show

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/export/page"
)

// show, the page, JSON and CSV say the same of what balance would give back.
func TestBalanceIsTheSameEverywhere(t *testing.T) {
	s := loadtest.Merged(t, loadtest.Ocean(8, 1))
	gains := s.Balance()
	if len(gains) == 0 {
		t.Fatal("nothing to compare")
	}
	text := shown(t, "--imbalance", loadtest.File(t, t.TempDir(), "run.mptsum", s))
	var html, exported, table bytes.Buffer
	var read struct{ Balance []struct{ Saves float64 } }
	for _, err := range []error{
		page.Write(&html, page.Page{Runs: []page.Run{{Summary: s}}}), export.WriteJSON(&exported, export.Run{Summary: s}),
		export.WriteCSV(&table, s), json.Unmarshal(exported.Bytes(), &read),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(read.Balance) != len(gains) {
		t.Errorf("JSON has %d gains, want %d", len(read.Balance), len(gains))
	}
	for i, g := range gains {
		path := strings.Join(s.Path(g.Region), "/")
		number, _ := json.Marshal(g.Saves)
		if !strings.Contains(text, trimmed(g.Saves)) {
			t.Errorf("show has no %s of %s in\n%s", trimmed(g.Saves), path, text)
		}
		if !strings.Contains(html.String(), `"saves":`+string(number)) {
			t.Errorf("the page has no %s of %s", number, path)
		}
		if read.Balance[i].Saves != g.Saves {
			t.Errorf("JSON has %g, want %g of %s", read.Balance[i].Saves, g.Saves, path)
		}
		if want := fmt.Sprintf("%.3f", g.Saves); !strings.Contains(table.String(), want) {
			t.Errorf("CSV has no %s of %s", want, path)
		}
	}
}
