package commands

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/terminal"
)

const about = `Runs benchmarks on the hosts of a millionrps instance, and waits for their results.

The instance is named by --url, MILLIONRPS_URL, or "url:" in ~/.config/millionrps/config.yaml. The API token is read from
MILLIONRPS_TOKEN, the file that MILLIONRPS_TOKEN_FILE names, or ~/.config/millionrps/token. It is never a flag: ps shows those.
A certificate that no authority vouches for is known by --fingerprint (as the hosts page shows it) or --ca-file.

Results go to stdout, progress and errors to stderr.`

func (s *session) root() *cobra.Command {
	root := &cobra.Command{
		Use: "millionrps", Short: "Run benchmarks on the hosts of a millionrps instance", Long: about + "\n\n" + exitCodes(),
		Version: s.release, SilenceErrors: true, SilenceUsage: true,
		PersistentPreRunE: func(command *cobra.Command, _ []string) error {
			// cobra would say it later, as if the command had begun.
			if err := errors.Join(command.ValidateRequiredFlags(), command.ValidateFlagGroups()); err != nil {
				return err
			}
			s.entered = true
			s.result.Command = strings.TrimPrefix(command.CommandPath(), command.Root().Name()+" ")
			s.progress = terminal.NewProgress(s.Err, s.quiet)
			s.painter = terminal.NewPainter(s.Out, s.plain || s.getenv("NO_COLOR") != "")
			return nil
		},
	}
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetIn(s.In)
	flags := root.PersistentFlags()
	flags.StringVar(&s.connection.URL, "url", "", "address of the instance (MILLIONRPS_URL)")
	flags.StringVar(&s.connection.Fingerprint, "fingerprint", "", "fingerprint of its key, where no authority vouches for its certificate (MILLIONRPS_FINGERPRINT)")
	flags.StringVar(&s.connection.CAFile, "ca-file", "", "certificate of the authority that vouches for it, in PEM (MILLIONRPS_CA_FILE)")
	flags.BoolVar(&s.connection.InsecureHTTP, "insecure-http", false, "send the token even where others can read it: over http to another machine (MILLIONRPS_INSECURE_HTTP=1)")
	flags.BoolVar(&s.json, "json", false, "print one JSON object instead of text")
	flags.BoolVarP(&s.quiet, "quiet", "q", false, "no progress, and of the results the id alone")
	flags.BoolVar(&s.plain, "no-color", false, "no colours (NO_COLOR)")
	flags.StringVar(&s.resultFile, "result", "", "also write the JSON object to this `file`: make and other wrappers hide exit codes")
	root.AddCommand(s.runCommand(), s.experimentCommand(), s.waitCommand(), s.compareCommand(), s.hostsCommand(), s.benchmarksCommand(), s.historyCommand(), s.baselineCommand(), s.bisectCommand(), s.alertsCommand(), s.importCommand(), s.exportCommand(), s.manCommand())
	return root
}

func exitCodes() string {
	lines := []string{"Exit codes:"}
	for _, kind := range ending.Kinds {
		lines = append(lines, fmt.Sprintf("  %3d  %-12s  %s", kind.Code, kind.Outcome, kind.About))
	}
	return strings.Join(lines, "\n")
}

func usage(err error) error {
	if err == nil {
		return nil
	}
	return ending.Error{Outcome: ending.Usage, Err: err}
}
