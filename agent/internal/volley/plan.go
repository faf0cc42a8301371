package volley

import (
	"net/netip"
	"slices"
	"strings"
	"time"
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
	requests      []Request
	rendered      [][]byte
	closing       [][]byte // asking the server to close after it
	checks        bool     // responses are looked at beyond their status
	keep          bool     // bodies are needed for that
	decompress    bool
}

func newPlan(o *Options, address netip.AddrPort) *plan {
	p := &plan{
		base: time.Now(), address: address, timeout: o.Timeout, pipelining: o.Pipelining,
		perConnection: o.RequestsPerConnection, requests: o.Requests, decompress: o.Decompress,
		checks: o.Decompress, keep: o.Decompress,
		rates: rates{from: o.Rate, to: o.Rate, lead: o.Warmup.Seconds()},
	}
	if o.Ramp > 0 {
		p.rates.from, p.rates.ramp = o.RampFrom, o.Ramp.Seconds()
	}
	for _, r := range o.Requests {
		p.rendered = append(p.rendered, render(o, r.Path, false))
		p.closing = append(p.closing, render(o, r.Path, true))
		p.checks = p.checks || r.Expect.Bytes >= 0 || r.Expect.SHA256 != nil
		p.keep = p.keep || r.Expect.SHA256 != nil
	}
	return p
}

// render writes a request as it goes out.
func render(o *Options, path string, closing bool) []byte {
	var text strings.Builder
	text.WriteString("GET " + path + " HTTP/1.1\r\n")
	if !hasHeader(o.Headers, "host") {
		text.WriteString("Host: " + o.URL.Host + "\r\n")
	}
	if o.Decompress {
		text.WriteString("Accept-Encoding: gzip\r\n")
	}
	for _, h := range o.Headers {
		text.WriteString(h + "\r\n")
	}
	if closing {
		text.WriteString("Connection: close\r\n")
	}
	text.WriteString("\r\n")
	return []byte(text.String())
}

func hasHeader(headers []string, lower string) bool {
	return slices.ContainsFunc(headers, func(header string) bool {
		name, _, _ := strings.Cut(header, ":")
		return strings.ToLower(name) == lower
	})
}
