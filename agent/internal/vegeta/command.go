package vegeta

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// Command is the word by which this program becomes the parent of several vegetas: agent drive-vegeta FLAG...
const Command = "drive-vegeta"

// Main is the other side of Command, with what follows it on the command line.
func Main(arguments []string, stdout io.Writer, stderr *os.File) (exitStatus int) {
	const failed, misused = 1, 2
	var attack Attack
	flags := flag.NewFlagSet("agent "+Command, flag.ContinueOnError)
	flags.SetOutput(stderr)
	attack.flags(flags)
	err := flags.Parse(arguments)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil: // which the flags have said
		return misused
	}
	if err = attack.Check(); err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(stderr, "agent:", err)
		return misused
	}
	if err := Drive(attack, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "agent:", err)
		return failed
	}
	return 0
}

// flags puts every field of an attack on the command line.
func (a *Attack) flags(flags *flag.FlagSet) {
	flags.StringVar(&a.Program, "vegeta", "", "absolute `path` of vegeta")
	flags.StringVar(&a.Targets, "targets", "", "`file` of targets, taken in turn")
	flags.IntVar(&a.Processes, "processes", 1, "`number` of vegeta processes that share the rate")
	flags.IntVar(&a.CPUsPerProcess, "cpus-per-process", 1, "`number` of CPUs that each may use at once")
	flags.IntVar(&a.RequestsPerSecond, "rate", 0, "requests per second of all processes together")
	flags.IntVar(&a.DurationSeconds, "seconds", 0, "how long to send")
	flags.IntVar(&a.Connections, "connections", 0, "most connections of all processes together; 0 is no limit")
	flags.BoolVar(&a.TLS, "tls", false, "the targets are https")
	flags.BoolVar(&a.Insecure, "insecure", false, "take any certificate")
	flags.StringVar(&a.RootCerts, "root-certs", "", "`file` of the authorities to trust")
}
