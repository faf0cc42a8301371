package loadgen

import (
	"compress/gzip"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"millionrps/agent/internal/installed"
	"millionrps/agent/internal/requests"
	parent "millionrps/agent/internal/vegeta"
)

// This program stands in for the agent, which is the parent of vegeta's processes.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parent.Command {
		os.Exit(parent.Main(os.Args[2:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// realTools are those that are installed here; npm test installs autocannon, wrk and vegeta.
func realTools(t *testing.T) map[string]Driver {
	t.Helper()
	tools := map[string]Driver{
		"autocannon": driverOf(t, "autocannon", installed.Autocannon(t)...),
		"wrk":        driverOf(t, "wrk", installed.Program(t, "wrk")),
		"vegeta":     driverOf(t, "vegeta", installed.Program(t, "vegeta")),
	}
	for _, name := range []string{"oha", "wrk2", "k6"} {
		if path := installed.IfThere(name); path != "" {
			tools[name] = driverOf(t, name, path)
		}
	}
	return tools
}

// gentle is a load for a second or, in wrk2, as long as it has to take.
func gentle(d Driver, loop string) Load {
	l := Load{Requests: only("/"), Loop: loop, Connections: 4, DurationSeconds: 1, CPUs: 2}
	if loop == Open {
		l.RequestsPerSecond, l.Arrivals = 500, Constant
	}
	if d.Name() == "wrk2" {
		l.DurationSeconds = wrk2CalibrationSeconds + 2
	}
	return l
}

func TestEveryToolCountsAMixAsTheServerDoes(t *testing.T) {
	for name, d := range realTools(t) {
		for _, loop := range d.Abilities().Loops {
			t.Run(name+" "+loop.Loop, func(t *testing.T) {
				l := gentle(d, loop.Loop)
				if d.Abilities().Mixes {
					l.Requests = []requests.Request{requests.Get("/a", 60), requests.Get("/b", 40)}
				}
				var first atomic.Int64
				url, count := served(t, func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == l.Requests[0].Path {
						first.Add(1)
					}
					_, _ = w.Write([]byte("ok"))
				})
				l.URL = url
				result, stderr, err := carriedOut(t, d, l, nil)
				if err != nil {
					t.Fatalf("%v: %s", err, stderr)
				}
				wantCounted(t, "requests", count.Load(), result.Requests, 4*l.Connections)
				if result.Errors != (Errors{}) || result.LatencyMs.Loop != loop.Label || result.LatencyMs.P99 == nil || result.BytesPerSecond <= 0 {
					t.Errorf("%+v", result)
				}
				if share := float64(first.Load()) / float64(count.Load()); d.Abilities().Mixes && (share < 0.55 || share > 0.65) {
					t.Errorf("%.3f of the requests were the first of the mix, whose weight is 0.6", share)
				}
				wantOffered(t, l, result)
				wantHistogram(t, d, result)
			})
		}
	}
}

func wantOffered(t *testing.T, l Load, r Result) {
	t.Helper()
	if l.Loop == Closed {
		if r.OfferedPerSecond != nil || r.Unsent != nil {
			t.Errorf("a closed loop offers nothing: %v, %v", r.OfferedPerSecond, r.Unsent)
		}
		return
	}
	if r.OfferedPerSecond == nil || *r.OfferedPerSecond != 500 || r.RequestsPerSecond > 600 {
		t.Errorf("offered %v, achieved %g", r.OfferedPerSecond, r.RequestsPerSecond)
	}
}

func wantHistogram(t *testing.T, d Driver, r Result) {
	t.Helper()
	if (r.Histogram != nil) != d.Abilities().Histogram {
		t.Fatalf("histogram %v", r.Histogram)
	}
	if r.Histogram == nil {
		return
	}
	total := int64(0)
	for _, n := range r.Histogram.Counts {
		total += n
	}
	if total != r.Requests {
		t.Errorf("%d in the histogram of %d requests", total, r.Requests)
	}
}

func TestEveryToolKeepsTheConnectionsAskedAndAsksForGzipOnlyWhenItCanReadIt(t *testing.T) {
	for name, d := range realTools(t) {
		for _, decompress := range []bool{false, true} {
			if decompress && !d.Abilities().Decompress {
				continue
			}
			asked, plain := atomic.Int64{}, strings.Repeat("a", 5000)
			url, count := served(t, func(w http.ResponseWriter, r *http.Request) {
				if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
					_, _ = w.Write([]byte(plain))
					return
				}
				asked.Add(1)
				w.Header().Set("Content-Encoding", "gzip")
				g := gzip.NewWriter(w)
				_, _ = g.Write([]byte(plain))
				_ = g.Close()
			})
			l := gentle(d, d.Abilities().Loops[0].Loop)
			l.URL, l.Decompress = url, decompress
			result, stderr, err := carriedOut(t, d, l, nil)
			if err != nil {
				t.Fatalf("%s: %v: %s", name, err, stderr)
			}
			if want := map[bool]int64{false: 0, true: count.Load()}[decompress]; asked.Load() != want || result.Errors != (Errors{}) || result.Requests == 0 {
				t.Errorf("%s, decompress %v: %d of %d asked for gzip; %+v", name, decompress, asked.Load(), count.Load(), result)
			}
			if perRequest := result.BytesPerSecond / result.RequestsPerSecond; !decompress && (perRequest < 4800 || perRequest > 5400) {
				t.Errorf("%s: %.0f bytes a request of 5000", name, perRequest)
			}
		}
	}
}

func TestEveryToolTellsStatusesAndAnEndFromARefusedConnection(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + listener.Addr().String()
	listener.Close()
	failing, _ := served(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	ending, _ := served(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	for name, d := range realTools(t) {
		for url, kind := range map[string]string{refused: "refused", failing: "status", ending: "ended"} {
			l := gentle(d, d.Abilities().Loops[0].Loop)
			l.URL = url
			result, stderr, err := carriedOut(t, d, l, nil)
			if kind == "refused" && (name == "wrk" || name == "wrk2") {
				if err == nil {
					t.Errorf("%s began although nothing listens: %+v", name, result)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s, %s: %v: %s", name, kind, err, stderr)
			}
			e := result.Errors
			of := map[string]int64{"refused": e.Connection, "status": e.Non2xx, "ended": e.Reset}[kind]
			if name == "autocannon" && kind == "ended" {
				// It connects again and says nothing of it.
				if e != (Errors{}) || result.Requests != 0 {
					t.Errorf("%s, %s: %+v", name, kind, result)
				}
				continue
			}
			if of == 0 || e.Total() != of || result.LatencyMs.P50 != nil {
				t.Errorf("%s, %s: %+v", name, kind, result)
			}
		}
	}
}

func TestAMixIsSentInTurnAlsoWithPipeliningAndWorkers(t *testing.T) {
	tools := realTools(t)
	for _, name := range []string{"autocannon", "wrk"} {
		var first atomic.Int64
		url, count := served(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/a" {
				first.Add(1)
			}
		})
		l := gentle(tools[name], Closed)
		l.URL, l.Requests, l.Pipelining, l.Workers = url, []requests.Request{requests.Get("/a", 60), requests.Get("/b", 40)}, 3, 2
		result, stderr, err := carriedOut(t, tools[name], l, nil)
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, stderr)
		}
		wantCounted(t, "requests", count.Load(), result.Requests, 4*l.Connections*l.Pipelining)
		if share := float64(first.Load()) / float64(count.Load()); share < 0.55 || share > 0.65 || result.Workers != 2 || result.Errors != (Errors{}) {
			t.Errorf("%s: %.3f of the requests were the first of the mix; %+v", name, share, result)
		}
	}
}
