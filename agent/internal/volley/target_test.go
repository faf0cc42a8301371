package volley

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/requests"
)

// target is a server that answers by hand, as badly as a test wants.
type target struct {
	t        *testing.T
	listener net.Listener
	requests atomic.Int64 // that came in whole
	accepted atomic.Int64
	serving  sync.WaitGroup
	sockets  sync.Map
}

// exchange is one request that came, on the connection that it came on.
type exchange struct {
	*net.TCPConn
	head  string
	body  string // as long as the head says
	count int64  // of requests before it, over all connections
}

// serve answers every request by a function, which returns false to end the connection as it is.
func serve(t *testing.T, network string, answer func(exchange) bool) *target {
	t.Helper()
	address := "127.0.0.1:0"
	if network == "tcp6" {
		address = "[::1]:0"
	}
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	s := &target{t: t, listener: listener}
	s.accept(answer)
	t.Cleanup(func() {
		listener.Close()
		s.serving.Wait()
	})
	return s
}

func (s *target) accept(answer func(exchange) bool) {
	s.serving.Go(func() {
		for {
			socket, err := s.listener.Accept()
			if err != nil {
				return
			}
			s.accepted.Add(1)
			s.sockets.Store(socket, nil)
			s.serving.Go(func() { s.converse(socket.(*net.TCPConn), answer) })
		}
	})
}

// hangUp ends every connection.
func (s *target) hangUp() {
	s.sockets.Range(func(socket, _ any) bool {
		socket.(net.Conn).Close()
		return true
	})
}

func (s *target) converse(socket *net.TCPConn, answer func(exchange) bool) {
	defer socket.Close()
	reader := bufio.NewReader(socket)
	for {
		var head strings.Builder
		for {
			line, err := reader.ReadString('\n')
			if err != nil {
				return
			}
			if head.WriteString(line); line == "\r\n" {
				break
			}
		}
		body, err := bodyAfter(reader, head.String())
		if err != nil {
			return
		}
		if !answer(exchange{socket, head.String(), body, s.requests.Add(1) - 1}) {
			return
		}
	}
}

func bodyAfter(reader io.Reader, head string) (string, error) {
	_, rest, found := strings.Cut(head, "Content-Length: ")
	if !found {
		return "", nil
	}
	digits, _, _ := strings.Cut(rest, "\r\n")
	length, err := strconv.Atoi(digits)
	if err != nil {
		return "", err
	}
	body := make([]byte, length)
	_, err = io.ReadFull(reader, body)
	return string(body), err
}

func (e exchange) write(text string) bool {
	_, err := e.Write([]byte(text))
	return err == nil
}

func ok(e exchange) bool { return e.write(okText) }

const okText = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

func (s *target) options(path string) Options {
	s.t.Helper()
	u, err := url.Parse("http://" + s.listener.Addr().String() + path)
	if err != nil {
		s.t.Fatal(err)
	}
	return Options{URL: u, Connections: 4, Pipelining: 1, Loops: 2, Duration: 300 * time.Millisecond, Timeout: 5 * time.Second}
}

// measure runs and holds that the counts add up, which Run has held for each loop, over all of them and as the report says them.
func measure(t *testing.T, o Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	kinds := r.Failed.Timeout + r.Failed.Reset + r.Failed.Non2xx + r.Failed.Mismatch + r.Failed.Malformed
	if r.Sent != r.Succeeded+r.Failed.Total+r.InFlight || kinds != r.Failed.Total {
		t.Errorf("%d sent, %d succeeded, %+v, %d in flight", r.Sent, r.Succeeded, r.Failed, r.InFlight)
	}
	earlier := r.Earlier
	if sum(r.Histogram.Counts) != r.Succeeded || sum(r.Seconds.Succeeded) != r.Succeeded+earlier.Succeeded || sum(r.Seconds.Failed) != r.Failed.Total+earlier.Failed.Total {
		t.Errorf("%d succeeded, but the histogram has %d and the series %d", r.Succeeded, sum(r.Histogram.Counts), sum(r.Seconds.Succeeded))
	}
	if diff := cmp.Diff(folded(r.Histogram), together(r.OverTime)); diff != "" {
		t.Errorf("the histogram and those of its seconds: %s", diff)
	}
	if r.InFlight < 0 || r.Unsent < 0 {
		t.Errorf("%d in flight, %d unsent", r.InFlight, r.Unsent)
	}
	return r
}

func sum(counts []int64) (total int64) {
	for _, n := range counts {
		total += n
	}
	return total
}

// only holds that no other kind of failure occurred.
func (f Failed) only(kind string, count int64) error {
	want := map[string]*int64{"timeout": &f.Timeout, "reset": &f.Reset, "non2xx": &f.Non2xx, "mismatch": &f.Mismatch, "malformed": &f.Malformed}[kind]
	if *want < count || *want != f.Total {
		return fmt.Errorf("at least %d %s wanted, and nothing else: %+v", count, kind, f)
	}
	return nil
}

// ofBytes is a GET whose response has to be so long.
func ofBytes(path string, weight int, length int64) requests.Request {
	r := requests.Get(path, weight)
	r.Expect.Bytes = &length
	return r
}

func as[T any](value T) *T { return &value }
