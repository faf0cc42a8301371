// Package listening finds who listens on a port of this host, and which process trees those are.
package listening

import (
	"fmt"
	"net/netip"

	"millionrps/agent/internal/kernel"
)

// here is the machine that the agent runs on.
var here kernel.FS

// Socket is a listening TCP socket.
type Socket struct {
	Address netip.Addr
	inode   uint32
	uid     int
}

// On lists the listening sockets on a port; none is no error.
func On(port int) (sockets []Socket, err error) {
	err = here.EachTCPSocket(func(s kernel.TCPSocket) {
		if s.State == kernel.TCPListen && int(s.Local.Port()) == port {
			sockets = append(sockets, Socket{s.Local.Addr(), s.Inode, s.User})
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listing the listening sockets: %w", err)
	}
	return sockets, nil
}

// Takes says whether a connection to the address reaches the socket. One on every IPv6 address is taken to have every IPv4 address, too: the
// kernel does not tell which have not.
func (s Socket) Takes(address netip.Addr) bool {
	address = address.Unmap()
	own := s.Address.Unmap()
	return own == address || own.IsUnspecified() && (own.Is6() || address.Is4())
}
