package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fetch makes one request on a connection of its own.
func (s *running) fetch(t *testing.T, path string) (status int, contentType, body string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(s.ready.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), string(read)
}

// load makes requests from some connections at once and counts the answers by status.
func (s *running) load(t *testing.T, path string, connections, each int) map[int]int {
	t.Helper()
	var mu sync.Mutex
	statuses := map[int]int{}
	var done sync.WaitGroup
	for range connections {
		done.Go(func() {
			client := http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for range each {
				answer, err := client.Get(s.ready.URL + path)
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				mu.Lock()
				statuses[answer.StatusCode]++
				mu.Unlock()
			}
		})
	}
	done.Wait()
	return statuses
}

type row struct {
	ID         int64  `json:"id"`
	PriceCents int64  `json:"priceCents"`
	Rating     int64  `json:"rating"`
	Name       string `json:"name"`
}

func TestEveryVariantAnswersFromItsBackends(t *testing.T) {
	services := withServices(t)
	for _, variant := range [][]string{{"--framework", "nethttp"}, {"--framework", "fasthttp"}, {"--framework", "fiber"}, {"--prefork", "--workers", "2"}, {"--db-prepared=false"}} {
		t.Run(strings.Join(variant, " "), func(t *testing.T) {
			s := start(t, append(variant, "--database", services.database, "--db-pool", "3", "--cache", services.cache, "--cache-pool", "2")...)
			var events, before int
			services.ask(t, "SELECT count(*) FROM events", &before)
			for _, path := range []string{"/db-read", "/cache-read"} {
				var told, kept row
				status, contentType, body := s.fetch(t, path)
				if err := json.Unmarshal([]byte(body), &told); status != 200 || contentType != "application/json" || err != nil {
					t.Fatalf("%s: %d, %s, %s", path, status, contentType, body)
				}
				services.ask(t, fmt.Sprintf("SELECT id, price_cents, rating, name FROM items WHERE id = %d", told.ID), &kept.ID, &kept.PriceCents, &kept.Rating, &kept.Name)
				if told != kept {
					t.Errorf("%s told %+v, the table has %+v", path, told, kept)
				}
			}
			if _, _, body := s.fetch(t, "/db-query"); !strings.HasPrefix(body, `{"count":1000,"least":0,"most":52,"mean":`) {
				t.Errorf("/db-query told %s", body)
			}
			if status, _, body := s.fetch(t, "/db-write"); status != 200 || body != `{"written":1}` {
				t.Errorf("/db-write: %d, %s", status, body)
			}
			if services.ask(t, "SELECT count(*) FROM events", &events); events != before+1 {
				t.Errorf("the table had %d events and has %d", before, events)
			}
			if status, contentType, body := s.fetch(t, "/downstream"); status != 404 || contentType != "text/plain; charset=utf-8" ||
				body != "Start the server with --downstream to have this route." {
				t.Errorf("/downstream of a server without one: %d, %s, %s", status, contentType, body)
			}
			l, workers := s.stats(t), int64(len(s.ready.PIDs))
			if d := l.Database; l.total() != 4 || d.Asked != 3 || d.Acquired != 3 || d.Size != 3*workers || d.Open != d.Size || d.InUse != 0 || d.Waiting != 0 || d.HeldUs == 0 {
				t.Errorf("%d requests were counted, and of the database %+v", l.total(), *d)
			}
			if c := l.Cache; c.Asked != 1 || c.Size != 2*workers || c.Open < 1 || c.InUse != 0 || l.Writes.Rows != 1 || l.Writes.Commits != 1 || l.Downstream != nil {
				t.Errorf("of the cache %+v, of writes %+v, of the other server %v", *c, *l.Writes, l.Downstream)
			}
			if s.signal(t, 15); s.exitCode(t) != 0 {
				t.Errorf("stopped with %s: %s", s.ProcessState, s.stderr.String())
			}
		})
	}
}

// TestAPoolOfOneIsWaitedFor holds the figures of a pool to Little's law: the connections in use are those that were given out each
// second times how long each was away.
func TestAPoolOfOneIsWaitedFor(t *testing.T) {
	services := withServices(t)
	s := start(t, "--database", services.database, "--db-pool", "1")
	began := time.Now()
	statuses := s.load(t, "/db-query", 8, 40)
	elapsedUs := time.Since(began).Microseconds()
	d := s.stats(t).Database
	if statuses[200] != 320 || d.Asked != 320 || d.Acquired != 320 || d.Failed != 0 {
		t.Fatalf("statuses %v, %+v", statuses, *d)
	}
	if d.HeldUs > elapsedUs {
		t.Errorf("one connection was held for %d µs of %d", d.HeldUs, elapsedUs)
	}
	// Seven of eight wait while one is served, as long as the clients ask again at once.
	if d.WaitUs < 2*d.HeldUs {
		t.Errorf("requests waited %d µs for a connection that was held for %d", d.WaitUs, d.HeldUs)
	}

	wide := start(t, "--database", services.database, "--db-pool", "8")
	wide.load(t, "/db-query", 8, 40)
	if d := wide.stats(t).Database; d.WaitUs > d.HeldUs/10 {
		t.Errorf("with a connection each, requests waited %d µs, and held for %d", d.WaitUs, d.HeldUs)
	}
}

func TestRequestsThatWaitShareACommit(t *testing.T) {
	services := withServices(t)
	var before, after int
	services.ask(t, "SELECT count(*) FROM events", &before)
	s := start(t, "--database", services.database, "--db-pool", "1", "--db-batch", "50")
	if statuses := s.load(t, "/db-write", 20, 20); statuses[200] != 400 {
		t.Errorf("statuses %v", statuses)
	}
	services.ask(t, "SELECT count(*) FROM events", &after)
	l := s.stats(t)
	if after-before != 400 || l.Writes.Rows != 400 || l.Writes.Commits >= 200 || l.Writes.Commits != l.Database.Acquired || l.Database.Asked != 400 {
		t.Errorf("%d rows were written; %+v, %+v", after-before, *l.Writes, *l.Database)
	}
	var transactions int
	services.ask(t, "SELECT count(DISTINCT xmin::text) FROM (SELECT xmin FROM events ORDER BY id DESC LIMIT 400) AS last", &transactions)
	if int64(transactions) != l.Writes.Commits {
		t.Errorf("the rows are of %d transactions, the server says %d", transactions, l.Writes.Commits)
	}
}

// TestALockIsWaitedForByTheRequestsThatNeedIt shows that a request has no timeout of its own, and that the gauges tell of waits
// that are not over yet.
func TestALockIsWaitedForByTheRequestsThatNeedIt(t *testing.T) {
	services := withServices(t)
	s := start(t, "--database", services.database, "--db-pool", "2")
	c := services.connect(t)
	defer c.Close(context.Background())
	lock, err := c.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Exec(context.Background(), "LOCK TABLE events IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan map[int]int)
	go func() { ended <- s.load(t, "/db-write", 5, 1) }()
	await(t, "two requests to hold a connection and three to wait", func() bool {
		d := s.stats(t).Database
		return d.InUse == 2 && d.Waiting == 3
	})
	if err := lock.Rollback(context.Background()); err != nil {
		t.Fatal(err)
	}
	if statuses := <-ended; statuses[200] != 5 {
		t.Errorf("after the lock: %v", statuses)
	}
}

func TestStatementsArePlannedOnceOrEachTime(t *testing.T) {
	services := withServices(t)
	t.Setenv("PGOPTIONS", "-c log_statement=all")
	executed := func(arguments ...string) (named, unnamed int) {
		beforeNamed, beforeUnnamed := services.logged(t, "execute stmtcache_"), services.logged(t, "execute <unnamed>: SELECT id")
		s := start(t, append(arguments, "--database", services.database, "--db-pool", "1")...)
		s.load(t, "/db-read", 1, 5)
		return services.logged(t, "execute stmtcache_") - beforeNamed, services.logged(t, "execute <unnamed>: SELECT id") - beforeUnnamed
	}
	// The first of all asks how many rows there are.
	if named, unnamed := executed(); named != 6 || unnamed != 0 {
		t.Errorf("prepared: %d named and %d unnamed statements, want 6 and 0", named, unnamed)
	}
	if named, unnamed := executed("--db-prepared=false"); named != 0 || unnamed != 5 {
		t.Errorf("not prepared: %d named and %d unnamed statements, want 0 and 5", named, unnamed)
	}
}

func TestWhatCannotBeAskedIsRefusedAtStart(t *testing.T) {
	services := withServices(t)
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name        string
		environment string
		arguments   []string
		want        string
	}{
		{"prepared already", "", []string{"--prepare", "--database", services.database}, "the database is in use already: give an empty one"},
		{"filled already", "", []string{"--prepare", "--cache", services.cache}, "the cache is in use already: give an empty one"},
		{"not prepared", "", []string{"--port", "0", "--database", strings.TrimSuffix(services.database, "postgres") + "template1"}, "the database has no items: fill it with --prepare first"},
		{"nothing cached", "", []string{"--port", "0", "--cache", strings.TrimSuffix(services.cache, "0") + "1"}, "the cache has no items: fill it with --prepare first"},
		{"wrong password", "PGPASSWORD=wrong", []string{"--port", "0", "--database", services.database}, `the database refused the connection: password authentication failed for user "tester"`},
		{"nobody there", "", []string{"--port", "0", "--database", "postgres://tester@127.0.0.1:" + port + "/postgres"}, "the database cannot be reached: "},
		{"no cache there", "", []string{"--port", "0", "--cache", "redis://127.0.0.1:" + port + "/0"}, "the cache cannot be reached: "},
	}
	for _, test := range tests {
		for _, more := range [][]string{{}, {"--prefork", "--workers", "1"}} {
			t.Run(test.name+strings.Join(more, " "), func(t *testing.T) {
				if name, value, set := strings.Cut(test.environment, "="); set {
					t.Setenv(name, value)
				}
				code, stderr := refused(t, append(more, test.arguments...)...)
				if code != 1 || !strings.Contains(stderr, test.want) || strings.Contains(stderr, password) {
					t.Errorf("exit code %d, stderr %q, want 1 and %q in it", code, stderr, test.want)
				}
			})
		}
	}
}

func TestRetriesMultiplyWhatAFailingServerIsAsked(t *testing.T) {
	failing := start(t, "--failing", "10%", "--seed", "7")
	at := []string{"--downstream", failing.ready.URL + "/simple", "--downstream-retries"}
	caller := start(t, append(at, "1")...)
	statuses := caller.load(t, "/downstream", 1, 1000)
	d := caller.stats(t).Downstream
	// 1,000 calls and their repeats, of which a tenth fails: 1,100 attempts; the standard deviation is 11.
	if d.Calls != 1000 || d.Attempts < 1040 || d.Attempts > 1160 || d.Attempts != int64(failing.stats(t).total()) {
		t.Errorf("%+v, and the other server counted %d", *d, failing.stats(t).total())
	}
	if d.Refused != d.Attempts-1000+d.Exhausted || statuses[502] != int(d.Exhausted) || statuses[200] != 1000-statuses[502] || d.TimedOut+d.Unanswered+d.InFlight != 0 {
		t.Errorf("%+v, and the answers were %v", *d, statuses)
	}
	// The same seed refuses the same answers.
	again := start(t, "--failing", "10%", "--seed", "7", "--framework", "nethttp")
	other := start(t, "--downstream", again.ready.URL+"/simple", "--downstream-retries", "1")
	other.load(t, "/downstream", 1, 1000)
	if got := other.stats(t).Downstream; *got != *d {
		t.Errorf("once %+v, once %+v", *d, *got)
	}
}

// A connection that breaks under a request is one attempt of this server and one request of the other, whatever Go thinks of repeating a GET.
func TestABrokenConnectionIsOneAttempt(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var seen, withBody atomic.Int64
	go func() {
		for {
			socket, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer socket.Close()
				reader := bufio.NewReader(socket)
				for n := 1; ; n++ {
					request, err := http.ReadRequest(reader)
					if err != nil {
						return
					}
					if seen.Add(1); request.ContentLength != 0 || len(request.TransferEncoding) > 0 {
						withBody.Add(1)
					}
					if n%2 == 0 {
						return
					}
					_, _ = io.WriteString(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
				}
			}()
		}
	}()
	s := start(t, "--downstream", "http://"+listener.Addr().String()+"/", "--downstream-retries", "0")
	statuses := s.load(t, "/downstream", 1, 100)
	d := s.stats(t).Downstream
	if seen.Load() != 100 || d.Attempts != 100 || d.Unanswered != 50 || statuses[200] != 50 || withBody.Load() != 0 {
		t.Errorf("%+v, answers %v, and the other server saw %d requests, %d with a body", *d, statuses, seen.Load(), withBody.Load())
	}
}

func TestALateOrMissingServerIsToldApart(t *testing.T) {
	late := start(t, "--delay", "300ms")
	gone, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		url, body string
		status    int
		timedOut  int64
		refused   int64
		broken    int64
	}{
		{late.ready.URL + "/simple", "The other server did not answer in time.", 504, 3, 0, 0},
		{late.ready.URL + "/nothing", "The other server did not answer as it should.", 502, 0, 1, 0},
		{"http://127.0.0.1:" + gone + "/simple", "The other server did not answer as it should.", 502, 0, 0, 3},
	}
	for _, test := range tests {
		s := start(t, "--downstream", test.url, "--downstream-timeout", "100ms", "--downstream-retries", "2")
		status, _, body := s.fetch(t, "/downstream")
		d := s.stats(t).Downstream
		if status != test.status || body != test.body || d.TimedOut != test.timedOut || d.Refused != test.refused || d.Unanswered != test.broken || d.Exhausted != 1 {
			t.Errorf("%s: %d, %s, %+v", test.url, status, body, *d)
		}
	}
	if status, _, _ := late.fetch(t, "/health"); status != 200 {
		t.Errorf("the health of a late server: %d", status)
	}
}

func TestNoPasswordIsOnACommandLine(t *testing.T) {
	services := withServices(t)
	s := start(t, "--prefork", "--workers", "1", "--database", services.database, "--cache", services.cache)
	for _, pid := range append(s.ready.PIDs, s.ready.PID) {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil || strings.Contains(string(line), password) {
			t.Errorf("%q, %v", line, err)
		}
	}
}
