package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// subject is the process whose limits and rights are judged: target and load generator have theirs from the agent.
type subject struct {
	name string // begins a sentence
	proc string // below /proc
	pid  int
	// number is the process in a line for a shell, then what is left to do after that line.
	number, then string
	// program starts it, without what omitted names.
	program []string
	omitted string
}

// subjectOf: in a shell it is the agent that runs, else one that would be started there. The shell's own limits are none of an agent's that
// systemd has started.
func subjectOf(h host, c Config) subject {
	const options = "  # and its other options"
	own := subject{name: "The agent", proc: "self", pid: os.Getpid(), number: strconv.Itoa(os.Getpid()), program: c.Program}
	if c.ConfigurationFile.OfAgent {
		return own
	}
	if pid, words := runningAgent(h, c.DataFolder); pid != 0 {
		number := strconv.Itoa(pid)
		return subject{name: fmt.Sprintf("The agent (pid %d)", pid), proc: number, pid: pid, number: number, program: words[:2], omitted: options}
	}
	own.name, own.number, own.then, own.omitted = "An agent that is started here", "$$", "  # then start the agent from this shell", options
	if len(c.Program) > 0 {
		own.program = []string{c.Program[0], "run"}
	}
	return own
}

// within is the name in the middle of a sentence.
func (s subject) within() string { return strings.ToLower(s.name[:1]) + s.name[1:] }

// runningAgent is the one of the data folder, or without a folder the only one, with its command line; 0 for none. Other makers have an
// `agent run`, too, but not with our options.
func runningAgent(h host, data string) (pid int, words []string) {
	found := 0
	for _, each := range h.PIDs() {
		line := strings.Split(h.Peek(fmt.Sprintf("/proc/%d/cmdline", each)), "\x00")
		if of := dataOfAgent(line); of != "" && (data == "" || of == data) {
			pid, words = each, line
			found++
		}
	}
	if found != 1 {
		return 0, nil
	}
	return pid, words
}

// dataOfAgent is the data folder of an agent that runs, by its command line; "" for any other program.
func dataOfAgent(words []string) string {
	if len(words) < 2 || filepath.Base(words[0]) != "agent" || words[1] != "run" || option(words, "url") == "" || option(words, "data") == "" {
		return ""
	}
	return filepath.Clean(option(words, "data"))
}

// option is the value of --name VALUE or --name=VALUE; "" for none.
func option(words []string, name string) string {
	for i, word := range words {
		found, value, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case found != name || !strings.HasPrefix(word, "-"):
		case joined:
			return value
		case i+1 < len(words):
			return words[i+1]
		}
	}
	return ""
}
