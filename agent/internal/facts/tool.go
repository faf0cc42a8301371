package facts

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Tools are commands that print a version, by the tool's name: {"autocannon": {"node", "/x/autocannon.js", "--version"}}.
type Tools map[string][]string

// Tool is an installed tool. Path is absolute: the program, or the script that an interpreter runs.
type Tool struct {
	Name    string
	Path    string
	Version string // "" when it prints none
	// SHA256 is the hash of the file at Path, in hex; the caller adds it.
	SHA256 string
}

const (
	toolTimeout     = 5 * time.Second
	toolOutputBytes = 64 << 10
)

type toolResults struct {
	found   []Tool
	missing []string
}

// readTools runs all commands at once.
func readTools(tools Tools, timeout time.Duration) (results toolResults) {
	names := slices.Sorted(maps.Keys(tools))
	found := make([]Tool, len(names))
	failures := make([]error, len(names))
	var running sync.WaitGroup
	for i, name := range names {
		running.Go(func() { found[i], failures[i] = readTool(name, tools[name], timeout) })
	}
	running.Wait()
	results.found = []Tool{}
	for i, name := range names {
		if found[i].Path != "" {
			results.found = append(results.found, found[i])
		}
		if failures[i] != nil {
			results.missing = append(results.missing, fmt.Sprintf("tool %s: %v", name, failures[i]))
		}
	}
	return results
}

// readTool returns a tool without a version, and an error, when it is there but does not say.
func readTool(name string, command []string, timeout time.Duration) (Tool, error) {
	if len(command) == 0 {
		return Tool{}, errors.New("no command is known")
	}
	program, err := exec.LookPath(command[0])
	if err != nil {
		return Tool{}, err
	}
	path, err := toolPath(program, command[1:])
	if err != nil {
		return Tool{}, err
	}
	tool := Tool{Name: name, Path: path}
	output, err := run(program, command[1:], timeout)
	tool.Version = parseVersion(output)
	if tool.Version == "" && err == nil {
		tool.Version = moduleVersion(path)
	}
	if tool.Version != "" { // wrk prints its version and exits with 1
		return tool, nil
	}
	if err != nil {
		return tool, fmt.Errorf("asked for its version: %w", err)
	}
	return tool, errors.New("prints no version")
}

// moduleVersion is the version of a Go program that prints none itself: after go install, only the build information
// has it.
func moduleVersion(path string) string {
	build, err := buildinfo.ReadFile(path)
	if err != nil {
		return ""
	}
	return parseVersion([]byte(build.Main.Version))
}

func toolPath(program string, arguments []string) (string, error) {
	for _, argument := range arguments {
		if !filepath.IsAbs(argument) {
			continue
		}
		if _, err := os.Stat(argument); err != nil {
			return "", err
		}
		return argument, nil
	}
	return filepath.Abs(program)
}

// run kills the whole process group at the limit: a tool may be a script around the program that hangs.
func run(program string, arguments []string, timeout time.Duration) ([]byte, error) {
	within, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	command := exec.CommandContext(within, program, arguments...)
	output := &head{}
	command.Stdout, command.Stderr = output, output
	command.SysProcAttr = &unix.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return unix.Kill(-command.Process.Pid, unix.SIGKILL) }
	command.WaitDelay = time.Second
	err := command.Run()
	if within.Err() != nil {
		err = fmt.Errorf("no answer within %v", timeout)
	}
	return output.text.Bytes(), err
}

// head keeps the beginning of what a tool prints.
type head struct{ text bytes.Buffer }

func (h *head) Write(text []byte) (int, error) {
	h.text.Write(text[:min(len(text), toolOutputBytes-h.text.Len())])
	return len(text), nil
}

// version is two or more numbers separated by dots, and not the tail of a word: "go1.26" in vegeta's output is not vegeta's.
var version = regexp.MustCompile(`(?:^|[^\w.])v?(\d+(?:\.\d+)+(?:[-+][0-9A-Za-z.+-]*)?)`)

func parseVersion(output []byte) string {
	match := version.FindSubmatch(output)
	if match == nil {
		return ""
	}
	return string(match[1])
}
