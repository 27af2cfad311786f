package ranktable

import (
	"errors"
	"io"
	"io/fs"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// mostSamples is how large a file of samples may be.
const mostSamples = 64 << 20

// Samples returns what the sampler of a GEOPM report had kept beside a rank's table, nil if nothing: package
// stats/geopm reads it.
func Samples(table string) ([]byte, error) {
	f, err := rankfile.OpenToRead(rankfile.Beside(table))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostSamples))
}

// RemoveSamples removes what was kept beside a table.
func RemoveSamples(table string) { rankfile.RemoveBeside(table) }
