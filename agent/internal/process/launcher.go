// Package process starts children that die with this process, whatever kills it.
package process

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
)

// Spec says what to start. Output goes straight to the files, so this process spends nothing on it.
type Spec struct {
	// Argv is the program's absolute path and its arguments.
	Argv []string
	// CPUs are those the whole tree may use; nil for all that this process may use.
	CPUs cpulist.List
	// Environment is added to the little that every child gets; NAME=value.
	Environment []string
	// Identity is the user it runs as; nil for the user of this process.
	Identity *Identity
	Stdout   *os.File
	Stderr   *os.File
	// Passed is descriptor 3 of the child; nil for none.
	Passed *os.File
}

// environment is all that the child gets.
func (s Spec) environment() []string {
	if s.Identity == nil {
		return append(environment(), s.Environment...)
	}
	return append(append(environment(), s.Identity.environment...), s.Environment...)
}

// Launcher forks every child from one OS thread. PR_SET_PDEATHSIG fires when the thread that forked ends, and Go ends threads as it likes
// unless they are locked. The child also inherits the CPU mask of that thread before it runs.
type Launcher struct {
	work chan func()
	// limit is that of open files; nil for the inherited one.
	limit atomic.Pointer[unix.Rlimit]
	guard *guard // nil for none
	// mask takes secrets out of what children say; nil for none.
	mask func([]byte) []byte
	// inherited is the limit without that.
	inherited func() (unix.Rlimit, error)
}

// NewLauncher starts the thread, which lives as long as this process.
func NewLauncher() *Launcher {
	l := &Launcher{work: make(chan func()), inherited: sync.OnceValues(readInherited)}
	go func() {
		runtime.LockOSThread()
		for work := range l.work {
			work()
		}
	}()
	return l
}

// GuardGroups makes what a child itself starts end with this process, too, as long as it stays in the child's group. It is called before
// Start, by a program that answers to GuardCommand.
func (l *Launcher) GuardGroups(log *slog.Logger) (err error) {
	l.guard, err = startGuard(log)
	return err
}

// Mask has LastLines take secrets out. It is called before Start.
func (l *Launcher) Mask(mask func([]byte) []byte) { l.mask = mask }

// Start returns when the child runs; the caller reaps it with Wait. Its error names the program, or the CPUs that it cannot have.
func (l *Launcher) Start(spec Spec) (*Child, error) {
	var child *Child
	var err error
	l.do(func() { child, err = start(spec, l.limit.Load(), l.guard) })
	return child, err
}

// do works on the thread, and returns when that is done.
func (l *Launcher) do(work func()) {
	done := make(chan struct{})
	l.work <- func() {
		defer close(done)
		work()
	}
	<-done
}

func start(spec Spec, limit *unix.Rlimit, guard *guard) (*Child, error) {
	release, err := confine(spec.CPUs)
	if err != nil {
		return nil, err
	}
	defer release()
	set := func(command *exec.Cmd) {
		command.Env = spec.environment()
		if spec.Stdout != nil {
			command.Stdout = spec.Stdout
		}
		if spec.Stderr != nil {
			command.Stderr = spec.Stderr
		}
		if spec.Passed != nil {
			command.ExtraFiles = append(command.ExtraFiles, spec.Passed)
		}
		command.SysProcAttr = attributes()
		if spec.Identity != nil {
			command.SysProcAttr.Credential = &spec.Identity.credential
		}
	}
	if limit != nil {
		return startBehindGate(spec, *limit, guard, set)
	}
	command := exec.Command(spec.Argv[0], spec.Argv[1:]...)
	set(command)
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", spec.Argv[0], err)
	}
	return adopt(command, guard), nil
}

func startBehindGate(spec Spec, limit unix.Rlimit, guard *guard, set func(*exec.Cmd)) (*Child, error) {
	if err := unix.Access(spec.Argv[0], unix.X_OK); err != nil {
		return nil, fmt.Errorf("starting %s: %w", spec.Argv[0], err)
	}
	command, here, err := startLimited(spec.Argv, limit, set)
	if err != nil {
		return nil, fmt.Errorf("starting %s with %d open files: %w", spec.Argv[0], limit.Cur, err)
	}
	defer here.Close()
	child := adopt(command, guard)
	if _, err := here.Write([]byte{0}); err != nil {
		child.Kill()
		child.Wait()
		return nil, fmt.Errorf("starting %s: %w", spec.Argv[0], err)
	}
	return child, nil
}

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Pdeathsig: syscall.SIGKILL,
		// A group of its own: it is killed as one, and a Ctrl-C in the terminal does not reach it before the agent has decided.
		Setpgid: true,
	}
}

// confine narrows the calling thread until release.
func confine(cpus cpulist.List) (release func(), err error) {
	if cpus == nil {
		return func() {}, nil
	}
	var before, mask unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return nil, fmt.Errorf("reading the CPU mask: %w", err)
	}
	for _, cpu := range cpus {
		mask.Set(cpu)
	}
	if err := unix.SchedSetaffinity(0, &mask); err != nil {
		return nil, fmt.Errorf("confining a process to the CPUs %s: %w", cpus, err)
	}
	return func() { _ = unix.SchedSetaffinity(0, &before) }, nil
}

// environment passes on what programs need to run at all, and nothing that could change a measurement: autocannon reads PORT,
// node reads NODE_OPTIONS, Go reads GOMAXPROCS and GOGC.
func environment() []string {
	var kept []string
	for _, name := range []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR"} {
		if value, ok := os.LookupEnv(name); ok {
			kept = append(kept, name+"="+value)
		}
	}
	return kept
}
