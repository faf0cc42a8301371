package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// LimitedCommand is the word by which this program is asked to become another one under a limit of open files:
//
//	agent with-open-files SOFT HARD PROGRAM ARGUMENT...
//
// A limit has to be there before the program's first instruction: Go's runtime, for one, reads it when it starts. And it is given from
// outside, because children have no capabilities and so cannot raise their own.
const LimitedCommand = "with-open-files"

// gate is the descriptor at which the new process waits until its limit was set; exec.Cmd puts the first extra file there.
const gate = 3

// exitNotStarted is what shells answer for a program that cannot be started.
const exitNotStarted = 127

// BecomeLimited is the other side of LimitedCommand, with what follows it on the command line. It returns only when the program could not
// be started.
func BecomeLimited(arguments []string) (exitStatus int) {
	fmt.Fprintln(os.Stderr, becomeLimited(arguments))
	return exitNotStarted
}

// becomeLimited returns with the reason why it could not.
func becomeLimited(arguments []string) error {
	if len(arguments) < 3 {
		return errors.New("it takes two limits and a program")
	}
	limit, err := parseLimit(arguments[0], arguments[1])
	if err != nil {
		return err
	}
	// The wish to die with the parent is one of a thread, and what it becomes has that of the thread that asked for it.
	runtime.LockOSThread()
	// The capability to raise limits may be one of the file's; then the kernel has forgotten the wish to die with the parent.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	if err := awaitGate(); err != nil {
		return err
	}
	// It is so already. To be told anyway keeps Go's runtime from setting back what it had found when it started.
	if err := syscall.Setrlimit(unix.RLIMIT_NOFILE, (*syscall.Rlimit)(&limit)); err != nil {
		return fmt.Errorf("limiting open files to %d: %w", limit.Cur, err)
	}
	moveDown()
	argv := arguments[2:]
	return fmt.Errorf("starting %s: %w", argv[0], syscall.Exec(argv[0], argv, os.Environ()))
}

// awaitGate says that this process is there, and waits until it was given its limit.
func awaitGate() error {
	here := os.NewFile(gate, "gate")
	defer here.Close()
	_, err := here.Write([]byte{0})
	if err == nil {
		_, err = here.Read(make([]byte, 1))
	}
	if err != nil {
		return fmt.Errorf("whoever asked for this is gone: %w", err)
	}
	return nil
}

// moveDown gives a file that was passed behind the gate the gate's place. Descriptors of this process alone are closed when it becomes another.
func moveDown() {
	const passed = gate + 1
	if flags, err := unix.FcntlInt(passed, unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 && unix.Dup3(passed, gate, 0) == nil {
		_ = unix.Close(passed)
	}
}

// startLimited starts this program with a limit; it becomes the one of argv when a byte is written to the gate.
func startLimited(argv []string, limit unix.Rlimit, set func(*exec.Cmd)) (command *exec.Cmd, here *os.File, err error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("making a pair of sockets: %w", err)
	}
	here, there := os.NewFile(uintptr(ends[0]), "gate"), os.NewFile(uintptr(ends[1]), "gate")
	soft, hard := strconv.FormatUint(limit.Cur, 10), strconv.FormatUint(limit.Max, 10)
	command = exec.Command("/proc/self/exe", append([]string{LimitedCommand, soft, hard}, argv...)...)
	command.ExtraFiles = []*os.File{there}
	set(command)
	err = command.Start()
	there.Close()
	if err != nil {
		here.Close()
		return nil, nil, err
	}
	// Not before it is there: its runtime, while it starts, sets the limit that it found.
	if _, err = here.Read(make([]byte, 1)); err == nil {
		err = unix.Prlimit(command.Process.Pid, unix.RLIMIT_NOFILE, &limit, nil)
	}
	if err != nil {
		here.Close()
		_ = command.Process.Kill()
		_ = command.Wait()
		return nil, nil, err
	}
	return command, here, nil
}

// OpenFiles is the limit of open files, soft and hard, of a program started now.
func (l *Launcher) OpenFiles() (unix.Rlimit, error) {
	if limit := l.limit.Load(); limit != nil {
		return l.probe(*limit)
	}
	return l.inherited()
}

// SetOpenFiles limits the open files of programs started from now on. The limit that OpenFiles answered before takes it back. A limit that
// no program can get is an error, and changes nothing.
func (l *Launcher) SetOpenFiles(limit unix.Rlimit) error {
	if inherited, err := l.inherited(); err == nil && limit == inherited {
		l.limit.Store(nil)
		return nil
	}
	if _, err := l.probe(limit); err != nil {
		return err
	}
	l.limit.Store(&limit)
	return nil
}

// probe starts a process, gives it the limit, asks the kernel what it has, and ends it.
func (l *Launcher) probe(limit unix.Rlimit) (found unix.Rlimit, err error) {
	l.do(func() {
		command, here, startErr := startLimited([]string{"/"}, limit, func(c *exec.Cmd) { c.SysProcAttr = attributes() })
		if err = startErr; err != nil {
			return
		}
		err = unix.Prlimit(command.Process.Pid, unix.RLIMIT_NOFILE, nil, &found)
		here.Close()
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	return found, err
}

// readInherited is what children get without being told.
func readInherited() (limit unix.Rlimit, err error) {
	limit.Cur, limit.Max, err = kernel.FS{}.ChildOpenFiles()
	return limit, err
}

func parseLimit(soft, hard string) (limit unix.Rlimit, err error) {
	if limit.Cur, err = strconv.ParseUint(soft, 10, 64); err == nil {
		limit.Max, err = strconv.ParseUint(hard, 10, 64)
	}
	return limit, err
}
