package process

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Child is a process that was started, and its group.
type Child struct {
	PID     int
	command *exec.Cmd
	exited  chan struct{}
	guard   *guard // nil for none
	// Environment is what it was started with.
	Environment []string

	mu     sync.Mutex
	reaped bool
}

func adopt(command *exec.Cmd, guard *guard) *Child {
	c := &Child{PID: command.Process.Pid, command: command, exited: make(chan struct{}), guard: guard, Environment: command.Env}
	guard.began(c.PID)
	go func() {
		defer close(c.exited)
		for {
			// WNOWAIT leaves the zombie: its CPU times stay readable in /proc until Wait.
			err := unix.Waitid(unix.P_PID, c.PID, nil, unix.WEXITED|unix.WNOWAIT, nil)
			if err != unix.EINTR {
				return
			}
		}
	}()
	return c
}

// Exited is closed when the process has ended; it is a zombie until Wait.
func (c *Child) Exited() <-chan struct{} { return c.exited }

// Wait reaps the process and says how it ended. What it left of its group is killed before: afterwards its number may be another process's.
// To be called once.
func (c *Child) Wait() Exit {
	<-c.exited
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = syscall.Kill(-c.PID, syscall.SIGKILL)
	c.guard.ended(c.PID)
	// The error repeats the state.
	_ = c.command.Wait()
	c.reaped = true
	return Exit{c.command.ProcessState}
}

// Terminate asks the process, not its group, to end.
func (c *Child) Terminate() { c.signal(c.PID, syscall.SIGTERM) }

// Quit asks the process for an end at once (SIGQUIT): of PostgreSQL one that leaves nothing to be kept.
func (c *Child) Quit() { c.signal(c.PID, syscall.SIGQUIT) }

// Kill ends the whole group at once.
func (c *Child) Kill() { c.signal(-c.PID, syscall.SIGKILL) }

// signal reaches no other process: the number belongs to this child until it is reaped.
func (c *Child) signal(pid int, signal syscall.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		_ = syscall.Kill(pid, signal)
	}
}

// Exit is how a process ended.
type Exit struct{ state *os.ProcessState }

// Clean says that it ended by itself with status 0.
func (e Exit) Clean() bool { return e.state != nil && e.state.Success() }

// String is "exit status 1" or "signal: killed".
func (e Exit) String() string {
	if e.state == nil {
		return "an unknown status"
	}
	return fmt.Sprint(e.state)
}
