//go:build unix

package docs

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The README shows top as a picture of the screen in docs/watching.md, which scripts/terminal-test.sh takes of a job in a
// terminal. make docs draws it again.
func TestTopPicture(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs/watching.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<!-- tree -->\n```text\n")
	screen, _, found := strings.Cut(rest, "```\n")
	if !found || strings.Count(screen, "\n") < 20 {
		t.Fatal("docs/watching.md has no screen of top")
	}
	name := filepath.Join(root, "docs/top.svg")
	if *update {
		if err := os.WriteFile(name, []byte(drawn(screen)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if picture, err := os.ReadFile(name); err != nil || string(picture) != drawn(screen) {
		t.Errorf("docs/top.svg is not the screen of docs/watching.md: make docs draws it again (%v)", err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if first, _, _ := strings.Cut(string(readme), "\n## "); err != nil || !strings.Contains(first, "](docs/top.svg)") {
		t.Errorf("README does not show docs/top.svg before its first title (%v)", err)
	}
}

// drawn is a screen as a picture. Each line says how long it is, so that columns stand below each other in any font.
func drawn(screen string) string {
	const wide, high, edge = 8, 17, 12 // pixels of a character, and around the screen
	lines, columns := strings.Split(strings.TrimSuffix(screen, "\n"), "\n"), 0
	for _, line := range lines {
		columns = max(columns, utf8.RuneCountInString(line))
	}
	var b strings.Builder
	width, height := columns*wide+2*edge, len(lines)*high+2*edge
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="monospace" font-size="13" fill="#d8dee9">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="#1e2430"/>`+"\n")
	finding := false
	for i, line := range lines {
		finding = strings.HasPrefix(line, "* ") || finding && line != ""
		style := ""
		switch {
		case i == 0 || strings.HasPrefix(line, "region ") || strings.HasPrefix(line, " n  "):
			style = ` font-weight="bold"`
		case finding:
			style = ` fill="#ebcb8b"`
		case i == len(lines)-1:
			style = ` fill="#81a1c1"`
		}
		text := strings.TrimLeft(line, " ")
		if text == "" {
			continue
		}
		length := utf8.RuneCountInString(text)
		fmt.Fprintf(&b, `<text x="%d" y="%d" textLength="%d" style="white-space:pre"%s>%s</text>`+"\n",
			edge+(len(line)-len(text))*wide, edge+i*high+high-4, length*wide, style, html.EscapeString(text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}
