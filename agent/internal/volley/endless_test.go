package volley

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

// withoutEnd are answers that have no end and come as fast as they are read, and what a request that meets one fails as.
var withoutEnd = []struct{ name, kind, begin, piece string }{
	{"interim responses", "timeout", "", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"},
	{"a head", "malformed", "HTTP/1.1 200 OK\r\n", "X-More: and more\r\n"},
	{"a line of a head", "malformed", "HTTP/1.1 200 OK\r\nX-Long: ", "and more"},
	{"a body", "timeout", "HTTP/1.1 200 OK\r\n\r\n", strings.Repeat("body", 1000)},
	{"a body of a length", "timeout", "HTTP/1.1 200 OK\r\nContent-Length: 900000000000\r\n\r\n", strings.Repeat("body", 1000)},
	{"chunks", "timeout", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", strings.Repeat("4\r\nbody\r\n", 100)},
	{"the size of a chunk", "malformed", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"},
	{"the extension of a chunk", "malformed", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;", "and=more;"},
	{"trailers", "timeout", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", strings.Repeat("X-More: and more\r\n", 50)},
}

// One connection that never comes to an end must not keep its loop from the others, from the time, or within bounds.
func TestAnAnswerWithoutEndIsAFailureOfItsOwn(t *testing.T) {
	for _, e := range withoutEnd {
		t.Run(e.name, func(t *testing.T) {
			var first atomic.Bool
			s := serve(t, "tcp", func(x exchange) bool {
				if strings.HasPrefix(x.head, "GET /fine") {
					return ok(x)
				}
				first.Store(true)
				if !x.write(e.begin) {
					return false
				}
				pieces := strings.Repeat(e.piece, 1+(64<<10)/len(e.piece))
				for x.write(pieces) { //nolint:revive // until the peer has enough
				}
				return false
			})
			o := s.options("/")
			o.Requests = []requests.Request{requests.Get("/endless", 1), requests.Get("/fine", 1)}
			o.Timeout, o.Duration, o.Loops, o.Connections = 100*time.Millisecond, 400*time.Millisecond, 1, 4
			began := time.Now()
			r := measure(t, o)
			if took := time.Since(began); took > 3*time.Second {
				t.Errorf("a measurement of %s took %s", o.Duration, took)
			}
			if err := r.Failed.only(e.kind, 4); err != nil || r.Succeeded < 4 || !first.Load() {
				t.Errorf("%v; %d succeeded", err, r.Succeeded)
			}
		})
	}
}

// Bodies that unpack to more than is looked at are not as expected, and leave no memory behind.
func TestABodyThatUnpacksWithoutEndIsAMismatchInBoundedMemory(t *testing.T) {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	zeros := make([]byte, 1<<20)
	for mib := 0; err == nil && mib < 256; mib++ {
		_, err = writer.Write(zeros)
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = writer.Close()
	o := serve(t, "tcp", func(x exchange) bool {
		return x.write(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", packed.Len(), packed.String()))
	}).options("/")
	o.Requests, o.Decompress, o.Connections, o.Duration, o.Timeout = []requests.Request{neverThere()}, true, 2, 3*time.Second, time.Minute
	ctx, stop := context.WithCancel(t.Context())
	most := make(chan uint64)
	go func() { most <- mostHeap(ctx) }()
	r := measure(t, o)
	stop()
	if err := r.Failed.only("mismatch", 1); err != nil || r.Succeeded > 0 {
		t.Errorf("%v; %d succeeded", err, r.Succeeded)
	}
	// With garbage: 660 to 934 MiB were seen, and 1,988 to 2,948 of bodies that were unpacked whole.
	if heap := <-most; heap > 1_400 {
		t.Errorf("%d MiB", heap)
	}
}

// The target says how long the bodies are, on all connections at once. Load that takes the host's memory is ended, and says why.
func TestBodiesThatWouldTakeAllMemoryEndTheLoad(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(100 << 20))
	long := strings.Repeat("x", 1<<20)
	o := serve(t, "tcp", func(x exchange) bool {
		more := x.write("HTTP/1.1 200 OK\r\n\r\n")
		for sent := 0; more && sent < 60; sent++ {
			more = x.write(long)
		}
		return more && x.waits(5*time.Second)
	}).options("/")
	o.Requests, o.Connections, o.Duration = []requests.Request{neverThere()}, 16, 20*time.Second
	ctx, stop := context.WithCancel(t.Context())
	most := make(chan uint64)
	go func() { most <- mostHeap(ctx) }()
	began := time.Now()
	_, err := Run(t.Context(), o, nil)
	stop()
	if heap := <-most; err == nil || !strings.Contains(err.Error(), "more than 100 MiB on this host; ask for fewer connections") || heap > 900 || time.Since(began) > 10*time.Second {
		t.Errorf("%v after %s, %d MiB", err, time.Since(began), heap)
	}
}

func neverThere() requests.Request {
	text := "never there"
	get := requests.Get("/", 1)
	get.Expect.Contains = &text
	return get
}

// mostHeap is the most that was in use until ctx ends, in MiB.
func mostHeap(ctx context.Context) (most uint64) {
	for {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse>>20)
		select {
		case <-ctx.Done():
			return most
		case <-time.After(10 * time.Millisecond):
		}
	}
}
