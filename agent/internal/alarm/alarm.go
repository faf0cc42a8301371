// Package alarm wakes a goroutine on time at the least cost: by a timer of the kernel (timerfd) instead of the runtime's.
//
// A timer of the runtime wakes an idle process four times: the monitor thread twice, and the poller, which knows whole milliseconds only,
// once too early and once on time. Each time costs tens of microseconds on cold caches, as much as a sample. An alarm wakes it once.
package alarm

import (
	"fmt"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Alarm is for one goroutine that waits, and any that closes it.
type Alarm struct {
	file *os.File
	conn syscall.RawConn
}

func New() (*Alarm, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_BOOTTIME, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("creating a timer: %w", err)
	}
	file := os.NewFile(uintptr(fd), "timer")
	conn, err := file.SyscallConn()
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("watching a timer: %w", err)
	}
	return &Alarm{file, conn}, nil
}

// Wait returns after the duration, never before; os.ErrClosed says that the alarm is closed.
func (a *Alarm) Wait(duration time.Duration) error {
	// Nothing and less than nothing would disarm the timer.
	spec := unix.ItimerSpec{Value: unix.NsecToTimespec(max(1, duration.Nanoseconds()))}
	var failure error
	err := a.conn.Control(func(fd uintptr) { failure = unix.TimerfdSettime(int(fd), 0, &spec, nil) })
	if err != nil {
		return os.ErrClosed
	}
	if failure != nil {
		return fmt.Errorf("setting a timer: %w", failure)
	}
	err = a.conn.Read(func(fd uintptr) bool {
		var expirations uint64
		_, _, errno := unix.RawSyscall(unix.SYS_READ, fd, uintptr(unsafe.Pointer(&expirations)), unsafe.Sizeof(expirations))
		return errno != unix.EAGAIN
	})
	if err != nil {
		return os.ErrClosed
	}
	return nil
}

// Close ends a wait under way.
func (a *Alarm) Close() error { return a.file.Close() }
