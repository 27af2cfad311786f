package house

import (
	"path"
	"regexp"
	"slices"
	"testing"
)

// raw is text that goes to a terminal without package printable.
var raw = regexp.MustCompile(`fmt\.Fprint\w*\((\w+\.(ErrOrStderr|OutOrStdout)\(\)|os\.Std(out|err)),`)

// saysItself is what may write to a terminal, and why.
var saysItself = map[string]string{
	"cmd/mpitimer/internal/cli/cli.go": "it makes what it writes safe",
	"cmd/libgptl/none.go":              "a sentence without names",
	"cmd/libmpitimer/none.go":          "a sentence without names",
}

// Names of files, hosts, regions and flags are chosen by others: commands write them by cli.Write and cli.Tell.
func TestTextFromOutsideIsMadeSafe(t *testing.T) {
	for _, f := range sources(t) {
		if !within(f.name, "cmd") || saysItself[f.name] != "" {
			continue
		}
		for _, found := range raw.FindAllString(f.text, -1) {
			t.Errorf("%s: %s… writes text that others may have chosen: use cli.Write or cli.Tell", f.name, found)
		}
	}
}

var decides = regexp.MustCompile(`unicode\.(IsPrint|IsGraphic|IsControl|Bidi_Control)\b`)

// decidesItself is where what prints is not the question.
var decidesItself = map[string]string{
	"stats/geopm/scalar.go":             "what a plain scalar of YAML may have",
	"gptlcompat/internal/text/names.go": "what readers of GPTL's files break on",
	"gptlcompat/check/check.go":         "the same",
}

// Which characters print is decided in one place.
func TestOnePlaceDecidesWhatPrints(t *testing.T) {
	for _, f := range sources(t) {
		if path.Dir(f.name) != "internal/printable" && decidesItself[f.name] == "" && decides.MatchString(f.text) {
			t.Errorf("%s decides by itself which characters print: use package printable", f.name)
		}
	}
}

// What commands write goes through cli.WriteFile, which keeps what they read. Files of the cache of
// builds have names of their own.
func TestCommandsKeepWhatTheyRead(t *testing.T) {
	for _, f := range sources(t) {
		if within(f.name, "cmd/mpitimer") && !within(f.name, "cmd/mpitimer/internal/cli") && !within(f.name, "cmd/mpitimer/internal/instrument") && slices.Contains(f.imports, "internal/atomicfile") {
			t.Errorf("%s imports internal/atomicfile: use cli.WriteFile", f.name)
		}
	}
}
