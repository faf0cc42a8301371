package volley

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/turns"
)

// Options say what load to make. Check fills in what was left out.
type Options struct {
	URL             *url.URL           // http or https, with a host; its path is asked for when there are no Requests
	Requests        []requests.Request // dealt out by weight
	Headers         []string           // "Name: value", of every request
	Variables       []requests.Variable
	DrawSeed        uint32            // of what variables draw at random
	Draw            int               // other numbers from the same seed: of another step or phase
	Client, Clients int               // which of how many clients this is, from 0 on; counters of none meet another's
	Secrets         map[string]string // that headers take, by name

	Connections int // 0: chosen, in an open loop only
	Pipelining  int
	Loops       int     // event loops, a thread each; 0: one per CPU that may be used
	Rate        float64 // requests a second of an open loop; 0: closed loop
	Arrivals    string  // of an open loop: Constant or Poisson
	RampFrom    float64 // requests a second at the start of the ramp
	Ramp        time.Duration
	Seed        uint64 // of Poisson arrivals

	Duration              time.Duration // that is measured
	Warmup                time.Duration // before it, not counted
	Timeout               time.Duration // of a request from its sending, and of opening a connection
	StartAtUs             int64         // microseconds since the epoch; 0: now
	RequestsPerConnection int           // 0: any number
	Decompress            bool
	TLS                   TLS    // of https
	Protocol              string // HTTP1, or HTTP2: by ALPN with https, by prior knowledge with http
	Cookies               bool   // each connection keeps and sends back what it was given
}

const (
	cycleMax       = 10_000
	pipeliningMax  = 1024
	clientsMax     = 1024
	openDefaultMax = 1000
	rateMax        = 100e6
)

// Open tells an open loop, whose latency counts from the intended send time, from a closed one.
func (o *Options) Open() bool { return o.Rate > 0 }

// Protocols.
const (
	HTTP1 = "http/1.1"
	HTTP2 = "h2"
)

// Check refuses what cannot be done, in one sentence that says what to ask instead.
func (o *Options) Check() error {
	if err := o.checkURL(); err != nil {
		return err
	}
	if len(o.Requests) == 0 {
		o.Requests = []requests.Request{requests.Get(o.URL.RequestURI(), 1)}
	}
	for _, check := range []func() error{o.checkRequests, o.checkProtocol, o.checkTimes, o.checkLoop, o.checkConnections} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (o *Options) checkURL() error {
	switch {
	case o.URL == nil || o.URL.Host == "":
		return errors.New("--url is missing: the address of the target, such as http://127.0.0.1:8080/simple")
	case o.URL.Scheme != "http" && o.URL.Scheme != "https":
		return fmt.Errorf("--url must be an http or https address, not %q", o.URL)
	}
	return o.checkTLS()
}

func (o *Options) checkRequests() error {
	file := requests.File{Requests: o.Requests, Variables: o.Variables}
	if err := file.Check(); err != nil {
		return err
	}
	if o.Cookies && slices.ContainsFunc(o.Requests, func(r requests.Request) bool { return r.Sets("Cookie") }) {
		return errors.New("a request sets the header Cookie, which --cookies does for each connection; leave one of the two out")
	}
	for _, name := range file.Secrets() {
		if value, ok := o.Secrets[name]; !ok || value == "" || !requests.InHeader(value) {
			return fmt.Errorf("the secret %s, which a header takes, is missing or no line of text; give it by --secret %s=env:VARIABLE", name, name)
		}
	}
	if cycle := turns.Length(requests.WeightsOf(o.Requests)); cycle > cycleMax {
		return fmt.Errorf("the weights of --request repeat only after %d requests; give rounder ones, whose sum is at most %d", cycle, cycleMax)
	}
	for _, h := range o.Headers {
		name, _, ok := strings.Cut(h, ":")
		if !ok || name == "" || strings.ContainsAny(h, "\r\n\x00") || strings.ContainsAny(name, " \t") {
			return fmt.Errorf("--header %q must be 'Name: value' on one line", h)
		}
	}
	return nil
}

func (o *Options) checkProtocol() error {
	if o.Protocol == "" {
		o.Protocol = HTTP1
	}
	switch header := o.unfit(); {
	case o.Protocol != HTTP1 && o.Protocol != HTTP2:
		return fmt.Errorf("--protocol must be %s or %s, not %q", HTTP1, HTTP2, o.Protocol)
	case o.Protocol == HTTP2 && header != "":
		return fmt.Errorf("the header %s is of a connection, which HTTP/2 does not have; leave it out, or ask for --protocol %s", header, HTTP1)
	}
	return nil
}

func (o *Options) checkTimes() error {
	switch {
	case o.Duration <= 0 && o.Rate > 0:
		return errors.New("--rate needs --duration: how long to go on, such as 10s")
	case o.Duration <= 0:
		return errors.New("--duration must be longer than 0, such as 10s")
	case o.Duration > 24*time.Hour || o.Warmup > 24*time.Hour:
		return errors.New("--duration and --warmup may be a day at most; ask for several measurements instead")
	case o.Warmup < 0:
		return errors.New("--warmup must not be negative; 0s is none")
	case o.Timeout <= 0 || o.Timeout > time.Hour:
		return errors.New("--timeout must be longer than 0 and at most 1h, such as 10s")
	}
	return nil
}

func (o *Options) checkLoop() error {
	switch {
	case o.Rate < 0 || o.Rate > rateMax || o.Rate != o.Rate:
		return fmt.Errorf("--rate must be 0 (closed loop) to %.0f requests a second", rateMax)
	case !o.Open() && (o.Arrivals != "" || o.RampFrom != 0 || o.Ramp != 0):
		return errors.New("--arrivals, --ramp-from and --ramp-seconds are of an open loop; give --rate too, or leave them out")
	case o.Arrivals != "" && o.Arrivals != Constant && o.Arrivals != Poisson:
		return fmt.Errorf("--arrivals must be constant or poisson, not %q", o.Arrivals)
	case (o.RampFrom > 0) != (o.Ramp > 0):
		return errors.New("--ramp-from and --ramp-seconds go together, both above 0")
	case o.RampFrom < 0 || o.RampFrom > rateMax || o.Ramp < 0:
		return fmt.Errorf("--ramp-from must be above 0 and at most %.0f, --ramp-seconds above 0", rateMax)
	case o.Ramp > o.Duration:
		return errors.New("--ramp-seconds is longer than --duration; the rate would never be reached")
	}
	if o.Open() && o.Arrivals == "" {
		o.Arrivals = Constant
	}
	return nil
}

func (o *Options) checkConnections() error {
	switch {
	case o.Pipelining < 1 || o.Pipelining > pipeliningMax:
		return fmt.Errorf("--pipelining must be 1 (one request at a time) to %d", pipeliningMax)
	case o.Loops < 0 || o.Loops > 1024:
		return errors.New("--loops must be 1 to 1024, or 0 for one per CPU that may be used")
	case o.RequestsPerConnection < 0 || o.RequestsPerConnection > 1<<30:
		return errors.New("--requests-per-connection must be 1 or more, or 0 to keep connections open")
	case o.Clients < 0 || o.Client < 0 || o.Client >= max(1, o.Clients) || o.Clients > clientsMax:
		return fmt.Errorf("--client must say which of how many clients this is, such as 0/2 or 1/2; at most %d", clientsMax)
	case o.Connections < 0 || o.Connections == 0 && !o.Open():
		return errors.New("--connections must be 1 or more: a closed loop has nothing to send on without one")
	}
	if o.Connections == 0 {
		// As many as are busy when every response takes 100 ms: a longer stall makes requests wait here, and their latency counts on.
		o.Connections = min(max(10, int(o.Rate/10)), openDefaultMax)
	}
	return nil
}
