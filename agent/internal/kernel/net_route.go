package kernel

import (
	"math"
	"strconv"
	"strings"
)

const loopback = "lo"

// DefaultRouteNIC is the interface that packets to anywhere leave by: that of the default route with the lowest metric, of IPv4 before IPv6;
// "" without one.
func (f FS) DefaultRouteNIC() string {
	if nic := parseRoute(f.Peek("/proc/net/route")); nic != "" {
		return nic
	}
	return parseIPv6Route(f.Peek("/proc/net/ipv6_route"))
}

// routeUp and routeReject are RTF_UP and RTF_REJECT, include/uapi/linux/route.h.
const routeUp, routeReject = 0x1, 0x200

// parseRoute takes the interface of the default route out of /proc/net/route (fib_route_seq_show, net/ipv4/fib_trie.c): interface, destination, gateway, flags, references, use,
// metric (decimal), mask.
func parseRoute(text string) string {
	best, metric := "", int64(math.MaxInt64)
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 8 || fields[1] != "00000000" || fields[7] != "00000000" || !usable(fields[0], fields[3]) {
			continue
		}
		if cost, err := strconv.ParseInt(fields[6], 10, 64); err == nil && cost < metric {
			best, metric = fields[0], cost
		}
	}
	return best
}

// parseIPv6Route does so with /proc/net/ipv6_route (ipv6_route_native_seq_show, net/ipv6/ip6_fib.c): destination and its prefix length, source and its,
// next hop, metric (hexadecimal, as all), references, use, flags, interface.
func parseIPv6Route(text string) string {
	best, metric := "", int64(math.MaxInt64)
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 || strings.Trim(fields[0], "0") != "" || fields[1] != "00" || !usable(fields[9], fields[8]) {
			continue
		}
		if cost, err := strconv.ParseInt(fields[5], 16, 64); err == nil && cost < metric {
			best, metric = fields[9], cost
		}
	}
	return best
}

// usable leaves out the unreachable default route that every kernel has on loopback.
func usable(nic, flags string) bool {
	bits, err := strconv.ParseUint(flags, 16, 32)
	return err == nil && bits&routeUp != 0 && bits&routeReject == 0 && nic != loopback
}
