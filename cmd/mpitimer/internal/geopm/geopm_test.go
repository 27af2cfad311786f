package geopm

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/golden"
)

// run runs a command line as mpitimer does, in the directory of the reports.
func run(t *testing.T, input string, args ...string) (out string, err error) {
	t.Helper()
	t.Chdir("testdata")
	root := &cobra.Command{Use: "mpitimer", SilenceUsage: true, SilenceErrors: true}
	root.PersistentFlags().Bool("ascii", false, "")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return cli.Usage{Err: err} })
	root.AddCommand(Command())
	var b bytes.Buffer
	root.SetOut(&b)
	root.SetErr(io.Discard)
	root.SetIn(strings.NewReader(input))
	root.SetArgs(append([]string{"geopm"}, args...))
	err = root.Execute()
	return b.String(), err
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string // part of the error
	}{
		{"show", []string{"show", "before.report"}, cli.StatusOK, ""},
		{"show-ascii", []string{"--ascii", "show", "--host", "node1", "after.report"}, cli.StatusOK, ""},
		{"show-key", []string{"show", "--key", "runtime-max (s)", "--key", "nothing", "--region", "solve", "--region", "Epoch Totals", "before.report", "after.report"}, cli.StatusOK, ""},
		{"show-all", []string{"show", "--all", "--host", "node2", "before.report"}, cli.StatusOK, ""},
		{"show-damaged", []string{"show", "damaged.report"}, cli.StatusIncomplete, "damaged.report: incomplete: line 12: "},
		{"show-old", []string{"show", "../../../../../stats/geopm/testdata/v1.report"}, cli.StatusOK, ""},
		{"diff", []string{"diff", "before.report", "after.report"}, cli.StatusFindings, "values changed by more than 0 %"},
		{"diff-same", []string{"diff", "before.report", "before.report"}, cli.StatusOK, ""},
		{"diff-threshold", []string{"diff", "--threshold", "10", "--key", "runtime (s)", "before.report", "after.report"}, cli.StatusFindings, "1 value changed by more than 10 %"},
		{"diff-enough", []string{"diff", "--threshold", "50", "--key", "runtime (s)", "--host", "node1", "before.report", "after.report"}, cli.StatusOK, ""},
		{"diff-hosts", []string{"diff", "--key", "count", "before.report", "elsewhere.report"}, cli.StatusFindings, "2 values changed"},
		{"diff-order", []string{"diff", "--by-order", "--key", "runtime (s)", "before.report", "after.report"}, cli.StatusFindings, "value"},
		{"csv", []string{"show", "-f", "csv", "before.report", "after.report"}, cli.StatusOK, ""},
		{"csv-key", []string{"show", "-f", "csv", "--key", "count", "--host", "node1", "before.report"}, cli.StatusOK, ""},
		{"csv-damaged", []string{"show", "-f", "csv", "damaged.report"}, cli.StatusIncomplete, "damaged.report"},
		{"check", []string{"check", "before.report", "damaged.report"}, cli.StatusFindings, "3 findings"},
		{"check-good", []string{"check", "before.report"}, cli.StatusOK, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			name, err := filepath.Abs(filepath.Join("testdata", c.name+".golden"))
			if err != nil {
				t.Fatal(err)
			}
			out, err := run(t, "", c.args...)
			if status := cli.Status(err); status != c.status {
				t.Errorf("status %d, want %d: %v", status, c.status, err)
			}
			if c.says != "" && !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %q, want %q in it", err, c.says)
			}
			golden.File(t, name, out)
		})
	}
}

func TestStandardInput(t *testing.T) {
	text, err := os.ReadFile("testdata/before.report")
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(t, string(text), "check", "-")
	if err != nil || out != "-: accepted\n" {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestOutputFile(t *testing.T) {
	target := filepath.Join(t.TempDir(), "x.csv")
	if out, err := run(t, "", "show", "--format", "csv", "-o", target, "before.report"); err != nil || out != "" {
		t.Fatalf("got %q, %v", out, err)
	}
	text, err := os.ReadFile(target)
	if err != nil || !strings.HasPrefix(string(text), "file,profile,agent,start,host,section,region,hash,runtime (s),") {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"show"}, cli.StatusFailed, "missing argument: expected mpitimer geopm show FILE…; for example: mpitimer geopm show geopm.report"},
		{[]string{"what"}, cli.StatusFailed, "unknown command"},
		{[]string{"diff", "before.report"}, cli.StatusFailed, "missing argument: expected mpitimer geopm diff A B; for example: "},
		{[]string{"diff", "--threshold", "-1", "before.report", "after.report"}, cli.StatusFailed, "--threshold -1"},
		{[]string{"show", "--what", "before.report"}, cli.StatusFailed, "unknown flag"},
		{[]string{"show", "no.report"}, cli.StatusFailed, "no.report"},
		{[]string{"show", "-f", "csv", "no.report"}, cli.StatusFailed, "no.report"},
		{[]string{"check", "no.report"}, cli.StatusFailed, "no.report"},
		{[]string{"diff", "before.report", "no.report"}, cli.StatusFailed, "no.report"},
		{[]string{"show", "../geopm.go"}, cli.StatusFailed, "geopm.go: line"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			_, err := run(t, "", c.args...)
			if cli.Status(err) != c.status || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %d, %v", cli.Status(err), err)
			}
		})
	}
}
