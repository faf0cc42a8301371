package privileges

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// KeepFromChildren clears the ambient capabilities of every thread: this process keeps what it holds, and programs that it starts (the
// target, load generators) get none of it. For root, whose programs are given all capabilities anyway, it changes nothing.
func KeepFromChildren() error {
	_, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("keeping the agent's capabilities from the programs that it starts: %w", errno)
	}
	return nil
}
