package export

import (
	"os"
	"strings"
	"testing"
)

// Output that the documentation shows is what comes out.
func TestDocumentedOutput(t *testing.T) {
	text, err := os.ReadFile("../../docs/export.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	r := solver()
	for _, line := range strings.Split(strings.TrimSpace(string(written(t, "folded", r))), "\n") {
		if !strings.Contains(doc, "    "+line+"\n") {
			t.Errorf("it has no line %q", line)
		}
	}
	for _, format := range []string{"textfile", "json"} {
		out := string(written(t, format, r))
		found := 0
		for line := range strings.SplitSeq(doc, "\n") {
			line, shown := strings.CutPrefix(line, "    ")
			metric := strings.HasPrefix(line, "mpitimer_") || strings.HasPrefix(line, "# ")
			object := strings.HasPrefix(line, `{"`) || strings.HasPrefix(line, `"`)
			if !shown || metric != (format == "textfile") || object != (format == "json") {
				continue
			}
			for part := range strings.SplitSeq(line, "…") {
				if found++; !strings.Contains(out, part) && part != "}," {
					t.Errorf("%s has no %q", format, part)
				}
			}
		}
		if found < 4 {
			t.Errorf("it shows %d parts of %s", found, format)
		}
	}
	f, _ := ByName("folded")
	if said := "mpitimer: folded does not carry " + strings.Join(f.Lost(r), "; "); !strings.Contains(doc, said+"\n") {
		t.Errorf("it does not say %q", said)
	}
	top := pprofTool(t, "-top", "-unit=ms")
	for line := range strings.SplitSeq(strings.TrimSpace(top), "\n") {
		if !strings.Contains(doc, "    "+strings.TrimRight(line, " ")+"\n") {
			t.Errorf("it has no line %q", line)
		}
	}
}
