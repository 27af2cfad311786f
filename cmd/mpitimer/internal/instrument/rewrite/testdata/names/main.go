// Program names prints the names that Go gives its functions, with the lines they begin at.
package main

import (
	"fmt"
	"iter"
	"runtime"
)

// here prints the name of its caller and where that begins.
func here() bool {
	pc, _, _, _ := runtime.Caller(1)
	f := runtime.FuncForPC(pc)
	_, line := f.FileLine(f.Entry())
	fmt.Println(line, f.Name())
	return true
}

var variable = func() bool { return here() }()

var another, twice = func() bool { return here() }(), func() bool {
	return func() bool {
		return here()
	}() && here()
}()

func init() {
	here()
	func() {
		here()
	}()
}

func init() {
	func() {
		here()
		func() {
			here()
		}()
	}()
}

type value struct{ f func() }

func (v value) method() {
	here()
	v.f = func() {
		here()
	}
	v.f()
}

func (v *value) pointer() {
	here()
	func() {
		here()
		func() {
			here()
		}()
		func() {
			here()
			func() {
				here()
			}()
		}()
	}()
	func() {
		here()
	}()
}

type generic[K comparable, V any] struct{ m map[K]V }

func (g *generic[K, V]) set(k K, v V) {
	here()
	g.m[k] = v
	func() {
		here()
	}()
}

func (g generic[_, V]) get() (v V) {
	here()
	return v
}

func double[T any](x T) (T, T) {
	here()
	return func() (T, T) {
		here()
		return x, x
	}()
}

func numbers(yield func(int) bool) {
	here()
	_ = yield(1) && yield(2)
}

func seq() iter.Seq[int] {
	return func(yield func(int) bool) {
		here()
		yield(1)
	}
}

func ranges() {
	for range numbers {
		func() {
			here()
		}()
		for range seq() {
			f := func() {
				here()
				func() {
					here()
				}()
			}
			f()
		}
	}
	func() {
		here()
		for range seq() {
			func() {
				here()
			}()
		}
		func() {
			here()
		}()
	}()
}

func starts() {
	done := make(chan bool)
	go func() {
		here()
		done <- true
	}()
	<-done
	go send(done, 1)
	<-done
	defer func() {
		here()
	}()
	defer send(nil, 2)
	func() {
		defer func() {
			here()
		}()
	}()
}

func send(c chan bool, n int) {
	here()
	if c != nil {
		c <- n == 1
	}
}

func main() {
	here()
	value{}.method()
	(&value{}).pointer()
	g := &generic[string, int]{map[string]int{}}
	g.set("a", 1)
	g.get()
	(&generic[int, string]{map[int]string{}}).set(1, "a")
	double(1)
	double("a")
	ranges()
	starts()
	_, _, _ = variable, another, twice
}
