package runner

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/listening"
)

// ownAddress reads an address to listen on and refuses what is not this host's own, so that no command opens the target to every network
// (0.0.0.0) by mistake.
func (r *Runner) ownAddress(text string) (netip.Addr, error) {
	return r.ownAddressFor("the target", text)
}

func (r *Runner) ownAddressFor(who, text string) (netip.Addr, error) {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}, &Failure{"address-unusable", fmt.Sprintf("On %s %s cannot listen on %.80q, which is no IP address.", r.HostName, who, text)}
	}
	own, err := hostAddresses()
	if err != nil {
		return netip.Addr{}, err
	}
	if !slices.Contains(own, address.Unmap()) {
		return netip.Addr{}, &Failure{"address-absent", fmt.Sprintf("%s has no address %s for %s to listen on; it has %s. "+
			"Start its agent again if that changed, so that runs know.", r.HostName, address, who, listed(own))}
	}
	return address.Unmap(), nil
}

func hostAddresses() ([]netip.Addr, error) {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("listing the addresses of the host: %w", err)
	}
	var addresses []netip.Addr
	for _, a := range found {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			addresses = append(addresses, prefix.Addr().Unmap())
		}
	}
	return addresses, nil
}

func listed(addresses []netip.Addr) string {
	words := make([]string, len(addresses))
	for i, a := range addresses {
		words[i] = a.String()
	}
	return strings.Join(words, ", ")
}

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
