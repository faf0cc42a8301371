// Package listen opens listening sockets and finds out whether a port is free.
package listen

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"
)

// Exclusive listens alone on the address. Its error is one clear sentence.
func Exclusive(address netip.AddrPort) (*net.TCPListener, error) {
	return listen(address, nil)
}

// Shared listens beside the other workers; the kernel spreads new connections over them.
func Shared(address netip.AddrPort) (*net.TCPListener, error) {
	return listen(address, func(fd int) error {
		return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
	})
}

// Address is where a listener really listens: port 0 has become a port.
func Address(listener *net.TCPListener) netip.AddrPort {
	at := listener.Addr().(*net.TCPAddr).AddrPort()
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

func listen(address netip.AddrPort, prepare func(fd int) error) (*net.TCPListener, error) {
	config := net.ListenConfig{}
	if prepare != nil {
		config.Control = func(_, _ string, raw syscall.RawConn) error { return onSocket(raw, prepare) }
	}
	listener, err := config.Listen(context.Background(), network(address), address.String())
	if err != nil {
		return nil, sentence(address, err)
	}
	return listener.(*net.TCPListener), nil
}

// network names the family, because Go's plain "tcp" would turn 0.0.0.0 into a dual-stack listener.
func network(address netip.AddrPort) string {
	if address.Addr().Is4() {
		return "tcp4"
	}
	return "tcp6"
}

func onSocket(raw syscall.RawConn, do func(fd int) error) error {
	var inner error
	if err := raw.Control(func(fd uintptr) { inner = do(int(fd)) }); err != nil {
		return err
	}
	return inner
}

func sentence(address netip.AddrPort, err error) error {
	host, port := address.Addr(), address.Port()
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return fmt.Errorf("port %d on %s is already in use", port, host)
	case errors.Is(err, unix.EADDRNOTAVAIL):
		return fmt.Errorf("no network interface of this machine has the address %s", host)
	case errors.Is(err, unix.EACCES):
		return fmt.Errorf("this user may not listen on port %d on %s", port, host)
	}
	return fmt.Errorf("listening on port %d on %s: %w", port, host, err)
}
