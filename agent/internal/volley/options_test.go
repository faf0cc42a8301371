package volley

import (
	"context"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"
)

func somewhere(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestImpossibleAsksAreRefusedInOneSentence(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"--url is missing":                           func(o *Options) { o.URL = nil },
		"does not speak":                             func(o *Options) { o.URL = somewhere(t, "https://127.0.0.1/") },
		"must be an http address":                    func(o *Options) { o.URL = somewhere(t, "ftp://127.0.0.1/") },
		"must begin with /":                          func(o *Options) { o.Requests = []Request{{Path: "simple", Weight: 1}} },
		"no spaces":                                  func(o *Options) { o.Requests = []Request{{Path: "/a b", Weight: 1}} },
		"has the weight 0":                           func(o *Options) { o.Requests = []Request{{Path: "/"}} },
		"give rounder ones":                          func(o *Options) { o.Requests = []Request{{Path: "/", Weight: 99991}, {Path: "/b", Weight: 7}} },
		"'Name: value'":                              func(o *Options) { o.Headers = []string{"X: y\r\nZ: w"} },
		"--rate needs --duration":                    func(o *Options) { o.Rate, o.Duration = 100, 0 },
		"--duration must be longer":                  func(o *Options) { o.Duration = 0 },
		"a day at most":                              func(o *Options) { o.Duration = 25 * time.Hour },
		"--warmup must not be negative":              func(o *Options) { o.Warmup = -1 },
		"--timeout must be":                          func(o *Options) { o.Timeout = 0 },
		"--rate must be 0":                           func(o *Options) { o.Rate = math.NaN() },
		"are of an open loop":                        func(o *Options) { o.Arrivals = Poisson },
		"constant or poisson":                        func(o *Options) { o.Rate, o.Arrivals = 10, "sine" },
		"go together":                                func(o *Options) { o.Rate, o.RampFrom = 10, 5 },
		"--ramp-seconds is longer than":              func(o *Options) { o.Rate, o.RampFrom, o.Ramp = 10, 5, time.Minute },
		"--pipelining must be 1":                     func(o *Options) { o.Pipelining = 0 },
		"--loops must be":                            func(o *Options) { o.Loops = -1 },
		"--requests-per-connection must be":          func(o *Options) { o.RequestsPerConnection = -1 },
		"--connections must be 1 or more":            func(o *Options) { o.Connections = 0 },
		"more ports than":                            func(o *Options) { o.Connections = 66_000 },
		"more open files than the hard limit of":     func(o *Options) { o.Connections = 1 << 40 },
		"none of 4 connections to 127.0.0.1:1 could": func(*Options) {},
	} {
		o := Options{URL: somewhere(t, "http://127.0.0.1:1/"), Connections: 4, Pipelining: 1, Duration: time.Second, Timeout: time.Second}
		change(&o)
		_, err := Run(context.Background(), o, nil)
		if want == "more ports than" && err != nil && strings.Contains(err.Error(), "more open files") {
			continue // This machine refuses it even earlier.
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("wanted a sentence with %q, got %v", want, err)
		}
	}
}

func TestARequestIsRenderedAsItGoesOut(t *testing.T) {
	o := Options{URL: somewhere(t, "http://[::1]:80/"), Headers: []string{"X-Y: z"}, Decompress: true}
	want := "GET /a HTTP/1.1\r\nHost: [::1]:80\r\nAccept-Encoding: gzip\r\nX-Y: z\r\n\r\n"
	if got := string(render(&o, "/a", false)); got != want {
		t.Errorf("%q", got)
	}
	o = Options{URL: somewhere(t, "http://h/"), Headers: []string{"HOST: other"}}
	if got := string(render(&o, "/", true)); got != "GET / HTTP/1.1\r\nHOST: other\r\nConnection: close\r\n\r\n" {
		t.Errorf("%q", got)
	}
}

func TestWhatWasNotHandedOverIsTakenBack(t *testing.T) {
	rendered := [][]byte{make([]byte, 10), make([]byte, 25)}
	for _, c := range []struct{ unwritten, extra, want int }{{0, 0, 0}, {1, 0, 1}, {25, 0, 1}, {26, 0, 2}, {35, 0, 2}, {44, 19, 1}, {19, 19, 1}, {45, 19, 2}} {
		k := connection{ring: make([]pending, 3), first: 2, unwritten: make([]byte, c.unwritten)}
		for _, which := range []int32{1, 0, 1} {
			k.push(pending{which: which})
		}
		if got := len(k.withdraw(rendered, c.extra)); got != c.want || k.count != 3-c.want {
			t.Errorf("%+v: %d were taken back, %d are left", c, got, k.count)
		}
	}
}
