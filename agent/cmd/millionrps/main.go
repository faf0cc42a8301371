// Millionrps is the command line of a millionrps instance: it makes runs and experiments, waits for them, and says how they ended.
package main

import (
	"os"

	"millionrps/agent/internal/cli/commands"
)

// release is replaced by -ldflags "-X main.release=...".
var release = "0.1.0"

func main() {
	streams := commands.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	os.Exit(commands.Main(os.Args[1:], streams, os.Getenv, release))
}
