package netlink

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// EstablishedConnections counts the TCP connections in state ESTABLISHED whose local port is this one, IPv4 and IPv6 together, in our
// network namespace. The kernel filters by state and port (inet_diag_dump_icsk, net/ipv4/inet_diag.c), so a busy client on the same host
// costs nothing to us. It needs no privilege; 10,000 connections take some milliseconds, so it is for a step's start and end, not for
// every sample.
func EstablishedConnections(port uint16) (int, error) {
	return establishedConnections(SocketFilter{LocalPort: port})
}

// EstablishedConnectionsTo counts those to a port of an address, seen from the side that dialled. It may count some that wait in the
// other side's accept queue.
func EstablishedConnectionsTo(address netip.Addr, port uint16) (int, error) {
	return establishedConnections(SocketFilter{RemotePort: port, Remote: address.Unmap()})
}

// SocketFilter holds zero values for what does not matter. The kernel looks at the ports, we at the address.
type SocketFilter struct {
	LocalPort, RemotePort uint16
	Remote                netip.Addr
}

func establishedConnections(filter SocketFilter) (count int, err error) {
	err = Sockets(filter, 1<<kernel.TCPEstablished, func(message []byte) {
		if !filter.Remote.IsValid() || destination(message) == filter.Remote {
			count++
		}
	})
	if err != nil {
		return 0, fmt.Errorf("counting connections: %w", err)
	}
	return count, nil
}

// Sockets calls take for each TCP socket in one of the states (bits by their number), with its struct inet_diag_msg. After an error some
// sockets may be missing.
func Sockets(filter SocketFilter, states uint32, take func(message []byte)) error {
	fd, err := Open(unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }()
	if err := dumpFamily(fd, diagRequest(unix.AF_INET, states, filter), take); err != nil {
		return fmt.Errorf("IPv4: %w", err)
	}
	// A socket of both families has its IPv4 connections here.
	if err := dumpFamily(fd, diagRequest(unix.AF_INET6, states, filter), take); err != nil && !errors.Is(err, unix.ENOENT) { // a kernel without IPv6
		return fmt.Errorf("IPv6: %w", err)
	}
	return nil
}

// Of include/uapi/linux/sock_diag.h, inet_diag.h and include/net/tcp_states.h.
const (
	sockDiagByFamily = 20
	diagSocketMemory = 7                        // INET_DIAG_SKMEMINFO
	diagRequestBytes = unix.SizeofNlMsghdr + 56 // struct inet_diag_req_v2
)

func diagRequest(family uint8, states uint32, filter SocketFilter) []byte {
	request := make([]byte, diagRequestBytes)
	order := binary.NativeEndian
	order.PutUint32(request[0:], diagRequestBytes)
	order.PutUint16(request[4:], sockDiagByFamily)
	order.PutUint16(request[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	body := request[unix.SizeofNlMsghdr:]
	body[0], body[1] = family, unix.IPPROTO_TCP
	if states&(1<<kernel.TCPListen) != 0 {
		body[2] = 1 << (diagSocketMemory - 1) // idiag_ext: of a listening socket we want the drops
	}
	order.PutUint32(body[4:], states)
	binary.BigEndian.PutUint16(body[8:], filter.LocalPort)   // idiag_sport
	binary.BigEndian.PutUint16(body[10:], filter.RemotePort) // idiag_dport
	return request
}

func dumpFamily(fd int, request []byte, take func(message []byte)) error {
	if _, err := unix.Write(fd, request); err != nil {
		return os.NewSyscallError("write", err)
	}
	for buffer := make([]byte, BufferBytes); ; {
		n, err := unix.Read(fd, buffer)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return os.NewSyscallError("read", err)
		}
		if done, err := takeSockets(buffer[:n], take); done || err != nil {
			return err
		}
	}
}

// takeSockets goes through the sockets in one datagram.
func takeSockets(block []byte, take func(message []byte)) (done bool, err error) {
	err = EachMessage(block, func(kind uint16, body []byte) bool {
		if kind == sockDiagByFamily {
			take(body)
		}
		done = kind == unix.NLMSG_DONE
		return done
	})
	return done, err
}

// destination is idiag_dst of struct inet_diag_msg; the zero Addr when the message is too short.
func destination(body []byte) netip.Addr {
	const at = 24 // behind family, state, timer, retransmits, both ports and idiag_src
	switch {
	case len(body) >= at+4 && body[0] == unix.AF_INET:
		return netip.AddrFrom4([4]byte(body[at : at+4]))
	case len(body) >= at+16 && body[0] == unix.AF_INET6:
		return netip.AddrFrom16([16]byte(body[at : at+16])).Unmap()
	}
	return netip.Addr{}
}

// Socket is one of TCP. What waits to be accepted, how many may, and how many were dropped is of a listening one.
type Socket struct {
	Inode            uint32
	Listening        bool
	Waiting, Longest int
	Drops            int64
}

// ParseSocket reads struct inet_diag_msg and, for a listening socket, the drops among the attributes behind it; false for one that waits to be
// accepted, which has no inode yet.
func ParseSocket(message []byte) (s Socket, ok bool) {
	const stateAt, waitingAt, longestAt, inodeAt, end = 1, 56, 60, 68, 72
	const memoryDropsAt = 8 * 4 // SK_MEMINFO_DROPS
	if len(message) < end {
		return s, false
	}
	order := binary.NativeEndian
	s.Inode = order.Uint32(message[inodeAt:])
	if message[stateAt] == kernel.TCPListen {
		s.Listening = true
		s.Waiting, s.Longest = int(order.Uint32(message[waitingAt:])), int(order.Uint32(message[longestAt:]))
		EachAttribute(message[end:], func(kind uint16, value []byte) {
			if kind == diagSocketMemory && len(value) >= memoryDropsAt+4 {
				s.Drops = int64(order.Uint32(value[memoryDropsAt:]))
			}
		})
	}
	return s, s.Inode != 0
}
