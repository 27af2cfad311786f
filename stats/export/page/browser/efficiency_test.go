package browser

import (
	"testing"

	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// The view of efficiencies has those of the run and of its regions, and chooses a region.
func TestEfficiency(t *testing.T) {
	s := pagetest.Merge(t, pagetest.Waiting(4))
	b := open(t, written(t, page.Page{Runs: []page.Run{{Summary: s}}}))
	b.click("#tab-Efficiency")
	b.is("document.querySelectorAll('#view-Efficiency table').length", "2")
	b.is("document.querySelector('#view-Efficiency tbody tr').textContent.includes('parallel efficiency')", "true")
	b.is("[...document.querySelectorAll('#view-Efficiency tr[data-i]')].length", "2")
	b.click("#view-Efficiency tr[data-i='1'] button.link")
	b.is("String(State.selected)", "1")
	b.errorless()
	b.keep("efficiency")
}
