package runner

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/netlink"
	"millionrps/agent/internal/sampler"
)

// WorkerPlacement is where one process of the target ran.
type WorkerPlacement struct {
	Worker      int
	PID         int
	Threads     int
	CPUsAllowed cpulist.List
	CPUsSeen    cpulist.List
	Connections *int // established; nil where they could not be told apart
}

// Placement is the target in the middle of a step.
type Placement struct {
	AtUs                   int64 // since the epoch
	Workers                []WorkerPlacement
	ConnectionsEstablished *int64
}

// startLooking is called when a step begins; what it answers looks at the target, and sees nothing where that is on another host.
func (b *bench) startLooking(r *Runner) (look func() *Placement) {
	if b.target == nil {
		return func() *Placement { return nil }
	}
	port, s := b.targetPort(), b.recorder.sampler
	// Which threads ran is known since the look before.
	if _, err := s.ObserveProcesses(targetRole, 0); err != nil {
		r.Log.Warn("looking at the target", "error", err)
	}
	return func() *Placement {
		placement, err := lookAt(s, port)
		if err != nil {
			r.Log.Warn("looking at the target", "error", err)
		}
		return placement
	}
}

func lookAt(s *sampler.Sampler, port uint16) (*Placement, error) {
	placement := &Placement{AtUs: time.Now().UnixMicro()}
	seen, err := s.ObserveProcesses(targetRole, port)
	if err != nil {
		return nil, err
	}
	for _, p := range seen.Processes {
		placement.Workers = append(placement.Workers, WorkerPlacement{
			Worker: p.Worker, PID: p.PID, Threads: p.Threads, CPUsAllowed: p.AllowedCPUs, CPUsSeen: p.RanOnCPUs, Connections: p.Established,
		})
	}
	if count, err := netlink.EstablishedConnections(port); err == nil {
		established := int64(count)
		placement.ConnectionsEstablished = &established
	}
	return placement, nil
}

// targetPort is that of the address on which the target listens.
func (b *bench) targetPort() uint16 {
	at, _ := addressOf(b.target.URL)
	return at.Port()
}

// addressOf is where a URL of a target leads, which has an IP address.
func addressOf(target string) (netip.AddrPort, error) {
	u, err := url.Parse(target)
	if err != nil {
		return netip.AddrPort{}, err
	}
	return netip.ParseAddrPort(u.Host)
}

// midway looks at the target once, in the middle of a step whose load comes from another host.
type midway struct {
	timer *time.Timer
	seen  chan *Placement
}

func lookMidway(duration time.Duration, look func() *Placement) *midway {
	m := &midway{seen: make(chan *Placement, 1)}
	m.timer = time.AfterFunc(duration/2, func() { m.seen <- look() })
	return m
}

// end answers what was seen; nil when the step ended before its middle.
func (m *midway) end() *Placement {
	if m == nil || m.timer.Stop() {
		return nil
	}
	return <-m.seen
}

// countEstablished counts at the target's side when only this host drives load to a target on it, else at the tool's side: there other
// hosts' connections do not count as ours. It answers nil when it cannot tell.
func (r *Runner) countEstablished(target string, othersToo bool, resolved []netip.Addr) *int64 {
	count, err := establishedTo(target, othersToo)
	if resolved != nil {
		count, err = establishedToAny(target, resolved)
	}
	if err != nil {
		r.Log.Warn("counting the established connections", "error", err)
		return nil
	}
	established := int64(count)
	return &established
}

// watch takes in how many connections are established, and looks at the target where that is more than before. It answers whether to count
// again: by the middle of a short step, a tool that starts slowly may not have opened all connections.
func (i *invocation) watch(count *int64) (again bool) {
	if count == nil {
		if i.seen == nil {
			i.seen = i.look()
		}
		return false
	}
	known := i.done.ConnectionsEstablished
	if known == nil || *count > *known {
		i.done.ConnectionsEstablished, i.seen = count, i.look()
	}
	return *count < int64(i.Share.Connections)
}

// forgetNone leaves unknown what was never caught: answers came, so connections were open between two counts.
func (d *LoadDone) forgetNone() {
	if count := d.ConnectionsEstablished; count != nil && *count == 0 && d.Result.Requests > 0 {
		d.ConnectionsEstablished = nil
	}
}

// establishedToAny is of a target by its name, which may have several addresses.
func establishedToAny(target string, resolved []netip.Addr) (sum int, err error) {
	base, err := url.Parse(target)
	if err != nil {
		return 0, err
	}
	port, err := net.LookupPort("tcp", cmp.Or(base.Port(), base.Scheme))
	for i := 0; i < len(resolved) && err == nil; i++ {
		var count int
		count, err = netlink.EstablishedConnectionsTo(resolved[i], uint16(port))
		sum += count
	}
	return sum, err
}

func establishedTo(target string, othersToo bool) (int, error) {
	at, err := addressOf(target)
	if err != nil {
		return 0, err
	}
	own, err := hostAddresses()
	if err != nil {
		return 0, err
	}
	if !othersToo && slices.Contains(own, at.Addr().Unmap()) {
		return netlink.EstablishedConnections(at.Port())
	}
	return netlink.EstablishedConnectionsTo(at.Addr(), at.Port())
}
