// Package volley is a load generator for HTTP/1.1 and HTTP/2, with TLS and without, that costs little CPU time per request: raw epoll, one event loop per CPU. Its counts add
// up. Linux only.
package volley

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"runtime"
	"runtime/debug"
	"time"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/turns"
)

// Second is what Run reports once a second while the load is on.
type Second struct {
	Elapsed           time.Duration // since the load began
	RequestsPerSecond float64       // that succeeded; 0 during the warm-up
}

// Run makes the load and reports it. When the context is canceled the measurement ends early and is reported all the same. An error is one
// sentence: what was asked cannot be done, nothing could be connected, or the figures do not add up.
func Run(ctx context.Context, o Options, watch func(Second)) (*Report, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	cpus, err := kernel.AllowedCPUs()
	if err != nil {
		return nil, err
	}
	if o.Loops == 0 {
		o.Loops = len(cpus)
	}
	o.Loops = min(o.Loops, o.Connections)
	if err := enoughFor(&o); err != nil {
		return nil, err
	}
	address, err := resolve(ctx, o.URL)
	if err != nil {
		return nil, err
	}
	config, err := o.config()
	if err != nil {
		return nil, err
	}
	p, err := newPlan(&o, address)
	if err != nil {
		return nil, err
	}
	loops, err := newLoops(p, &o, cpus)
	if err != nil {
		return nil, err
	}
	for _, l := range loops {
		l.speakTLS(config)
	}
	defer quiet(o.Loops, p.keep)()
	return fire(ctx, p, &o, loops, watch)
}

// garbageMost is what reconnecting may leave behind before it is collected.
const garbageMost = 512 << 20

// quiet keeps Go's runtime out of the way: a thread for each loop and one more, and no collection of garbage before there is much. Bodies that
// are kept are much, so then it is collected as usual.
func quiet(loops int, keep bool) (restore func()) {
	runtime.GC()
	threads := runtime.GOMAXPROCS(loops + 1)
	if keep {
		return func() { runtime.GOMAXPROCS(threads) }
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	limit := debug.SetMemoryLimit(int64(memory.Sys) + garbageMost)
	percent := debug.SetGCPercent(-1)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
		runtime.GOMAXPROCS(threads)
	}
}

func newLoops(p *plan, o *Options, cpus []int) ([]*loop, error) {
	t := newTape(turns.Cycle(requests.WeightsOf(o.Requests)), p.texts, o.Pipelining)
	loops := make([]*loop, o.Loops)
	for i := range loops {
		poll, err := newPoller()
		if err != nil {
			return nil, err
		}
		l := &loop{plan: p, index: i, cpu: -1, poll: poll, streamsAllowed: math.MaxUint32, buffer: make([]byte, bufferSize), tape: t.from(i, o.Loops), composer: composer{values: newValues(o, i)}}
		if len(cpus) > 1 {
			l.cpu = cpus[i%len(cpus)]
		}
		share := o.Connections / o.Loops
		if i < o.Connections%o.Loops {
			share++
		}
		l.connections = make([]connection, share)
		ring := make([]pending, share*o.Pipelining)
		for n := range l.connections {
			l.connections[n] = connection{place: int32(n), fd: -1, ring: ring[n*o.Pipelining : (n+1)*o.Pipelining]}
			if o.Cookies {
				l.connections[n].jar = &jar{host: o.URL.Hostname(), secure: o.URL.Scheme == "https"}
			}
		}
		if o.Open() {
			l.schedule = newSchedule(p.rates, o.Arrivals, i, o.Loops, o.Seed)
			l.line.places = make([]int32, share)
		}
		loops[i] = l
	}
	return loops, nil
}

// resolve takes the first address of the host, once.
func resolve(ctx context.Context, u *url.URL) (netip.AddrPort, error) {
	port := cmp.Or(u.Port(), u.Scheme)
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil || len(addresses) == 0 {
		return netip.AddrPort{}, fmt.Errorf("the host %s has no address: %w", u.Hostname(), err)
	}
	number, err := net.DefaultResolver.LookupPort(ctx, "tcp", port)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("--url has no usable port: %w", err)
	}
	return netip.AddrPortFrom(addresses[0].Unmap(), uint16(number)), nil
}
