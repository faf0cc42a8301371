package volley

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

// overlapping is a server of HTTP/2, by ALPN or, without TLS, by prior knowledge.
func overlapping(t *testing.T, secure bool, streams int, answer http.HandlerFunc) (*webServer, Options) {
	t.Helper()
	both := &http.Protocols{}
	both.SetHTTP1(true)
	both.SetHTTP2(true)
	both.SetUnencryptedHTTP2(true)
	prepare := func(s *httptest.Server) {
		s.EnableHTTP2 = true
		s.Config.Protocols, s.Config.HTTP2 = both, &http.HTTP2Config{MaxConcurrentStreams: streams}
	}
	var s *webServer
	var o Options
	if secure {
		s = secureServer(t, prepare, answer)
		o = s.options(t)
	} else {
		s = &webServer{}
		s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.requests.Add(1)
			answer(w, r)
		}))
		prepare(s.Server)
		s.Start()
		t.Cleanup(s.Close)
		o = s.options(t)
		o.TLS = TLS{}
	}
	o.Protocol, o.Pipelining = HTTP2, 10
	return s, o
}

func TestSentByHTTP2IsWhatTheServerCounted(t *testing.T) {
	for _, secure := range []bool{true, false} {
		for _, streams := range []int{1, 10, 100} {
			for _, rate := range []float64{0, 2000} {
				t.Run(fmt.Sprint(secure, streams, rate), func(t *testing.T) {
					s, o := overlapping(t, secure, 250, hello)
					o.Pipelining, o.Rate = streams, rate
					r := measure(t, o)
					if s.requests.Load() != r.Sent || r.Succeeded == 0 || r.Failed.Total != 0 || r.ConnectsFailed != 0 {
						t.Errorf("the server counted %d: %+v", s.requests.Load(), r)
					}
					if r.Streams.PerConnection != streams || *r.Streams.Allowed != 250 || r.InFlight > int64(4*streams) {
						t.Errorf("%+v, %d in flight", r.Streams, r.InFlight)
					}
					if secure && r.TLS.Negotiated[0].ALPN != "h2" {
						t.Errorf("%+v", r.TLS)
					}
				})
			}
		}
	}
}

func TestNoMoreStreamsThanTheServerAllows(t *testing.T) {
	_, o := overlapping(t, true, 3, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(time.Millisecond)
		hello(w, r)
	})
	r := measure(t, o)
	if r.Streams.PerConnection != 3 || r.InFlight > 4*3 || r.Failed.Total != 0 || r.Succeeded == 0 {
		t.Errorf("%+v, %d in flight: %+v", r.Streams, r.InFlight, r.Failed)
	}
	var text strings.Builder
	if err := r.Write(&text); err != nil || !strings.Contains(text.String(), "10 streams on each asked and 3 used") {
		t.Errorf("%v: %s", err, text.String())
	}
}

func TestBodiesOfBothWaysKeepToTheWindows(t *testing.T) {
	const size = 3 << 20 // more than a window of the server, and than a socket holds
	_, o := overlapping(t, true, 250, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.ContentLength != size || len(body) != size {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		_, _ = w.Write(body)
	})
	content := bytes.Repeat([]byte("x"), size)
	sum, file := sha256.Sum256(content), filepath.Join(t.TempDir(), "body")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	o.Connections, o.Loops, o.Pipelining, o.Duration = 2, 1, 4, time.Second
	o.Requests = []requests.Request{{
		Method: "POST", Path: "/", Weight: 1, Body: &requests.Body{Kind: requests.Stored, Path: file, SHA256: hex.EncodeToString(sum[:]), SizeBytes: size},
		Expect: requests.Expectation{Bytes: as(int64(size))},
	}}
	if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded == 0 {
		t.Errorf("%d succeeded, %+v", r.Succeeded, r.Failed)
	}
}

func TestRequestsByHTTP2AreAsTheyWereAsked(t *testing.T) {
	seen := make(chan string, 10_000)
	_, o := overlapping(t, false, 250, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		cookie, _ := r.Cookie("a")
		select {
		case seen <- fmt.Sprintf("%s %s %s host=%s x=%s type=%s length=%d %s cookie=%v", r.Proto, r.Method, r.URL, r.Host, r.Header.Get("X-Number"), r.Header.Get("Content-Type"), r.ContentLength, body, cookie):
		default:
		}
		w.Header().Set("Set-Cookie", "a=b")
		w.WriteHeader(http.StatusCreated)
	})
	o.Connections, o.Loops, o.Pipelining, o.Cookies = 1, 1, 1, true
	o.Headers = []string{"Host: shop.example.org"}
	o.Variables = []requests.Variable{{Name: "n", Kind: requests.Counter, From: 7}}
	o.Requests = []requests.Request{{
		Method: "PUT", Path: "/things/{{n}}?q=1", Weight: 1, Headers: []requests.Header{{Name: "X-Number", Value: as("no {{n}}")}, {Name: "Content-Type", Value: as("text/plain")}},
		Body: &requests.Body{Kind: requests.Text, Text: "thing {{n}}"}, Expect: requests.Expectation{Status: as(201)},
	}}
	if r := measure(t, o); r.Failed.Total != 0 || r.Succeeded < 2 {
		t.Fatalf("%+v", r)
	}
	for n, cookie := range []string{"", "a=b"} {
		want := fmt.Sprintf("HTTP/2.0 PUT /things/%[1]d?q=1 host=shop.example.org x=no %[1]d type=text/plain length=7 thing %[1]d cookie=%[2]s", 7+n, cookie)
		if got := <-seen; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestConnectionsOfHTTP2AreClosedAfterTheirRequests(t *testing.T) {
	for _, secure := range []bool{true, false} {
		s, o := overlapping(t, secure, 250, hello)
		o.RequestsPerConnection = 15
		r := measure(t, o)
		if s.requests.Load() != r.Sent || r.Failed.Total != 0 || r.ConnectsFailed != 0 || r.Succeeded < 100 {
			t.Errorf("the server counted %d: %+v", s.requests.Load(), r)
		}
	}
}

func TestStatusesAndBodiesByHTTP2AreJudged(t *testing.T) {
	for kind, answer := range map[string]http.HandlerFunc{
		"non2xx":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
		"mismatch": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("longer than hello")) },
		"malformed": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(bytes.Repeat([]byte("x"), 100))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		},
		"reset": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		s, o := overlapping(t, true, 250, answer)
		o.Requests = []requests.Request{requests.Get("/", 1)}
		o.Requests[0].Expect.Bytes = as(int64(5))
		r := measure(t, o)
		if err := r.Failed.only(kind, 1); err != nil || r.Succeeded != 0 || s.requests.Load() != r.Sent {
			t.Errorf("%s: %v, %d succeeded, the server counted %d of %d", kind, err, r.Succeeded, s.requests.Load(), r.Sent)
		}
	}
}

func TestAStreamThatTakesTooLongIsGivenUpAndNotItsConnection(t *testing.T) {
	s, o := overlapping(t, true, 250, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/slow") {
			<-r.Context().Done() // It is told that the stream was given up.
			return
		}
		hello(w, r)
	})
	o.Requests = []requests.Request{requests.Get("/slow", 1), requests.Get("/fast", 9)}
	// Long enough for a handshake on a busy machine, which it bounds as well.
	o.Timeout, o.Connections, o.Loops, o.Duration = 400*time.Millisecond, 1, 1, 1500*time.Millisecond
	r := measure(t, o)
	if err := r.Failed.only("timeout", 2); err != nil || r.Succeeded == 0 || r.ConnectsFailed != 0 || s.connections.Load() != 1 {
		t.Errorf("%v, %d succeeded, over %d connections", err, r.Succeeded, s.connections.Load())
	}
}

func TestAServerWithoutHTTP2IsToldApart(t *testing.T) {
	plain := serve(t, "tcp", ok)
	o := plain.options("/")
	o.Protocol = HTTP2
	secure := secureServer(t, asItIs, hello)
	for want, o := range map[string]Options{
		"does not speak HTTP/2; ask for http/1.1": o,
		"(ALPN); ask for http/1.1":                func() Options { o := secure.options(t); o.Protocol = HTTP2; return o }(),
	} {
		if _, err := Run(context.Background(), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	o.Headers = []string{"Connection: close"}
	if _, err := Run(context.Background(), o, nil); err == nil || !strings.Contains(err.Error(), "which HTTP/2 does not have") {
		t.Errorf("got %v", err)
	}
}
