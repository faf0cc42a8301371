package drain

import (
	"errors"
	"net"
	"time"

	"golang.org/x/sys/unix"
)

const (
	backlogPollEvery = time.Millisecond
	backlogWaitMax   = 100 * time.Millisecond
)

// awaitEmptyBacklog lets the accept loop take the connections that the kernel has already established: closing the
// listener would reset them. It gives up when new ones keep coming.
func awaitEmptyBacklog(listener *net.TCPListener) {
	for end := time.Now().Add(backlogWaitMax); time.Now().Before(end); time.Sleep(backlogPollEvery) {
		if waiting, err := backlog(listener); err != nil || waiting == 0 {
			return
		}
	}
}

// backlog is how many connections wait to be accepted: for a listening socket, the kernel
// reports that as tcpi_unacked (tcp_get_info in net/ipv4/tcp.c).
func backlog(listener *net.TCPListener) (uint32, error) {
	raw, err := listener.SyscallConn()
	if err != nil {
		return 0, err
	}
	var info *unix.TCPInfo
	var inner error
	err = raw.Control(func(fd uintptr) { info, inner = unix.GetsockoptTCPInfo(int(fd), unix.IPPROTO_TCP, unix.TCP_INFO) })
	if err := errors.Join(err, inner); err != nil {
		return 0, err
	}
	return info.Unacked, nil
}
