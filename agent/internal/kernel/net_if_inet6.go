package kernel

import (
	"slices"
	"strings"
)

// IPv6NICs are the interfaces that have an IPv6 address which the kernel did not give them by itself, as it does link-local ones; sorted.
func (f FS) IPv6NICs() []string { return parseIPv6NICs(f.Peek("/proc/net/if_inet6")) }

// parseIPv6NICs reads lines of an address, index, prefix, scope, flags and name (if6_seq_show, net/ipv6/addrconf.c).
func parseIPv6NICs(text string) (nics []string) {
	const linkLocal = "20"
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 6 && fields[3] != linkLocal {
			nics = append(nics, fields[5])
		}
	}
	slices.Sort(nics)
	return slices.Compact(nics)
}
