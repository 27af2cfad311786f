package show

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/export/page"
)

// show, the page, JSON and CSV say the same of what balance would give back.
func TestBalanceIsTheSameEverywhere(t *testing.T) {
	sameEverywhere(t, loadtest.Merged(t, loadtest.Ocean(8, 1)))
}

// A region may give something back on its slowest rank and as that of a component: tables have the sum, and no region twice.
func TestBalanceOfComponentsInTables(t *testing.T) {
	list := loadtest.Coupled()
	list[1].Nodes[1].Measure.Total += 4e6 // of the ocean, too, a rank is slow
	s := loadtest.Merged(t, list)
	saves, gains := 0.0, 0
	for _, g := range s.Balance() {
		if s.Regions[g.Region].Name == "ocean" {
			saves, gains = saves+g.Saves, gains+1
		}
	}
	var table, metrics bytes.Buffer
	if err := errors.Join(export.WriteCSV(&table, s), export.WriteOpenMetrics(&metrics, s)); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(",%.3f", saves); gains != 2 || !strings.Contains(table.String(), want) {
		t.Errorf("%d gains, no %s in\n%s", gains, want, table.String())
	}
	if n := strings.Count(metrics.String(), "\nmpitimer_region_gives_back_seconds{"); n != 2 || strings.Count(metrics.String(), `gives_back_seconds{program="coupled",path="Total/ocean"`) > 1 {
		t.Errorf("%d samples:\n%s", n, metrics.String())
	}
}

func sameEverywhere(t *testing.T, s *stats.Summary) {
	t.Helper()
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
