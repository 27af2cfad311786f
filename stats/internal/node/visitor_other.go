//go:build !linux

package node

import "os"

func openBytes(name []byte) (descriptor, error) { return openDescriptor(string(name[:len(name)-1])) }

func (v *Visitor) list(names []string) ([]string, error) {
	entries, err := os.ReadDir(string(v.path[:len(v.path)-1]))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}
