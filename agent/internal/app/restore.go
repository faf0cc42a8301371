package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/tuning"
)

// Restore puts back what the agent of a data folder has changed, and prints it. That agent must not run. What still differs is an error,
// unless acceptPresent takes it as it is.
func Restore(path string, acceptPresent bool) error {
	data, err := openDeadFolder(path)
	if err != nil {
		return err
	}
	defer data.Close()
	tuner, err := openTuner(data, process.NewLauncher(), newLog(nil))
	if err != nil {
		return err
	}
	result := tuner.Restore()
	writeRestored(os.Stdout, result)
	switch {
	case result.Matches:
		return nil
	case !acceptPresent:
		return errors.New("this host is not as it was: mend what is said above and run this again, or vouch for the host with --accept-present; a reboot also puts everything back")
	}
	if err := tuner.Forget(); err != nil {
		return err
	}
	fmt.Println("The host is taken as it is now.")
	return nil
}

// openDeadFolder opens the folder of an agent that does not run. Unlike an agent, it makes none.
func openDeadFolder(path string) (*folder.Folder, error) {
	if _, err := os.Stat(filepath.Join(path, folder.LockFile)); err != nil {
		return nil, fmt.Errorf("%s is not the data folder of an agent: %w", path, err)
	}
	data, err := folder.Open(path)
	if errors.Is(err, folder.ErrInUse) {
		return nil, fmt.Errorf("an agent runs on %s: it puts back what it changes; restore from the host's page, or stop that agent first", path)
	}
	return data, err
}

func writeRestored(to io.Writer, result tuning.Restored) {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	if len(result.Knobs) > 0 {
		fmt.Fprintln(table, "KEY\tWAS\tREADS\t")
	}
	for _, k := range result.Knobs {
		verdict := "as it was"
		if !k.Matches {
			verdict = "DIFFERS"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", k.Key, k.Before, valueOr(k.ReadBack, "(unreadable)"), verdict)
	}
	_ = table.Flush()
	for _, sentence := range result.Mismatches {
		fmt.Fprintln(to, sentence)
	}
	switch {
	case result.Matches && result.RunID == "":
		fmt.Fprintln(to, "There is nothing to put back.")
	case result.Matches:
		fmt.Fprintf(to, "Everything that run %s changed was put back: %d values read as they were.\n", result.RunID, len(result.Knobs))
	}
}
