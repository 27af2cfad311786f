//go:build demo

package browser

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestReadmePicture takes the README's picture of the page that scripts/demo-page.sh has made, whose name is DEMO_PAGE. DEMO_PICTURE is
// where the picture goes; without it the test only checks that the page still shows the regions that the README describes.
func TestReadmePicture(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("DEMO_PAGE"))
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, text)
	b.colours("light")
	b.size(1440, 640)
	b.text("scrollTo(0, 0)")
	if title := b.text("document.title"); !strings.Contains(title, "Shallow water, 4 ranks") {
		t.Errorf("the page is called %q", title)
	}
	shown := b.text("document.body.innerText")
	for _, region := range []string{"run_loop", "step", "halo", "friction", "bed"} {
		if !strings.Contains(shown, region) {
			t.Errorf("the page does not show region %s", region)
		}
	}
	b.settle()
	screenshot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	picture := fewColours(t, screenshot)
	const most = 120 << 10 // a README is read over slow links, too
	if len(picture) < 20_000 || len(picture) > most {
		t.Errorf("the picture has %d bytes, want at most %d and more than an empty page's", len(picture), most)
	}
	if name := os.Getenv("DEMO_PICTURE"); name != "" {
		if err := os.WriteFile(name, picture, 0o666); err != nil {
			t.Fatal(err)
		}
		fmt.Println(name)
	}
}

// fewColours returns a picture with its 256 commonest colours, which makes it a third as large.
func fewColours(t *testing.T, picture []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[color.Color]int)
	for y := range full.Bounds().Dy() {
		for x := range full.Bounds().Dx() {
			count[full.At(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int { return cmp.Compare(count[b], count[a]) })
	few := image.NewPaletted(full.Bounds(), colours[:min(len(colours), 256)])
	draw.Draw(few, few.Bounds(), full, image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, few); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
