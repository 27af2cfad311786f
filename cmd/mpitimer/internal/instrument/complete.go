package instrument

import (
	"flag"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// complete completes the flags of a command in the shell, with what they are for; those of the go command stand behind --.
func complete(verb string) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, word string) (list []string, _ cobra.ShellCompDirective) {
		if slices.Contains(args, "--") {
			return nil, cobra.ShellCompDirectiveDefault
		}
		set := flagSet(verb, &options{})
		if len(args) > 0 && strings.TrimLeft(args[len(args)-1], "-") == "source" {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
		if !strings.HasPrefix(word, "-") {
			return nil, cobra.ShellCompDirectiveDefault
		}
		set.VisitAll(func(f *flag.Flag) {
			_, usage := flag.UnquoteUsage(f)
			usage, _, _ = strings.Cut(usage, "\n")
			if name := "-" + f.Name; strings.HasPrefix(name, word) {
				list = append(list, name+"\t"+usage)
			}
		})
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}
