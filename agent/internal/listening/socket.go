// Package listening tells who listens on a port of this host, and which process trees those are.
package listening

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Socket is a listening TCP socket.
type Socket struct {
	Address netip.Addr
	inode   string
	uid     int
}

// On lists those on a port.
func On(port int) ([]Socket, error) {
	var sockets []Socket
	for _, path := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(path)
		if os.IsNotExist(err) { // a kernel without IPv6
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("listing the listening sockets: %w", err)
		}
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			if at, socket, ok := parse(lines.Text()); ok && at == port {
				sockets = append(sockets, socket)
			}
		}
		file.Close()
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("listing the listening sockets: %w", err)
		}
	}
	return sockets, nil
}

// listenState is TCP_LISTEN of net/tcp_states.h as /proc/net/tcp prints it.
const listenState = "0A"

// parse reads the local address, state, user and inode of a line (get_tcp4_sock, net/ipv4/tcp_ipv4.c).
func parse(line string) (port int, socket Socket, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 10 || fields[3] != listenState {
		return 0, socket, false
	}
	digits, portDigits, _ := strings.Cut(fields[1], ":")
	number, err := strconv.ParseUint(portDigits, 16, 16)
	bytes, hexErr := hex.DecodeString(digits)
	if err != nil || hexErr != nil {
		return 0, socket, false
	}
	// Each group of four bytes is printed as a number of the machine's byte order, which is little-endian wherever we run.
	for group := 0; group+4 <= len(bytes); group += 4 {
		slices.Reverse(bytes[group : group+4])
	}
	if socket.Address, ok = netip.AddrFromSlice(bytes); !ok {
		return 0, socket, false
	}
	socket.uid, _ = strconv.Atoi(fields[7])
	socket.inode = fields[9]
	return int(number), socket, true
}

// Takes says whether a connection to the address reaches the socket. One on every IPv6 address is taken to have every IPv4 address, too: the
// kernel does not tell which have not.
func (s Socket) Takes(address netip.Addr) bool {
	address = address.Unmap()
	own := s.Address.Unmap()
	return own == address || own.IsUnspecified() && (own.Is6() || address.Is4())
}
