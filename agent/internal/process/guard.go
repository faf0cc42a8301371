package process

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// GuardCommand is the word by which this program is asked to outlive the one that started it, and to kill the groups that it left.
// PR_SET_PDEATHSIG reaches the first process of each only: the workers of a server that is none of ours go on without their master.
const GuardCommand = "guard-groups"

// Guard is the other side. Reads +PID and -PID; at end of file, kills the groups that are left. Signals for all of an agent's processes must not
// end it: the pipe does.
func Guard(from io.Reader) {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	left := map[int]bool{}
	for lines := bufio.NewScanner(from); lines.Scan(); {
		word := lines.Text()
		group, err := strconv.Atoi(strings.TrimLeft(word, "+-"))
		switch {
		case err != nil || group <= 1:
		case word[0] == '+':
			left[group] = true
		default:
			delete(left, group)
		}
	}
	for group := range left {
		_ = syscall.Kill(-group, syscall.SIGKILL)
	}
}

// guard tells a process that outlives this one which groups there are.
type guard struct {
	log *slog.Logger

	mu   sync.Mutex
	pipe *os.File
	left map[int]bool // groups that live, for the next guard
}

func startGuard(log *slog.Logger) (*guard, error) {
	g := &guard{log: log, left: map[int]bool{}}
	command, err := g.start()
	if err != nil {
		return nil, err
	}
	go g.keep(command)
	return g, nil
}

// start leaves the process to the system: it has no death signal, no part in a Ctrl-C, and ends with the pipe.
func (g *guard) start() (*exec.Cmd, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making the pipe of a guard: %w", err)
	}
	defer read.Close()
	command := exec.Command("/proc/self/exe", GuardCommand)
	command.Stdin = read
	command.Env = HelperEnvironment()
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		write.Close()
		return nil, fmt.Errorf("starting a guard: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pipe != nil {
		g.pipe.Close()
	}
	g.pipe = write
	for group := range g.left {
		g.write('+', group)
	}
	return command, nil
}

// keep replaces a guard that ended, which was killed: the pipe is open for as long as this process lives.
func (g *guard) keep(command *exec.Cmd) {
	for said := false; ; {
		began := time.Now()
		_ = command.Wait()
		how := command.ProcessState.String()
		time.Sleep(time.Until(began.Add(time.Second))) // where none can live, the host is not kept busy with new ones
		var err error
		if command, err = g.start(); err != nil {
			g.log.Warn("the guard of what targets start ended by itself, and none could be started again: what a target starts itself is not ended with a killed agent",
				"how", how, "error", err)
			return
		}
		if !said {
			g.log.Warn("the guard of what targets start ended by itself and was started again", "how", how)
			said = true
		}
	}
}

func (g *guard) began(group int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.left[group] = true
	g.write('+', group)
}

func (g *guard) ended(group int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.left, group)
	g.write('-', group)
}

// write does without an answer: what a dead guard does not read, the next one gets. The caller holds the lock.
func (g *guard) write(what byte, group int) { _, _ = fmt.Fprintf(g.pipe, "%c%d\n", what, group) }
