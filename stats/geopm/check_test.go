package geopm

import (
	"strings"
	"testing"
)

// variant is a report that differs from base in one place, and what is to be found.
type variant struct {
	name     string
	old, new string // replaced once; an old of "" stands before everything, "$" behind
	want     string // "LINE SEVERITY (READERS)", or nothing; several separated with ";"
	problem  string // part of what is told
}

const (
	failAll   = "refused (all readers)"
	damageAll = "wrong (all readers)"
)

var variants = []variant{
	{name: "as it is"},
	// The readers fail.
	{"empty Regions", "    Regions:\n    -\n      region: \"dgemm\"\n      hash: 0xa12de8ee\n      runtime (s): 3.5\n      count: 12\n    -\n      region: \"stream\"\n      hash: 0xf0e9be1c\n      runtime (s): 1\n      count: 6\n", "    Regions:\n", "9 " + failAll, "Regions is empty"},
	{"Regions no list", "    Regions:\n    -\n", "    Regions:\n", "10 " + failAll, ""},
	{"no version", "GEOPM Version: 3.1.0\n", "", "1 " + failAll, "no key GEOPM Version"},
	{"no policy", "Policy: {\"POWER_CAP\": 180}\n", "", "1 " + failAll, "no key Policy"},
	{"no start", "Start Time: Tue Nov  6 08:00:00 2018\n", "", "1 " + failAll, "no key Start Time"},
	{"no profile", "Profile: run\n", "", "1 " + failAll, "no key Profile"},
	{"no agent", "Agent: monitor\n", "", "1 " + failAll, "no key Agent"},
	{"no application totals", "    Application Totals:\n      runtime (s): 5\n      count: 0\n      geopmctl memory HWM (B): 4759552\n", "", "8 " + failAll, "no Application Totals"},
	{"empty count", "count: 12", "count:", "14 " + failAll, "count is empty"},
	{"null count", "count: 12", "count: null", "14 " + failAll, "count is empty"},
	{"list as value", "count: 12", "count: [1, 2]", "14 " + failAll, "count is a list"},
	{"mapping as value", "count: 12", "count: {a: 1}", "14 " + failAll, "count is a list or a mapping"},
	{"empty value in unmarked totals", "      runtime (s): 0.5\n", "      runtime (s):\n", "21 " + failAll, "Unmarked Totals"},
	{"empty value in epoch totals", "      count: 2\n", "      count: ~\n", "25 " + failAll, "Epoch Totals"},
	{"empty value in application totals", "HWM (B): 4759552", "HWM (B):", "29 " + failAll, "Application Totals"},
	{"empty section", "    Epoch Totals:\n      runtime (s): 4\n      count: 2\n", "    Epoch Totals:\n", "23 " + failAll, "Epoch Totals"},
	{"null in the policy", `{"POWER_CAP": 180}`, `{"POWER_CAP": null}`, "5 " + failAll, "Policy: POWER_CAP is empty"},
	{"mapping in the policy", `{"POWER_CAP": 180}`, `{"POWER": {"CAP": 180}}`, "5 " + failAll, "Policy: POWER is a list"},
	{"colon in the profile", "Profile: run", "Profile: a: b", "3 " + failAll, "mapping values"},
	{"quote in a region's name", `"dgemm"`, `"dg"emm"`, "11 " + failAll, ""},
	{"bad escape in a region's name", `"dgemm"`, `"dg\emm\q"`, "11 " + failAll, ""},
	{"second document", "$", "---\na: 1\n", "41 " + failAll, "another YAML document"},
	{"document after the end", "$", "...\na: 1\n", "42 " + failAll, "another YAML document"},
	{"text of version 1", "", "##### geopm 1.1.0 #####\n", "1 " + failAll, "GEOPM 1"},
	{"region without a name", "      region: \"dgemm\"\n", "", "11 " + failAll, "without the key region"},
	{"tab", "      count: 12\n", "\tcount: 12\n", "14 " + failAll, ""},
	{"no epoch totals on one host", "    Epoch Totals:\n      runtime (s): 4\n      count: 2\n", "", "8 refused (readers of 2.0.2)", "no Epoch Totals"},
	// The readers take it wrongly.
	{"comment in the profile", "Profile: run", "Profile: run #3", "3 " + damageAll, `read as "run"`},
	{"number as the profile", "Profile: run", "Profile: 1e5", "3 " + damageAll, "read as a number"},
	{"empty profile", "Profile: run", "Profile:", "3 " + damageAll, "None"},
	{"number as a region's name", `"dgemm"`, `"123"`, "11 " + damageAll, "read as a number"},
	{"nan as a region's name", `"dgemm"`, `"nan"`, "11 " + damageAll, "read as a number"},
	{"two regions of one name", `"stream"`, `"dgemm"`, "16 " + damageAll, "twice"},
	{"number as a host", "  node2:", "  1234:", "30 " + damageAll, "name"},
	{"two hosts of one name", "  node2:", "  node1:", "30 " + damageAll, "twice"},
	{"a key twice", "      count: 12\n", "      runtime (s): 12\n", "14 " + damageAll, "twice"},
	{"date as the start", "Tue Nov  6 08:00:00 2018", "2024-10-24T17:22:43.123456789-07:00", "2 " + damageAll, "date"},
	{"infinity as a region's name", `"dgemm"`, `"-Infinity"`, "11 " + damageAll, "read as a number"},
	{"hexadecimal region's name in quotes", `"dgemm"`, `"0x10"`, "", ""},
	{"time as a region's name in quotes", `"dgemm"`, `"1:30"`, "", ""},
	{"binary region's name in quotes", `"dgemm"`, `"0b11"`, "", ""},
	{"hexadecimal region's name without quotes", `"dgemm"`, `0x10`, "11 " + damageAll, "read as a number"},
	{"time as a region's name without quotes", `"dgemm"`, `1:30`, "11 " + damageAll, "read as a number"},
	{"YAML's infinity in quotes as a number", "count: 12", `count: ".inf"`, "14 " + damageAll, "no number"},
	{"hexadecimal number in quotes", "count: 12", `count: "0x10"`, "14 " + damageAll, "no number"},
	{"word as a number", "count: 12", "count: many", "14 " + damageAll, "no number"},
	// All is well.
	{"quoted profile", "Profile: run", `Profile: "run #3: a"`, "", ""},
	{"document start", "", "---\n", "", ""},
	{"document end", "$", "...\n", "", ""},
	{".nan", "count: 12", "count: .nan", "", ""},
	{"nan", "count: 12", "count: nan", "", ""},
	{"inf", "count: 12", "count: inf", "", ""},
	{"exponent", "count: 12", "count: 1e+10", "", ""},
	{"further keys", "      count: 12\n", "      count: 12\n      my key: 7\n", "", ""},
	{"further key of a host", "    Unmarked Totals:\n", "    my key: {a: 1}\n    Unmarked Totals:\n", "", ""},
	{"list in line", "    -\n      region: \"dgemm\"", "    - region: \"dgemm\"", "", ""},
	{"hash as a string", "0xa12de8ee", `"0xa12de8ee"`, "", ""},
	{"start of now", "Tue Nov  6 08:00:00 2018", "2024-10-24T17:22:43.123456789-0700", "", ""},
	{"figure of merit", "$", "\nFigure of Merit: 327780\n", "", ""},
}

func (v *variant) text() string {
	switch v.old {
	case "":
		return v.new + base
	case "$":
		return base + v.new
	}
	return strings.Replace(base, v.old, v.new, 1)
}

func TestCheck(t *testing.T) {
	if len(variants) < 40 {
		t.Fatalf("%d variants", len(variants))
	}
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			text := v.text()
			if text == base && v.new != "" {
				t.Fatal("nothing is replaced")
			}
			var got, problems []string
			for _, f := range Check(strings.NewReader(text)) {
				line, rest, _ := strings.Cut(f.String(), ": ")
				head, problem, _ := strings.Cut(rest, ": ")
				got = append(got, strings.TrimPrefix(line, "line ")+" "+head)
				problems = append(problems, problem)
			}
			if strings.Join(got, ";") != v.want {
				t.Errorf("got %q, want %q; %q", got, v.want, problems)
			}
			if !strings.Contains(strings.Join(problems, ";"), v.problem) {
				t.Errorf("got %q, want it to tell of %q", problems, v.problem)
			}
			// What the readers refuse, ours may take, and never crashes on; what they accept, it takes.
			if _, err := Read(strings.NewReader(text)); v.want == "" && err != nil {
				t.Error(err)
			}
		})
	}
}

// Without totals on any host older readers fail for more reasons than one.
func TestCheckReportWithoutTotals(t *testing.T) {
	text := "GEOPM Version: 3.1.0\nStart Time: x\nProfile: p\nAgent: a\nPolicy: DYNAMIC\nHosts:\n  n:\n    Application Totals:\n      runtime (s): 1\n"
	want := []string{
		"line 6: refused (readers of 3.0.1, 2.0.2): no host has Unmarked Totals",
		"line 6: refused (readers of 3.0.1, 2.0.2): no host has Epoch Totals",
		`line 7: refused (readers of 2.0.2): host "n" has no Epoch Totals`,
	}
	var got []string
	for _, f := range Check(strings.NewReader(text)) {
		got = append(got, f.String())
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	// What is read can be written so that all of them accept it.
	again := write(t, read(t, text))
	if found := Check(strings.NewReader(again)); len(found) > 0 {
		t.Errorf("%v in\n%s", found, again)
	}
}

func TestCheckNothing(t *testing.T) {
	for _, text := range []string{"", "\n", "Hosts:\n", "Hosts: {}\n", "- a\n", "a\n", "\xff\xfe"} {
		if len(Check(strings.NewReader(text))) == 0 {
			t.Errorf("nothing is found in %q", text)
		}
		if _, err := Read(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as a report", text)
		}
	}
}
