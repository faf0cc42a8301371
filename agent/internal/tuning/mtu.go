package tuning

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func (p *planner) mtu(size int) error {
	if size < leastMTU || size > mostMTU {
		return Refusal{fmt.Sprintf("An MTU of %d bytes is not possible: %d to %d.", size, leastMTU, mostMTU)}
	}
	if ok, err := p.ofNIC(); !ok {
		return err
	}
	change := p.ask(mtuKey(p.nic.name), strconv.Itoa(size), "bytes of the largest packet")
	if change.Status == ToChange && size < leastMTUOfIPv6 && p.h.hasIPv6(p.nic.name) {
		change.fail(absentError{fmt.Sprintf(
			"below %d bytes the kernel takes the IPv6 addresses off %s, and does not give them back", leastMTUOfIPv6, p.nic.name)})
	}
	return nil
}

// The range of the API: every IPv4 host takes packets of 576 bytes (RFC 791).
const (
	leastMTU = 576
	mostMTU  = 65_535
)

// leastMTUOfIPv6 is IPV6_MIN_MTU, include/uapi/linux/ipv6.h.
const leastMTUOfIPv6 = 1280

// hasIPv6 says that an interface, or one that lies on it, has an IPv6 address that would not come back by itself.
func (h *host) hasIPv6(nic string) bool {
	have := h.IPv6NICs()
	return slices.ContainsFunc(append(h.above(nic), nic), func(name string) bool { return slices.Contains(have, name) })
}

func mtuKey(nic string) string { return fmt.Sprintf("nic/%s/mtu", nic) }

func mtuKeys(_ *host, nic string) []string { return []string{mtuKey(nic)} }

// mtuKnob also makes some drivers take their interrupts anew, with other numbers.
func (h *host) mtuKnob(at spot) knob {
	k := h.fileKnob(nicFolder(at.nic)+"/mtu", sameFields)
	write := k.write
	k.write = func(value string) error {
		err := write(value)
		h.forget()
		return err
	}
	return k
}

// above are the interfaces that lie on one, directly or not: VLANs, macvlans, bridges, bonds.
func (h *host) above(nic string) (found []string) {
	for queue := []string{nic}; len(queue) > 0; queue = queue[1:] {
		for _, name := range h.Names(nicFolder(queue[0])) {
			if upper, ok := strings.CutPrefix(name, "upper_"); ok && isNICName(upper) && !slices.Contains(found, upper) {
				found, queue = append(found, upper), append(queue, upper)
			}
		}
	}
	return found
}
