package instrument

// covered returns a module in which blocks are counted next to all that is inserted.
func covered() map[string]string {
	return map[string]string{
		"go.mod": "module example.com/covered\n\ngo 1.24\n",
		"main.go": `package main

import (
	"fmt"
	"os"

	"example.com/covered/lib"
)

func main() {
	fmt.Println(lib.Work(30), lib.Kind(len(os.Args)))
	if len(os.Args) > 1 {
		os.Exit(3)
	}
}
`,
		"lib/lib.go": `// Package lib works.
package lib

import "fmt"

var table = func() (s []int) {
	for i := range 1000 {
		if i > 3 {
			s = append(s, i)
		} else if i == 2 {
			s = append(s, 2)
		} else { // with a comment
			s = nil
		}
	}
	return s
}()

//go:noinline
func Work(n int) (s int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				s += i * j
			}
		}
	}
	//mpitimer:region third
	if s == 0 { s++ } else if s == 1 { s-- } else{s += len(table)}
	func() { s++ }()
	return s
}

//mpitimer:region
func Empty() {}

func Kind(k int) string {
	//mpitimer:region kinds
	switch k {
	case 1:
		return "one"
	case 2: fmt.Sprint(k) //mpitimer:region two
	default:
		panic("no")
	}
again: //mpitimer:region again
	for k < 10 {
		k++
		if k == 5 {
			continue again
		}
	}
	return "two"
}

func _() { if table == nil {} else{{}} }

type T[E any] struct{ e E }

func (t *T[E]) Unused() { fmt.Println(t.e) }
`,
		"lib/lib_test.go": "package lib\n\nimport \"testing\"\n\nfunc TestWork(t *testing.T) {\n\tif Work(20) == 0 || Kind(2) != \"two\" {\n\t\tt.Fatal()\n\t}\n}\n",
		"none/none.go":    "package none\n\nfunc Untested(n int) (s int) {\n\tfor i := range 10000 {\n\t\ts += i * n\n\t}\n\treturn s\n}\n",
	}
}
