package profiles

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func endpoints() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	return mux
}

// burn makes work for a profile until the test ends: arithmetic under a lock that two want.
func burn(t *testing.T) {
	runtime.SetBlockProfileRate(1)
	before := runtime.SetMutexProfileFraction(1)
	done := make(chan struct{})
	var lock sync.Mutex
	var working sync.WaitGroup
	for range 2 {
		working.Go(func() { spin(&lock, done) })
	}
	t.Cleanup(func() {
		close(done)
		working.Wait()
		runtime.SetBlockProfileRate(0)
		runtime.SetMutexProfileFraction(before)
	})
}

func spin(lock *sync.Mutex, done chan struct{}) {
	for sum := 1; ; {
		select {
		case <-done:
			return
		default:
		}
		lock.Lock()
		for i := range 100_000 {
			sum = sum*31 + i
		}
		lock.Unlock()
		runtime.Gosched()
	}
}

// The kinds are taken at the same time, of a real program over a real connection.
func TestEveryKindIsCapturedAtTheSameTime(t *testing.T) {
	burn(t)
	socket := filepath.Join(t.TempDir(), "pprof.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: endpoints()}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	plain := httptest.NewServer(endpoints())
	defer plain.Close()

	var capturing sync.WaitGroup
	for kind, want := range map[Kind]struct{ sample, unit, function string }{
		CPU:       {"cpu", "nanoseconds", "profiles.spin"},
		Block:     {"delay", "nanoseconds", "sync.(*Mutex).Lock"},
		Mutex:     {"delay", "nanoseconds", "sync.(*Mutex).Unlock"},
		Heap:      {"inuse_space", "bytes", ""},
		Goroutine: {"goroutine", "count", "profiles.spin"},
	} {
		endpoint := "unix:" + socket
		if !kind.OverTime() {
			endpoint = plain.URL + "/debug/pprof/"
		}
		capturing.Go(func() {
			p, err := Capture(t.Context(), endpoint, kind, 1)
			if err != nil {
				t.Errorf("%s: %v", kind, err)
				return
			}
			if p.SampleType != want.sample || p.Unit != want.unit || p.Processes != 1 || kind.OverTime() && p.DurationSeconds < 0.9 {
				t.Errorf("%s: %+v", kind, p)
			}
			named := slices.ContainsFunc(p.Functions, func(f Function) bool {
				return strings.HasSuffix(f.Name, want.function) && strings.Contains(f.File, ".go:") && f.Cumulative > 0
			})
			if kind != Heap && (!named || p.Total <= 0) {
				t.Errorf("%s names no %s: %+v", kind, want.function, p.Functions)
			}
		})
	}
	capturing.Wait()
}

func TestAnEndpointThatGivesNoProfileSaysWhy(t *testing.T) {
	answer := func(status int, body string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	for endpoint, want := range map[string]string{
		answer(409, "another cpu capture is being taken\nmore"): "answered 409 for profile?seconds=1: another cpu capture is being taken",
		answer(500, ""):                  "answered 500 for profile?seconds=1",
		answer(302, ""):                  "answered 302",
		answer(200, "<html>"):            "what came is no profile",
		"unix:/no/such.sock":             "unix:/no/such.sock does not answer: dial unix /no/such.sock: connect: no such file or directory",
		"http://127.0.0.1:1/debug/pprof": "does not answer: dial tcp 127.0.0.1:1: connect: connection refused",
	} {
		_, err := Capture(t.Context(), endpoint, CPU, 1)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "more") {
			t.Errorf("%s: %v, want %s", endpoint, err, want)
		}
	}
}

func TestACaptureEndsWithItsStep(t *testing.T) {
	server := httptest.NewServer(endpoints())
	defer server.Close()
	reason := errors.New("the step had ended")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(reason) })
	began := time.Now()
	if _, err := Capture(ctx, server.URL+"/debug/pprof", Goroutine, 0); err != nil {
		t.Error(err)
	}
	if _, err := Capture(ctx, server.URL+"/debug/pprof", CPU, 30); !errors.Is(err, reason) || time.Since(began) > 10*time.Second {
		t.Errorf("%v after %s", err, time.Since(began))
	}
}
