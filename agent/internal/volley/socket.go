package volley

import (
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The calls below go to the kernel without telling Go's scheduler: they do not block, or not for long, and the loop owns its thread.

func receive(fd int32, buffer []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buffer))), uintptr(len(buffer)), 0, 0, 0)
	return int(n), errno
}

// discard drops bytes that arrived without copying them (tcp(7), MSG_TRUNC).
func discard(fd int32, most int64) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_RECVFROM, uintptr(fd), 0, uintptr(most), unix.MSG_TRUNC, 0, 0)
	return int(n), errno
}

func send(fd int32, text []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall6(unix.SYS_SENDTO, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(text))), uintptr(len(text)), unix.MSG_NOSIGNAL, 0, 0)
	return int(n), errno
}

// poller waits for sockets.
type poller struct {
	fd     int
	events [256]unix.EpollEvent
	coarse bool // the kernel is older than 5.11: it waits for whole milliseconds
}

func newPoller() (*poller, error) {
	fd, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("making an epoll instance: %w", err)
	}
	return &poller{fd: fd}, nil
}

// wait returns what is ready within the time. It may return early, with nothing.
func (p *poller) wait(most time.Duration) []unix.EpollEvent {
	var n uintptr
	var errno syscall.Errno
	if !p.coarse {
		limit := unix.NsecToTimespec(int64(max(0, most)))
		n, _, errno = syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT2, uintptr(p.fd), uintptr(unsafe.Pointer(&p.events)), uintptr(len(p.events)), uintptr(unsafe.Pointer(&limit)), 0, 0)
		p.coarse = errno == unix.ENOSYS
	}
	if p.coarse {
		// Rounded down: the last part of a millisecond is spent looking again and again rather than slept through.
		n, _, errno = syscall.RawSyscall6(unix.SYS_EPOLL_PWAIT, uintptr(p.fd), uintptr(unsafe.Pointer(&p.events)), uintptr(len(p.events)), uintptr(max(0, most.Milliseconds())), 0, 0)
	}
	if errno != 0 {
		return nil
	}
	return p.events[:n]
}

// add watches a socket for everything, by edges: no further call is needed for as long as it lives.
func (p *poller) add(fd, place, generation int32) error {
	event := unix.EpollEvent{Events: unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP | unix.EPOLLET, Fd: place, Pad: generation}
	return unix.EpollCtl(p.fd, unix.EPOLL_CTL_ADD, int(fd), &event)
}

// dial begins to open a connection. Its end is an event of the socket; dialed then says how it went.
func dial(to netip.AddrPort) (int32, error) {
	family, address := unix.AF_INET6, unix.Sockaddr(&unix.SockaddrInet6{Port: int(to.Port()), Addr: to.Addr().As16(), ZoneId: zone(to.Addr())})
	if to.Addr().Is4() {
		family, address = unix.AF_INET, &unix.SockaddrInet4{Port: int(to.Port()), Addr: to.Addr().As4()}
	}
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	if err = unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1); err == nil {
		if err = unix.Connect(fd, address); err == unix.EINPROGRESS || err == unix.EINTR {
			err = nil
		}
	}
	if err != nil {
		_ = unix.Close(fd)
		return -1, err
	}
	return int32(fd), nil
}

// zone is the interface that an address such as fe80::1%eth0 names; 0 for none, and for one that is gone: then connect(2) says why.
func zone(address netip.Addr) uint32 {
	if name := address.Zone(); name != "" {
		if device, err := net.InterfaceByName(name); err == nil {
			return uint32(device.Index)
		}
	}
	return 0
}

// dialed is the error of a dial that has ended; nil when the connection is open.
func dialed(fd int32) error {
	errno, err := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_ERROR)
	if err != nil {
		return err
	}
	if errno != 0 {
		return syscall.Errno(errno)
	}
	return nil
}
