package sampler

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The calls of this file answer from memory within microseconds. So they skip what Go does around a call that may block, which wakes the
// runtime's monitor thread after an idle pause. At 10 Hz with 2 CPUs a sample then costs 254 µs beyond the timer, and 172 µs this way. The
// price: a garbage collection may have to wait for one call to end. That takes a moment only while an interface is reconfigured, as ioctl
// and netlink wait for the lock of the network configuration.

// pread reads at an offset.
func pread(fd int, buffer []byte, offset int) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_PREAD64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buffer))), uintptr(len(buffer)), uintptr(offset), 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// openForReading opens a name that ends in a zero byte, below a folder.
func openForReading(folder int, name []byte) (fd int, err error) {
	number, _, errno := unix.RawSyscall6(unix.SYS_OPENAT, uintptr(folder), uintptr(unsafe.Pointer(unsafe.SliceData(name))), unix.O_RDONLY|unix.O_CLOEXEC, 0, 0, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(number), nil
}

// closeFile closes a file that was only read, which cannot fail.
func closeFile(fd int) {
	_, _, _ = unix.RawSyscall(unix.SYS_CLOSE, uintptr(fd), 0, 0)
}

// rewind makes the next listing of a folder begin at its start.
func rewind(fd int) error {
	if _, _, errno := unix.RawSyscall(unix.SYS_LSEEK, uintptr(fd), 0, unix.SEEK_SET); errno != 0 {
		return errno
	}
	return nil
}

// listSome fills the buffer with struct linux_dirent64; 0 bytes are the end.
func listSome(fd int, buffer []byte) (int, error) {
	n, _, errno := unix.RawSyscall(unix.SYS_GETDENTS64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buffer))), uintptr(len(buffer)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// clockUs reads a clock in microseconds.
func clockUs(clock int32) (int64, error) {
	var time unix.Timespec
	if _, _, errno := unix.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(clock), uintptr(unsafe.Pointer(&time)), 0); errno != 0 {
		return 0, errno
	}
	return time.Nano() / 1000, nil
}

// processClockUs asks the kernel for the CPU time of a whole process, ended threads included, in nanoseconds: clock_gettime on the clock
// that clock_getcpuclockid(3) names. It needs no privilege. /proc/PID/stat is made from the same sum (cputime_adjust,
// kernel/sched/cputime.c) but cut to ticks of 10 ms, and costs ten times as much. /proc/PID/task/*/schedstat is as fine, but forgets
// threads that have ended. A thread that is running now is counted up to its last timer tick.
func processClockUs(pid int) (int64, error) {
	return clockUs(processClock(pid))
}

// processClock is MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED), include/linux/posix-timers_types.h.
func processClock(pid int) int32 {
	const cpuClockSched = 2
	return int32(^pid)<<3 | cpuClockSched
}

// ownCPUUs is the CPU time of this process, user and system.
func ownCPUUs() (int64, error) {
	var usage unix.Rusage
	if _, _, errno := unix.RawSyscall(unix.SYS_GETRUSAGE, unix.RUSAGE_SELF, uintptr(unsafe.Pointer(&usage)), 0); errno != 0 {
		return 0, errno
	}
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1000, nil
}

// send writes one message to a socket whose other end is the kernel, which has the answer ready when this returns.
func send(fd int, message []byte) error {
	_, _, errno := unix.RawSyscall(unix.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(message))), uintptr(len(message)))
	if errno != 0 {
		return errno
	}
	return nil
}

// receiveNow reads a message that is there already; EAGAIN when there is none.
func receiveNow(fd int, buffer []byte) (int, error) {
	n, _, errno := unix.RawSyscall6(unix.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buffer))), uintptr(len(buffer)), unix.MSG_DONTWAIT, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
