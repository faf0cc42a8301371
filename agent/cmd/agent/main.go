// Agent works on a host for a millionrps instance: it starts the server under test and the load generator, samples, tunes and restores.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/app"
	"millionrps/agent/internal/confined"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/vegeta"
)

const (
	exitFailed = 1
	exitUsage  = 2
)

// command is one word of the command line.
type command struct {
	name, about string
	run         func(arguments []string) error
}

var commands = []command{
	{"run", "join a millionrps instance and work for it; agent run --help lists the flags", runCommand},
	{"doctor", "look at this host for what would spoil a measurement; changes nothing", doctorCommand},
	{"facts", "print what this host is, as JSON", func([]string) error { return app.Facts(os.Stdout, release) }},
	{"plan", "show what a tuning would change on this host, without touching anything", planCommand},
	{"snapshot", "print the state of everything that can be tuned", snapshotCommand},
	{"restore", "put back what an agent that is gone has changed", restoreCommand},
	{vegeta.Command, "run several vegeta processes as one, as the agent does", func(arguments []string) error {
		os.Exit(vegeta.Main(arguments, os.Stdout, os.Stderr))
		return nil
	}},
	{"volley", "make load on an HTTP server and report it; agent volley --help lists the flags", volleyCommand},
	{"install", "make an agent come with this host, or bring it up to date; the line on the hosts page does it", installCommand},
	{"uninstall", "restore this host and remove the agent that was installed", uninstallCommand},
	{"keep", "keep the agent that was installed running; systemd starts it", keepCommand},
	{"version", "print the version", func([]string) error { fmt.Println(release); return nil }},
}

// release is replaced by -ldflags "-X main.release=...".
var release = "0.1.0"

func main() {
	if confined.Main(os.Args[1:]) {
		return
	}
	if len(os.Args) > 1 && os.Args[1] == process.LimitedCommand {
		os.Exit(process.BecomeLimited(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == process.GuardCommand {
		process.Guard(os.Stdin)
		return
	}
	err := dispatch(os.Args[1:])
	var mistake app.UsageError
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "agent:", err)
	if errors.As(err, &mistake) {
		os.Exit(exitUsage)
	}
	os.Exit(exitFailed)
}

func dispatch(arguments []string) error {
	if len(arguments) == 0 {
		return app.UsageError{Err: fmt.Errorf("name a command: %s", commandNames("or"))}
	}
	at := slices.IndexFunc(commands, func(c command) bool { return c.name == arguments[0] })
	switch {
	case at >= 0:
		return commands[at].run(arguments[1:])
	case slices.Contains([]string{"help", "-h", "--help"}, arguments[0]):
		fmt.Print(usage())
		return nil
	}
	return app.UsageError{Err: fmt.Errorf("there is no command %q; there are %s", arguments[0], commandNames("and"))}
}

func usage() string {
	var text strings.Builder
	text.WriteString("usage: agent <command> [flags]\n\n")
	for _, c := range commands {
		fmt.Fprintf(&text, "  %-12s %s\n", c.name, c.about)
	}
	return text.String()
}

func commandNames(last string) string {
	names := make([]string, len(commands))
	for i, c := range commands {
		names[i] = c.name
	}
	return english.WordSeries(names, last)
}

// newFlags is a set of flags that says nothing by itself.
func newFlags(command string) *flag.FlagSet {
	flags := flag.NewFlagSet("agent "+command, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// parse takes flags only. Its error is an app.UsageError, or flag.ErrHelp after the usage was written.
func parse(flags *flag.FlagSet, arguments []string) error {
	err := flags.Parse(arguments)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(os.Stdout)
		flags.Usage()
		return err
	case err != nil:
		return app.UsageError{Err: err}
	case flags.NArg() > 0:
		return app.UsageError{Err: fmt.Errorf("unexpected argument %q; %s takes flags only", flags.Arg(0), flags.Name())}
	}
	return nil
}
