// Package keeper starts the agent of a data folder and starts it again when it ends. A program that is on trial after an upgrade has to get in
// touch with the API within its time; otherwise the keeper goes back to the one before. The keeper is what was installed, and no upgrade
// replaces it.
package keeper

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/programs"
)

const (
	// TrialTime is what a new program has to say hello.
	TrialTime = 60 * time.Second
	// trialStarts bounds how often a trial is begun anew after a reboot or a killed keeper.
	trialStarts = 3
	// endsWithin is what an agent gets to drain its target, to restore the host and to deliver.
	endsWithin = 45 * time.Second
	lookEvery  = 100 * time.Millisecond
	restFirst  = time.Second
	restMost   = 5 * time.Second
	exitUsage  = 2
)

const lockFile = "keeper.lock"

// Options are one life of a keeper.
type Options struct {
	Data string
	// Installed is the folder of the program that was installed.
	Installed string
	Trial     time.Duration // 0 for TrialTime
	Log       *slog.Logger
}

type keeper struct {
	Options
	hangups chan os.Signal
}

// Run keeps an agent running until the context ends. Its status is what the process exits with.
func Run(ctx context.Context, o Options, hangups chan os.Signal) (int, error) {
	if o.Trial == 0 {
		o.Trial = TrialTime
	}
	lock, err := takeLock(o.Data)
	if err != nil {
		return 1, err
	}
	defer lock.Close()
	// A child is sent a signal when the thread ends that started it.
	runtime.LockOSThread()
	k := &keeper{Options: o, hangups: hangups}
	rest := restFirst
	for ctx.Err() == nil {
		startedAt := time.Now()
		again, status, err := k.life(ctx)
		if err != nil {
			return 1, err
		}
		switch {
		case ctx.Err() != nil:
			return 0, nil
		case again:
			rest = restFirst
			continue
		case status == exitUsage:
			return status, nil
		case time.Since(startedAt) > 10*restMost:
			rest = restFirst
		}
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
		rest = min(2*rest, restMost)
	}
	return 0, nil
}

// life is one process of the agent. again says that another program is to be started at once.
func (k *keeper) life(ctx context.Context) (again bool, status int, err error) {
	choice, err := programs.Read(k.Data)
	if err != nil {
		return false, 0, err
	}
	if choice.Trial != nil {
		if choice.Trial.Starts >= trialStarts {
			return true, 0, k.rollBack(choice, fmt.Sprintf("It was started %d times and never said hello.", trialStarts))
		}
		choice.Trial.Starts++
		if err := programs.Write(k.Data, choice); err != nil {
			return false, 0, err
		}
	}
	program, why := k.program(choice)
	if why != "" {
		if choice.Trial == nil {
			return true, 0, k.useInstalled(choice, why)
		}
		return true, 0, k.rollBack(choice, why)
	}
	command, err := k.start(program)
	if err != nil {
		if choice.Trial == nil {
			return false, 1, nil
		}
		return true, 0, k.rollBack(choice, fmt.Sprintf("It could not be started: %v.", err))
	}
	late, end := k.watch(ctx, command, choice)
	status = end.ExitCode()
	after, err := programs.Read(k.Data)
	if err != nil {
		return false, 0, err
	}
	switch {
	case ctx.Err() != nil:
		return false, status, nil
	case choice.Trial != nil && after.Trial != nil && after.Trial.ID == choice.Trial.ID:
		return true, 0, k.rollBack(after, endOfTrial(late, end, k.Trial))
	case after.Current != choice.Current || after.Trial != nil:
		return true, 0, nil
	}
	return false, status, nil
}

func endOfTrial(late bool, end *os.ProcessState, within time.Duration) string {
	switch {
	case late:
		return fmt.Sprintf("It did not say hello within %.0f s.", within.Seconds())
	case end.ExitCode() < 0: // it reads "signal: killed"
		return fmt.Sprintf("It ended before it said hello, by a %v.", end)
	}
	return fmt.Sprintf("It ended with status %d before it said hello.", end.ExitCode())
}

func (k *keeper) rollBack(c programs.Choice, why string) error {
	k.Log.Error("the new program is not taken; going back", "program", c.Current, "why", why)
	return programs.RollBack(k.Data, c, why)
}

func (k *keeper) useInstalled(c programs.Choice, why string) error {
	k.Log.Error("the program is not started; going back to the one that was installed", "program", c.Current, "why", why)
	c.Last = &programs.Upgrade{ID: "", To: c.Current, Result: programs.RolledBack, Why: why, AtUs: time.Now().UnixMicro()}
	c.Current, c.Previous = "", ""
	return programs.Write(k.Data, c)
}

// program is the file to start. One that came by an upgrade is read whole first: why says what is wrong with it.
func (k *keeper) program(c programs.Choice) (path, why string) {
	if c.Current == "" {
		return filepath.Join(k.Installed, "agent"), ""
	}
	path = filepath.Join(k.Data, programs.Folder, c.Current, "agent")
	sum, err := programs.FileSHA256(path)
	switch {
	case err != nil:
		return "", fmt.Sprintf("Its file cannot be read: %v.", err)
	case sum != c.Current:
		return "", "Its file does not have its checksum any more, so it was not started."
	}
	return path, ""
}

func (k *keeper) start(program string) (*exec.Cmd, error) {
	i, err := programs.ReadInstallation(k.Data)
	if err != nil {
		return nil, err
	}
	arguments := []string{"run", "--url", i.URL, "--data", k.Data, "--name", i.Name}
	if i.Fingerprint != "" {
		arguments = append(arguments, "--fingerprint", i.Fingerprint)
	}
	command := exec.Command(program, arguments...)
	command.Env = append(os.Environ(), programs.KeptVariable+"=1")
	if token, err := os.ReadFile(filepath.Join(k.Data, programs.JoinToken)); err == nil {
		command.Env = append(command.Env, "MILLIONRPS_JOIN_TOKEN="+strings.TrimSpace(string(token)))
	}
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	return command, command.Start()
}

// watch waits for the end of an agent. late says that its trial was over.
func (k *keeper) watch(ctx context.Context, command *exec.Cmd, c programs.Choice) (late bool, end *os.ProcessState) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = command.Wait()
	}()
	var trial <-chan time.Time
	if c.Trial != nil {
		trial = time.After(k.Trial)
	}
	var killed <-chan time.Time
	stopping := ctx.Done()
	for {
		select {
		case <-ended:
			return late, command.ProcessState
		case <-k.hangups:
			_ = command.Process.Signal(syscall.SIGHUP)
		case <-trial:
			trial = nil
			if after, err := programs.Read(k.Data); err == nil && after.Trial == nil {
				continue
			}
			late = true
			_ = command.Process.Signal(syscall.SIGTERM)
			killed = time.After(k.Trial / 6)
		case <-stopping:
			stopping = nil
			_ = command.Process.Signal(syscall.SIGTERM)
			killed = time.After(endsWithin)
		case <-killed:
			_ = command.Process.Kill()
		}
	}
}

// takeLock holds the keeper's lock, which has its process id, until the end of the process.
func takeLock(data string) (*os.File, error) {
	lock, err := os.OpenFile(filepath.Join(data, lockFile), os.O_CREATE|os.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("another keeper runs on %s", data)
	}
	if err := errors.Join(lock.Truncate(0), writeAt(lock, strconv.Itoa(os.Getpid()))); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

func writeAt(file *os.File, text string) error {
	_, err := file.WriteAt([]byte(text), 0)
	return err
}

// PID is the keeper that runs on a data folder, 0 for none.
func PID(data string) int {
	lock, err := os.Open(filepath.Join(data, lockFile))
	if err != nil {
		return 0
	}
	defer lock.Close()
	if unix.Flock(int(lock.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
		return 0
	}
	content := make([]byte, 20)
	n, _ := lock.ReadAt(content, 0)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(content[:n])))
	return pid
}

// Stop ends the keeper of a data folder and its agent. It fails when they are not gone in time.
func Stop(data string) error {
	pid := PID(data)
	if pid <= 1 {
		return nil
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("the agent that runs cannot be stopped: %w", err)
	}
	for end := time.Now().Add(endsWithin + 5*time.Second); PID(data) != 0; time.Sleep(lookEvery) {
		if time.Now().After(end) {
			return fmt.Errorf("the agent that runs (pid %d) did not end in time", pid)
		}
	}
	return nil
}
