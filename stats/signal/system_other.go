//go:build !linux

package signal

func (p *Platform) findSystem() {
	for _, name := range systemNames {
		p.absent(name, ErrNoSource, "read on Linux only", "")
	}
}
