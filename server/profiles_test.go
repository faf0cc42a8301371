package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

// startProfiled starts a server with a pprof socket and returns the socket's path.
func startProfiled(t *testing.T, arguments ...string) (*running, string) {
	t.Helper()
	path := filepath.Join(shortFolder(t), "pprof")
	return start(t, append([]string{"--pprof-socket", path}, arguments...)...), path
}

// ask returns the status and the body.
func ask(t *testing.T, socket, what string) (int, []byte) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", socket) },
	}}
	answer, err := client.Get("http://target/debug/pprof/" + what)
	if err != nil {
		t.Error(err)
		return 0, nil
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Error(err)
	}
	return answer.StatusCode, body
}

func profileOf(t *testing.T, socket, what string) *profile.Profile {
	t.Helper()
	status, body := ask(t, socket, what)
	if status != 200 {
		t.Fatalf("%s: status %d, %s", what, status, body)
	}
	p, err := profile.Parse(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return p
}

// load keeps connections busy until the test ends.
func load(t *testing.T, s *running, connections int, path string) {
	t.Helper()
	for range connections {
		c := dial(t, s)
		go func() {
			for {
				if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
					return
				}
				if err := c.receiveOne(); err != nil {
					return
				}
			}
		}()
	}
}

// sumOf adds a value up, by the label `worker`, over samples whose stack names a function.
func sumOf(p *profile.Profile, value int, function string) map[string]int64 {
	sums := map[string]int64{}
	for _, s := range p.Sample {
		if !names(s, function) {
			continue
		}
		worker := ""
		if label := s.Label["worker"]; label != nil {
			worker = label[0]
		}
		sums[worker] += s.Value[value]
	}
	return sums
}

func names(s *profile.Sample, function string) bool {
	for _, location := range s.Location {
		for _, line := range location.Line {
			if strings.Contains(line.Function.Name, function) {
				return true
			}
		}
	}
	return false
}

func TestOneCPUProfileHoldsEveryWorker(t *testing.T) {
	everyCommandLine(t, func(t *testing.T, arguments []string) {
		s, socket := startProfiled(t, arguments...)
		load(t, s, 20, "/compute")
		p := profileOf(t, socket, "profile?seconds=1")
		if p.DurationNanos < 0.9e9 || p.DurationNanos > 2e9 {
			t.Errorf("says it took %d ns, want 1 s", p.DurationNanos)
		}
		sums := sumOf(p, 1, "workload.appendSummary")
		if s.ready.Prefork && (sums["0"] == 0 || sums["1"] == 0 || len(sums) != 2) || !s.ready.Prefork && sums[""] == 0 {
			t.Errorf("CPU time of /compute by worker: %v", sums)
		}
		if got := sumOf(profileOf(t, socket, "goroutine"), 0, ""); len(got) != s.ready.Workers {
			t.Errorf("goroutines by worker: %v", got)
		}
		if got := sumOf(profileOf(t, socket, "heap"), 1, ""); len(got) != s.ready.Workers {
			t.Errorf("allocated bytes by worker: %v", got)
		}
	})
}

func TestTheMutexProfileShowsWhoWaitsForTheLockedSource(t *testing.T) {
	for pick, waited := range map[string]bool{"locked": true, "local": false} {
		t.Run(pick, func(t *testing.T) {
			// Many threads on few cores: whoever holds the lock is interrupted sooner or later.
			s, socket := startProfiled(t, "--pick", pick, "--workers", "16")
			load(t, s, 64, "/compute")
			p := profileOf(t, socket, "mutex?seconds=2")
			sums := sumOf(p, 1, "lockedPicker")
			if (sums[""] > 0) != waited {
				t.Errorf("waits for the random source: %v ns", sums)
			}
		})
	}
}

func TestEveryKindIsListedAndAnswered(t *testing.T) {
	s, socket := startProfiled(t, "--prefork", "--workers", "2")
	_, listed := ask(t, socket, "")
	for _, kind := range []string{"profile?seconds=1", "block?seconds=1", "mutex?seconds=1", "heap", "goroutine"} {
		if path, _, _ := strings.Cut(kind, "="); !strings.Contains(string(listed), "/debug/pprof/"+path) {
			t.Errorf("the list lacks %s: %s", path, listed)
		}
		profileOf(t, socket, kind)
		if p := profileOf(t, socket, kind+separator(kind)+"worker=1"); len(sumOf(p, 0, "")) > 1 {
			t.Errorf("%s of one worker holds %v", kind, sumOf(p, 0, ""))
		}
	}
	status, trace := ask(t, socket, "trace?seconds=1&worker=1")
	if status != 200 || !bytes.HasPrefix(trace, []byte("go 1.")) {
		t.Errorf("trace: status %d, %d bytes", status, len(trace))
	}
	for _, test := range []struct {
		what   string
		status int
		want   string
	}{
		{"trace?seconds=1", 400, "traces cannot be merged; name one worker, from 0 to 1\n"},
		{"mutex", 400, "seconds must be a whole number from 1 to 600 for mutex, not \"\"\n"},
		{"allocs", 404, "there is no profile kind \"allocs\"; /debug/pprof/ lists what there is\n"},
		{"heap?worker=2", 400, "worker must be a whole number from 0 to 1, not \"2\"\n"},
	} {
		if status, body := ask(t, socket, test.what); status != test.status || string(body) != test.want {
			t.Errorf("%s: %d, %q, want %d, %q", test.what, status, body, test.status, test.want)
		}
	}
	if status := s.get(t, "/debug/pprof/"); status != 404 {
		t.Errorf("the public port answers %d for profiles", status)
	}
}

func separator(kind string) string {
	if strings.Contains(kind, "?") {
		return "&"
	}
	return "?"
}

// during asks for a profile and does something while it is captured.
func during(t *testing.T, socket, what string, do func()) (int, string) {
	t.Helper()
	type told struct {
		status int
		body   []byte
	}
	answered := make(chan told, 1)
	go func() {
		status, body := ask(t, socket, what)
		answered <- told{status, body}
	}()
	time.Sleep(300 * time.Millisecond)
	do()
	select {
	case got := <-answered:
		return got.status, string(got.body)
	case <-time.After(5 * time.Second):
		t.Fatalf("%s was not answered", what)
		return 0, ""
	}
}

func TestAWorkerThatDiesDuringACaptureIsNamed(t *testing.T) {
	s, socket := startProfiled(t, "--prefork", "--workers", "3")
	victim := s.ready.PIDs[1]
	status, body := during(t, socket, "profile?seconds=60", func() {
		if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	})
	if want := fmt.Sprintf("worker 1 (pid %d) died before its profile capture was over\n", victim); status != 502 || body != want {
		t.Errorf("%d, %q, want 502, %q", status, body, want)
	}
	s.exitCode(t)
	if left, err := filepath.Glob(socket + "*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestStoppingCutsACaptureShortAndSaysSo(t *testing.T) {
	for _, mode := range []string{"--prefork=false", "--prefork"} {
		t.Run(mode, func(t *testing.T) {
			s, socket := startProfiled(t, mode, "--workers", "2")
			for index := range s.ready.Workers {
				if !s.ready.Prefork {
					break
				}
				if info, err := os.Stat(fmt.Sprintf("%s.%d", socket, index)); err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("the socket of worker %d: %v, %v", index, info, err)
				}
			}
			if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the socket: %v, %v", info, err)
			}
			status, body := during(t, socket, "block?seconds=60", func() { s.signal(t, syscall.SIGTERM) })
			if status != 503 || !strings.Contains(body, "the target stopped before") {
				t.Errorf("%d, %q", status, body)
			}
			if code := s.exitCode(t); code != 0 {
				t.Errorf("exit code %d; stderr: %s", code, s.stderr.String())
			}
			if left, err := filepath.Glob(socket + "*"); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}
