package instrument

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// vendoredModule is a module in the vendor directory.
type vendoredModule struct {
	path, version, language string
	explicit                bool // go.mod requires it
}

// vendored returns the vendor directory, of the module or of the workspace, and the modules in it, if the go command would take
// packages from there.
func (g *goCommand) vendored() (folder string, list []vendoredModule, err error) {
	if mod := g.given("mod"); mod != "" && mod != "vendor" {
		return "", nil, nil
	}
	if folder = filepath.Join(g.root, "vendor"); g.work != "" {
		folder = filepath.Join(filepath.Dir(g.work), "vendor")
	}
	text, err := os.ReadFile(filepath.Join(folder, "modules.txt")) // past the overlay, as go does
	if errors.Is(err, os.ErrNotExist) {
		return "", nil, nil
	}
	return folder, parseVendored(string(text)), err
}

// leaveVendor makes the go command find vendored modules through go.mod, which is overlaid.
func (g *goCommand) leaveVendor() (list []vendoredModule, err error) {
	_, list, err = g.vendored()
	if err == nil && len(list) > 0 {
		g.take("mod")
		g.arguments = append([]string{"-mod=readonly"}, g.arguments...)
	}
	return list, err
}

// withoutReplacements returns a go.mod without replacements: their targets are vendored.
func withoutReplacements(text []byte) []byte {
	var kept []byte
	block := false
	for line := range bytes.Lines(text) {
		fields := strings.Fields(string(line))
		switch {
		case block:
			block = len(fields) == 0 || fields[0] != ")"
		case len(fields) > 0 && (fields[0] == "replace" || fields[0] == "replace("):
			block = strings.HasSuffix(strings.TrimSpace(strings.Split(string(line), "//")[0]), "(")
		default:
			kept = append(kept, line...)
		}
	}
	return kept
}

// parseVendored reads vendor/modules.txt: a line "# path version" for each module, followed by "=> …" if it
// is replaced, then a line "## explicit; go 1.22" with its properties, and its packages.
func parseVendored(text string) (list []vendoredModule) {
	for line := range strings.SplitSeq(text, "\n") {
		if about, ok := strings.CutPrefix(line, "## "); ok && len(list) > 0 {
			for part := range strings.SplitSeq(about, ";") {
				part = strings.TrimSpace(part)
				last := &list[len(list)-1]
				last.explicit = last.explicit || part == "explicit"
				if language, ok := strings.CutPrefix(part, "go "); ok {
					last.language = language
				}
			}
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "#" || !strings.HasPrefix(fields[2], "v") {
			continue // a package, or a replacement of all versions, whose version has a line too
		}
		list = append(list, vendoredModule{path: fields[1], version: fields[2], language: "1.16"})
	}
	return list
}
