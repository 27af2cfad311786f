// Package rewrite puts the start and the stop of regions into Go source, without moving a line.
//
// It works on text alone: its caller lists the packages, reads their files, and gives the resulting texts to
// the go command as an overlay. Code is inserted byte by byte after existing code, so that comments,
// directives and line numbers stay as they are.
//
// Inserted code calls a package, the hook, which must offer
//
//	func Define(name string) *Region   // called before any variable of the user's package is initialised
//	func Asked(name string) *Region    // Define for what the user has named
//	func (*Region) Start() Token       // Token: whatever type it likes
//	func (Token) Stop()
//	type Block struct{ … }             // its zero value is a block that is not open
//	func (*Block) Begin(*Region)       // ends first what is open
//	func (*Block) End()                // nothing if none is open
//	func (*Block) Began(*Region) *Block // Begin, in an expression
//	func Waited[T any](*Block, T) T    // End, and the value
//	func Fork()                        // goroutines inherit the region from here on, until Forked
//	func Forked()
//	func Main() func()                 // this and the next ones only with Options.Main, or for TestMain
//	func Tests() func()                // Main for TestMain
//	func Exit(code int)                // as os.Exit
//	func Fatal(v ...any)               // as log.Fatal, with the file and line of its caller
//	func Fatalf(format string, v ...any)
//	func Fatalln(v ...any)
package rewrite

import "fmt"

// DefaultThreshold is the lowest estimated cost of a function that is chosen by default. A start and stop
// take about 30 ns: 1.5 % of it.
const DefaultThreshold = 2000

// Package is what the go command compiles together, with its tests if the caller provides them.
type Package struct {
	ImportPath string // without " [x.test]"
	Name       string // of the package clause, without "_test"
	Files      []File // in the order in which the compiler gets them: that of their names
	Cgo        bool   // one of its files imports C
}

// File is one Go file. Its path is not opened; it is for messages, patterns and the result.
type File struct {
	Path string
	Text []byte
	Test bool // _test.go, of the package or of the external test package beside it
	Cgo  bool // imports C
}

// Options are the caller's wishes. The zero value of each means the default.
type Options struct {
	Module    string    // path of the module: names of regions are relative to it
	Hook      string    // import path of the package that inserted code calls; necessary
	Threshold float64   // least estimated cost in about nanoseconds; 0 for DefaultThreshold
	Only      []Pattern // if not empty, only functions that match are chosen, whatever they cost
	Skip      []Pattern // functions that match are never chosen
	Generated bool      // also functions of generated files
	Main      bool      // put the lifecycle of the timers into main, os.Exit and log.Fatal

	// LeaveOut gives reasons, by region name, for not choosing regions by default: an earlier profile knows
	// better than the estimate.
	LeaveOut map[string]string

	// Profile says, by Function.Symbol, which share of a CPU profile a function is in, with what it calls. It
	// decides instead of the estimate, unless it is nil: no function is chosen that it does not have.
	Profile map[string]float64
	// Counted says that the calls of those that carry it are counted, or are being counted: what is too small is
	// left out by that, and not by the estimate.
	Counted bool
}

// Result is what Rewrite found and did.
type Result struct {
	Files     map[string][]byte // the texts that changed, by path
	Edits     map[string][]Edit // what changed in them, in the order of the text
	Functions []Function        // every declaration with a body, and every closure, in the order of the text
	Problems  []Problem         // requests that could not be met
}

// Function is a function declaration or a closure, and what became of it.
type Function struct {
	Package  string // import path
	Receiver string // "*T" or "T" of a method, without type parameters
	Name     string // "F", "Method", and for closures "F.func1" or "Method.func1.2"
	File     string
	Line     int
	Region   string // the name of its region, which it has or would have
	Symbol   string // its name in stack traces and profiles
	Estimate Estimate
	Chosen   bool
	Why      string // the reason for either
}

// Estimate is the estimated cost of a call of a function, guessed from its text, in approximate nanoseconds.
type Estimate struct {
	Total   float64 // a call, with all it calls
	Own     float64 // of it, without the functions of the given packages that it calls
	Needed  float64 // the least Total with which it is chosen
	Timers  float64 // of chosen regions in what it calls; its own is not counted
	Nodes   int     // how large the compiler's inliner finds it, at least; seldom up to five less
	Inlined int     // up to how many nodes it may be inlined
	Parts   []Part  // what Total is the sum of, the largest first
}

// Part is a function's line and its contribution to the estimate.
type Part struct {
	Line  int
	What  string  // "loop", "call of (*T).Method", …
	Times float64 // how often it runs in a call of the function, in the mean
	Cost  float64 // all those times together
}

// Problem is something that was asked for, in the source or by a pattern, and could not be done.
type Problem struct {
	File string // empty if it has no file
	Line int
	Text string
}

func (p Problem) String() string {
	if p.File == "" {
		return p.Text
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}
