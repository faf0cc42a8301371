// Package vegeta runs several vegeta processes as one, whose results vegeta itself merges while they come.
package vegeta

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Attack is what the processes do together.
type Attack struct {
	Program           string // vegeta, absolute
	Targets           string // file of targets, taken in turn
	Processes         int
	CPUsPerProcess    int
	RequestsPerSecond int
	DurationSeconds   int
	Connections       int    // of all processes together; 0 is as many as there are requests in flight
	TLS               bool   // the targets are https
	Insecure          bool   // take any certificate
	RootCerts         string // file of the authorities to trust; empty: those of the system
}

// requestTimeout is that of the other tools.
const requestTimeout = "10s"

// Check finds what cannot be dealt out to the processes.
func (a Attack) Check() error {
	switch {
	case a.Program == "" || a.Targets == "":
		return fmt.Errorf("--vegeta and --targets are needed: the program and its file of targets")
	case a.Processes < 1 || a.CPUsPerProcess < 1 || a.DurationSeconds < 1:
		return fmt.Errorf("%d processes on %d CPUs each for %d s are no attack; each must be at least 1", a.Processes, a.CPUsPerProcess, a.DurationSeconds)
	case a.RequestsPerSecond < a.Processes:
		return fmt.Errorf("%d requests per second cannot be dealt out to %d processes; ask for fewer processes", a.RequestsPerSecond, a.Processes)
	case a.Connections < 0 || a.Connections > 0 && a.Connections < a.Processes:
		return fmt.Errorf("%d connections cannot be dealt out to %d processes; ask for fewer processes", a.Connections, a.Processes)
	}
	return nil
}

// attackCommands are the processes, each with its share of the rate and of the connections. -max-workers is left alone: with it, vegeta
// holds back what it cannot send at once and does not count the wait. A redirect is an answer like any other.
func (a Attack) attackCommands() [][]string {
	commands := make([][]string, a.Processes)
	for i := range commands {
		argv := []string{a.Program, "-cpus", strconv.Itoa(a.CPUsPerProcess), "attack",
			"-targets", a.Targets, "-rate", strconv.Itoa(share(a.RequestsPerSecond, a.Processes, i)) + "/1s",
			"-duration", strconv.Itoa(a.DurationSeconds) + "s", "-timeout", requestTimeout, "-redirects", "-1"}
		if a.Connections > 0 {
			connections := strconv.Itoa(share(a.Connections, a.Processes, i))
			argv = append(argv, "-connections", connections, "-max-connections", connections)
		}
		if a.TLS {
			// By itself vegeta would speak HTTP/2 where the server does, all of it over as few connections as Go likes.
			argv = append(argv, "-http2=false")
		}
		if a.Insecure {
			argv = append(argv, "-insecure")
		}
		if a.RootCerts != "" {
			argv = append(argv, "-root-certs", a.RootCerts)
		}
		commands[i] = argv
	}
	return commands
}

// reportCommand merges what comes through the descriptors from 3 on.
func (a Attack) reportCommand() []string {
	argv := []string{a.Program, "report", "-type", "json", "-buckets", buckets()}
	for i := range a.Processes {
		argv = append(argv, "/dev/fd/"+strconv.Itoa(firstPipe+i))
	}
	return argv
}

// share is what the i-th of n gets of a total.
func share(total, n, i int) int {
	if i < total%n {
		return total/n + 1
	}
	return total / n
}

// buckets are the lower bounds of an HdrHistogram of two significant digits in microseconds, up to 16 s; requests time out before. Three
// digits are too many: vegeta looks for a bucket from the lowest on, and takes the bounds as one argument, for which Linux allows 128 KiB.
func buckets() string {
	const exactBelow, half, end = 256, 128, 1 << 24
	bounds := make([]string, 0, exactBelow+16*half)
	for us, width := 0, 1; us < end; us += width {
		if us/width == exactBelow {
			width *= 2
		}
		bounds = append(bounds, strconv.Itoa(us)+"us")
	}
	return "[" + strings.Join(bounds, ",") + "]"
}

// document is what is printed: the exact commands, and what vegeta reported.
type document struct {
	Attacks [][]string      `json:"attacks"`
	Report  []string        `json:"report"`
	Result  json.RawMessage `json:"result"`
}

func (a Attack) document(report []byte) document {
	return document{Attacks: a.attackCommands(), Report: a.reportCommand(), Result: report}
}
