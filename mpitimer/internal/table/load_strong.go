//go:build amd64 || s390x

package table

// On these processors a core's stores become visible to others in program order, and loads are
// not reordered: plain accesses are enough for the protocol between writer and reader.

//go:norace
func load(p *uint64) uint64 { return *p }

// Store writes a word of a record. Others see it after every Store before it.
//
//go:norace
func Store(p *uint64, v uint64) { *p = v }
