package mpicalls

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls"
)

// This file is the part of the last report on who has exchanged messages with whom, and in which regions.

// matrixCells is how many cells the matrix has on rank 0; beyond that, ranks are grouped in blocks.
const matrixCells = 1 << 20

// pathPartners returns what the rank has exchanged with others, by call path. One-sided transfers count as
// messages too.
func (r *report) pathPartners(partners []mpicall.Partner) []calls.PathPartner {
	type place struct{ node, track uint32 }
	paths := make(map[place]string)
	var list []calls.PathPartner
	for _, p := range partners {
		path, known := paths[place{p.Node, p.Track}]
		if p.Elsewhere {
			path = calls.OtherPlaces
		} else if !known {
			path = r.callPath(p.Node, p.Track)
			paths[place{p.Node, p.Track}] = path
		}
		list = append(list, calls.PathPartner{
			Path: path, Rank: p.Rank,
			Sent:     calls.Amount{Calls: p.Calls + p.Puts, Bytes: p.Bytes + p.PutBytes},
			Received: calls.Amount{Calls: p.Receives + p.Gets, Bytes: p.ReceivedBytes + p.FetchBytes},
		})
	}
	return list
}

// writeMatrix writes who has sent how much to whom in all regions.
func (r *report) writeMatrix(g *machenv.Group) error {
	var row []calls.Partner
	for _, p := range r.record.partners {
		if p.Sent.Calls > 0 {
			row = append(row, calls.Partner{Rank: p.Rank, Calls: p.Sent.Calls, Bytes: p.Sent.Bytes})
		}
	}
	m, err := calls.GatherMatrix(g, row, matrixCells, g.Prompt())
	if m == nil {
		return err
	}
	return errors.Join(err, r.writeBoth(m, r.settings.Matrix))
}

// writePaths writes what the ranks have sent and received by call path.
func (r *report) writePaths(g *machenv.Group) error {
	s, err := calls.GatherPaths(g, r.record.partners, g.Prompt())
	if s == nil {
		return err
	}
	return errors.Join(err, r.writeBoth(s, pathsFile(r.settings.Matrix)))
}

// writeBoth writes a table into the log and as a file.
func (r *report) writeBoth(table interface {
	WriteText(w io.Writer) error
	WriteCSV(w io.Writer) error
}, file string) error {
	var text strings.Builder
	err := table.WriteText(&text)
	return errors.Join(err, r.run.Log("\n"+text.String()), r.run.Write(file, table.WriteCSV))
}

// pathsFile returns the file beside that of the matrix: matrix.paths.csv beside matrix.csv.
func pathsFile(matrix string) string {
	extension := filepath.Ext(matrix)
	return strings.TrimSuffix(matrix, extension) + ".paths" + extension
}
