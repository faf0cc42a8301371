package kernel

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/netip"
	"os"
	"slices"
	"strconv"
)

// States of a TCP socket, include/net/tcp_states.h.
const (
	TCPEstablished = 1
	TCPTimeWait    = 6
	TCPListen      = 10
)

// TCPSocket is one line of /proc/net/tcp or tcp6.
type TCPSocket struct {
	Local, Remote netip.AddrPort
	State         uint8
	User          int
	Inode         uint32 // 0 in TIME-WAIT, and before it is accepted
}

// EachTCPSocket goes through those of IPv4, then those of IPv6, line by line: on a busy host the files have tens of megabytes.
func (f FS) EachTCPSocket(do func(TCPSocket)) error {
	for _, name := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(f.Path(name))
		if errors.Is(err, fs.ErrNotExist) { // a kernel without IPv6
			continue
		}
		if err != nil {
			return err
		}
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			if socket, ok := parseTCPSocket(lines.Bytes()); ok {
				do(socket)
			}
		}
		err = lines.Err()
		err = cmp.Or(err, file.Close())
		if err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
	}
	return nil
}

// parseTCPSocket reads a line (get_tcp4_sock, net/ipv4/tcp_ipv4.c): its number, both addresses, state, queues, timer, retransmits, user,
// timeout, inode. It is false for the heading.
func parseTCPSocket(line []byte) (s TCPSocket, ok bool) {
	_, line = cutField(line)
	local, line := cutField(line)
	remote, line := cutField(line)
	state, line := cutField(line)
	user, line, isUser := cutDecimal(skipFields(line, 3))
	inode, _, isInode := cutDecimal(skipFields(line, 1))
	code, isState := parseHex32(state)
	if !isUser || user > math.MaxUint32 || !isInode || inode > math.MaxUint32 || !isState || code > math.MaxUint8 {
		return s, false
	}
	from, isFrom := parseAddress(local)
	to, isTo := parseAddress(remote)
	return TCPSocket{Local: from, Remote: to, State: uint8(code), User: int(user), Inode: uint32(inode)}, isFrom && isTo
}

// parseAddress reads 0100007F:1F90. Each group of four bytes is printed as a number of the machine's byte order, which is little-endian
// wherever we run.
func parseAddress(text []byte) (netip.AddrPort, bool) {
	digits, port, _ := bytes.Cut(text, []byte(":"))
	number, err := strconv.ParseUint(string(port), 16, 16)
	var address [16]byte
	if err != nil || hex.DecodedLen(len(digits)) > len(address) {
		return netip.AddrPort{}, false
	}
	size, err := hex.Decode(address[:], digits)
	if err != nil {
		return netip.AddrPort{}, false
	}
	for group := 0; group+4 <= size; group += 4 {
		slices.Reverse(address[group : group+4])
	}
	ip, ok := netip.AddrFromSlice(address[:size])
	return netip.AddrPortFrom(ip, uint16(number)), ok
}
