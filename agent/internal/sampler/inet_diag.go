package sampler

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"

	"golang.org/x/sys/unix"
)

// EstablishedConnections counts the TCP connections in state ESTABLISHED whose local port is this one, IPv4 and IPv6 together, in our
// network namespace. The kernel filters by state and port (inet_diag_dump_icsk, net/ipv4/inet_diag.c), so a busy client on the same host
// costs nothing to us. It needs no privilege; 10,000 connections take some milliseconds, so it is for a step's start and end, not for
// every sample.
func EstablishedConnections(port uint16) (int, error) {
	return establishedConnections(diagFilter{localPort: port})
}

// EstablishedConnectionsTo counts those to a port of an address, seen from the side that dialled. It may count some that wait in the
// other side's accept queue.
func EstablishedConnectionsTo(address netip.Addr, port uint16) (int, error) {
	return establishedConnections(diagFilter{remotePort: port, remote: address.Unmap()})
}

// diagFilter holds zero values for what does not matter. The kernel looks at the ports, we at the address.
type diagFilter struct {
	localPort, remotePort uint16
	remote                netip.Addr
}

func establishedConnections(filter diagFilter) (int, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return 0, fmt.Errorf("counting connections: opening a sock_diag socket: %w", err)
	}
	defer func() { _ = unix.Close(fd) }()
	timeout := unix.Timeval{Sec: 5}
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &timeout); err != nil {
		return 0, fmt.Errorf("counting connections: %w", err)
	}
	ipv4, err := countEstablished(fd, unix.AF_INET, filter)
	if err != nil {
		return 0, fmt.Errorf("counting IPv4 connections: %w", err)
	}
	ipv6, err := countEstablished(fd, unix.AF_INET6, filter) // a socket of both families has its IPv4 connections here
	if errors.Is(err, unix.ENOENT) {
		return ipv4, nil // a kernel without IPv6
	}
	if err != nil {
		return 0, fmt.Errorf("counting IPv6 connections: %w", err)
	}
	return ipv4 + ipv6, nil
}

// Of include/uapi/linux/sock_diag.h, inet_diag.h and include/net/tcp_states.h.
const (
	sockDiagByFamily = 20
	stateEstablished = 1
	diagRequestBytes = unix.SizeofNlMsghdr + 56 // struct inet_diag_req_v2
)

func diagRequest(family uint8, filter diagFilter) []byte {
	request := make([]byte, diagRequestBytes)
	order := binary.NativeEndian
	order.PutUint32(request[0:], diagRequestBytes)
	order.PutUint16(request[4:], sockDiagByFamily)
	order.PutUint16(request[6:], unix.NLM_F_REQUEST|unix.NLM_F_DUMP)
	body := request[unix.SizeofNlMsghdr:]
	body[0], body[1] = family, unix.IPPROTO_TCP
	order.PutUint32(body[4:], 1<<stateEstablished)
	binary.BigEndian.PutUint16(body[8:], filter.localPort)   // idiag_sport
	binary.BigEndian.PutUint16(body[10:], filter.remotePort) // idiag_dport
	return request
}

func countEstablished(fd int, family uint8, filter diagFilter) (int, error) {
	if err := unix.Sendto(fd, diagRequest(family, filter), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return 0, err
	}
	count := 0
	for buffer := make([]byte, 64<<10); ; {
		n, _, err := unix.Recvfrom(fd, buffer, 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return 0, os.NewSyscallError("recvfrom", err)
		}
		connections, done, err := countDiagMessages(buffer[:n], filter.remote)
		count += connections
		if done || err != nil {
			return count, err
		}
	}
}

// countDiagMessages counts the sockets in one datagram of netlink messages (netlink(7)), of those to a remote address when one is given.
func countDiagMessages(block []byte, remote netip.Addr) (count int, done bool, err error) {
	order := binary.NativeEndian
	for len(block) >= unix.SizeofNlMsghdr {
		length := int(order.Uint32(block))
		if length < unix.SizeofNlMsghdr || length > len(block) {
			return count, false, fmt.Errorf("a netlink message of %d bytes in a block of %d", length, len(block))
		}
		switch body := block[unix.SizeofNlMsghdr:length]; order.Uint16(block[4:]) {
		case unix.NLMSG_DONE, unix.NLMSG_ERROR: // either carries a negative errno, or 0
			if len(body) < 4 {
				return count, false, errors.New("the end of a netlink dump without its error number")
			}
			if number := int32(order.Uint32(body)); number < 0 {
				return count, false, unix.Errno(-number)
			}
			return count, true, nil
		case sockDiagByFamily:
			if !remote.IsValid() || destination(body) == remote {
				count++
			}
		}
		block = block[min(len(block), (length+unix.NLMSG_ALIGNTO-1)&^(unix.NLMSG_ALIGNTO-1)):]
	}
	return count, false, nil
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
