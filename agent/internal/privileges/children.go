package privileges

import (
	"errors"
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// KeepFromChildren clears the ambient capabilities of every thread: this process keeps what it holds, and programs that it starts (the
// target, load generators) get none of it. Root has none to clear; its programs are given all capabilities anyway.
func KeepFromChildren() error {
	if status, err := (kernel.FS{}).PIDStatus("self"); err == nil && status.Ambient == 0 {
		return nil
	}
	_, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0, 0)
	switch errno {
	case 0:
		return nil
	case unix.ENOTSUP: // what Go answers to a program with cgo, whose threads are not all its own
		return errors.New("programs that the agent starts inherit its capabilities: it was not built with CGO_ENABLED=0")
	}
	return fmt.Errorf("programs that the agent starts inherit its capabilities: %w", errno)
}
