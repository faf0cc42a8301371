package process

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// GuardCommand is the word by which this program is asked to outlive the one that started it, and to kill the groups that it left.
// PR_SET_PDEATHSIG reaches the first process of each only: the workers of a server that is none of ours go on without their master.
const GuardCommand = "guard-groups"

// Guard is the other side: it reads of groups that began (+PID) and ended (-PID), and kills those that are left when nobody writes any more.
func Guard(from io.Reader) {
	left := map[int]bool{}
	for lines := bufio.NewScanner(from); lines.Scan(); {
		word := lines.Text()
		if group, err := strconv.Atoi(strings.TrimLeft(word, "+-")); err == nil && group > 1 {
			left[group] = word[0] == '+'
		}
	}
	for group, running := range left {
		if running {
			_ = syscall.Kill(-group, syscall.SIGKILL)
		}
	}
}

// guard tells a process that outlives this one which groups there are.
type guard struct {
	mu   sync.Mutex
	pipe *os.File
}

// startGuard leaves it to the system: it has no death signal, no part in a Ctrl-C, and ends with the pipe.
func startGuard() (*guard, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("making the pipe of a guard: %w", err)
	}
	defer read.Close()
	command := exec.Command("/proc/self/exe", GuardCommand)
	command.Stdin = read
	command.Env = []string{} // the join token may be in ours
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		write.Close()
		return nil, fmt.Errorf("starting a guard: %w", err)
	}
	go func() { _ = command.Wait() }()
	return &guard{pipe: write}, nil
}

func (g *guard) began(group int) { g.say('+', group) }
func (g *guard) ended(group int) { g.say('-', group) }

// say does without an answer: a guard that somebody killed guards nothing, and children go on as without one.
func (g *guard) say(what byte, group int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	_, _ = fmt.Fprintf(g.pipe, "%c%d\n", what, group)
}
