// Package page writes one self-contained HTML file that shows where the time of a run went, or how two
// runs differ.
//
// The file needs no network and no server: it is opened from disk. All that it shows is in it, as JSON,
// gathered over ranks beforehand, so that its size depends on the number of regions and not on that of ranks.
// What it runs is the handwritten JavaScript in the directory web; a Content-Security-Policy in its head
// forbids everything else.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/heat"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// ErrRuns reports a request for a page of no run, of more than two, or of one without a Summary.
var ErrRuns = errors.New("page: want one run or two, each with a summary")

// Page is the contents of a page.
type Page struct {
	Title string // "": the name of the program

	// Runs is one run, or two: the second is then compared with the first.
	Runs []Run

	// Timeline is what happened when in the last of the runs, nil if that is not known. A page without it has no tab for it.
	Timeline *lanes.Timeline

	// Live is not nil on a page of a run that is being watched, its only one.
	Live *Live
}

// Run is one run of a program.
type Run struct {
	Name    string // what people call it; "": that of the program
	Form    string // of the files that it was read from, for people; may be empty
	Summary *stats.Summary

	// Profiles iterates over those of individual ranks, in any order, and is walked once. With it the page
	// has a heat map of regions × ranks and names the hosts of slow ranks. Nil if there are none.
	Profiles iter.Seq[*stats.Profile]

	// Heat is what they would say, of ranks whose Profiles are elsewhere. Its frame is that of the Summary.
	Heat *heat.Map

	Meta  map[string]string // what else is known of the run
	Lacks []string          // what is not, for people: "times of single calls"

	// Steps is what the steps of the program took, for what is found, of a run without a Timeline; nil if that is not known.
	Steps *steps.Times

	// Polling is the ranks of a job that runs which poll; nil if that is not known.
	Polling []answers.Polling
}

//go:embed web
var web embed.FS

// scripts are the JavaScript files in their order in the page.
var scripts = []string{"format.js", "model.js", "names.js", "measures.js", "icicle.js", "treetable.js", "charts.js", "detail.js", "byname.js", "sandwich.js", "ranks.js", "timedata.js", "states.js", "clocks.js", "strips.js", "hues.js", "machine.js", "timepaint.js", "courses.js", "groups.js", "timerows.js", "picture.js", "drawing.js", "timeline.js", "timetables.js", "timemouse.js", "notes.js", "interval.js", "steps.js", "findings.js", "traffic.js", "lists.js", "efficiency.js", "compare.js", liveScript, "address.js", "app.js"}

// liveScript is that of pages that ask a server for more.
const liveScript = "live.js"

// Write writes the page as UTF-8. Errors match ErrRuns, or stats.ErrSummary or stats.ErrProfile where the
// figures contradict themselves; nothing has then been written.
func Write(w io.Writer, p Page) error {
	data, err := p.data()
	if err != nil {
		return err
	}
	timeline := ""
	if t := data.Timeline; t != nil {
		timeline, t.Data = t.Data, ""
	}
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	packed := newPacker()
	_, _ = packed.Write(text)
	return writeHTML(w, data, packed.text(), timeline)
}

func writeHTML(w io.Writer, d *pageData, data, timeline string) error {
	code, live := stillCode(), d.Live != nil
	if live {
		code = liveCode()
	}
	// Replaced in one pass: inserted text is not looked at again.
	frame := strings.NewReplacer(
		"{{title}}", strings.ReplaceAll(html.EscapeString(d.Title), "{", "&#123;"),
		"{{policy}}", html.EscapeString(policy(style(), live, boot, code.script)),
		"{{style}}", style(),
		"{{plain}}", d.plain(),
		"{{code}}", code.packed,
		"{{boot}}", boot,
		"{{data}}", data,
		"{{timeline}}", timeline,
	)
	_, err := frame.WriteString(w, file("page.html"))
	return err
}

// file returns the text of one of the embedded files.
func file(name string) string {
	text, err := web.ReadFile("web/" + name)
	if err != nil {
		panic("page: " + err.Error()) // not without changing the program
	}
	return string(text)
}

// policy forbids the page to load anything, and to run anything but the scripts and the style that are
// named by their hashes. Only a live one may ask for more, and only the server that it came from.
func policy(style string, live bool, scripts ...string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	connect := ""
	if live {
		connect = "connect-src 'self'; "
	}
	var known []string
	for _, script := range scripts {
		known = append(known, hash(script))
	}
	return "default-src 'none'; " + connect + "script-src " + strings.Join(known, " ") + "; style-src " + hash(style) + "; base-uri 'none'; form-action 'none'"
}
