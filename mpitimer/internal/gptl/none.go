//go:build !gptl

package gptl

// Built reports whether there is a GPTL to call. It is a constant so that calls without one are left out
// by the compiler.
const Built = false

// Name is a name as GPTL takes it.
type Name struct{}

func NewName(string) Name { return Name{} }

func (Name) Free() {}

func Begin() (initialized bool, err error) { return false, nil }

func End() error { return nil }

func Start(Name) Outcome { return Absent }

func Stop(Name) Outcome { return Absent }

func Add(Name, float64, int) Outcome { return Absent }

func Reset() error { return nil }

func Print(string) error { return nil }
