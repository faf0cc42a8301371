package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/app"
	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/volley"
)

// volleyFlags are the command line of agent volley, before what belongs together was put together.
type volleyFlags struct {
	options      volley.Options
	expectations []expectation
	asJSON       bool
	rampSeconds  float64
	file         string // of requests
	secrets      []secretFlag
}

// expectation is one --expect-bytes or --expect-sha256; without a path it holds for every request.
type expectation struct {
	flag, path string
	apply      func(*requests.Expectation)
}

func volleyCommand(arguments []string) error {
	o, asJSON, err := parseVolley(arguments)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	report, err := volley.Run(ctx, o, progressOn(os.Stderr))
	switch {
	case err != nil:
		return err
	case asJSON:
		// On one line: a histogram has thousands of values.
		return json.NewEncoder(os.Stdout).Encode(report)
	}
	return report.Write(os.Stdout)
}

// parseVolley returns an app.UsageError for whatever can be seen to be impossible before anything is tried.
func parseVolley(arguments []string) (o volley.Options, asJSON bool, err error) {
	var f volleyFlags
	if err := parse(f.define(), arguments); err != nil {
		return o, false, err
	}
	for _, put := range []func() error{f.takeFile, f.expect, f.takeSecrets} {
		if err := put(); err != nil {
			return o, false, app.UsageError{Err: err}
		}
	}
	f.options.Ramp = time.Duration(f.rampSeconds * float64(time.Second))
	if f.options.URL != nil && f.options.Connections == 0 && f.options.Rate == 0 {
		return o, false, app.UsageError{Err: errors.New("--connections must be 1 or more; only an open loop (--rate) can choose them itself")}
	}
	if at := f.options.StartAtUs; at != 0 && time.UnixMicro(at).Before(time.Now()) {
		return o, false, app.UsageError{Err: fmt.Errorf("--start-at lies %s in the past; give an instant that leaves time to connect, such as a second from now", time.Since(time.UnixMicro(at)).Round(time.Millisecond))}
	}
	if err := f.options.Check(); err != nil {
		return o, false, app.UsageError{Err: err}
	}
	return f.options, f.asJSON, nil
}

func (f *volleyFlags) define() *flag.FlagSet {
	o := &f.options
	flags := newFlags("volley")
	flags.Func("url", "http or https `address` of the target; its path is requested unless --request says otherwise", func(text string) (err error) {
		if !strings.Contains(text, "://") {
			text = "http://" + text
		}
		if o.URL, err = url.Parse(text); err != nil {
			err = errors.New("it must be an address such as http://127.0.0.1:8080/simple")
		}
		return err
	})
	flags.Func("request", "`path` or path=weight, repeatable: what to request, dealt out by weight; a path that has a = needs its weight", func(text string) error {
		request, err := parseRequest(text)
		o.Requests = append(o.Requests, request)
		return err
	})
	flags.Func("header", "`'Name: value'` of every request, repeatable", func(text string) error {
		o.Headers = append(o.Headers, text)
		return nil
	})
	flags.IntVar(&o.Connections, "connections", 0, "connections, over all loops; needed in a closed loop; default with --rate: rate / 10, 10 to 1000")
	flags.IntVar(&o.Pipelining, "pipelining", 1, "`requests` that may be unanswered on a connection, 1 to 1024")
	flags.IntVar(&o.Loops, "loops", 0, "event loops, a thread each; 0: one per CPU that may be used")
	flags.Float64Var(&o.Rate, "rate", 0, "open loop: `requests` a second over all connections, whatever the target does; latency counts from when each was due")
	flags.StringVar(&o.Arrivals, "arrivals", "", "open loop: constant (default) or poisson")
	flags.Float64Var(&o.RampFrom, "ramp-from", 0, "open loop: `requests` a second at the start of the ramp, and during the warm-up")
	flags.Float64Var(&f.rampSeconds, "ramp-seconds", 0, "open loop: how many of the first `seconds` of the measurement the ramp to --rate takes")
	flags.Uint64Var(&o.Seed, "seed", 1, "`seed` of poisson arrivals")
	o.Timeout = 10 * time.Second
	flags.Func("duration", "how `long` to measure, such as 10s; needed", durationInto(&o.Duration))
	flags.Func("warmup", "how `long` to make the same load before, not counted", durationInto(&o.Warmup))
	flags.Func("timeout", "how `long` a request may take, and opening a connection (default 10s)", durationInto(&o.Timeout))
	flags.Int64Var(&o.StartAtUs, "start-at", 0, "when the load begins, in `microseconds` since the epoch; connections are opened before; 0: at once")
	flags.IntVar(&o.RequestsPerConnection, "requests-per-connection", 0, "close each connection after so many responses and open another; 0: keep them open")
	flags.BoolVar(&o.Decompress, "decompress", false, "ask for gzip, and decompress and check every body")
	flags.StringVar(&o.Protocol, "protocol", volley.HTTP1, "`http/1.1` or h2, which is HTTP/2: agreed on by ALPN with https, known beforehand with http; --pipelining is then the streams of a connection")
	flags.StringVar(&o.TLS.ServerName, "tls-server-name", "", "https: `name` that the certificate must have, and that is sent as SNI; default: the host of the address")
	flags.StringVar(&o.TLS.AuthoritiesFile, "tls-ca", "", "https: `file` of the authorities to trust, PEM, and no others; default: those of the system")
	flags.StringVar(&o.TLS.AlsoFile, "tls-ca-also", "", "https: `file` of authorities to trust beside those of the system, PEM")
	flags.BoolVar(&o.TLS.Any, "tls-any", false, "https: take any certificate, without verification")
	flags.BoolVar(&o.TLS.NoResume, "tls-no-resume", false, "https: resume no session, so that every handshake is a full one")
	flags.Func("expect-bytes", "`length` of every body (after decompression), or path=length for one request; repeatable", f.expectBytes)
	flags.Func("expect-sha256", "`hash` of every body (after decompression), or path=hash for one request; repeatable", f.expectHash)
	f.defineRequests(flags)
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON document")
	return flags
}

// durationInto takes a number alone for seconds.
func durationInto(duration *time.Duration) func(string) error {
	return func(text string) (err error) {
		if seconds, numeric := strconv.ParseFloat(text, 64); numeric == nil {
			text = strconv.FormatFloat(seconds, 'f', -1, 64) + "s"
		}
		if *duration, err = time.ParseDuration(text); err != nil {
			return errors.New("it must be a time such as 10s, 500ms or 1m30s")
		}
		return nil
	}
}

// parseRequest reads "/read=60". The weight is what follows the last =.
func parseRequest(text string) (requests.Request, error) {
	r := requests.Get(text, 1)
	if at := strings.LastIndexByte(text, '='); at >= 0 {
		weight, err := strconv.Atoi(text[at+1:])
		if err != nil {
			return r, errors.New("what follows the last = must be its weight, a whole number such as 60")
		}
		r.Path, r.Weight = text[:at], weight
	}
	return r, nil
}

func (f *volleyFlags) expectBytes(text string) error {
	path, value := splitExpectation(text)
	length, err := strconv.ParseInt(value, 10, 64)
	if err != nil || length < 0 {
		return errors.New("the length must be a whole number of bytes, such as 16")
	}
	f.expectations = append(f.expectations, expectation{"expect-bytes", path, func(e *requests.Expectation) { e.Bytes = &length }})
	return nil
}

func (f *volleyFlags) expectHash(text string) error {
	path, value := splitExpectation(text)
	sum, err := hex.DecodeString(value)
	if err != nil || len(sum) != 32 {
		return errors.New("the hash must be 64 hexadecimal digits, as sha256sum prints them")
	}
	f.expectations = append(f.expectations, expectation{"expect-sha256", path, func(e *requests.Expectation) { e.SHA256 = &value }})
	return nil
}

func splitExpectation(text string) (path, value string) {
	if at := strings.LastIndexByte(text, '='); at >= 0 {
		return text[:at], text[at+1:]
	}
	return "", text
}

// expect puts expectations to the requests they are of.
func (f *volleyFlags) expect() error {
	o := &f.options
	if len(o.Requests) == 0 && o.URL != nil {
		o.Requests = []requests.Request{requests.Get(o.URL.RequestURI(), 1)}
	}
	for _, e := range f.expectations {
		found := false
		for i := range o.Requests {
			if e.path == "" || e.path == o.Requests[i].Path {
				e.apply(&o.Requests[i].Expect)
				found = true
			}
		}
		if !found {
			return fmt.Errorf("--%s names %s, which is none of the requests; name one of them as --request does", e.flag, e.path)
		}
	}
	return nil
}

// progressOn writes a line a second when stderr is a terminal.
func progressOn(to *os.File) func(volley.Second) {
	if _, err := unix.IoctlGetTermios(int(to.Fd()), unix.TCGETS); err != nil {
		return nil
	}
	return func(s volley.Second) {
		fmt.Fprintf(to, "%4.0f s  %10.0f req/s\n", s.Elapsed.Seconds(), s.RequestsPerSecond)
	}
}
