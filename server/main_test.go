package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"millionrps/server/frameworks"
	"millionrps/server/internal/counter"
)

// binary is the real server, built once: the tests talk to it as an agent does.
var binary string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

func buildAndRun(m *testing.M) int {
	folder, err := os.MkdirTemp("", "server")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "server")
	if output, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the server: %v\n%s", err, output)
		return 1
	}
	defer func() {
		for _, end := range slices.Backward(endings) {
			end()
		}
	}()
	return m.Run()
}

// running is a server that has said it is ready.
type running struct {
	*exec.Cmd
	ready       ready
	address     string
	statsSocket string

	ended  chan struct{}
	stderr lockedBuffer
}

type lockedBuffer struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes.String()
}

func start(t *testing.T, arguments ...string) *running {
	t.Helper()
	s := &running{ended: make(chan struct{}), statsSocket: filepath.Join(shortFolder(t), "stats")}
	s.Cmd = exec.Command(binary, append([]string{"--port", "0", "--stats-socket", s.statsSocket}, arguments...)...)
	s.Stderr = &s.stderr
	stdout, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	go func() {
		_ = s.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() {
		_ = s.Process.Kill()
		<-s.ended
	})
	if err != nil {
		t.Fatalf("no ready line: %v; stderr: %s", err, s.stderr.String())
	}
	if err := json.Unmarshal([]byte(line), &s.ready); err != nil {
		t.Fatalf("the ready line %q is not JSON: %v", line, err)
	}
	_, s.address, _ = strings.Cut(s.ready.URL, "://")
	return s
}

// shortFolder is for sockets: t.TempDir holds the test's name, and a socket's path has 107 bytes at most.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

func (s *running) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := s.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// exitCode waits for the end, at most as long as the default drain timeout.
func (s *running) exitCode(t *testing.T) int {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(6 * time.Second):
		t.Fatalf("the server did not end; stderr: %s", s.stderr.String())
	}
	return s.ProcessState.ExitCode()
}

func (s *running) get(t *testing.T, path string) int {
	t.Helper()
	answer, err := http.Get(s.ready.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

type statsLine struct {
	TimeUs             int64 `json:"timeUs"`
	FirstRequestTimeUs int64 `json:"firstRequestTimeUs"`
	Workers            []struct {
		Worker   int `json:"worker"`
		PID      int `json:"pid"`
		Requests int `json:"requests"`
	} `json:"workers"`
	Database   *counter.PoolReading       `json:"database"`
	Writes     *counter.WritesReading     `json:"writes"`
	Cache      *counter.PoolReading       `json:"cache"`
	Downstream *counter.DownstreamReading `json:"downstream"`
}

func (l statsLine) total() int {
	total := 0
	for _, w := range l.Workers {
		total += w.Requests
	}
	return total
}

func (s *running) stats(t *testing.T) statsLine {
	t.Helper()
	client, err := net.Dial("unix", s.statsSocket)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if _, err := client.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	var l statsLine
	if err := json.NewDecoder(client).Decode(&l); err != nil {
		t.Fatal(err)
	}
	return l
}

// everyVariant runs a test with each framework, with one process and with workers.
func everyVariant(t *testing.T, test func(t *testing.T, s *running)) {
	everyCommandLine(t, func(t *testing.T, arguments []string) { test(t, start(t, arguments...)) })
}

func everyCommandLine(t *testing.T, test func(t *testing.T, arguments []string)) {
	for _, framework := range frameworks.All {
		for _, prefork := range []string{"--prefork=false", "--prefork"} {
			t.Run(framework.Name+prefork, func(t *testing.T) {
				test(t, []string{"--framework", framework.Name, prefork, "--workers", "2"})
			})
		}
	}
}
