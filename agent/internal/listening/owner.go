package listening

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Process is a process that holds a listening socket, or that started such processes.
type Process struct {
	PID     int
	Name    string
	Command []string
}

func (p Process) String() string { return fmt.Sprintf("%s (pid %d)", p.Name, p.PID) }

// HiddenError says that a socket is some other user's, whose processes this one may not look at.
type HiddenError struct{ User string }

func (e *HiddenError) Error() string {
	return "a process of the user " + e.User + " that this user may not look at"
}

// ErrNobody says that no process holds the sockets: they are the kernel's, or were closed meanwhile.
var ErrNobody = errors.New("no process")

// initPID is the ancestor of all processes, and holds sockets for services that it starts on the first connection.
const initPID = 1

// Roots are the processes whose trees the sockets belong to, in ascending order. A holder is no root when another holder, or a process of
// the same program, started it: of a master and its workers only the master is one.
func Roots(sockets []Socket) ([]Process, error) {
	held := holders(sockets)
	if len(held) == 0 {
		return nil, whyHidden(sockets)
	}
	roots := map[int]bool{}
	for pid := range held {
		roots[rootOf(pid, held)] = true
	}
	var processes []Process
	for pid := range roots {
		processes = append(processes, describe(pid))
	}
	slices.SortFunc(processes, func(a, b Process) int { return cmp.Compare(a.PID, b.PID) })
	return processes, nil
}

// holders are the processes that have one of the sockets open, as far as this one may look.
func holders(sockets []Socket) map[int]bool {
	held := map[int]bool{}
	for _, pid := range here.PIDs() {
		for link := range here.OpenSockets(pid) {
			if pid != initPID && slices.ContainsFunc(sockets, func(s Socket) bool { return s.inode == link }) {
				held[pid] = true
			}
		}
	}
	return held
}

func whyHidden(sockets []Socket) error {
	for _, s := range sockets {
		if s.uid != os.Geteuid() {
			name := strconv.Itoa(s.uid)
			if u, err := user.LookupId(name); err == nil {
				name = u.Username
			}
			return &HiddenError{name}
		}
	}
	return ErrNobody
}

// rootOf climbs while the parent belongs to the target, too. This process never does.
func rootOf(pid int, held map[int]bool) int {
	for {
		parent := parentOf(pid)
		if parent <= initPID || parent == os.Getpid() || !held[parent] && !sameProgram(parent, pid) {
			return pid
		}
		pid = parent
	}
}

// parentOf is 0 for a process that has ended.
func parentOf(pid int) int {
	stat, _ := here.PIDStat(pid)
	return stat.Parent
}

// interpreters run programs that have nothing to do with each other.
var interpreters = []string{"sh", "bash", "dash", "busybox", "python", "node", "ruby", "perl", "php", "java"}

func sameProgram(a, b int) bool {
	programA, errA := os.Readlink(fmt.Sprintf("/proc/%d/exe", a))
	programB, errB := os.Readlink(fmt.Sprintf("/proc/%d/exe", b))
	if errA != nil || errB != nil || programA != programB {
		return false
	}
	name := strings.TrimRight(filepath.Base(programA), "0123456789.")
	return !slices.Contains(interpreters, name)
}

func describe(pid int) Process {
	p := Process{PID: pid, Name: here.Peek(fmt.Sprintf("/proc/%d/comm", pid))}
	line, _ := os.ReadFile(here.Path(fmt.Sprintf("/proc/%d/cmdline", pid)))
	if len(line) > 0 {
		p.Command = strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
	}
	return p
}
