package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// trusting is a client that trusts nothing but the certificate of the ready line.
func (s *running) trusting(t *testing.T, protocols ...string) *tls.Config {
	t.Helper()
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(s.ready.Certificate)) {
		t.Fatalf("the ready line has the certificate %q", s.ready.Certificate)
	}
	return &tls.Config{RootCAs: pool, NextProtos: protocols, ClientSessionCache: tls.NewLRUClientSessionCache(1)}
}

// client speaks HTTP/2 where the server does, or only that, without TLS.
func (s *running) client(t *testing.T, priorKnowledge bool) *http.Client {
	t.Helper()
	transport := &http.Transport{Protocols: &http.Protocols{}}
	if transport.Protocols.SetUnencryptedHTTP2(priorKnowledge); !priorKnowledge {
		transport.TLSClientConfig, transport.ForceAttemptHTTP2 = s.trusting(t), true
		transport.Protocols.SetHTTP1(true)
		transport.Protocols.SetHTTP2(true)
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func TestTLSIsServedAndCountedByEveryFramework(t *testing.T) {
	everyCommandLine(t, func(t *testing.T, arguments []string) {
		s := start(t, append(arguments, "--tls")...)
		if !strings.HasPrefix(s.ready.URL, "https://127.0.0.1:") {
			t.Errorf("the ready line has the URL %s", s.ready.URL)
		}
		client := s.client(t, false)
		want := "HTTP/1.1"
		if s.ready.Framework == "nethttp" {
			want = "HTTP/2.0"
		}
		for range 7 {
			answer, err := client.Get(s.ready.URL + "/simple")
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if string(body) != "hello, millions!" || err != nil || answer.Proto != want {
				t.Errorf("%q by %s, %v, want %s", body, answer.Proto, err, want)
			}
		}
		if total := s.stats(t).total(); total != 7 {
			t.Errorf("%d requests counted, want 7", total)
		}
		s.signal(t, syscall.SIGTERM)
		if code := s.exitCode(t); code != 0 {
			t.Errorf("exit code %d; stderr: %s", code, s.stderr.String())
		}
	})
}

func TestTheCertificateHasEveryNameOfTheServer(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for listen, names := range map[string][]string{
		"127.0.0.1": {"127.0.0.1", "localhost", host}, "::1": {"::1", "localhost"}, "0.0.0.0": {"127.0.0.1", "localhost", host},
	} {
		s := start(t, "--host", listen, "--tls")
		_, port, err := net.SplitHostPort(strings.TrimPrefix(s.ready.URL, "https://"))
		if err != nil {
			t.Fatal(err)
		}
		reach := listen
		if listen == "0.0.0.0" {
			reach = "127.0.0.1"
		}
		for _, name := range append(names, "elsewhere.example.org") {
			config := s.trusting(t)
			config.ServerName = name
			c, err := tls.Dial("tcp", net.JoinHostPort(reach, port), config)
			if err == nil {
				c.Close()
			}
			var wrong x509.HostnameError
			if stranger := name == "elsewhere.example.org"; !stranger && err != nil || stranger && !errors.As(err, &wrong) {
				t.Errorf("on %s for %s: %v", listen, name, err)
			}
		}
	}
}

func TestEveryWorkerHasTheSameCertificateAndResumesTheOthersSessions(t *testing.T) {
	s := start(t, "--prefork", "--workers", "4", "--tls")
	config := s.trusting(t)
	for i := range 30 {
		c, err := tls.Dial("tcp", strings.TrimPrefix(s.ready.URL, "https://"), config)
		if err != nil {
			t.Fatal(err)
		}
		// A ticket comes with the first answer.
		if _, err := io.WriteString(c, getSimple); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Read(make([]byte, 4096)); err != nil {
			t.Fatal(err)
		}
		if resumed := c.ConnectionState().DidResume; resumed != (i > 0) {
			t.Errorf("connection %d resumed: %v", i, resumed)
		}
		c.Close()
	}
	served := 0
	for _, w := range s.stats(t).Workers {
		served += min(1, w.Requests)
	}
	if served < 2 {
		t.Errorf("only %d workers served, so nothing was shown", served)
	}
}

func TestTheKeyIsInNoCommandLineAndNoEnvironment(t *testing.T) {
	s := start(t, "--prefork", "--workers", "1", "--tls")
	for _, pid := range append(s.ready.PIDs, s.ready.PID) {
		for _, file := range []string{"cmdline", "environ"} {
			text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "KEY") {
				t.Errorf("%s of %d: %s", file, pid, text)
			}
		}
	}
}

func TestHTTP2WithoutTLSIsServedByNetHTTP(t *testing.T) {
	s := start(t, "--framework", "nethttp")
	client := s.client(t, true)
	answer, err := client.Get(s.ready.URL + "/list")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	if err != nil || answer.Proto != "HTTP/2.0" || len(body) < 88_000 || s.get(t, "/simple") != 200 {
		t.Errorf("%s, %d bytes, %v", answer.Proto, len(body), err)
	}
	if total := s.stats(t).total(); total != 2 {
		t.Errorf("%d requests counted, want 2", total)
	}
}

func TestRequestsUnderWayOverTLSAreAnsweredAtTheEnd(t *testing.T) {
	for _, framework := range []string{"nethttp", "fasthttp", "fiber"} {
		for _, h2 := range []bool{false, true} {
			if h2 && framework != "nethttp" {
				continue
			}
			s := start(t, "--framework", framework, "--tls", "--delay", "400ms")
			client := s.client(t, false)
			client.Transport.(*http.Transport).Protocols.SetHTTP2(h2)
			var answered atomic.Int64
			var done sync.WaitGroup
			for range 20 {
				done.Go(func() {
					answer, err := client.Get(s.ready.URL + "/simple")
					if err != nil {
						t.Errorf("%s, HTTP/2 %v: %v", framework, h2, err)
						return
					}
					answer.Body.Close()
					answered.Add(1)
				})
			}
			time.Sleep(200 * time.Millisecond)
			began := time.Now()
			s.signal(t, syscall.SIGTERM)
			if code := s.exitCode(t); code != 0 {
				t.Errorf("exit code %d; stderr: %s", code, s.stderr.String())
			}
			done.Wait()
			// An idle connection is no reason to wait for half of the drain timeout.
			if took := time.Since(began); answered.Load() != 20 || took > 2200*time.Millisecond {
				t.Errorf("%s, HTTP/2 %v: %d of 20 answered, ended after %s", framework, h2, answered.Load(), took)
			}
		}
	}
}
