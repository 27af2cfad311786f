package mpi

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/launch"
)

// Launched returns what the environment says about how this process was started: as which rank of how many,
// and by what, for example "Open MPI's mpirun", or false if there is no launcher. It does not ask MPI, so
// that a program built without one can detect that it runs as size programs of one rank each.
func Launched() (rank, size int, launcher string, ok bool) { return launch.Launched() }

// checkLauncher compares what the environment says with what MPI says. Only a lone rank is
// suspect: an MPI that sees others was started by a launcher that it understands, whatever else
// is in the environment.
func checkLauncher(getenv func(string) string, library string, size int) error {
	rank, launchedSize, launcher, lone := launch.Lone(getenv, size)
	if !lone {
		return nil
	}
	return fmt.Errorf("%w: started as rank %d of %d by %s, but the program is linked with %s and "+
		"sees one rank only: use the mpirun of %s, or build for the MPI of the launcher",
		ErrWrongLauncher, rank, launchedSize, launcher, library, product(library))
}

// shortLibrary makes "MPICH 4.0.2" and "Open MPI v4.1.4" of what MPI_Get_library_version says,
// which goes on for lines.
func shortLibrary(version string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(version), "\n")
	line, _, _ = strings.Cut(line, ",")
	line = strings.Replace(line, "Version:", " ", 1)
	return strings.Join(strings.Fields(strings.TrimRight(line, "\x00")), " ")
}

// product is the library's name without its version.
func product(library string) string {
	i := strings.LastIndexByte(library, ' ')
	if i > 0 && strings.ContainsAny(library[i:], "0123456789") {
		return library[:i]
	}
	return library
}
