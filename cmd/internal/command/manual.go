package command

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// ManualPages writes a manual page for a program and each of its sub-commands into a directory, which is made if it is
// missing. They are made from the help of the commands and have the month of today, or of SOURCE_DATE_EPOCH if that is set,
// so that packages are the same whenever they are built.
func ManualPages(root *cobra.Command, title, directory string) error {
	if err := os.MkdirAll(directory, 0o777); err != nil {
		return err
	}
	date := time.Now()
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
		}
		date = time.Unix(seconds, 0).UTC() // whatever the time zone
	}
	header := &doc.GenManHeader{Title: title, Section: "1", Date: &date, Source: "github.com/go-hpc/timers", Manual: "Timers"}
	root.DisableAutoGenTag = true // which has today's date
	if err := doc.GenManTree(root, header, directory); err != nil {
		return fmt.Errorf("%s: %w", directory, err)
	}
	return nil
}
