// Package command holds what the commands of this module share: options with old names, versions, and writers that are safe for a terminal.
package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Renamed keeps an old name of an option valid. Help, manual pages and completion leave it out; each call
// that uses it says the new name once, on standard error.
//
// The old name may be followed by a short one: "directory/d". If it has a value, the old option is a switch:
// --csv then means --format=csv.
func Renamed(c *cobra.Command, old, name string, value ...string) {
	old, short, _ := strings.Cut(old, "/")
	to := c.Flags().Lookup(name)
	v := &renamed{Value: to.Value, command: c, old: old, to: to}
	added := &pflag.Flag{Name: old, Shorthand: short, Usage: "now --" + name, Value: v, DefValue: to.DefValue, NoOptDefVal: to.NoOptDefVal, Hidden: true}
	if len(value) > 0 {
		v.means, added.DefValue, added.NoOptDefVal = value[0], "false", "true"
	}
	c.Flags().AddFlag(added)
}

// renamed is the value of an option's old name.
type renamed struct {
	pflag.Value
	command *cobra.Command
	old     string
	to      *pflag.Flag
	means   string // for a switch: the value that it stands for
	told    bool
}

// Set sets the option by its old name.
func (r *renamed) Set(text string) error {
	now := "--" + r.to.Name
	if r.means != "" {
		if text == "false" {
			return nil
		}
		text = r.means
		now += " " + r.means
	}
	if err := r.Value.Set(text); err != nil {
		return err
	}
	r.to.Changed = true
	if !r.told {
		r.told = true
		fmt.Fprintf(r.command.ErrOrStderr(), "%s: --%s is now %s\n", r.command.Root().Name(), r.old, now)
	}
	return nil
}

// String returns the value of the option; a switch shows none.
func (r *renamed) String() string {
	if r.means != "" || r.Value == nil {
		return "false"
	}
	return r.Value.String()
}

// Type returns the type of the option, which decides whether it takes a value.
func (r *renamed) Type() string {
	if r.means != "" {
		return "bool"
	}
	return r.Value.Type()
}
