package volley

import (
	"net/netip"
	"time"

	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/turns"
)

// plan is what all loops share and none changes.
type plan struct {
	base          time.Time // of the clock of the run
	address       netip.AddrPort
	loadStart     time.Duration
	timeout       time.Duration
	rates         rates
	pipelining    int
	perConnection int
	requests      []rendered
	overlaps      bool // by HTTP/2
	blocks        []headBlock
	cookies       bool     // connections keep them
	composes      bool     // requests are put together when they are sent
	texts         [][]byte // else, as they go out
	closing       [][]byte // asking the server to close after it
	checks        bool     // responses are looked at beyond their status
	keep          bool     // bodies are needed for that
	bodiless      bool     // some responses have no body, whatever their head says
	decompress    bool
}

func newPlan(o *Options, address netip.AddrPort) (*plan, error) {
	p := &plan{
		base: time.Now(), address: address, timeout: o.Timeout, pipelining: o.Pipelining,
		perConnection: o.RequestsPerConnection, cookies: o.Cookies, composes: o.Cookies, decompress: o.Decompress,
		checks: o.Decompress, keep: o.Decompress,
		rates: rates{from: o.Rate, to: o.Rate, lead: o.Warmup.Seconds()},
	}
	if o.Ramp > 0 {
		p.rates.from, p.rates.ramp = o.RampFrom, o.Ramp.Seconds()
	}
	var err error
	if p.requests, err = render(o); err != nil {
		return nil, err
	}
	for i := range p.requests {
		r := &p.requests[i]
		p.checks = p.checks || !r.expect.any()
		p.keep = p.keep || r.expect.sha256 != nil || r.expect.contains != nil
		p.bodiless = p.bodiless || r.bodiless
		p.composes = p.composes || len(r.variables) > 0

	}
	if p.overlaps = o.Protocol == HTTP2; p.overlaps {
		p.blocks = newBlocks(p, o.URL.Scheme)
	}
	p.composes = p.composes || p.overlaps || p.tapeBytes(o) > tapeMost
	if !p.composes {
		for i := range p.requests {
			p.texts, p.closing = append(p.texts, p.requests[i].text(false)), append(p.closing, p.requests[i].text(true))
		}
	}
	return p, nil
}

// tapeBytes is how long a tape would be.
func (p *plan) tapeBytes(o *Options) (sum int) {
	cycle := turns.Cycle(requests.WeightsOf(o.Requests))
	for i := range len(cycle) + o.Pipelining {
		r := &p.requests[cycle[i%len(cycle)]]
		sum += r.head.length(nil) + r.body.length(nil)
	}
	return sum
}
