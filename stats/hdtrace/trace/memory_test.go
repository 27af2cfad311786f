package trace

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/growth"
)

// The salvage of a trace takes time in proportion to its size, whatever is in it.
func TestSalvageGrowth(t *testing.T) {
	for what, text := range map[string]string{
		"comments": "<!--<?<![CDATA[", "blocks": "<Nested>", "ends": "</Nested>", "elements": "<a>", "states": "<S time='1' end='2'>",
		"broken": "<&", "header": "<Program timeAdjustment='", "quotes": "<a b='\"", "times": "<S time='3' end='2'/><S time='1' end='1'/>",
	} {
		t.Run(what, func(t *testing.T) {
			growth.Linear(t, func(n int) []byte {
				return []byte("<Program><S time='1' end='2'>" + strings.Repeat(text, n/len(text)))
			}, func(data []byte) { _ = (&rewrite{}).write(io.Discard, bytes.NewReader(data)) })
		})
	}
}
