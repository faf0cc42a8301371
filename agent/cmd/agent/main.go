// Agent works on a host for a millionrps instance: it starts the server under test and the load generator, samples, and restores.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

const (
	exitFailed = 1
	exitUsage  = 2
)

const usage = `usage: agent <command> [flags]

  run       join a millionrps instance and work for it; agent run --help lists the flags
  doctor    look at this host for what would spoil a measurement; changes nothing
  facts     print what this host is, as JSON
  version   print the version
`

// release is replaced by -ldflags "-X main.release=...".
var release = "0.1.0"

func version() string { return release }

// usageError is a mistake in the command line.
type usageError struct{ error }

func main() {
	err := dispatch(os.Args[1:])
	var mistake usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.As(err, &mistake):
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(exitUsage)
	default:
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(exitFailed)
	}
}

func dispatch(arguments []string) error {
	if len(arguments) == 0 {
		return usageError{errors.New("name a command: run, doctor, facts or version")}
	}
	switch arguments[0] {
	case "run":
		o, err := parseRunOptions(arguments[1:], os.Stdout)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return err
		case err != nil:
			return usageError{err}
		}
		return run(o)
	case "doctor":
		o, err := parseDoctorOptions(arguments[1:], os.Stdout)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return err
		case err != nil:
			return usageError{err}
		}
		return examineHost(o, os.Stdout)
	case "facts":
		return printFacts(os.Stdout)
	case "version":
		fmt.Println(version())
		return nil
	case "help", "-h", "--help":
		fmt.Print(usage)
		return nil
	}
	return usageError{fmt.Errorf("there is no command %q; there are run, doctor, facts and version", arguments[0])}
}
