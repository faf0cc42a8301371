package tuning

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func (p *planner) mtu() error {
	const setting = "mtuBytes"
	if p.wanted.MTUBytes == nil {
		return nil
	}
	if *p.wanted.MTUBytes < leastMTU || *p.wanted.MTUBytes > mostMTU {
		return Refusal{fmt.Sprintf("An MTU of %d bytes is not possible: %d to %d.", *p.wanted.MTUBytes, leastMTU, mostMTU)}
	}
	if ok, err := p.ofNIC(setting); !ok {
		return err
	}
	p.ask(setting, mtuKey(p.nic.name), strconv.Itoa(*p.wanted.MTUBytes), "bytes of the largest packet")
	if change := &p.changes[len(p.changes)-1]; change.Status == ToChange && *p.wanted.MTUBytes < leastMTUOfIPv6 && p.h.hasIPv6(p.nic.name) {
		*change = withReason(*change, absentError{fmt.Sprintf(
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

// hasIPv6 says that an interface, or one that lies on it, has an address which the kernel did not give it by itself, as it does link-local ones (if6_seq_show,
// net/ipv6/addrconf.c: address, index, prefix, scope, flags, name).
func (h *host) hasIPv6(nic string) bool {
	const linkLocal = "20"
	for line := range strings.Lines(h.peek("/proc/net/if_inet6")) {
		if fields := strings.Fields(line); len(fields) == 6 && fields[3] != linkLocal && slices.Contains(append(h.above(nic), nic), fields[5]) {
			return true
		}
	}
	return false
}

func (p *planner) offloads() error {
	const setting = "offloads"
	if p.wanted.Offloads == nil {
		return nil
	}
	if ok, err := p.ofNIC(setting); !ok {
		return err
	}
	for _, offload := range []struct {
		name, why string
		on        *bool
	}{
		{"gro", "received segments joined by the kernel", p.wanted.Offloads.GRO},
		{"gso", "segments cut by the kernel just before the driver", p.wanted.Offloads.GSO},
		{"tso", "segments cut by the NIC", p.wanted.Offloads.TSO},
		{"lro", "received segments joined by the NIC", p.wanted.Offloads.LRO},
	} {
		if offload.on != nil {
			p.ask(setting, fmt.Sprintf("nic/%s/offload/%s", p.nic.name, offload.name), onOff(*offload.on), offload.why)
		}
	}
	return nil
}

func (p *planner) interruptCoalescing() error {
	const setting = "interruptCoalescing"
	wanted := p.wanted.InterruptCoalescing
	if wanted == nil {
		return nil
	}
	if ok, err := p.ofNIC(setting); !ok {
		return err
	}
	key := func(name string) string { return fmt.Sprintf("nic/%s/coalesce/%s", p.nic.name, name) }
	// The adaptive ones come first: while they are on, some drivers refuse the others.
	for _, adaptive := range []struct {
		name string
		on   *bool
	}{{"adaptive-rx", wanted.AdaptiveRx}, {"adaptive-tx", wanted.AdaptiveTx}} {
		if adaptive.on != nil {
			p.ask(setting, key(adaptive.name), onOff(*adaptive.on), "whether the driver chooses by itself how long an interrupt waits")
		}
	}
	for _, figure := range []struct {
		name, why string
		value     *int
	}{
		{"rx-usecs", "microseconds that a receive interrupt may wait", wanted.RxUs},
		{"tx-usecs", "microseconds that a transmit interrupt may wait", wanted.TxUs},
		{"rx-frames", "frames after which a receive interrupt comes", wanted.RxFrames},
		{"tx-frames", "frames after which a transmit interrupt comes", wanted.TxFrames},
	} {
		if figure.value == nil {
			continue
		}
		if *figure.value < 0 {
			return Refusal{fmt.Sprintf("%s cannot be %d.", figure.name, *figure.value)}
		}
		p.ask(setting, key(figure.name), strconv.Itoa(*figure.value), figure.why)
	}
	return nil
}
