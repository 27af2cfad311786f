package instrument

import (
	"flag"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// takesFile are the flags whose value is a file.
var takesFile = []string{"profile"}

// complete returns what shells offer: the flags in front of --, with as many dashes as were typed, and files elsewhere.
func complete(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if slices.Contains(args, "--") {
		return nil, cobra.ShellCompDirectiveDefault // flags of the go command, of which this one knows nothing
	}
	set := flagSet(c.Name(), &options{})
	c.InheritedFlags().VisitAll(func(f *pflag.Flag) { set.Var(f.Value, f.Name, f.Usage) })
	if len(args) > 0 {
		last := strings.TrimLeft(args[len(args)-1], "-")
		if f := set.Lookup(last); f != nil && last != args[len(args)-1] && !isSwitch(f) {
			if last == "source" {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
			if slices.Contains(takesFile, last) {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return nil, cobra.ShellCompDirectiveNoFileComp // its value is anything
		}
	}
	name := strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-")
	dashes := word[:len(word)-len(name)]
	if dashes == "" || strings.Contains(name, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var list []cobra.Completion
	set.VisitAll(func(f *flag.Flag) {
		if strings.HasPrefix(f.Name, name) {
			_, usage := flag.UnquoteUsage(f)
			usage, _, _ = strings.Cut(usage, "\n")
			list = append(list, cobra.CompletionWithDesc(dashes+f.Name, usage))
		}
	})
	return list, cobra.ShellCompDirectiveNoFileComp
}

func isSwitch(f *flag.Flag) bool {
	b, is := f.Value.(interface{ IsBoolFlag() bool })
	return is && b.IsBoolFlag()
}
