package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// E3SM's own files are taken; what a directory of the timers had beside them is not.
func TestFolderAsPACETakesIt(t *testing.T) {
	real := func(name string) *fstest.MapFile {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "gptl", name))
		if err != nil {
			t.Skip(err)
		}
		return &fstest.MapFile{Data: text}
	}
	stats, rank := real("pace/gptl_timing_stats_new.txt"), real("pace/model_timing.0000")
	with := func(name string, file *fstest.MapFile) fstest.MapFS {
		return fstest.MapFS{"model_timing_stats": stats, "model_timing.0000": rank, name: file}
	}
	for name, c := range map[string]struct {
		folder fstest.MapFS
		want   string
	}{
		"E3SM's own":        {with("checkpoints/model_timing_00010102_00000_stats", stats), ""},
		"a name without .":  {with("README", &fstest.MapFile{Data: []byte{0xff}}), ""},
		"a directory below": {with("mpitimer/timing.mptsum", &fstest.MapFile{Data: []byte{0xff}}), ""},
		"no text":           {with("model_timing.mptsum", &fstest.MapFile{Data: []byte{0xff}}), "not UTF-8"},
		"GPTL's":            {with("gptl.000001", real("generated/upstream-base/timing.000000")), "gptl.000001"},
		"a rank twice":      {with("gptl.000000", rank), "both as \"0\""},
		"a report":          {with("geopm.report", &fstest.MapFile{Data: []byte("##### geopm\n")}), "rank"},
		"no statistics":     {fstest.MapFS{"model_timing.0000": rank}, "_stats"},
	} {
		err := Folder(c.folder)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
