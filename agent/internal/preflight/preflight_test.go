package preflight

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/requests"
)

var anything = requests.Expectation{}

func to[T any](value T) *T { return &value }

func nothing(text []byte) []byte { return text }

// shop answers as services do; every second call of /flaky fails.
func shop(calls *atomic.Int64) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		body, _ := io.ReadAll(r.Body)
		if r.Header.Get("Authorization") != "Bearer t" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		w.Header().Set("X-Host", r.Host)
		w.WriteHeader(http.StatusCreated)
		_, _ = fmt.Fprintf(w, "got %q of %q as %s", body, r.URL.RawQuery, r.Proto)
	})
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 5000)) })
	mux.HandleFunc("/flaky", func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1)%2 == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/long", http.StatusFound) })
	mux.HandleFunc("/packed", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "gzip" {
			http.Error(w, "no gzip", http.StatusNotAcceptable)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		_, _ = io.WriteString(packed, "unpacked")
		_ = packed.Close()
	})
	mux.HandleFunc("/not-packed", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, "ok")
	})
	mux.HandleFunc("/packed-in-part", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		var packed bytes.Buffer
		writer := gzip.NewWriter(&packed)
		_, _ = io.WriteString(writer, "unpacked")
		_ = writer.Close()
		_, _ = w.Write(packed.Bytes()[:packed.Len()-9])
	})
	mux.HandleFunc("/packed-head", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Encoding", "gzip") })
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "the beginning")
	})
	mux.HandleFunc("POST /flaky-order", func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusConflict)
	})
	mux.HandleFunc("POST /login", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "hunter2", Path: "/", HttpOnly: true})
	})
	mux.HandleFunc("/me", func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie("session"); err != nil || cookie.Value != "hunter2" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	mux.HandleFunc("/hangs-up", func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) })
	return mux
}

func one(t *testing.T, load Load, request Request) Answer {
	t.Helper()
	if request.Method == "" {
		request.Method = http.MethodGet
	}
	return Ask(context.Background(), load, []Request{request})[0]
}

func TestAnAnswerIsShownAsItCame(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(shop(&calls))
	defer server.Close()
	a := one(t, Load{Mask: nothing, URL: server.URL + "/"}, Request{
		Method: "POST", Path: "/orders?a=1&b=%20", Body: []byte(`{"n":1}`), Expect: requests.Expectation{Status: to(201), Contains: to("got")},
		Headers: []Header{{"Authorization", "Bearer t"}, {"host", "shop.example"}},
	})
	if a.Fault != "" || a.Status != 201 || a.Protocol != "HTTP/1.1" || string(a.BodyStart) != `got "{\"n\":1}" of "a=1&b=%20" as HTTP/1.1` || a.Took <= 0 {
		t.Errorf("%+v", a)
	}
	if !strings.Contains(fmt.Sprint(a.Headers), "{X-Host shop.example}") {
		t.Errorf("the Host header of the request was not sent: %v", a.Headers)
	}
	if calls.Load() != 1 {
		t.Errorf("asked %d times; once is enough for an answer as expected", calls.Load())
	}
	long := one(t, Load{Mask: nothing, URL: server.URL}, Request{Path: "/long", Expect: anything})
	if long.BodyBytes != 5000 || len(long.BodyStart) != 300 {
		t.Errorf("of 5,000 bytes %d were counted and %d shown", long.BodyBytes, len(long.BodyStart))
	}
}

func TestWhatIsNotAsExpectedIsSaid(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(shop(&calls))
	defer server.Close()
	xs := "2c9e11ae4a3af5f0f1ef16dc8b1bbb8c" // not the hash of anything here
	for _, tt := range []struct {
		request Request
		fault   string
	}{
		{Request{Path: "/nope", Expect: anything}, "answered 404 Not Found, where a status of 2xx is expected"},
		{Request{Path: "/nope", Expect: requests.Expectation{Status: to(404)}}, ""},
		{Request{Path: "/long", Expect: requests.Expectation{Status: to(204)}}, "answered 200 OK, where 204 is expected"},
		{Request{Path: "/long", Expect: requests.Expectation{Bytes: to(int64(4999))}}, "answered 5000 bytes, where 4999 are expected"},
		{Request{Path: "/long", Expect: requests.Expectation{Contains: to("y")}}, `answered a body without "y", which is expected in it`},
		{Request{Path: "/moved", Expect: anything}, "answered 302 Found, where a status of 2xx is expected"},
		{Request{Path: "/hangs-up", Expect: anything}, "was not answered: the server closed the connection"},
		{Request{Method: "HEAD", Path: "/packed-head", Expect: anything}, ""},
		{Request{Path: "/cut", Expect: anything}, "answered 200 OK, but the server closed the connection"},
	} {
		if diff := cmp.Diff(tt.fault, one(t, Load{Mask: nothing, URL: server.URL, Decompress: tt.request.Method == "HEAD"}, tt.request).Fault); diff != "" {
			t.Errorf("%s: %s", tt.request.Path, diff)
		}
	}
	if fault := one(t, Load{Mask: nothing, URL: server.URL}, Request{Path: "/long", Expect: requests.Expectation{SHA256: to(xs)}}).Fault; !strings.HasSuffix(fault, "where "+xs+" is expected") {
		t.Error(fault)
	}
}

func TestASecretAtTheCutIsNotShownInPart(t *testing.T) {
	const secret = "hunter2-hunter2-hunter2"
	echo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Echo", strings.Repeat("h", lineMost-5)+secret)
		_, _ = io.WriteString(w, strings.Repeat("b", startBytes-5)+secret+"tail")
	}))
	defer echo.Close()
	mask := func(text []byte) []byte { return []byte(strings.ReplaceAll(string(text), secret, "•")) }
	a := one(t, Load{Mask: mask, URL: echo.URL}, Request{Path: "/", Expect: anything})
	if shown := fmt.Sprint(a.Headers, string(a.BodyStart)); strings.Contains(shown, "hunt") || a.BodyBytes != int64(startBytes-5+len(secret)+4) {
		t.Errorf("%d bytes: %s", a.BodyBytes, shown)
	}
}

func TestAServiceThatFailsNowAndThenIsAskedTwice(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(shop(&calls))
	defer server.Close()
	if a := one(t, Load{Mask: nothing, URL: server.URL}, Request{Path: "/flaky", Expect: anything}); a.Fault != "" || calls.Load() != 2 {
		t.Errorf("after %d calls: %+v", calls.Load(), a)
	}
}

func TestWhatChangesSomethingIsSentOnce(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(shop(&calls))
	defer server.Close()
	a := one(t, Load{Mask: nothing, URL: server.URL}, Request{Method: "POST", Path: "/flaky-order", Expect: anything})
	if a.Fault != "answered 409 Conflict, where a status of 2xx is expected" || a.Attempts != 1 || calls.Load() != 1 {
		t.Errorf("%d calls: %+v", calls.Load(), a)
	}
}

func TestCookiesAreKeptInOrderWhereTheLoadKeepsThem(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(shop(&calls))
	defer server.Close()
	session := []Request{{Method: "POST", Path: "/login", Expect: anything}, {Method: "GET", Path: "/me", Expect: anything}}
	for cookies, want := range map[bool]int{true: 200, false: 401} {
		answers := Ask(context.Background(), Load{Mask: nothing, URL: server.URL, Cookies: cookies}, session)
		if answers[1].Status != want {
			t.Errorf("with cookies %v: %+v", cookies, answers[1])
		}
		if shown := fmt.Sprint(answers); strings.Contains(shown, "hunter2") || !strings.Contains(shown, "session=•; Path=/; HttpOnly") {
			t.Error(shown)
		}
	}
}

func TestASlowRouteTakesNoTimeFromTheOthers(t *testing.T) {
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/fast" {
			time.Sleep(300 * time.Millisecond)
		}
	}))
	defer slow.Close()
	var routes []Request
	for i := range 20 {
		routes = append(routes, Request{Method: "GET", Path: fmt.Sprintf("/slow/%d", i), Expect: anything})
	}
	begun := time.Now()
	for _, a := range Ask(context.Background(), Load{Mask: nothing, URL: slow.URL}, append(routes, Request{Method: "GET", Path: "/fast", Expect: anything})) {
		if a.Fault != "" || a.Attempts != 1 {
			t.Errorf("%+v", a)
		}
	}
	if took := time.Since(begun); took > 20*300*time.Millisecond/2 {
		t.Errorf("they were asked one after the other: %s", took)
	}
}

func TestGzipIsAskedForAndUnpackedWhereTheLoadDoes(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewServer(shop(&calls))
	defer server.Close()
	if a := one(t, Load{Mask: nothing, URL: server.URL, Decompress: true}, Request{Path: "/packed", Expect: requests.Expectation{Bytes: to(int64(8))}}); a.Fault != "" || string(a.BodyStart) != "unpacked" {
		t.Errorf("%+v", a)
	}
	for path, want := range map[string]string{"/not-packed": "its body is said to be gzip and is not", "/packed-in-part": "its body is said to be gzip and is damaged"} {
		a := one(t, Load{Mask: nothing, URL: server.URL, Decompress: true}, Request{Path: path, Expect: anything})
		if !strings.Contains(a.Fault, want) {
			t.Errorf("%s: %q", path, a.Fault)
		}
	}
	if a := one(t, Load{Mask: nothing, URL: server.URL}, Request{Path: "/packed", Expect: anything}); a.Status != http.StatusNotAcceptable {
		t.Errorf("gzip was asked for: %+v", a)
	}
}

func TestTLSAndHTTP2(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewUnstartedServer(shop(&calls))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	request := Request{Path: "/long", Expect: anything}
	for _, tt := range []struct {
		load     Load
		protocol string
		fault    string
	}{
		{Load{Mask: nothing, TLS: &tls.Config{RootCAs: trusted}}, "HTTP/1.1", ""},
		{Load{Mask: nothing, TLS: &tls.Config{RootCAs: trusted}, HTTP2: true}, "HTTP/2.0", ""},
		{Load{Mask: nothing, TLS: &tls.Config{RootCAs: x509.NewCertPool()}}, "", "was not answered: x509: certificate signed by unknown authority"},
		{Load{Mask: nothing, TLS: &tls.Config{RootCAs: trusted, ServerName: "shop.example.org"}}, "", "was not answered: x509: certificate is valid for example.com, *.example.com, not shop.example.org"},
	} {
		tt.load.URL = server.URL
		if a := one(t, tt.load, request); a.Protocol != tt.protocol || a.Fault != tt.fault {
			t.Errorf("%q %q, want %q %q", a.Protocol, a.Fault, tt.protocol, tt.fault)
		}
	}
}

func TestHTTP2WithoutTLS(t *testing.T) {
	var calls atomic.Int64
	server := httptest.NewUnstartedServer(shop(&calls))
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	server.Config.Protocols = &protocols
	server.Start()
	defer server.Close()
	if a := one(t, Load{Mask: nothing, URL: server.URL, HTTP2: true}, Request{Path: "/long", Expect: anything}); a.Protocol != "HTTP/2.0" || a.Fault != "" {
		t.Errorf("%+v", a)
	}
}

// Whether its words or the request are first is left to chance, and net/http has no words for the former.
func TestAServerThatSpeaksFirstIsTold(t *testing.T) {
	var nothing error
	early := &url.Error{Op: "Post", URL: "http://x", Err: fmt.Errorf("readLoopPeekFailedLocked: %w", nothing)}
	if got := reasonOf(context.Background(), early); got != "the server sent something before it was asked" {
		t.Error(got)
	}
}

func TestWhereNothingListensThatIsSaid(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	a := one(t, Load{Mask: nothing, URL: "http://" + listener.Addr().String()}, Request{Path: "/", Expect: anything})
	if a.Fault != "was not answered: connection refused" {
		t.Error(a.Fault)
	}
}
