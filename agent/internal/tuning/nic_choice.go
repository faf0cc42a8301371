package tuning

import (
	"fmt"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

const loopback = "lo"

// anyNIC is dev_valid_name, net/core/dev.c.
const anyNIC = `[^/:\s]{1,15}`

var nicName = regexp.MustCompile("^" + anyNIC + "$")

// isNICName keeps paths inside of /sys/class/net.
func isNICName(name string) bool { return nicName.MatchString(name) && name != "." && name != ".." }

// findNIC names the interface that is meant: the one asked for, else the one that owns the address, that packets to it leave by, or that
// has the default route.
func (h *host) findNIC(asked string, address netip.Addr) (string, error) {
	if asked != "" {
		if !isNICName(asked) || !h.Exists(nicFolder(asked)) {
			return "", Refusal{fmt.Sprintf("There is no interface %.80q on this host; it has %s.", asked, strings.Join(h.nics(), ", "))}
		}
		return asked, nil
	}
	if address.IsLoopback() {
		return loopback, nil
	}
	if nic := h.nicOf(address); nic != "" {
		return nic, nil
	}
	if nic := h.DefaultRouteNIC(); nic != "" {
		return nic, nil
	}
	all := h.nics()
	switch {
	case len(all) == 0:
		return "", Refusal{"This host has no network interface."}
	case all[0] == loopback: // which is last: there is no other
		return loopback, nil
	}
	return "", Refusal{fmt.Sprintf(
		`No interface of this host has a default route, which would tell the NIC; name it in the tuning, as "nic": %q (there is %s), or with agent plan give the target's address by --address.`,
		all[0], strings.Join(all, ", "))}
}

// nics are the interfaces that could be named, loopback last.
func (h *host) nics() []string {
	all := slices.DeleteFunc(h.Names("/sys/class/net"), func(name string) bool {
		return name == loopback || !isNICName(name) || !h.Exists(nicFolder(name)+"/mtu") // bonding_masters is a file
	})
	if h.Exists(nicFolder(loopback)) {
		all = append(all, loopback)
	}
	return all
}

// nicOf is the interface that has an address, or that the kernel would send from to reach it; "" when neither can be told.
func (h *host) nicOf(address netip.Addr) string {
	if !h.Own() || !address.IsValid() || address.IsUnspecified() {
		return ""
	}
	if nic := ownerOf(address); nic != "" {
		return nic
	}
	// Connecting a UDP socket sends nothing: it only asks for the route.
	connection, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(address, 9)))
	if err != nil {
		return ""
	}
	defer func() { _ = connection.Close() }()
	local, err := netip.ParseAddrPort(connection.LocalAddr().String())
	if err != nil {
		return ""
	}
	return ownerOf(local.Addr())
}

func ownerOf(address netip.Addr) string {
	interfaces, err := net.Interfaces()
	if err != nil {
		return ""
	}
	for _, candidate := range interfaces {
		addresses, err := candidate.Addrs()
		if err != nil {
			continue
		}
		for _, owned := range addresses {
			prefix, err := netip.ParsePrefix(owned.String())
			if err == nil && prefix.Addr().Unmap() == address.Unmap().WithZone("") {
				return candidate.Name
			}
		}
	}
	return ""
}
