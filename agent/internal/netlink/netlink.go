// Package netlink asks the kernel by netlink(7): what more than one source reads, and the sockets of TCP.
package netlink

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// BufferBytes is more than the kernel puts into one datagram of a dump (netlink_dump, net/netlink/af_netlink.c).
const BufferBytes = 64 << 10

// Open opens a netlink socket; reading from it fails with EAGAIN after 5 s without an answer.
func Open(protocol int) (fd int, err error) {
	fd, err = unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, protocol)
	if err != nil {
		return -1, fmt.Errorf("opening a netlink socket: %w", err)
	}
	timeout := unix.Timeval{Sec: 5}
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &timeout); err != nil {
		_ = unix.Close(fd)
		return -1, fmt.Errorf("setting a netlink socket's timeout: %w", err)
	}
	return fd, nil
}

// EachMessage calls what is given for each message of one datagram (netlink(7)) until that says that it is the last. A dump that failed, and
// an error in the place of one, are errors; both carry a negative errno.
func EachMessage(block []byte, take func(kind uint16, body []byte) (end bool)) error {
	order := binary.NativeEndian
	for len(block) >= unix.SizeofNlMsghdr {
		length := int(order.Uint32(block))
		if length < unix.SizeofNlMsghdr || length > len(block) {
			return fmt.Errorf("a netlink message of %d bytes in a block of %d", length, len(block))
		}
		kind, body := order.Uint16(block[4:]), block[unix.SizeofNlMsghdr:length]
		if kind == unix.NLMSG_DONE || kind == unix.NLMSG_ERROR {
			if len(body) < 4 {
				return errors.New("the end of a netlink dump without its error number")
			}
			if number := int32(order.Uint32(body)); number < 0 {
				return unix.Errno(-number)
			}
			kind = unix.NLMSG_DONE
		}
		if take(kind, body) {
			return nil
		}
		block = block[min(len(block), Aligned(length)):]
	}
	return nil
}

// EachAttribute stops silently at the first that is cut off: a kernel's are not.
func EachAttribute(block []byte, take func(kind uint16, value []byte)) {
	const header = 4
	order := binary.NativeEndian
	for len(block) >= header {
		length := int(order.Uint16(block))
		if length < header || length > len(block) {
			return
		}
		const flags = unix.NLA_F_NESTED | unix.NLA_F_NET_BYTEORDER
		take(order.Uint16(block[2:])&^flags, block[header:length])
		block = block[min(len(block), Aligned(length)):]
	}
}

// Aligned rounds up to where the next message or attribute begins; both are aligned to 4 bytes.
func Aligned(length int) int { return (length + unix.NLMSG_ALIGNTO - 1) &^ (unix.NLMSG_ALIGNTO - 1) }
