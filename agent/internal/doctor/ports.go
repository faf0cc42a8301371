package doctor

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel"
)

// portsDefault is the width of the kernel's default range, 32768 to 60999.
const portsDefault = 28_232

type portsReading struct {
	kernel.PortRange
	// busiest is the far end to which most local ports of the range are taken: a port is taken for one far end only.
	busiest  netip.AddrPort
	taken    int
	timeWait int // of those
	// timeWaitAll is of the whole host, which costs memory.
	timeWaitAll int
}

func readPorts(h host) (r portsReading, ok bool) {
	if r.PortRange, ok = h.LocalPorts(); !ok {
		return r, false
	}
	r.timeWaitAll = h.TimeWait()
	taken, waiting := map[netip.AddrPort]int{}, map[netip.AddrPort]int{}
	_ = h.EachTCPSocket(func(s kernel.TCPSocket) { // what can be read is counted
		if port := int(s.Local.Port()); s.State == kernel.TCPListen || port < r.First || port > r.Last {
			return
		}
		far := netip.AddrPortFrom(s.Remote.Addr().Unmap(), s.Remote.Port())
		taken[far]++
		if s.State == kernel.TCPTimeWait {
			waiting[far]++
		}
	})
	if len(taken) > 0 {
		r.busiest = slices.MaxFunc(slices.SortedFunc(maps.Keys(taken), netip.AddrPort.Compare), func(a, b netip.AddrPort) int {
			return cmp.Compare(taken[a], taken[b])
		})
		r.taken, r.timeWait = taken[r.busiest], waiting[r.busiest]
	}
	return r, true
}

func ephemeralPorts(h host, _ Config) []Finding {
	r, ok := readPorts(h)
	if !ok {
		return one("ephemeral-ports-unknown", Note, "net.ipv4.ip_local_port_range cannot be read here.", "")
	}
	return judgePorts(r)
}

func judgePorts(r portsReading) []Finding {
	const widen = `sudo sysctl -w net.ipv4.ip_local_port_range="15000 65535"`
	width := r.Width()
	share := float64(r.taken) / float64(width)
	taken := fmt.Sprintf("%s of the %s ephemeral ports are taken for connections to %s, %s of them in TIME-WAIT",
		grouped(r.taken), grouped(width), r.busiest, grouped(r.timeWait))
	switch {
	case share >= 0.9:
		return one("ephemeral-ports-exhausted", Problem, taken+": new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")
	case share >= 0.5:
		return one("ephemeral-ports-scarce", Warning, taken+"; when none is left, new connections to it fail.", widen+" net.ipv4.tcp_tw_reuse=1")
	case width < portsDefault:
		sentence := fmt.Sprintf("There are %s ephemeral ports (%d to %d): this host can have no more connections to one target.", grouped(width), r.First, r.Last)
		return one("ephemeral-ports-few", Warning, sentence, widen)
	}
	sentence := fmt.Sprintf("There are %s ephemeral ports (%d to %d) for connections to one target; none is taken now.", grouped(width), r.First, r.Last)
	if r.taken > 0 {
		sentence = fmt.Sprintf("There are %s ephemeral ports (%d to %d) for connections to one target; at most %s are taken now, to %s.",
			grouped(width), r.First, r.Last, grouped(r.taken), r.busiest)
	}
	if r.timeWaitAll > 0 {
		sentence = strings.TrimSuffix(sentence, ".") + fmt.Sprintf(" (%s in TIME-WAIT on the whole host).", grouped(r.timeWaitAll))
	}
	return fine("ephemeral-ports", sentence)
}
