package listen

import (
	"fmt"
	"net/netip"

	"golang.org/x/sys/unix"
)

// Hold keeps a port for the workers of one master.
type Hold struct {
	Address netip.AddrPort
	fd      int
}

// HoldPort takes a port for workers that will share it, and fails when anybody else has it.
//
// SO_REUSEPORT alone would let two masters of the same user share a port without a word. So the claim listens
// without it, which only one can. Then the claim allows sharing, a second socket binds beside it and
// stays bound without listening, and the claim closes: at no moment is the port free for another claim.
func HoldPort(address netip.AddrPort) (*Hold, error) {
	claim, err := Exclusive(address)
	if err != nil {
		return nil, err
	}
	defer claim.Close()
	raw, err := claim.SyscallConn()
	if err != nil {
		return nil, fmt.Errorf("reaching the socket that claims the port: %w", err)
	}
	share := func(fd int) error { return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1) }
	if err := onSocket(raw, share); err != nil {
		return nil, fmt.Errorf("allowing workers to share the port: %w", err)
	}
	held := Address(claim)
	fd, err := bindBeside(held)
	if err != nil {
		return nil, sentence(held, err)
	}
	return &Hold{Address: held, fd: fd}, nil
}

// Release gives the port up.
func (h *Hold) Release() { unix.Close(h.fd) }

func bindBeside(address netip.AddrPort) (int, error) {
	family, where := socketAddress(address)
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	if err := bindForHolding(fd, family, where); err != nil {
		unix.Close(fd)
		return 0, err
	}
	return fd, nil
}

func bindForHolding(fd, family int, where unix.Sockaddr) error {
	if family == unix.AF_INET6 {
		if err := unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1); err != nil {
			return err
		}
	}
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
		return err
	}
	// SO_REUSEADDR lets the bind pass connections in TIME_WAIT of the run before. Left on, it would let
	// another claim listen beside a socket that is bound without listening, so it goes off again.
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1); err != nil {
		return err
	}
	if err := unix.Bind(fd, where); err != nil {
		return err
	}
	return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 0)
}

func socketAddress(address netip.AddrPort) (int, unix.Sockaddr) {
	if address.Addr().Is4() {
		return unix.AF_INET, &unix.SockaddrInet4{Port: int(address.Port()), Addr: address.Addr().As4()}
	}
	return unix.AF_INET6, &unix.SockaddrInet6{Port: int(address.Port()), Addr: address.Addr().As16()}
}
