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
	reuse reuse
	// busiest is the far end to which most local ports of the range are taken, from one address: a port is taken for one far end only.
	busiest  netip.AddrPort
	taken    int
	timeWait int // of those
	// reusable are besides those: in TIME-WAIT, but a new connection may have them.
	reusable int
	// timeWaitAll is of the whole host, which costs memory.
	timeWaitAll int
}

// reuse is whether a new connection may have the port of one in TIME-WAIT: a second after its last packet, which is often enough unless all
// ports are used up within that second (tcp_twsk_unique, net/ipv4/tcp_ipv4.c).
type reuse struct{ everywhere, onLoopback, timestamps bool }

func readReuse(h host) reuse {
	mode, _ := h.Sysctl("net.ipv4.tcp_tw_reuse")
	timestamps, _ := h.Sysctl("net.ipv4.tcp_timestamps")
	return reuse{everywhere: mode == 1, onLoopback: mode == 2, timestamps: timestamps != 0}
}

func (r reuse) allows(s kernel.TCPSocket) bool {
	overLoopback := s.Local.Addr().Unmap().IsLoopback() || s.Remote.Addr().Unmap().IsLoopback()
	return s.State == kernel.TCPTimeWait && r.timestamps && (r.everywhere || r.onLoopback && overLoopback)
}

// lane is where connections compete for ports.
type lane struct {
	from netip.Addr
	to   netip.AddrPort
}

func compareLanes(a, b lane) int { return cmp.Or(a.to.Compare(b.to), a.from.Compare(b.from)) }

func readPorts(h host) (r portsReading, ok bool) {
	if r.PortRange, ok = h.LocalPorts(); !ok {
		return r, false
	}
	r.timeWaitAll, r.reuse = h.TimeWait(), readReuse(h)
	taken, waiting, reusable := map[lane]int{}, map[lane]int{}, map[lane]int{}
	_ = h.EachTCPSocket(func(s kernel.TCPSocket) { // what can be read is counted
		if port := int(s.Local.Port()); s.State == kernel.TCPListen || port < r.First || port > r.Last {
			return
		}
		on := lane{s.Local.Addr().Unmap(), netip.AddrPortFrom(s.Remote.Addr().Unmap(), s.Remote.Port())}
		if r.reuse.allows(s) {
			reusable[on]++
			return
		}
		taken[on]++
		if s.State == kernel.TCPTimeWait {
			waiting[on]++
		}
	})
	if len(taken) > 0 {
		busiest := slices.MaxFunc(slices.SortedFunc(maps.Keys(taken), compareLanes), func(a, b lane) int { return cmp.Compare(taken[a], taken[b]) })
		r.busiest, r.taken, r.timeWait, r.reusable = busiest.to, taken[busiest], waiting[busiest], reusable[busiest]
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
	width := r.Width()
	share := float64(r.taken) / float64(width)
	taken := fmt.Sprintf("%s of the %s ephemeral ports are taken for connections to %s, %s of them in TIME-WAIT",
		grouped(r.taken), grouped(width), r.busiest, grouped(r.timeWait))
	if r.reusable > 0 {
		taken += fmt.Sprintf(" (besides %s in TIME-WAIT that new connections may have)", grouped(r.reusable))
	}
	switch {
	case r.taken >= width:
		return one("ephemeral-ports-exhausted", Problem, taken+": new connections to it fail.", r.mend())
	case share >= 0.9:
		return one("ephemeral-ports-scarce", Warning, taken+": they are nearly used up; when none is left, new connections to it fail.", r.mend())
	case share >= 0.5:
		return one("ephemeral-ports-scarce", Warning, taken+"; when none is left, new connections to it fail.", r.mend())
	case width < portsDefault:
		sentence := fmt.Sprintf("There are %s ephemeral ports (%d to %d): this host can have no more connections to one target.", grouped(width), r.First, r.Last)
		return one("ephemeral-ports-few", Warning, sentence, r.mend())
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

// mend makes the range wider, if it is not already, and lets ports in TIME-WAIT be used again, if those are many; "" when neither helps.
func (r portsReading) mend() string {
	const first, last = 15_000, 65_535
	changes := []string{}
	if r.Width() < last-first+1 {
		changes = append(changes, fmt.Sprintf(`net.ipv4.ip_local_port_range="%d %d"`, first, last))
	}
	if r.timeWait > 0 && !r.reuse.everywhere {
		changes = append(changes, "net.ipv4.tcp_tw_reuse=1")
	}
	if r.timeWait > 0 && !r.reuse.timestamps {
		changes = append(changes, "net.ipv4.tcp_timestamps=1")
	}
	if len(changes) == 0 {
		return ""
	}
	return "sudo sysctl -w " + strings.Join(changes, " ")
}
