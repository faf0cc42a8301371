package volley

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

func TestSentIsWhatTheServerCounted(t *testing.T) {
	for _, network := range []string{"tcp4", "tcp6"} {
		for _, depth := range []int{1, 16} {
			for _, rate := range []float64{0, 2000} {
				t.Run(fmt.Sprint(network, depth, rate), func(t *testing.T) {
					s := serve(t, network, ok)
					o := s.options("/")
					o.Pipelining, o.Rate = depth, rate
					r := measure(t, o)
					if s.requests.Load() != r.Sent || r.Succeeded == 0 || r.Failed.Total != 0 || r.ConnectsFailed != 0 {
						t.Errorf("the server counted %d: %+v", s.requests.Load(), r)
					}
					if s.accepted.Load() != 4 {
						t.Errorf("%d connections instead of 4", s.accepted.Load())
					}
					if r.InFlight > int64(4*depth) {
						t.Errorf("%d in flight of %d that may be", r.InFlight, 4*depth)
					}
				})
			}
		}
	}
}

func TestTheOpenLoopSendsWhatWasAsked(t *testing.T) {
	s := serve(t, "tcp", ok)
	o := s.options("/")
	o.Rate, o.Connections, o.Duration, o.Warmup = 1000, 0, time.Second, 200*time.Millisecond
	r := measure(t, o)
	if due := r.Sent + r.Unsent; due != 1000 || *r.OfferedPerSecond != 1000 || r.Asked.Connections != 100 {
		t.Errorf("%d due in a second at 1000/s, %v offered, %d connections", due, *r.OfferedPerSecond, r.Asked.Connections)
	}
	if all := s.requests.Load(); all != r.Sent+200 {
		t.Errorf("the server counted %d: 200 of a warm-up and %d", all, r.Sent)
	}
}

func TestWhatIsDueAndFindsNoConnectionIsUnsent(t *testing.T) {
	s := serve(t, "tcp", func(e exchange) bool { time.Sleep(50 * time.Millisecond); return ok(e) })
	o := s.options("/")
	o.Rate, o.Duration = 1000, 500*time.Millisecond
	r := measure(t, o)
	if r.Sent+r.Unsent != 500 || r.Sent > 60 || r.SentLate < r.Sent/2 {
		t.Errorf("%d sent, %d unsent, %d late", r.Sent, r.Unsent, r.SentLate)
	}
	if *r.Latency.MaxUs < 300_000 {
		t.Errorf("requests that waited for half a second say %d µs at most", *r.Latency.MaxUs)
	}
}

func TestAMixIsDealtByWeight(t *testing.T) {
	s := serve(t, "tcp", func(e exchange) bool {
		path := strings.Fields(e.head)[1]
		return e.write("HTTP/1.1 200 OK\r\nContent-Length: " + strconv.Itoa(len(path)) + "\r\n\r\n" + path)
	})
	o := s.options("/")
	o.Requests = []requests.Request{ofBytes("/read", 60, 5), ofBytes("/list-all", 40, 9)}
	o.Pipelining = 8
	if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded == 0 {
		t.Errorf("each has its own length: %+v", r.Failed)
	}
	o.Requests[1] = ofBytes("/list-all", 40, 8)
	r := measure(t, o)
	if share := float64(r.Failed.Mismatch) / float64(r.Succeeded+r.Failed.Total); share < 0.38 || share > 0.42 {
		t.Errorf("of 40 %% with another length %v mismatch", share)
	}
}

func TestBodiesAreChecked(t *testing.T) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	fmt.Fprint(writer, strings.Repeat("hello", 1000))
	writer.Close()
	whole, broken := packed.String(), packed.String()[:packed.Len()-4]+"abcd"
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Repeat("hello", 1000))))
	answer := func(body string) func(exchange) bool {
		return func(e exchange) bool {
			if !strings.Contains(e.head, "Accept-Encoding: gzip\r\n") {
				return e.write(okText)
			}
			return e.write(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
		}
	}
	for _, c := range []struct {
		name, body string
		decompress bool
		expect     requests.Expectation
		fine       bool
	}{
		{"whole", whole, true, requests.Expectation{Bytes: as(int64(5000)), SHA256: &hash}, true},
		{"broken checksum", broken, true, requests.Expectation{}, false},
		{"another length", whole, true, requests.Expectation{Bytes: as(int64(4999))}, false},
		{"another hash", whole, true, requests.Expectation{SHA256: as(strings.Repeat("0", 64))}, false},
		{"not asked to decompress", whole, false, requests.Expectation{Bytes: as(int64(5))}, true},
		{"another hash of a plain body", whole, false, requests.Expectation{Bytes: as(int64(5)), SHA256: &hash}, false},
	} {
		o := serve(t, "tcp", answer(c.body)).options("/")
		o.Decompress, o.Requests, o.Duration = c.decompress, []requests.Request{{Method: "GET", Path: "/", Weight: 1, Expect: c.expect}}, 100*time.Millisecond
		r := measure(t, o)
		if fine := r.Failed.Total == 0 && r.Succeeded > 0; fine != c.fine || !fine && r.Failed.only("mismatch", 1) != nil {
			t.Errorf("%s: %d succeeded, %+v", c.name, r.Succeeded, r.Failed)
		}
	}
}

func TestBigBodiesAreReadToTheirEnd(t *testing.T) {
	const size = 300_000
	for _, hashed := range []bool{false, true} {
		body := strings.Repeat("x", size)
		s := serve(t, "tcp", func(e exchange) bool {
			return e.write(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", size, body))
		})
		o := s.options("/")
		o.Pipelining, o.Requests = 3, []requests.Request{ofBytes("/", 1, size)}
		if hashed {
			sum := sha256.Sum256([]byte(body))
			o.Requests[0].Expect.SHA256 = as(fmt.Sprintf("%x", sum))
		}
		r := measure(t, o)
		if r.Failed.Total != 0 || r.Succeeded == 0 || r.BytesPerSecond < size*float64(r.Succeeded)/r.seconds() {
			t.Errorf("%+v", r)
		}
	}
}

func (r *Report) seconds() float64 { return float64(r.DurationUs) / 1e6 }

func TestConnectionsChurn(t *testing.T) {
	for _, polite := range []bool{true, false} {
		s := serve(t, "tcp", func(e exchange) bool {
			if polite && strings.Contains(e.head, "Connection: close\r\n") {
				e.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
				return false
			}
			return ok(e)
		})
		o := s.options("/")
		o.RequestsPerConnection, o.Pipelining = 10, 4
		r := measure(t, o)
		if r.Failed.Total != 0 || r.ConnectsFailed != 0 || r.Sent != s.requests.Load() {
			t.Errorf("polite %v: the server counted %d: %+v", polite, s.requests.Load(), r)
		}
		if accepted := s.accepted.Load(); accepted < r.Sent/10 || accepted > r.Sent/10+8 {
			t.Errorf("polite %v: %d connections for %d requests, 10 on each", polite, accepted, r.Sent)
		}
	}
}

func TestTheLoadBeginsWhenItShould(t *testing.T) {
	first := make(chan time.Time, 1)
	s := serve(t, "tcp", func(e exchange) bool {
		if e.count == 0 {
			first <- time.Now()
		}
		return ok(e)
	})
	o := s.options("/")
	at := time.Now().Add(400 * time.Millisecond)
	o.StartAtUs = at.UnixMicro()
	r := measure(t, o)
	if late := (<-first).Sub(at); late < -time.Millisecond || late > 100*time.Millisecond {
		t.Errorf("it began %s after the instant", late)
	}
	if off := r.StartedAtUs - at.UnixMicro(); off < -1 || off > 1 {
		t.Errorf("the report begins %d µs after the instant", off)
	}
}

func TestEndedEarlyIsReported(t *testing.T) {
	s := serve(t, "tcp", ok)
	o := s.options("/")
	o.Duration = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), 1200*time.Millisecond)
	defer cancel()
	r, err := Run(ctx, o, nil)
	if err != nil || !r.EndedEarly || r.Succeeded == 0 || r.seconds() > 2 || len(r.Seconds.Succeeded) != 2 || r.Sent != s.requests.Load() {
		t.Errorf("%v: %+v", err, r)
	}
	o.Warmup = time.Minute
	ctx, cancel = context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := Run(ctx, o, nil); err == nil || !strings.Contains(err.Error(), "before the measurement") {
		t.Errorf("ended in the warm-up: %v", err)
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &target{t: t, listener: listener}
	o := s.options("/")
	listener.Close()
	if _, err := Run(context.Background(), o, nil); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("it says: %v", err)
	}
}
