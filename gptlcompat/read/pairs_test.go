package read

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
)

// What the real GPTL and E3SM's fork write in their situations comes back as it was.
func TestPairsComeBackToTheByte(t *testing.T) {
	shares := regexp.MustCompile(`(\d) +\d+\.\d\d    0\.000    0\.000\n`)
	for _, name := range gptltest.RealFiles(t, "pairs/*/timing.*") {
		t.Run(name, func(t *testing.T) {
			text := gptltest.RealFile(t, name)
			file, kind, err := File(strings.NewReader(text))
			if err != nil {
				t.Fatal(kind, err)
			}
			var b bytes.Buffer
			switch f := file.(type) {
			case *TimingFile:
				err = upstream.WriteTiming(&b, f.Profile, f.Options)
				text = wholeTimingNanoseconds(t, text)
			case *RankFile:
				err = gptlcompat.WriteRank(&b, f.Profile, f.Options)
			case *TimingSummaryFile:
				err = upstream.WriteTimingSummary(&b, f.Summary, f.Options)
			case *GlobalFile:
				err = gptlcompat.WriteGlobal(&b, f.Summary, f.Options)
				text = wholeNanoseconds(t, text)
			}
			if err != nil {
				t.Fatal(err)
			}
			own := b.String()
			if strings.Contains(text, " %_of_") { // shares are of the times before rounding
				text, own = shares.ReplaceAllString(text, "$1\n"), shares.ReplaceAllString(own, "$1\n")
			}
			gptltest.Same(t, text, own)
		})
	}
}
