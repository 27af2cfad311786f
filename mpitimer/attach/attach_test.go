package attach

import "testing"

type blank struct{}

func (blank) Check() []Fault         { return nil }
func (blank) Open() (Output, Source) { return nil, nil }

func settings() Settings { return &blank{} }

// Kinds have an order whatever the order in which packages are linked, and a name each.
func TestRegister(t *testing.T) {
	former := Kinds()
	t.Cleanup(func() { kinds = former })
	for _, name := range []string{"m", "z", "a"} {
		Register(Kind{name, settings})
	}
	if got := Kinds(); len(got) != 3 || got[0].Name != "a" || got[1].Name != "m" || got[2].Name != "z" {
		t.Errorf("got %v", got)
	}
	for _, wrong := range []Kind{{"m", settings}, {"", settings}, {"n", nil}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v was registered", wrong)
				}
			}()
			Register(wrong)
		}()
	}
}
