package vegeta

import "flag"

// Command is the word by which this program becomes the parent of several vegetas: agent drive-vegeta FLAG...
const Command = "drive-vegeta"

// Flags puts every field of an attack on the command line.
func (a *Attack) Flags(flags *flag.FlagSet) {
	flags.StringVar(&a.Program, "vegeta", "", "absolute `path` of vegeta")
	flags.StringVar(&a.Targets, "targets", "", "`file` of targets, taken in turn")
	flags.IntVar(&a.Processes, "processes", 1, "`number` of vegeta processes that share the rate")
	flags.IntVar(&a.CPUsPerProcess, "cpus-per-process", 1, "`number` of CPUs that each may use at once")
	flags.IntVar(&a.RequestsPerSecond, "rate", 0, "requests per second of all processes together")
	flags.IntVar(&a.DurationSeconds, "seconds", 0, "how long to send")
	flags.IntVar(&a.Connections, "connections", 0, "most connections of all processes together; 0 is no limit")
	flags.BoolVar(&a.Decompress, "decompress", false, "ask for gzip and decompress it")
}
