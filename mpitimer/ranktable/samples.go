package ranktable

import (
	"errors"
	"io"
	"io/fs"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// mostSamples is how large a file of samples may be.
const mostSamples = 64 << 20

// Samples returns the samples that a GEOPM report's sampler kept beside a rank's table, or nil: package
// stats/geopm reads them.
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

// RemoveSamples removes the samples beside a table.
func RemoveSamples(table string) { rankfile.RemoveBeside(table) }
