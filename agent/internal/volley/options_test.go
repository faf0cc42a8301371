package volley

import (
	"context"
	"math"
	"net/url"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
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
		"--url is missing": func(o *Options) { o.URL = nil },
		"are of https":     func(o *Options) { o.TLS.Any = true },
		"so --tls-ca would mean nothing": func(o *Options) {
			o.URL, o.TLS = somewhere(t, "https://127.0.0.1:1/"), TLS{Any: true, AuthoritiesFile: "ca.pem"}
		},
		"must be a host name": func(o *Options) { o.URL, o.TLS = somewhere(t, "https://127.0.0.1:1/"), TLS{ServerName: "a b"} },
		"--tls-ca cannot be read": func(o *Options) {
			o.URL, o.TLS = somewhere(t, "https://127.0.0.1:1/"), TLS{AuthoritiesFile: "/nowhere.pem"}
		},
		"holds no certificate": func(o *Options) {
			o.URL, o.TLS = somewhere(t, "https://127.0.0.1:1/"), TLS{AuthoritiesFile: "options_test.go"}
		},
		"must be an http or https address": func(o *Options) { o.URL = somewhere(t, "ftp://127.0.0.1/") },
		"must begin with /":                func(o *Options) { o.Requests = []requests.Request{requests.Get("simple", 1)} },
		"have no spaces":                   func(o *Options) { o.Requests = []requests.Request{requests.Get("/a b", 1)} },
		"has the weight 0":                 func(o *Options) { o.Requests = []requests.Request{requests.Get("/", 0)} },
		"give rounder ones":                func(o *Options) { o.Requests = []requests.Request{requests.Get("/", 99991), requests.Get("/b", 7)} },
		"sets the header Cookie": func(o *Options) {
			o.Cookies, o.Requests = true, []requests.Request{{Method: "GET", Path: "/", Weight: 1, Headers: []requests.Header{{Name: "cookie", Value: as("a=b")}}}}
		},
		"the secret token, which a header takes": func(o *Options) {
			o.Requests = []requests.Request{{Method: "GET", Path: "/", Weight: 1, Headers: []requests.Header{{Name: "A", Secret: as("token")}}}}
		},
		"written by whoever sends": func(o *Options) {
			o.Requests = []requests.Request{{Method: "GET", Path: "/", Weight: 1, Headers: []requests.Header{{Name: "content-length", Value: as("1")}}}}
		},
		"no variable of that name": func(o *Options) { o.Requests = []requests.Request{requests.Get("/{{x}}", 1)} },
		"cannot stand there": func(o *Options) {
			o.Variables = []requests.Variable{{Name: "x", Kind: requests.Sample, Values: []string{"a b"}, Order: requests.InTurn}}
			o.Requests = []requests.Request{requests.Get("/{{x}}", 1)}
		},
		"--client must say":                          func(o *Options) { o.Client, o.Clients = 2, 2 },
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
	text := func(o Options, r requests.Request, closing bool) string {
		t.Helper()
		o.Requests = []requests.Request{r}
		all, err := render(&o)
		if err != nil {
			t.Fatal(err)
		}
		return string(all[0].text(closing))
	}
	o := Options{URL: somewhere(t, "http://[::1]:80/"), Headers: []string{"X-Y: z"}, Decompress: true, Secrets: map[string]string{"token": "Bearer abc"}}
	if got, want := text(o, requests.Get("/a", 1), false), "GET /a HTTP/1.1\r\nHost: [::1]:80\r\nAccept-Encoding: gzip\r\nX-Y: z\r\n\r\n"; got != want {
		t.Errorf("%q", got)
	}
	post := requests.Request{Method: "POST", Path: "/b?c=d", Weight: 1, Body: &requests.Body{Kind: requests.Text, Text: `{"a":1}`},
		Headers: []requests.Header{{Name: "authorization", Secret: as("token")}, {Name: "Content-Type", Value: as("application/json")}}}
	if got, want := text(o, post, false), "POST /b?c=d HTTP/1.1\r\nHost: [::1]:80\r\nAccept-Encoding: gzip\r\nX-Y: z\r\n"+
		"authorization: Bearer abc\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"; got != want {
		t.Errorf("%q", got)
	}
	o = Options{URL: somewhere(t, "http://h/"), Headers: []string{"HOST: other"}}
	if got := text(o, requests.Request{Method: "PUT", Path: "/", Weight: 1}, true); got != "PUT / HTTP/1.1\r\nHost: other\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" {
		t.Errorf("%q", got)
	}
}

func TestWhatWasNotHandedOverIsTakenBack(t *testing.T) {
	for _, c := range []struct{ unwritten, behind, want, left int }{
		{0, 0, 0, 0}, {1, 0, 0, 1}, {24, 0, 0, 24}, {25, 0, 1, 0}, {34, 0, 1, 9}, {35, 0, 2, 0}, {59, 0, 2, 24}, {60, 0, 3, 0}, {5, 25, 1, 5}, {12, 30, 2, 7}, {50, 30, 3, 20},
	} {
		k := connection{ring: make([]pending, 3), first: 2, unwritten: make([]byte, c.unwritten)}
		if c.behind > 0 {
			k.behind = [][]byte{make([]byte, c.behind/2), make([]byte, c.behind-c.behind/2)}
		}
		for _, size := range []int32{25, 10, 25} {
			k.push(pending{size: size})
		}
		got := len(k.withdraw())
		left := len(k.unwritten)
		for _, piece := range k.behind {
			left += len(piece)
		}
		if got != c.want || k.count != 3-c.want || left != c.left {
			t.Errorf("%+v: %d were taken back, %d are left, of %d bytes", c, got, k.count, left)
		}
	}
}
