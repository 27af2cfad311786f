package rewrite

import "strings"

// The cost of calls of functions whose text is not given, in approximate nanoseconds: orders of magnitude for
// short arguments on a contemporary processor.
var packageCosts = map[string]float64{
	"bufio": 30, "bytes": 40, "container/heap": 60, "context": 50, "crypto/md5": 200, "crypto/sha1": 200,
	"crypto/sha256": 300, "encoding/base64": 100, "encoding/binary": 2, "encoding/hex": 50, "encoding/json": 2000,
	"errors": 40, "fmt": 200, "hash/adler32": 100, "hash/crc32": 100, "hash/fnv": 10, "html": 50, "io": 100,
	"io/fs": 500, "log": 800, "maps": 100, "math": 4, "math/big": 100, "math/bits": 0.5, "math/cmplx": 20,
	"math/rand": 8, "math/rand/v2": 5, "net": 3000, "net/http": 3000, "net/url": 200, "os": 1000,
	"os/exec": 1e6, "path": 40, "path/filepath": 80, "reflect": 20, "regexp": 500, "runtime": 20, "slices": 40,
	"sort": 400, "strconv": 25, "strings": 40, "sync": 20, "sync/atomic": 3, "testing": 20, "text/template": 2000,
	"time": 40, "unicode": 4, "unicode/utf16": 4, "unicode/utf8": 3, "unsafe": 0,
}

// functionCosts are those that differ much from others of their package.
var functionCosts = map[string]float64{
	"fmt.Errorf": 400, "math.Abs": 0.4, "math.Sqrt": 4, "math.Floor": 1, "math.Ceil": 1, "math.Trunc": 1,
	"math.FMA": 1, "math.Float64bits": 0.3, "math.Float64frombits": 0.3, "math.Float32bits": 0.3,
	"math.Float32frombits": 0.3, "math.IsNaN": 0.5, "math.IsInf": 0.5, "math.Inf": 0.5, "math.NaN": 0.5,
	"math.Copysign": 0.5, "math.Max": 2, "math.Min": 2, "math.Exp": 8, "math.Log": 10, "math.Pow": 30,
	"math.Sin": 12, "math.Cos": 12, "math.Tan": 20, "math.Gamma": 40, "math.Lgamma": 40, "errors.New": 20,
	"io.ReadAll": 2000, "io.Copy": 2000, "io.ReadFull": 100, "io.WriteString": 50, "os.ReadFile": 20000,
	"os.WriteFile": 50000, "os.Getenv": 50, "os.Exit": 0, "log.Fatal": 0, "log.Fatalf": 0, "log.Fatalln": 0,
	"strings.HasPrefix": 2, "strings.HasSuffix": 2, "strings.IndexByte": 5, "bytes.HasPrefix": 2, "bytes.Equal": 4,
	"bytes.HasSuffix": 2, "bytes.IndexByte": 5, "strings.EqualFold": 10, "runtime.GC": 1e6, "runtime.Gosched": 200,
	"runtime.KeepAlive": 0, "runtime.Caller": 500, "time.Sleep": 1e5, "time.Now": 40, "time.Duration": 0,
	"slices.Sort": 400, "slices.SortFunc": 600, "slices.Reverse": 20, "slices.Contains": 10, "slices.Index": 10,
	"sort.SearchInts": 20, "sort.Search": 40, "rand.New": 5000, "unicode.IsSpace": 2, "utf8.RuneLen": 1,
	"utf8.RuneError": 0, "reflect.TypeOf": 1, "reflect.DeepEqual": 500,
}

// methodCosts are those of methods whose type is unknown or belongs to others.
var methodCosts = map[string]float64{
	"Lock": 12, "Unlock": 8, "RLock": 12, "RUnlock": 8, "Wait": 300, "Done": 8, "Add": 4, "Load": 1, "Store": 2,
	"Write": 40, "Read": 60, "ReadFull": 100, "ReadFrom": 500, "WriteTo": 500, "Flush": 100, "Close": 100, "Sync": 5000,
	"WriteByte": 4, "ReadByte": 4, "WriteString": 20, "WriteRune": 6, "Get": 20, "Put": 20, "Len": 2, "Less": 4,
	"Swap": 4, "Error": 5, "String": 20, "Do": 5, "Encode": 1000, "Decode": 1000, "Execute": 1000, "Printf": 300,
	"Println": 300, "Uint16": 0.5, "Uint32": 0.5, "Uint64": 0.5, "PutUint16": 0.5, "PutUint32": 0.5, "PutUint64": 0.5,
	"Float64": 6, "Intn": 10, "IntN": 8, "NormFloat64": 12, "At": 3, "Set": 3, "Dims": 3, "Go": 400, "Sum64": 10,
}

const (
	otherPackage = 60 // a function of a package that is neither Go's nor given
	otherMethod  = 12 // a method of a type that is not known
	dynamicCall  = 10 // a function value
	callItself   = 2  // call and return
)

// costOfOther returns the cost of a function of a package that is not given.
func costOfOther(path, name string) float64 {
	last := path[strings.LastIndexByte(path, '/')+1:]
	if cost, ok := functionCosts[last+"."+name]; ok {
		return cost
	}
	if cost, ok := packageCosts[path]; ok {
		return cost
	}
	return otherPackage
}

// builtinCosts are those of Go's own functions and of conversions.
var builtinCosts = map[string]float64{
	"append": 6, "cap": 0.2, "clear": 30, "close": 40, "complex": 0.3, "copy": 8, "delete": 30, "imag": 0.2, "len": 0.2,
	"make": 60, "max": 0.6, "min": 0.6, "new": 15, "panic": 0, "print": 300, "println": 300, "real": 0.2, "recover": 2,
	"string": 20, "any": 5, "error": 5,
}
