package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Arguments requires from least to most arguments; most below 0 means any number. The error says what was
// expected, with an example.
func Arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return Missing(c, "argument")
		case most >= 0 && len(args) > most:
			return Usagef("superfluous argument %q: %s", args[most], expected(c))
		}
		return nil
	}
}

// Missing returns the error of a call that lacks an argument or an option.
func Missing(c *cobra.Command, what string) error {
	return Usagef("missing %s: %s", what, expected(c))
}

// expected shows how to call a command: its usage, and the first of its examples.
func expected(c *cobra.Command) string {
	usage := c.Use
	if p := c.Parent(); p != nil {
		usage = p.CommandPath() + " " + usage
	}
	text := "expected " + usage
	if example, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n"); example != "" {
		text += "; for example: " + example
	}
	return text
}

// Group makes a command of one that has sub-commands only: alone it prints its help.
func Group(c *cobra.Command, sub ...*cobra.Command) *cobra.Command {
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, s := range c.Commands() {
			if s.IsAvailableCommand() {
				names = append(names, s.Name())
			}
		}
		return Usagef("unknown command %q: expected %s COMMAND, one of %s", args[0], c.CommandPath(), strings.Join(names, ", "))
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(sub...)
	return c
}

// OneOf returns a Usage error unless the value of an option is one of some words.
func OneOf(option, value string, words ...string) error {
	for _, w := range words {
		if w == value {
			return nil
		}
	}
	return Usagef("--%s %q: expected one of %s", option, value, strings.Join(words, ", "))
}

// FormatFlag adds --format, whose words shells complete. [OneOf] checks it.
func FormatFlag(c *cobra.Command, to *string, preset string, words ...string) {
	usage := "write as `FORMAT`"
	if len(words) <= 5 {
		usage += fmt.Sprintf(", one of %s", strings.Join(words, ", "))
	}
	c.Flags().StringVarP(to, "format", "f", preset, usage)
	Complete(c, "format", words...)
}

// FindingsFlag adds --findings, as the key Findings of the timers is for the log.
func FindingsFlag(c *cobra.Command, to *int, usual int) {
	c.Flags().IntVar(to, "findings", usual, "print at most `N` findings (0: none)")
}

// CheckFindings checks it.
func CheckFindings(n int) error {
	if n < 0 {
		return Usagef("--findings %d: expected a number from 0 on", n)
	}
	return nil
}

// Complete lets shells complete an option with fixed words.
func Complete(c *cobra.Command, option string, words ...string) {
	_ = c.RegisterFlagCompletionFunc(option, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	})
}

// OutputFlag adds --output of a command that writes one file. [Output] writes it.
func OutputFlag(c *cobra.Command, to *string) {
	c.Flags().StringVarP(to, "output", "o", "", "write to `FILE` (- for standard output)")
}
