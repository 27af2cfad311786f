package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/formats"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job/jobtest"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/growth"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/perfmod"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	hdrelation "github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	tracefile "github.com/go-hpc/timers/stats/hdtrace/trace"
	"github.com/go-hpc/timers/stats/power"
	"github.com/go-hpc/timers/stats/signal"
	"github.com/go-hpc/timers/stats/tacc"
)

// growingInput is an input that grows, and what reads it. An error of the reader is as good as a result: what counts is
// that it comes in linear time.
type growingInput struct {
	name  string
	input func(n int) []byte
	read  func([]byte)
}

// repeated returns an input of one text, again and again. A %d in it is a number that ascends.
func repeated(head, text, tail string) func(n int) []byte {
	return func(n int) []byte {
		b := []byte(head)
		for i := 0; len(b) < n; i++ {
			if strings.Contains(text, "%") {
				b = fmt.Appendf(b, text, i)
			} else {
				b = append(b, text...)
			}
		}
		return append(b, tail...)
	}
}

func runAll(t *testing.T, list []growingInput) {
	for _, g := range list {
		t.Run(g.name, func(t *testing.T) { growth.Linear(t, g.input, g.read) })
	}
}

func TestGrowthTACC(t *testing.T) {
	const head = "$hpcperfstats 3.0\n$hostname h\n!a x y\n!b x,R=S y\n\n1.5 7 h\n"
	read := func(b []byte) { _, _ = tacc.Read(bytes.NewReader(b)) }
	intervals := func(b []byte) { _, _ = tacc.ReadIntervals(bytes.NewReader(b)) }
	corrected := func(b []byte) {
		d, _ := tacc.Read(bytes.NewReader(b))
		_ = tacc.WriteText(io.Discard, tacc.Correct(d).Jobs(), tacc.ShowOptions{})
	}
	list := []growingInput{
		{"rows", repeated(head, "a 0 1 2\nb 1 @fast 5\n", ""), read},
		{"torn marks", repeated(head+"%note\n", "\tx\n", ""), read},
		{"torn marks with words", repeated(head+"%note\n", "more of it\n", ""), read},
		{"begin marks", repeated(head, "%%begin %d\n", ""), read},
		{"schemas of one type", repeated(head, "!a x%d\n", ""), read},
		{"schemas of many types", repeated(head, "!a%d x\n", ""), read},
		{"one schema", repeated(head+"!c", " x%d,E,U=KB", "\n\n2 -\n"), read},
		{"one row", repeated(head+"a 0", " 1", "\n"), read},
		{"headers", repeated(head, "$hpcperfstats 3.0\n\n1 -\n", ""), read},
		{"header lines", repeated("$hpcperfstats 3.0\n", "$x%d y\n", ""), read},
		{"records", repeated(head, "\n%d 7 h\n", ""), read},
		{"hosts", repeated(head, "\n1 7 h%[1]d\na 0 1 2\n", ""), read},
		{"devices", repeated(head, "a %d 1 2\n", ""), read},
		{"devices with blanks", repeated(head, "a x %d y 1 2\n", ""), read},
		{"faults", repeated(head, "a 0 x\n", ""), read},
		{"no schema", repeated("$hpcperfstats 3.0\n\n1 -\n", "a 0 1\n", ""), read},
		{"an endless line", repeated(head, "x", ""), read},
		{"zeros", repeated(head, "\x00", ""), read},
		{"correct rows", repeated(head, "\n%[1]d 7 h\na 0 %[1]d 2\n", ""), corrected},
		{"check", repeated(head, "\n%d 7 h\na 0 1 2\n", ""), func(b []byte) { _, _ = tacc.Check(bytes.NewReader(b)) }},
		{"check devices", repeated(head, "a %d 1 2\n", ""), func(b []byte) { _, _ = tacc.Check(bytes.NewReader(b)) }},
		{"intervals of CSV", repeated("region,start,end\n", "r%d,1,2\n", ""), intervals},
		{"intervals of JSON", repeated("[", `{"region":"r%d","start":1,"end":2},`, `{"region":"r","start":1,"end":2}]`), intervals},
		{"intervals of JSON lines", repeated("", `{"region":"r%d","start":1,"end":2}`+"\n", ""), intervals},
		{"intervals nested", repeated("", "[", ""), intervals},
	}
	runAll(t, list)
}

func TestGrowthHDTrace(t *testing.T) {
	info := func(b []byte) {
		i, _ := hdproject.ReadInfo(bytes.NewReader(b), hdtrace.ReadOptions{})
		_, _ = i.WriteTo(io.Discard)
	}
	project := func(b []byte) {
		p, _ := hdproject.Read(bytes.NewReader(b), hdtrace.ReadOptions{Name: "run.proj"})
		if p != nil {
			_, _ = p.WriteTo(io.Discard)
		}
	}
	trace := func(b []byte) {
		r, err := tracefile.NewReader(bytes.NewReader(b), hdtrace.ReadOptions{Tolerant: true})
		for err == nil {
			_, err = r.Next()
		}
	}
	relation := func(b []byte) {
		r, err := hdrelation.NewReader(bytes.NewReader(b), hdtrace.ReadOptions{Tolerant: true})
		for err == nil {
			_, err = r.Next()
		}
	}
	statistics := func(b []byte) {
		r, err := stat.NewReader(bytes.NewReader(b), hdtrace.ReadOptions{Tolerant: true})
		for err == nil {
			_, err = r.Next()
		}
	}
	in := func(name string) func([]byte) {
		return func(b []byte) {
			fsys := fstest.MapFS{name: {Data: b}, "run.proj": {Data: []byte("<Application name='run'><Topology><Level type='Host'/></Topology></Application>")}}
			_, _ = hdproject.Check(fsys)
			_, _ = hdproject.PlanRepair(fsys)
		}
	}
	const topology = "<Application name='run'><Topology><Level type='Host'><Level type='Rank'/></Level>"
	runAll(t, []growingInput{
		{"info", repeated("", "File name=\"a%d\" Size=1 id=2\nComm map='0->0;1->1;' id=1 name='x'\n", ""), info},
		{"info quotes", repeated("File name=\"", "\" ", "\n"), info},
		{"info quotes before a field", repeated("File name=\"", "\" x", "=1\n"), info},
		{"info quotes and blanks", repeated("Type id='", "'   ", "\n"), info},
		{"info map", repeated("Comm map='", "%[1]d->%[1]d;", "' id=1 name=''\n"), info},
		{"info integers", repeated("Type id='1' combiner='MPI_COMBINER_X' name='' integers='", "%d;", "' addresses='' types=''\n"), info},
		{"info entities", repeated("File name=\"", "&quot;&amp;", "\" Size=1 id=2\n"), info},
		{"info empty lines", repeated("", "\n", ""), info},
		{"info check", repeated("", "File name=\"a%[1]d\" Size=1 id=%[1]d\n", ""), in("run_a.info")},
		{"project nodes", repeated(topology, "<Node name='n%d'><Node name='0'/></Node>", "</Topology></Application>"), project},
		{"project nodes of one name", repeated(topology, "<Node name='n'/>", "</Topology></Application>"), project},
		{"project groups", repeated(topology+"</Topology><ExternalStatistics>", "<g%d/>", "</ExternalStatistics></Application>"), project},
		{"project communicators", repeated(topology+"</Topology><CommunicatorList>", "<Communicator name='c%[1]d'><Rank global='%[1]d' local='0' cid='%[1]d'/></Communicator>", "</CommunicatorList></Application>"), project},
		{"project datatypes", repeated(topology+"</Topology><Datatypes><Rank name='0' thread='0'>", "<NAMED id='%[1]d' name='n%[1]d'/>", "</Rank></Datatypes></Application>"), project},
		{"project files", repeated(topology+"</Topology><FileList>", "<File name='f%d'><InitialSize>1</InitialSize></File>", "</FileList></Application>"), project},
		{"project attributes", repeated("<Application name='run'", " a%d='1'", "/>"), project},
		{"project extra", repeated(topology+"</Topology>", "<x%d>y</x%[1]d>", "</Application>"), project},
		{"project depth", repeated("", "<a>", ""), project},
		{"project comments", repeated(topology, "<!-- -->\n", "</Topology></Application>"), project},
		{"project text", repeated(topology+"</Topology><Description>", "a &amp; b\n", "</Description></Application>"), project},
		{"project check", repeated(topology, "<Node name='n%d'/>", "</Topology></Application>"), in("other.proj")},
		{"trace states", repeated("<Program>\n", "<S%d  time='1.5' end='2'/>\n", "</Program>\n"), trace},
		{"trace nested", repeated("<Program>\n", "<S time='1' end='9'><Nested>", ""), trace},
		{"trace attributes", repeated("<Program>\n<S time='1' end='2'", " a%d='x'", "/></Program>"), trace},
		{"trace children", repeated("<Program>\n<S time='1' end='2'>", "<For rid='%d'>x</For>", "</S></Program>"), trace},
		{"trace nested children", repeated("<Program>\n<Nested>\n", "<A  time='1' end='2'/>\n", "</Nested>\n<S  time='0.5' end='3'/></Program>"), trace},
		{"trace comment", repeated("<Program>\n<!--", " - ", ""), trace},
		{"trace blanks", repeated("<Program>\n", "  \n", ""), trace},
		{"trace open elements", repeated("<Program>\n", "<S", ""), trace},
		{"trace check", repeated("<Program>\n", "<S  time='1.5' end='2'/>\n", "</Program>\n"), in("run_a.trc")},
		{"trace check nested", repeated("<Program>\n", "<S time='1' end='9'><Nested>", ""), in("run_a.trc")},
		{"relations", repeated("<relation version=\"1\" hostID=\"h\" localToken=\"1\" topologyNumber=\"0\" timeAdjustment=\"100\">\n", "<rel t=\"%[1]d\" time=\"0.1\" r=\"h:1:0:5\"/><e t=\"%[1]d\" time=\"0.3\"/>", "</relation>"), relation},
		{"relations open", repeated("<relation version=\"1\" hostID=\"h\" localToken=\"1\" topologyNumber=\"0\" timeAdjustment=\"100\">\n", "<rel t=\"%d\" time=\"0.1\" r=\"h:1:0:5\"/>", ""), relation},
		{"relations check", repeated("<relation version=\"1\" hostID=\"h\" localToken=\"1\" topologyNumber=\"0\" timeAdjustment=\"100\">\n", "<rel t=\"%d\" time=\"0.1\" r=\"h:1:0:5\"/>", ""), in("run_a.rel")},
		{"statistics header", func(n int) []byte {
			xml := repeated("<S><Group name='G'>", "<v%d type='INT32'/>", "</Group></S>")(n)
			return fmt.Appendf(nil, "%05d\n%s", len(xml), xml)
		}, statistics},
		{"statistics entries", func(n int) []byte {
			const xml = "<S><Group name='G' timestampDatatype='INT32'><v type='INT32'/></Group></S>"
			return append(fmt.Appendf(nil, "%05d\n%s", len(xml), xml), make([]byte, n)...)
		}, statistics},
		{"statistics check", func(n int) []byte {
			const xml = "<S><Group name='G' timestampDatatype='INT32'><v type='INT32'/></Group></S>"
			return append(fmt.Appendf(nil, "%05d\n%s", len(xml), xml), make([]byte, n)...)
		}, in("run_a_G.stat")},
	})
}

func TestGrowthGEOPM(t *testing.T) {
	read := func(b []byte) { _, _ = geopm.Read(bytes.NewReader(b)) }
	checked := func(b []byte) { geopm.Check(bytes.NewReader(b)) }
	const old, now = "#####\n##### geopm 1.1.0 #####\nHost: a\n", "GEOPM Version: 3.1.0\n"
	const host = "  h%d:\n    Application Totals:\n      runtime (s): 1\n"
	list := []growingInput{
		{"old keys", repeated("##### geopm 1.1.0 #####\nHost: a\nEpoch Totals:\n", "k%d: 1\n", ""), read},
		{"old hosts", repeated(old, "Host: h%d\nApplication Totals:\nruntime (sec): 1\n", ""), read},
		{"old hosts of one name", repeated(old, "Host: h\n", ""), read},
		{"old regions", repeated(old, "Region r%d (0x1):\nruntime (sec): 1\n", ""), read},
		{"old line", repeated(old+"Region a", " (0x1", "):\n"), read},
		{"old totals", repeated(old, "Epoch Totals:\nruntime (sec): 1\n", ""), read},
		{"hosts", repeated(now+"Hosts:\n", host, ""), read},
		{"hosts of one name", repeated(now+"Hosts:\n", "  h:\n    Application Totals: {runtime (s): 1}\n", ""), read},
		{"regions", repeated(now+"Hosts:\n  h:\n    Regions:\n", "    - region: r%d\n      hash: 0x1\n      runtime (s): 1\n", ""), read},
		{"keys", repeated(now+"Hosts:\n  h:\n    Application Totals:\n", "      k%d: 1\n", ""), read},
		{"policies", repeated(now, "Policy: {a: 1}\n", "Hosts:\n"), read},
		{"policies with quotes", repeated(now, "Policy: {a: b'}\n", "Hosts:\n"), read},
		{"one policy", repeated(now+"Policy: {", "a%d: 1, ", "b: 1}\nHosts:\n"), read},
		{"nested", repeated(now+"Policy: ", "[", "\n"), read},
		{"nested mappings", repeated(now+"Policy: ", "{a: ", "\n"), read},
		{"documents", repeated(now, "---\na: 1\n...\n", ""), read},
		{"anchors", repeated(now, "a%[1]d: &a%[1]d 1\n", ""), read},
		{"comments", repeated(now, "# c\n", ""), read},
		{"text of several lines", repeated(now+"Profile: \"", "a\n\n  b", "\"\n"), read},
		{"quotes", repeated(now+"Profile: ", "'", "\n"), read},
		{"blank lines", repeated(now+"Hosts:\n", "\n", ""), read},
		{"check hosts", repeated(now+"Hosts:\n", host, ""), checked},
		{"check keys", repeated(now+"Hosts:\n  h:\n    Application Totals:\n", "      k%d: 1\n", ""), checked},
		{"check old", repeated("##### geopm 1.1.0 #####\nHost: a\nEpoch Totals:\n", "k%d: 1\n", ""), checked},
	}
	runAll(t, list)
}

// runOf returns a run of so many regions, side by side or each inside the one before.
func runOf(regions int, deep bool) export.Run {
	const most = 200 // levels
	p := jobtest.ProfileAt(0, 1, 1)
	root := p.Nodes[0]
	p.Nodes = p.Nodes[:1]
	for i := range regions {
		n := root
		n.Name, n.Parent = fmt.Sprintf("region %d", i), 0
		if deep && i%most > 0 {
			n.Parent = i
		}
		p.Nodes = append(p.Nodes, n)
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		panic(err)
	}
	return export.Run{Summary: s, Profiles: []*stats.Profile{p}}
}

// written returns an input of about n bytes that a writer makes of a run.
func written(deep bool, write func(io.Writer, export.Run) error) func(n int) []byte {
	of := func(regions int) []byte {
		var b bytes.Buffer
		if err := write(&b, runOf(regions, deep)); err != nil {
			panic(err)
		}
		return b.Bytes()
	}
	each := len(of(400)) / 400
	return func(n int) []byte { return of(n / each) }
}

// forms returns the forms that convert reads, as this module writes them.
func forms() map[string]func(io.Writer, export.Run) error {
	return map[string]func(io.Writer, export.Run) error{
		"summary":  func(w io.Writer, r export.Run) error { _, err := r.Summary.WriteTo(w); return err },
		"profiles": func(w io.Writer, r export.Run) error { _, err := r.Profiles[0].WriteTo(w); return err },
		"JSON":     export.WriteJSON,
		"YAML":     export.WriteYAML,
		"CSV":      func(w io.Writer, r export.Run) error { return export.WriteCSV(w, r.Summary) },
		"E3SM global": func(w io.Writer, r export.Run) error {
			return gptlcompat.WriteGlobal(w, r.Summary, gptlcompat.GlobalOptions{PathNames: true})
		},
		"E3SM rank": func(w io.Writer, r export.Run) error {
			return gptlcompat.WriteRank(w, r.Profiles[0], gptlcompat.RankOptions{})
		},
		"E3SM single": func(w io.Writer, r export.Run) error {
			f, err := formats.Named("e3sm-single", false)
			if err != nil {
				return err
			}
			return f.Write(w, r, &formats.Options{})
		},
		"GPTL timing": func(w io.Writer, r export.Run) error {
			return upstream.WriteTiming(w, r.Profiles[0], upstream.TimingOptions{})
		},
		"GPTL summary": func(w io.Writer, r export.Run) error {
			return upstream.WriteTimingSummary(w, r.Summary, upstream.TimingSummaryOptions{PathNames: true})
		},
	}
}

// converted reads a file as convert does, whatever it is.
func converted(t *testing.T) func([]byte) {
	name := filepath.Join(t.TempDir(), "input.000000")
	return func(b []byte) {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
		execute([]string{"convert", name, "--format", "csv", "-o", "-"}, io.Discard, io.Discard)
	}
}

func TestGrowthConvert(t *testing.T) {
	read := converted(t)
	for name, write := range forms() {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "input.000000")
			if err := os.WriteFile(file, written(false, write)(32<<10), 0o600); err != nil {
				t.Fatal(err)
			}
			if status, out, messages := commanded("convert", file, "--format", "csv", "-o", "-"); status != 0 || strings.Count(out, "\n") < 10 {
				t.Fatalf("status %d: %s", status, messages)
			}
			growth.Linear(t, written(false, write), read)
		})
	}
	for _, name := range []string{"summary", "profiles", "JSON", "CSV", "GPTL timing", "E3SM global"} {
		t.Run(name+" deep", func(t *testing.T) { growth.Linear(t, written(true, forms()[name]), read) })
	}
	const now = "GEOPM Version: 3.1.0\nHosts:\n"
	runAll(t, []growingInput{
		{"GEOPM hosts", repeated(now, "  h%d:\n    Application Totals:\n      runtime (s): 1\n", ""), read},
		{"GEOPM regions", repeated(now+"  h:\n    Application Totals: {runtime (s): 1}\n    Regions:\n", "    - region: r%d\n      hash: 0x1\n      runtime (s): 1\n", ""), read},
		{"GEOPM regions of one name", repeated(now+"  h:\n    Application Totals: {runtime (s): 1}\n    Regions:\n", "    - region: r\n      hash: 0x1\n      runtime (s): 1\n", ""), read},
		{"GEOPM 1", repeated("##### geopm 1.1.0 #####\n", "Host: h%d\nApplication Totals:\nruntime (sec): 1\n", ""), read},
		{"GEOPM keys", repeated(now+"  h:\n    Application Totals:\n      runtime (s): 1\n", "      k%d: 1\n", ""), read},
	})
}

// What is none of the forms, but starts like one.
func TestGrowthConvertHostile(t *testing.T) {
	read := converted(t)
	list := []growingInput{
		{"JSON nested", repeated(`{"format":"mpitimer run","x":`, "[", ""), read},
		{"JSON keys", repeated(`{"format":"mpitimer run"`, `,"k%d":1`, "}"), read},
		{"YAML nested", repeated("format: mpitimer run\nx: ", "[", "\n"), read},
		{"YAML keys", repeated("format: mpitimer run\n", "k%d: 1\n", ""), read},
		{"YAML anchors", repeated("format: mpitimer run\n", "k%[1]d: &a%[1]d 1\n", ""), read},
		{"text", repeated("", "some words\n", ""), read},
		{"one line", repeated("", "word ", ""), read},
		{"blanks", repeated("", " ", ""), read},
		{"zeros", repeated("tmrsumm\n", "\x00", ""), read},
	}
	// Whole files again and again, and their first halves.
	for name, write := range forms() {
		whole := written(false, write)(4 << 10)
		list = append(list,
			growingInput{name + " again and again", func(n int) []byte { return bytes.Repeat(whole, max(n/len(whole), 1)) }, read},
			growingInput{name + " cut", func(n int) []byte {
				all := written(false, write)(n)
				return all[:len(all)*3/4]
			}, read})
	}
	runAll(t, list)
}

func TestGrowthOthers(t *testing.T) {
	text := func(read func(io.Reader)) func([]byte) { return func(b []byte) { read(bytes.NewReader(b)) } }
	list := []growingInput{
		{"settings", repeated("&prof_inparm\n", " k%d = 1,\n", "/\n"), text(func(r io.Reader) { _, _ = perfmod.ReadSettings(r, "in") })},
		{"settings groups", repeated("", "&g%d x=1 /\n", ""), text(func(r io.Reader) { _, _ = perfmod.ReadSettings(r, "in") })},
		{"settings quotes", repeated("&g x=", "'", "\n"), text(func(r io.Reader) { _, _ = perfmod.ReadSettings(r, "in") })},
		{"config keys", repeated("Timing:\n", "  k%d: 1\n", ""), func(b []byte) { _, _ = mpitimer.ReadConfig(b, "c.yml") }},
		{"config nested", repeated("Timing: ", "[", "\n"), func(b []byte) { _, _ = mpitimer.ReadConfig(b, "c.yml") }},
		{"config anchors", repeated("", "k%[1]d: &a%[1]d 1\n", ""), func(b []byte) { _, _ = mpitimer.ReadConfig(b, "c.yml") }},
		{"power traces", repeated("[general]\ndevice=LMG450\n", "[Trace]\ntype=HDSTATS\nnode=a%d\nchannel=4\nvalues=P\n", ""), text(func(r io.Reader) {
			c, _ := power.ReadConfig(r, "c")
			_ = c.Check()
		})},
		{"power keys", repeated("[general]\n", "k%d=1\n", ""), text(func(r io.Reader) { _, _ = power.ReadConfig(r, "c") })},
		{"power sites", repeated("[Site]\nproject = p\n", "[Analyzer]\nport = node%[1]d:/dev/x\nnodes = n%[1]d:1\n", ""), text(func(r io.Reader) { _, _ = power.ReadSite(r, "s") })},
		{"power nodes of a site", repeated("[Site]\nproject = p\n[Analyzer]\nport = a:/dev/x\nnodes = ", "n%d:1, ", "x:2\n"), text(func(r io.Reader) { _, _ = power.ReadSite(r, "s") })},
		{"formula", repeated("", "1+", "1"), func(b []byte) { _, _ = signal.ParseFormula(string(b)) }},
		{"formula nested", repeated("", "(", "1"), func(b []byte) { _, _ = signal.ParseFormula(string(b)) }},
		{"formula powers", repeated("", "-", "1"), func(b []byte) { _, _ = signal.ParseFormula(string(b)) }},
		{"matrix", repeated("# communication matrix: what the ranks of each row have sent to those of the column\n# size,1000000\n# ranks,1000000\n# block,1\n# least,0,0,0\n# most,0,0,0\nfrom_first,from_last,to_first,to_last,calls,bytes\n", "%[1]d,%[1]d,0,0,1,2\n", ""), text(func(r io.Reader) { _, _ = calls.ReadMatrix(r) })},
		{"call paths", repeated("# messages by call path: what the ranks have sent and received in each region\n# size,4\n# ranks,4\ndirection,calls,bytes,ranks,partners_least,partners,partners_most,pair_from,pair_to,pair_calls,pair_bytes,distances,path\n", "sent,1,2,1,1,1,1,0,3,1,2,1:2,a/b%d\n", ""), text(func(r io.Reader) { _, _ = calls.ReadPaths(r) })},
	}
	runAll(t, list)
	checks := map[string]func([]byte) error{"E3SM global": check.Global, "E3SM rank": check.Rank, "E3SM single": check.SingleFile, "GPTL timing": check.Timing, "GPTL summary": check.TimingSummary}
	for name, read := range checks {
		t.Run("check "+name, func(t *testing.T) {
			growth.Linear(t, written(false, forms()[name]), func(b []byte) { _ = read(b) })
		})
	}
}
