package instrument

import (
	"bytes"
	"go/build"
	"go/version"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// constraints decides whether the go command would compile files here, with these flags: by the build
// constraints in them, and by their names. Where files are named, of their directory it compiles these alone, whatever those say.
func (g *goCommand) constraints() func(name string, text []byte) bool {
	if g.match != nil {
		return g.match
	}
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = g.env["GOOS"], g.env["GOARCH"], g.env["CGO_ENABLED"] == "1"
	context.BuildTags = g.tags()
	for _, sanitizer := range []string{"race", "msan", "asan"} {
		if g.switched(sanitizer) {
			context.BuildTags = append(context.BuildTags, sanitizer)
		}
	}
	context.ReleaseTags = releaseTags(g.env["GOVERSION"], context.ReleaseTags)
	var current []byte
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(current)), nil }
	folder, files := g.sourceFiles()
	g.match = func(name string, text []byte) bool {
		if filepath.Dir(name) == folder {
			return slices.Contains(files, name)
		}
		current = text
		ok, err := context.MatchFile(filepath.Dir(name), filepath.Base(name))
		return ok || err != nil // the go command reports what is wrong with it
	}
	return g.match
}

// releaseTags are go1.1 up to that of a version of Go.
func releaseTags(goVersion string, otherwise []string) []string {
	_, minor, found := strings.Cut(version.Lang(goVersion), ".")
	last, err := strconv.Atoi(minor)
	if !found || err != nil {
		return otherwise
	}
	var list []string
	for n := 1; n <= last; n++ {
		list = append(list, "go1."+strconv.Itoa(n))
	}
	return list
}
