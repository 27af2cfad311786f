//go:build !otf2 || !cgo

package otf2

func create(string) (archive, error) { return nil, ErrNoLibrary }
