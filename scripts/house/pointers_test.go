package house

import (
	"regexp"
	"strings"
	"testing"
)

// appended is a pointer that becomes a number in a list. Only of those that become one in the argument list of a call does
// the compiler know that what they point to must not move: a variable on the stack does, when the stack grows.
var appended = regexp.MustCompile(`append\([^\n]*uintptr\(unsafe\.Pointer`)

func TestPointersForCAreArguments(t *testing.T) {
	if !appended.MatchString("call(name, append(list, uintptr(unsafe.Pointer(v)))...)") {
		t.Error("the fault that was made is not found")
	}
	for _, f := range sources(t) {
		if !strings.HasSuffix(f.name, ".go") {
			continue
		}
		if found := appended.FindString(f.text); found != "" {
			t.Errorf("%s: %s: what it points to may move before C is there", f.name, found)
		}
	}
}
