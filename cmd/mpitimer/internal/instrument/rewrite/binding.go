package rewrite

import (
	"go/ast"
	"strings"
)

// message is what a call of MPI that sends, receives or waits costs at least, in nanoseconds.
const message = 2000

// alone is how the names of MPI's calls begin that no other rank takes part in, in any binding.
var alone = []string{
	"abort", "comm_rank", "comm_size", "commrank", "commsize", "error", "finalized", "get_", "getcount", "initialized",
	"isinit", "ison", "op_", "query_thread", "rank", "size", "type_", "worldrank", "worldsize", "wtick", "wtime",
}

// isMessage reports whether a function of a binding gives something to other ranks, or waits for them.
func isMessage(name string) bool {
	name = strings.TrimPrefix(strings.ToLower(name), "mpi_")
	for _, beginning := range alone {
		if strings.HasPrefix(name, beginning) {
			return false
		}
	}
	return true
}

// isBinding reports whether Go programs call MPI through a package: an element of its path says so.
func isBinding(path string) bool {
	for element := range strings.SplitSeq(strings.ToLower(path), "/") {
		switch element {
		case "mpi", "gompi", "go-mpi", "mpi-go", "mpigo", "go_mpi":
			return true
		}
	}
	return false
}

// messages reports whether a call is one of MPI: of C by hand, of a function of a binding, or of a method of one
// of its types.
func (r *resolver) messages(s *source, e *ast.CallExpr) bool {
	fun, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || !isMessage(fun.Sel.Name) {
		return false
	}
	if path, imported := s.imported(fun.X); imported {
		if path == "C" {
			return strings.HasPrefix(fun.Sel.Name, "MPI_")
		}
		return isBinding(path)
	}
	t := r.typeOf(s, fun.X, maxSteps)
	for range maxSteps {
		switch x := t.expr.(type) {
		case *ast.StarExpr:
			t.expr = x.X
		case *ast.SelectorExpr:
			path, imported := t.file.imported(x.X)
			return imported && isBinding(path)
		case *ast.CallExpr: // what a function of the binding returns
			return r.messages(t.file, x)
		default:
			return false
		}
	}
	return false
}
