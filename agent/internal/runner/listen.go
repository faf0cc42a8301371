package runner

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// ownAddress reads an address to listen on and refuses what is not this host's own, so that no command opens the target to every network
// (0.0.0.0) by mistake.
func (r *Runner) ownAddress(text string) (netip.Addr, error) {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}, &Failure{"address-unusable", fmt.Sprintf("The target on %s cannot listen on %.80q, which is no IP address.", r.HostName, text)}
	}
	own, err := hostAddresses()
	if err != nil {
		return netip.Addr{}, err
	}
	if !slices.Contains(own, address.Unmap()) {
		return netip.Addr{}, &Failure{"address-absent", fmt.Sprintf("%s has no address %s for the target to listen on; it has %s. "+
			"Start its agent again if that changed, so that runs know.", r.HostName, address, listed(own))}
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
