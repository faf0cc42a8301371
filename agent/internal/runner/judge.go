package runner

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/process"
)

// judge reads the output of a tool that ended by itself.
func (r *Runner) judge(driver loadgen.Driver, load loadgen.Load, d DriveLoad, exit process.Exit, files outputs, done *LoadDone) error {
	last := r.lastLine(files.stderr.Name())
	if !exit.Clean() {
		return &Failure{"tool-failed", fmt.Sprintf("%s on %s ended with %s%s.", d.Tool, r.HostName, exit, last)}
	}
	stdout, err := readOutput(files.stdout.Name())
	if err == nil {
		done.Result, err = driver.Parse(load, stdout)
	}
	if err != nil {
		return &Failure{"tool-output", fmt.Sprintf("The output of %s on %s could not be used (%s): %v%s.", d.Tool, r.HostName, exit, err, last)}
	}
	done.forgetNone()
	return nil
}

// lastLine begins with a colon when there is one.
func (r *Runner) lastLine(path string) string {
	text := r.Launcher.LastLines(path, 1, 300)
	if text == "" {
		return " and no word on stderr"
	}
	return ": " + strings.TrimSuffix(text, ".")
}

// mostOutput is far beyond any report of a tool: one that prints more is broken, and reading it whole could end the agent.
const mostOutput = 64 << 20

func readOutput(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostOutput {
		return nil, fmt.Errorf("it is %d bytes long", info.Size())
	}
	text, err := os.ReadFile(path)
	if err == nil && len(bytes.TrimSpace(text)) == 0 {
		err = errors.New("it printed nothing")
	}
	return text, err
}
