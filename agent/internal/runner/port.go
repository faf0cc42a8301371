package runner

import (
	"errors"
	"fmt"
	"net"
	"net/netip"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/listening"
)

var errForbiddenPort = errors.New("this user may not use port")

// Callers add the advice: a run can choose another port, a configured target cannot.
var errPortInUse = errors.New("is in use")

// freePort returns the port itself when it is free on the address and on all of them, and some free one for 0.
func freePort(address netip.Addr, port int) (int, error) {
	network := "tcp6"
	if address.Is4() {
		network = "tcp4" // plain "tcp" would be both
	}
	listener, err := net.Listen(network, netip.AddrPortFrom(address, uint16(port)).String())
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return 0, portInUse(port)
	case errors.Is(err, unix.EACCES):
		return 0, fmt.Errorf("%w %d; choose one above 1023", errForbiddenPort, port)
	case err != nil:
		return 0, fmt.Errorf("port %d: %w", port, err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func portInUse(port int) error {
	return fmt.Errorf("port %d %w%s", port, errPortInUse, holder(port))
}

// holder is " by NAME (pid N)" when that can be seen, and empty otherwise: other users' processes cannot.
func holder(port int) string {
	sockets, err := listening.On(port)
	if err != nil || len(sockets) == 0 {
		return ""
	}
	roots, err := listening.Roots(sockets)
	if err != nil {
		return ""
	}
	return " by " + roots[0].String()
}
