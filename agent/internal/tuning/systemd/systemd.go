// Package systemd asks systemd for services, and stops and starts them.
package systemd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Unit is what systemd says of a service.
type Unit struct {
	Loaded, Active bool
	Err            error // of asking
}

// Units reads what `systemctl show` prints: blocks of NAME=value lines, which an empty line separates. A unit that follows
// another's alias has the Id of that one; it is then not found by its own name, and left alone.
func Units(text string) map[string]Unit {
	units := map[string]Unit{}
	for block := range strings.SplitSeq(text, "\n\n") {
		values := map[string]string{}
		for line := range strings.Lines(block) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			values[name] = value
		}
		if name, ok := strings.CutSuffix(values["Id"], ".service"); ok {
			units[name] = Unit{
				Loaded: values["LoadState"] == "loaded",
				Active: values["ActiveState"] == "active" || values["ActiveState"] == "activating" || values["ActiveState"] == "reloading",
			}
		}
	}
	return units
}

// timeout is longer than a service may take to stop before systemd kills it (DefaultTimeoutStopSec is 90 s) only for the services
// that matter here, which stop at once.
const timeout = 30 * time.Second

// Find is how to call systemctl; nil where systemd does not run the host (sd_booted(3)).
func Find() func(arguments ...string) (string, error) {
	if _, err := os.Stat("/run/systemd/system"); err != nil {
		return nil
	}
	for _, program := range []string{"/usr/bin/systemctl", "/bin/systemctl"} {
		if _, err := os.Stat(program); err == nil {
			return func(arguments ...string) (string, error) { return run(program, timeout, arguments) }
		}
	}
	return nil
}

func run(program string, within time.Duration, arguments []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	command := exec.CommandContext(ctx, program, append([]string{"--no-ask-password", "--no-pager"}, arguments...)...)
	command.Env = []string{"LC_ALL=C", "PATH=/usr/bin:/bin"}
	command.WaitDelay = time.Second // for helpers of its own, which hold its output open
	var complaint bytes.Buffer
	command.Stderr = &complaint
	text, err := command.Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrWaitDelay):
		return string(text), nil
	case err != nil && ctx.Err() != nil:
		return "", fmt.Errorf("systemctl %s did not end within %s", arguments[0], within)
	case errors.As(err, &exit):
		sentence := strings.TrimSpace(complaint.String())
		if refusedByPolkit(sentence) {
			return "", fmt.Errorf("%s: %w", sentence, unix.EPERM)
		}
		return "", fmt.Errorf("systemctl %s: %s (%w)", arguments[0], sentence, err)
	}
	return string(text), err
}

func refusedByPolkit(complaint string) bool {
	for _, words := range []string{"Access denied", "authentication required", "Permission denied", "Operation not permitted"} {
		if strings.Contains(complaint, words) {
			return true
		}
	}
	return false
}
