package tuning

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
)

// goneError is what a knob answers whose interface, interrupt or process is no longer there.
type goneError struct{ what string }

func (e goneError) Error() string { return e.what + " is gone" }

// absentError is why a host has no such knob at all.
type absentError struct{ sentence string }

func (e absentError) Error() string { return e.sentence }

// errReadOnly is a file that no user may write.
var errReadOnly = errors.New("the kernel offers it for reading only")

// lasting says that the kernel would refuse a write however often and whatever it is asked: the knob is not changeable, and a run can do without.
// EIO is its answer for managed interrupts (write_irq_affinity, kernel/irq/proc.c); newer kernels say EPERM.
func lasting(err error) bool {
	var absent absentError
	refusals := []error{errReadOnly, unix.EACCES, unix.EPERM, unix.EROFS, unix.EIO, unix.EOPNOTSUPP}
	return errors.As(err, &absent) || slices.ContainsFunc(refusals, func(refusal error) bool { return errors.Is(err, refusal) })
}

// missing says that there is no such file or interface.
func missing(err error) bool {
	var gone goneError
	return errors.As(err, &gone) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENODEV)
}

// inWords says for a person why a knob could not be read or written.
func inWords(key string, err error) string {
	var absent absentError
	var gone goneError
	if errors.As(err, &absent) {
		return absent.sentence
	}
	if errors.As(err, &gone) {
		return gone.Error()
	}
	if errors.Is(err, errReadOnly) && rank(key) == rankAffinity {
		return "the kernel manages this interrupt and keeps its CPUs"
	}
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	name := unix.ErrnoName(errno)
	switch errno {
	case unix.EIO, unix.EPERM, unix.EACCES:
		if rank(key) == rankAffinity && errno != unix.EACCES {
			return fmt.Sprintf("the kernel manages this interrupt and keeps its CPUs, or the agent may not move it (%s)", name)
		}
		if errno == unix.EIO {
			return "the kernel refuses it (EIO)"
		}
		// /proc/sys judges by the user alone, and only the part of net by a capability (test_perm, fs/proc/proc_sysctl.c).
		if strings.HasPrefix(key, "sysctl/") && !strings.HasPrefix(key, "sysctl/net.") && errno == unix.EACCES {
			return "only root may change it (EACCES): no capability helps"
		}
		return fmt.Sprintf("the agent may not change it (%s): it takes root, or the capabilities of the agent's unit file", name)
	case unix.EROFS:
		return "it is mounted read-only here (EROFS), as in a container"
	case unix.EOPNOTSUPP:
		return "the driver does not offer it (EOPNOTSUPP)"
	}
	return fmt.Sprintf("%s (%s)", errno.Error(), name)
}

// cpusInWords is "CPU 3" or "CPUs 0-2,5".
func cpusInWords(list cpulist.List) string {
	if len(list) == 1 {
		return "CPU " + list.String()
	}
	return "CPUs " + list.String()
}
