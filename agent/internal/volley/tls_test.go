package volley

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

func TestSentOverTLSIsWhatTheServerCounted(t *testing.T) {
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		for _, depth := range []int{1, 16} {
			for _, rate := range []float64{0, 2000} {
				t.Run(fmt.Sprint(tls.VersionName(version), depth, rate), func(t *testing.T) {
					s := secureServer(t, func(s *httptest.Server) { s.TLS.MinVersion, s.TLS.MaxVersion = version, version }, hello)
					o := s.options(t)
					o.Pipelining, o.Rate = depth, rate
					r := measure(t, o)
					if s.requests.Load() != r.Sent || r.Succeeded == 0 || r.Failed.Total != 0 || r.ConnectsFailed != 0 {
						t.Errorf("the server counted %d: %+v", s.requests.Load(), r)
					}
					want := Negotiated{Version: tls.VersionName(version), Group: "X25519", CertificateKey: "ECDSA P-256", ALPN: "http/1.1", Handshakes: 4}
					got := r.TLS.Negotiated[0]
					if want.CipherSuite = got.CipherSuite; got != want || want.CipherSuite == "" {
						t.Errorf("negotiated %+v", r.TLS.Negotiated)
					}
				})
			}
		}
	}
}

func TestHandshakesAreThoseThatTheServerSaw(t *testing.T) {
	for _, full := range []bool{true, false} {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			s := secureServer(t, func(s *httptest.Server) { s.TLS.MaxVersion = version }, hello)
			o := s.options(t)
			o.RequestsPerConnection, o.TLS.NoResume = 1, full
			r := measure(t, o)
			all := r.TLS.All
			if all.Failed.Total != 0 || r.Failed.Total != 0 || r.ConnectsFailed != 0 {
				t.Errorf("%+v, %+v, %d connections failed", all.Failed, r.Failed, r.ConnectsFailed)
			}
			// At the end a handshake may be complete at the server and not yet here.
			if seen := s.connections.Load(); seen < all.Full+all.Resumed || seen > all.Full+all.Resumed+4 {
				t.Errorf("the server saw %d handshakes, volley says %+v", seen, all)
			}
			if resumed := s.resumed.Load(); full && resumed+all.Resumed != 0 || !full && (resumed < all.Resumed || resumed > all.Resumed+4) {
				t.Errorf("the server resumed %d sessions, volley says %+v", resumed, all)
			}
			// The first connections have nothing to resume.
			if !full && all.Full > 8 {
				t.Errorf("%+v: only the first few should be full", all)
			}
			if m := r.TLS.Measured; m.Full+m.Resumed == 0 || r.TLS.P50Us == nil || *r.TLS.P50Us <= 0 {
				t.Errorf("measured %+v", r.TLS)
			}
		}
	}
}

func TestAServerNameIsAskedForAndVerified(t *testing.T) {
	asked := make(chan string, 100)
	s := secureServer(t, func(s *httptest.Server) {
		s.TLS.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) { asked <- hello.ServerName; return nil, nil }
	}, hello)
	o := s.options(t)
	o.TLS.ServerName = "volley.test"
	if r := measure(t, o); r.Succeeded == 0 || r.Asked.TLS.ServerName != "volley.test" {
		t.Errorf("%+v", r)
	}
	if name := <-asked; name != "volley.test" {
		t.Errorf("the server was asked for %q", name)
	}
}

func TestACertificateThatProvesNothingIsRefused(t *testing.T) {
	served := func(c certified) *webServer {
		s := secureServer(t, func(s *httptest.Server) { s.TLS.Certificates = []tls.Certificate{c.Certificate} }, hello)
		s.file = c.file
		return s
	}
	old, elsewhere := served(certify(t, -time.Hour, "127.0.0.1")), served(certify(t, time.Hour, "shop.example.org"))
	strange := served(certify(t, time.Hour, "127.0.0.1"))
	strange.file = certify(t, time.Hour, "127.0.0.1").file
	for _, c := range []struct {
		s    *webServer
		want string
	}{
		{old, "has a certificate that expired at "},
		{elsewhere, "has a certificate for shop.example.org, not for 127.0.0.1; ask for one of these names (--tls-server-name)"},
		{strange, "has a certificate of an authority that is not trusted here (it is self-signed); name that authority's file"},
	} {
		o := c.s.options(t)
		_, err := Run(context.Background(), o, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "--tls-any") || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v, want %s", err, c.want)
		}
		o.TLS = TLS{Any: true}
		if r := measure(t, o); r.Succeeded == 0 || !r.Asked.TLS.Any {
			t.Errorf("taken as it is: %+v", r)
		}
		if c.s.requests.Load() == 0 {
			t.Error("nothing was sent")
		}
	}
}

func TestLongBodiesOverTLSComeWhole(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789abcdef"), 64<<10)
	s := secureServer(t, asItIs, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
	o := s.options(t)
	o.Requests = []requests.Request{requests.Get("/", 1)}
	o.Requests[0].Expect.Bytes = as(int64(1 << 20))
	if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded == 0 {
		t.Errorf("%+v", r)
	}
}

// handshaken is a server that does as it likes once a handshake is over.
func handshaken(t *testing.T, then func(net.Conn, *tls.Conn)) *webServer {
	t.Helper()
	s := &webServer{certified: certify(t, time.Hour, "127.0.0.1")}
	raw := serveRaw(t, func(socket net.Conn) {
		c := tls.Server(socket, &tls.Config{Certificates: []tls.Certificate{s.certified.Certificate}})
		if c.Handshake() == nil {
			then(socket, c)
		}
	})
	s.Server = &httptest.Server{URL: "https://" + raw}
	return s
}

// serveRaw hands every connection to a function, and closes it afterwards.
func serveRaw(t *testing.T, converse func(net.Conn)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			socket, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer socket.Close()
				converse(socket)
			}()
		}
	}()
	return listener.Addr().String()
}

func TestABodyThatIsCutIsNotTakenForItsEnd(t *testing.T) {
	const untilClose = "HTTP/1.1 200 OK\r\n\r\nhel"
	for _, cut := range []bool{true, false} {
		s := handshaken(t, func(socket net.Conn, c *tls.Conn) {
			if _, err := c.Read(make([]byte, 4096)); err != nil {
				return
			}
			_, _ = io.WriteString(c, untilClose)
			if cut {
				socket.Close()
			} else {
				c.Close()
			}
		})
		r := measure(t, s.options(t))
		if cut {
			if err := r.Failed.only("malformed", 1); err != nil || r.Succeeded != 0 {
				t.Errorf("cut: %v, %d succeeded", err, r.Succeeded)
			}
		} else if r.Failed.Total != 0 || r.Succeeded == 0 {
			t.Errorf("whole: %+v", r)
		}
	}
}

func TestWhatTheKernelDoesNotTakeIsNotSent(t *testing.T) {
	s := handshaken(t, func(_ net.Conn, c *tls.Conn) {
		// It answers the first and reads no more.
		if _, err := c.Read(make([]byte, 1)); err == nil {
			time.Sleep(time.Second)
		}
	})
	o := s.options(t)
	o.Headers, o.Pipelining = []string{"X-Long: " + strings.Repeat("x", 60_000)}, 200
	r := measure(t, o)
	if r.Succeeded != 0 || r.InFlight == 0 || r.InFlight >= 4*200 {
		t.Errorf("%d in flight of 800 requests of 60 kB: %+v", r.InFlight, r.Failed)
	}
}

func TestHandshakesThatFailAreCountedByKind(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, c := range []struct {
		name     string
		converse func(net.Conn)
		want     func(FailedHandshakes) int64
		sentence string
	}{
		{"silence", func(s net.Conn) { _, _ = io.Copy(io.Discard, s) }, func(f FailedHandshakes) int64 { return f.Timeout }, "could be opened"},
		{"hanging up", func(s net.Conn) { _, _ = s.Read(make([]byte, 4096)) }, func(f FailedHandshakes) int64 { return f.Reset }, "ended the connection during the TLS handshake"},
		{"http", func(s net.Conn) {
			_, _ = s.Read(make([]byte, 4096))
			_, _ = io.WriteString(s, "HTTP/1.1 400 Bad Request\r\n\r\n")
		}, func(f FailedHandshakes) int64 { return f.Other }, "does not speak TLS; ask for http"},
		{"an alert", func(s net.Conn) {
			_, _ = s.Read(make([]byte, 4096))
			_, _ = s.Write([]byte{21, 3, 3, 0, 2, 2, 40})
		}, func(f FailedHandshakes) int64 { return f.Alert }, "refused the TLS handshake (tls: handshake failure)"},
		{"a ServerHello that never ends", func(s net.Conn) {
			_, _ = s.Read(make([]byte, 4096))
			for {
				if _, err := s.Write([]byte{22, 3, 3, 0, 1, 2}); err != nil {
					return
				}
				time.Sleep(time.Millisecond)
			}
		}, func(f FailedHandshakes) int64 { return f.Timeout }, "could be opened"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := url.Parse("https://" + serveRaw(t, c.converse))
			if err != nil {
				t.Fatal(err)
			}
			o := Options{URL: u, Connections: 2, Pipelining: 1, Loops: 1, Duration: time.Second, Timeout: 200 * time.Millisecond, TLS: TLS{Any: true}}
			if _, err := Run(context.Background(), o, nil); err == nil || !strings.Contains(err.Error(), c.sentence) {
				t.Errorf("got %v, want %s", err, c.sentence)
			}
		})
	}
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before: handshakes that were given up stay", runtime.NumGoroutine(), before)
		}
	}
}

// A server that changes its mind later: what fails during the measurement is counted in it.
func TestHandshakesThatFailLaterAreNoRequests(t *testing.T) {
	var begun atomic.Int64
	s := secureServer(t, func(server *httptest.Server) {
		server.TLS.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
			if begun.Add(1) > 20 {
				return nil, io.ErrUnexpectedEOF
			}
			return nil, nil
		}
	}, hello)
	o := s.options(t)
	o.RequestsPerConnection = 1
	r := measure(t, o)
	if r.Failed.Total != 0 || r.Succeeded < 15 || r.TLS.Measured.Failed.Alert == 0 || r.ConnectsFailed == 0 {
		t.Errorf("%d succeeded, %+v, %d connects failed, %+v", r.Succeeded, r.Failed, r.ConnectsFailed, r.TLS)
	}
}

// halting is the socket of a server's handshake that sends at most a part of what it was told to, and then does what the test wants.
type halting struct {
	net.Conn
	most int
	then func()
}

func (h halting) Write(flight []byte) (int, error) {
	_, _ = h.Conn.Write(flight[:min(len(flight), h.most)])
	h.then()
	return 0, io.ErrClosedPipe
}

// The first message of the client is answered by a reset, so that its next one finds no connection.
func TestASocketThatDiesAsItsHandshakeEndsIsOnlyLost(t *testing.T) {
	certificate := certify(t, time.Hour, "127.0.0.1").Certificate
	address := serveRaw(t, func(socket net.Conn) {
		h := halting{socket, 1 << 20, func() { socket.Close() }}
		_ = tls.Server(h, &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{HTTP2}}).Handshake()
	})
	u, err := url.Parse("https://" + address)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{URL: u, Connections: 2, Pipelining: 5, Loops: 1, Protocol: HTTP2, Duration: time.Second, Timeout: time.Second, TLS: TLS{Any: true}}
	if _, err := Run(context.Background(), o, nil); err == nil || !strings.Contains(err.Error(), "does not speak HTTP/2") {
		t.Errorf("got %v", err)
	}
}

// listened keeps all that came.
type listened struct {
	net.Conn
	all *[]byte
}

func (l listened) Read(to []byte) (int, error) {
	n, err := l.Conn.Read(to)
	*l.all = append(*l.all, to[:n]...)
	return n, err
}

// What crypto/tls makes of a handshake that is given up belongs to no other connection.
func TestAHandshakeThatIsGivenUpLeavesNothingToSend(t *testing.T) {
	certificate := certify(t, time.Hour, "127.0.0.1").Certificate
	var accepted atomic.Int64
	came := make(chan []byte, 1)
	address := serveRaw(t, func(socket net.Conn) {
		var all []byte
		c := net.Conn(listened{socket, &all})
		if accepted.Add(1) == 1 {
			defer func() { came <- all }()
		} else {
			const serverHello = 127 // and its record
			c = halting{socket, serverHello, func() { _, _ = io.Copy(io.Discard, socket) }}
		}
		s := tls.Server(c, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13})
		for {
			if _, err := s.Read(make([]byte, 4096)); err != nil {
				return
			}
			_, _ = io.WriteString(s, okText)
		}
	})
	u, err := url.Parse("https://" + address)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{URL: u, Connections: 2, Pipelining: 1, Loops: 1, Duration: 500 * time.Millisecond, Timeout: 100 * time.Millisecond, TLS: TLS{Any: true}}
	if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded == 0 || r.TLS.All.Failed.Timeout == 0 || r.TLS.All.Full != 1 {
		t.Errorf("%d succeeded, %+v, %+v", r.Succeeded, r.Failed, r.TLS.All)
	}
	// Go's server ignores a change of ciphers that others take for the end, so the records themselves are looked at.
	const head, changeCipherSpec = 5, 20
	changes := 0
	for all := <-came; len(all) >= head; all = all[min(len(all), head+int(binary.BigEndian.Uint16(all[3:]))):] {
		if all[0] == changeCipherSpec {
			changes++
		}
	}
	if changes > 1 {
		t.Errorf("the server was told to change ciphers %d times", changes)
	}
}
