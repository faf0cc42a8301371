package volley

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

// each is one way to be a bad server, and what a request that meets it fails as.
var hostile = []struct {
	name, kind string
	answer     func(exchange) bool
}{
	{"refuses", "non2xx", func(e exchange) bool { return e.write("HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno") }},
	{"another length", "mismatch", func(e exchange) bool { return e.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello!") }},
	{"garbage", "malformed", func(e exchange) bool { return e.write("\x00\x01\x02 nothing that is HTTP\r\n\r\n") }},
	{"ends in a head", "malformed", func(e exchange) bool { e.write("HTTP/1.1 200 OK\r\nConte"); return false }},
	{"ends in a body", "malformed", func(e exchange) bool { e.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"); return false }},
	{"ends in a chunk", "malformed", func(e exchange) bool {
		e.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe")
		return false
	}},
	{"ends before", "reset", func(exchange) bool { return false }},
	{"resets", "reset", func(e exchange) bool { _ = e.SetLinger(0); return false }},
	{"is silent", "timeout", func(e exchange) bool { return e.waits(300 * time.Millisecond) }},
	{"never comes to an end", "timeout", func(e exchange) bool {
		e.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
		return e.waits(300 * time.Millisecond)
	}},
}

// friendly are answers that are as they should be, if odd.
var friendly = []struct {
	name   string
	answer func(exchange) bool
}{
	{"plain", ok},
	{"chunked", func(e exchange) bool {
		return e.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n")
	}},
	{"byte by byte", func(e exchange) bool {
		for _, b := range []byte(okText) {
			if !e.write(string(b)) {
				return false
			}
			time.Sleep(50 * time.Microsecond)
		}
		return true
	}},
	{"closes", func(e exchange) bool {
		e.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello")
		return false
	}},
	{"ends the body by closing", func(e exchange) bool { e.write("HTTP/1.1 200 OK\r\n\r\nhello"); return false }},
	{"half-closes", func(e exchange) bool {
		e.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello")
		_ = e.CloseWrite()
		return e.waits(20 * time.Millisecond)
	}},
	{"an interim response first", func(e exchange) bool { return e.write("HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" + okText) }},
}

// waits until the peer ends the connection or the time is over, and gives the connection up.
func (e exchange) waits(most time.Duration) bool {
	_ = e.SetReadDeadline(time.Now().Add(most))
	for buffer := make([]byte, 1024); ; {
		if _, err := e.Read(buffer); err != nil {
			return false
		}
	}
}

func (s *target) hostileOptions() Options {
	o := s.options("/")
	o.Timeout = 200 * time.Millisecond
	o.Requests = []requests.Request{ofBytes("/", 1, 5)}
	return o
}

func TestEveryWayToFailIsCountedAsItself(t *testing.T) {
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			o := serve(t, "tcp", h.answer).hostileOptions()
			if o.Duration = 500 * time.Millisecond; h.kind != "timeout" {
				o.Timeout, o.Duration = 5*time.Second, 200*time.Millisecond
			}
			r := measure(t, o)
			if err := r.Failed.only(h.kind, 4); err != nil || r.Succeeded != 0 || r.Latency.P50Us != nil {
				t.Errorf("%v; %d succeeded", err, r.Succeeded)
			}
		})
	}
}

func TestOddButRightAnswersSucceed(t *testing.T) {
	for _, f := range friendly {
		t.Run(f.name, func(t *testing.T) {
			o := serve(t, "tcp", f.answer).hostileOptions()
			o.Timeout = 5 * time.Second
			if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded < 4 {
				t.Errorf("%d succeeded, %+v", r.Succeeded, r.Failed)
			}
		})
	}
}

// Every connection meets everything, in an order of its own: what counts is that the counts add up, and that the server was asked for no
// more than what was sent.
func TestCountsAddUpWhateverTheServerDoes(t *testing.T) {
	for seed := range uint64(4) {
		for _, rate := range []float64{0, 3000} {
			for _, depth := range []int{1, 7} {
				t.Run(fmt.Sprintf("seed %d, rate %v, depth %d", seed, rate, depth), func(t *testing.T) {
					s := serve(t, "tcp", chaos(seed))
					o := s.hostileOptions()
					o.Connections, o.Rate, o.Pipelining, o.Warmup = 20, rate, depth, 50*time.Millisecond
					if seed%2 == 1 {
						o.RequestsPerConnection = 5
					}
					r := measure(t, o)
					if r.Succeeded == 0 || r.Failed.Total == 0 {
						t.Errorf("%d succeeded, %+v", r.Succeeded, r.Failed)
					}
				})
			}
		}
	}
}

func chaos(seed uint64) func(exchange) bool {
	random, guard := rand.New(rand.NewPCG(seed, 0)), sync.Mutex{}
	return func(e exchange) bool {
		guard.Lock()
		dice, which := random.Float64(), random.IntN(1000)
		guard.Unlock()
		switch {
		case dice < 0.6:
			return ok(e)
		case dice < 0.8:
			return friendly[which%len(friendly)].answer(e)
		}
		return hostile[which%len(hostile)].answer(e)
	}
}

// Whatever bytes a server sends, it is one of the known failures.
func TestRandomBytesAreCounted(t *testing.T) {
	for seed := range uint64(4) {
		random, guard := rand.New(rand.NewPCG(seed, 1)), sync.Mutex{}
		s := serve(t, "tcp", func(e exchange) bool {
			guard.Lock()
			bytes := []byte(strings.Repeat(okText, 3))
			for range 1 + random.IntN(3) {
				bytes[random.IntN(len(bytes))] = byte(random.IntN(256))
			}
			guard.Unlock()
			return e.write(string(bytes))
		})
		o := s.hostileOptions()
		o.Pipelining = 4
		if r := measure(t, o); r.Sent == 0 {
			t.Errorf("%+v", r)
		}
	}
}

// A server that goes away and comes back: what is refused meanwhile is no request.
func TestRefusedConnectionsAreOpenedAgain(t *testing.T) {
	s := serve(t, "tcp", ok)
	address := s.listener.Addr().String()
	o := s.options("/")
	o.Duration = 1500 * time.Millisecond
	ended := make(chan *Report)
	go func() { ended <- measure(t, o) }()
	time.Sleep(300 * time.Millisecond)
	s.listener.Close()
	s.hangUp()
	time.Sleep(300 * time.Millisecond)
	back, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	again := &target{t: t, listener: back}
	again.accept(ok)
	r := <-ended
	back.Close()
	if r.ConnectsFailed < 4 || r.Failed.only("reset", 0) != nil || again.requests.Load() == 0 {
		t.Errorf("%d connections failed, %+v, %d requests came after", r.ConnectsFailed, r.Failed, again.requests.Load())
	}
}

// A server may answer before it has read a request, and read no more: nothing can be sent after it.
func TestWhatAServerNeverReadsIsGivenUp(t *testing.T) {
	address := serveRaw(t, func(socket net.Conn) {
		if _, err := socket.Read(make([]byte, 1000)); err == nil {
			_, _ = socket.Write([]byte(okText))
			time.Sleep(2 * time.Second)
		}
	})
	o := serve(t, "tcp", ok).options("/")
	o.URL.Host = address
	o.Timeout, o.Duration, o.Connections = time.Second, 6*time.Second, 1
	body := requests.Body{Kind: "file", SizeBytes: 8 << 20, Path: filepath.Join(t.TempDir(), "body")}
	text := make([]byte, body.SizeBytes)
	if err := os.WriteFile(body.Path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	body.SHA256 = fmt.Sprintf("%x", sha256.Sum256(text))
	o.Requests = []requests.Request{{Method: "POST", Path: "/", Weight: 1, Body: &body}}
	if r := measure(t, o); r.Succeeded < 3 || r.Failed.Total != 0 {
		t.Errorf("%d succeeded, one on each connection: %+v", r.Succeeded, r.Failed)
	}
}
