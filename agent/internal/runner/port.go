package runner

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// freePort answers the port itself when nobody listens on it on the address, nor on all of them, and some free one for 0.
func freePort(address netip.Addr, port int) (int, error) {
	network := "tcp6"
	if address.Is4() {
		network = "tcp4" // plain "tcp" would be both
	}
	listener, err := net.Listen(network, netip.AddrPortFrom(address, uint16(port)).String())
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return 0, fmt.Errorf("port %d is in use%s; choose another port, or none to have a free one picked", port, holder(port))
	case errors.Is(err, unix.EACCES):
		return 0, fmt.Errorf("this user may not use port %d; choose one above 1023", port)
	case err != nil:
		return 0, fmt.Errorf("port %d: %w", port, err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

// holder is " by NAME (pid N)" when that can be seen, and empty otherwise: other users' processes cannot.
func holder(port int) string {
	inode := listenerInode(port)
	if inode == "" {
		return ""
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && to == "socket:["+inode+"]" {
			pid := strings.Split(link, "/")[2]
			name, _ := os.ReadFile("/proc/" + pid + "/comm")
			return fmt.Sprintf(" by %s (pid %s)", strings.TrimSpace(string(name)), pid)
		}
	}
	return ""
}

// listenState is TCP_LISTEN of net/tcp_states.h as /proc/net/tcp prints it.
const listenState = "0A"

func listenerInode(port int) string {
	for _, path := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		file, err := os.Open(path)
		if err != nil {
			continue
		}
		defer file.Close()
		for lines := bufio.NewScanner(file); lines.Scan(); {
			fields := strings.Fields(lines.Text())
			if len(fields) > 9 && fields[3] == listenState && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) {
				return fields[9]
			}
		}
	}
	return ""
}
