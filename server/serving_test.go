package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestReadyLineSaysWhatWasReallyStarted(t *testing.T) {
	goVersion := strings.TrimPrefix(runtime.Version(), "go")
	tests := []struct {
		arguments        []string
		framework        string
		version          string
		pick             string
		prefork          bool
		workers, maxProc int
	}{
		{[]string{"--workers", "3"}, "fiber", "3.5.0", "local", false, 1, 3},
		{[]string{"--prefork", "--workers", "3"}, "fiber", "3.5.0", "local", true, 3, 1},
		{[]string{"--framework", "fasthttp", "--prefork", "--workers", "1"}, "fasthttp", "1.73.0", "local", true, 1, 1},
		{[]string{"--framework", "fasthttp", "--workers", "1"}, "fasthttp", "1.73.0", "local", false, 1, 1},
		{[]string{"--framework", "nethttp", "--prefork", "--workers", "2"}, "nethttp", goVersion, "local", true, 2, 1},
		{[]string{"--framework", "nethttp", "--pick", "locked", "--workers", "2"}, "nethttp", goVersion, "locked", false, 1, 2},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.arguments, " "), func(t *testing.T) {
			s := start(t, test.arguments...)
			r := s.ready
			if r.Event != "ready" || r.Framework != test.framework || r.FrameworkVersion != test.version ||
				r.Pick != test.pick || r.Prefork != test.prefork || r.Workers != test.workers ||
				r.GoMaxProcsPerWorker != test.maxProc || r.PID != s.Process.Pid || len(r.PIDs) != test.workers {
				t.Errorf("ready line is %+v", r)
			}
			if got := listeners(t, s.address); got != test.workers || r.Listeners != got {
				t.Errorf("%d sockets listen on %s, the ready line says %d, want %d", got, s.address, r.Listeners, test.workers)
			}
			for _, pid := range r.PIDs {
				if parent := parentOf(t, pid); test.prefork && parent != s.Process.Pid {
					t.Errorf("worker %d is a child of %d, want of the master %d", pid, parent, s.Process.Pid)
				}
			}
			if !test.prefork && r.PIDs[0] != r.PID {
				t.Errorf("the single worker is %d, want this process, %d", r.PIDs[0], r.PID)
			}
		})
	}
}

// listeners counts the rows of /proc/net/tcp in state 0A (LISTEN) at the address.
func listeners(t *testing.T, address string) int {
	t.Helper()
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		t.Fatal(err)
	}
	at, err := net.ResolveTCPAddr("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(table), fmt.Sprintf(": 0100007F:%04X 00000000:0000 0A ", at.Port))
}

func parentOf(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	var parent int
	_, after, _ := strings.Cut(string(status), "PPid:")
	if _, err := fmt.Sscan(after, &parent); err != nil {
		t.Fatal(err)
	}
	return parent
}

func TestRoutesAnswerOverRealHTTP(t *testing.T) {
	everyVariant(t, func(t *testing.T, s *running) {
		tests := []struct {
			path, contentType string
			status, min, max  int
		}{
			{"/simple", "text/plain", 200, 16, 16},
			{"/read", "application/json", 200, 4400, 4650},
			// The client asks for gzip and unpacks it, as net/http does by itself.
			{"/read-gz", "application/json", 200, 4400, 4650},
			{"/list", "application/json", 200, 88_000, 140_000},
			{"/compute", "application/json", 200, 700, 1200},
			{"/health", "text/plain; charset=utf-8", 200, 2, 2},
			{"/nothing", "text/plain; charset=utf-8", 404, 0, 100},
		}
		for _, test := range tests {
			answer, err := http.Get(s.ready.URL + test.path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || answer.StatusCode != test.status || answer.Header.Get("Content-Type") != test.contentType ||
				len(body) < test.min || len(body) > test.max {
				t.Errorf("%s: %v, status %d, %s, %d bytes", test.path, err, answer.StatusCode, answer.Header.Get("Content-Type"), len(body))
			}
		}
	})
}

func TestCountersEqualTheRequestsMade(t *testing.T) {
	everyVariant(t, func(t *testing.T, s *running) {
		if l := s.stats(t); l.total() != 0 || l.FirstRequestTimeUs != 0 {
			t.Fatalf("before any request: %+v", l)
		}
		s.get(t, "/health")
		s.get(t, "/nothing")
		if l := s.stats(t); l.total() != 0 || l.FirstRequestTimeUs != 0 {
			t.Errorf("a health check or a 404 was counted: %+v", l)
		}

		before := time.Now().UnixMicro()
		const connections, batches, depth = 20, 10, 16
		for range connections {
			c := dial(t, s)
			for range batches {
				c.send(t, strings.Repeat(getSimple, depth-1)+getRead)
				c.receive(t, depth)
			}
			c.Close()
		}
		for range 7 { // net/http keeps one connection alive
			s.get(t, "/simple")
		}
		after := time.Now().UnixMicro()

		l := s.stats(t)
		if want := connections*batches*depth + 7; l.total() != want {
			t.Errorf("counted %d requests, want 20 × 10 × 16 + 7 = %d: %+v", l.total(), want, l)
		}
		if l.FirstRequestTimeUs < before || l.FirstRequestTimeUs > after || l.TimeUs < after {
			t.Errorf("first request at %d, read at %d, requests between %d and %d", l.FirstRequestTimeUs, l.TimeUs, before, after)
		}
		for i, w := range l.Workers {
			if w.Worker != i || w.PID != s.ready.PIDs[i] {
				t.Errorf("worker %d of the stats line is %+v, the ready line has pid %d", i, w, s.ready.PIDs[i])
			}
			// 20 connections all on one of two workers: once in half a million.
			if w.Requests == 0 {
				t.Errorf("worker %d answered nothing: %+v", i, l)
			}
		}
	})
}

func TestStaleStatsSocketOfAKilledServerIsReplaced(t *testing.T) {
	dead := start(t)
	dead.signal(t, 9)
	<-dead.ended
	if _, err := os.Stat(dead.statsSocket); err != nil {
		t.Fatalf("the killed server left no file to replace: %v", err)
	}
	// The last --stats-socket on the command line is the one that holds.
	s := start(t, "--stats-socket", dead.statsSocket)
	s.statsSocket = dead.statsSocket
	if got := s.stats(t).total(); got != 0 {
		t.Errorf("the new server starts at %d requests", got)
	}
}

func TestNoStatsSocketUnlessAsked(t *testing.T) {
	s := start(t, "--stats-socket", "")
	if entries, err := os.ReadDir(filepath.Dir(s.statsSocket)); err != nil || len(entries) != 0 {
		t.Errorf("found %v, %v", entries, err)
	}
}

const (
	getSimple = "GET /simple HTTP/1.1\r\nHost: x\r\n\r\n"
	getRead   = "GET /read HTTP/1.1\r\nHost: x\r\n\r\n"
)

// rawClient decides for itself what is sent when, which net/http does not.
type rawClient struct {
	net.Conn
	answers *bufio.Reader
}

func dial(t *testing.T, s *running) *rawClient {
	t.Helper()
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return &rawClient{Conn: c, answers: bufio.NewReader(c)}
}

func (c *rawClient) send(t *testing.T, requests string) {
	t.Helper()
	if _, err := io.WriteString(c, requests); err != nil {
		t.Fatal(err)
	}
}

func (c *rawClient) receive(t *testing.T, answers int) {
	t.Helper()
	for range answers {
		if err := c.receiveOne(); err != nil {
			t.Fatal(err)
		}
	}
}

// receiveOne returns io.EOF only when the connection ended between two answers.
func (c *rawClient) receiveOne() error {
	if _, err := c.answers.Peek(1); err != nil {
		return err
	}
	answer, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		return fmt.Errorf("an answer was cut in its head: %w", err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return fmt.Errorf("an answer was cut in its body: %w", err)
	}
	if answer.StatusCode != 200 {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return nil
}
