package vegeta

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/installed"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		os.Exit(Main(os.Args[2:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// real is an attack on a server on loopback that counts.
func real(t *testing.T, handle http.HandlerFunc) (Attack, *atomic.Int64) {
	t.Helper()
	count := &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count.Add(1)
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	targets := filepath.Join(t.TempDir(), "targets.txt")
	if err := os.WriteFile(targets, []byte("GET "+server.URL+"/a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return Attack{Program: installed.Program(t, "vegeta"), Targets: targets, Processes: 3, CPUsPerProcess: 1, RequestsPerSecond: 600, DurationSeconds: 1}, count
}

func (a Attack) words() []string {
	return []string{Command, "--vegeta", a.Program, "--targets", a.Targets, "--processes", strconv.Itoa(a.Processes), "--cpus-per-process", strconv.Itoa(a.CPUsPerProcess),
		"--rate", strconv.Itoa(a.RequestsPerSecond), "--seconds", strconv.Itoa(a.DurationSeconds), "--connections", strconv.Itoa(a.Connections)}
}

// errorFile is one that several processes can write to at once, and what is in it.
func errorFile(t *testing.T) (file *os.File, words func() string) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file, func() string {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

func TestSeveralProcessesAreMergedIntoOneReport(t *testing.T) {
	a, count := real(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) })
	a.Connections = 7
	var stdout bytes.Buffer
	stderr, words := errorFile(t)
	if err := Drive(a, &stdout, stderr); err != nil {
		t.Fatalf("%v: %s", err, words())
	}
	var said struct {
		Attacks [][]string
		Report  []string
		Result  struct {
			Requests int64
			Buckets  map[string]int64
			BytesIn  struct{ Total int64 } `json:"bytes_in"`
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &said); err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, n := range said.Result.Buckets {
		total += n
	}
	if r := said.Result; r.Requests != 600 || count.Load() != 600 || total != 600 || r.BytesIn.Total != 3000 || len(said.Attacks) != 3 || len(said.Report) != 9 {
		t.Errorf("the server counted %d, the buckets %d; %d requests, %d bytes, %d attacks, report %d words", count.Load(), total, r.Requests, r.BytesIn.Total, len(said.Attacks), len(said.Report))
	}
}

func TestOneProcessThatFailsEndsTheOthers(t *testing.T) {
	a, _ := real(t, func(http.ResponseWriter, *http.Request) {})
	a.Targets, a.DurationSeconds = filepath.Join(t.TempDir(), "absent"), 20
	var stdout bytes.Buffer
	stderr, words := errorFile(t)
	began := time.Now()
	if status := Main(a.words()[1:], &stdout, stderr); status != 1 || stdout.Len() > 0 {
		t.Errorf("status %d, printed %q", status, &stdout)
	}
	if took := time.Since(began); took > 10*time.Second || !strings.Contains(words(), "absent") {
		t.Errorf("after %s: %s", took, words())
	}
}

func TestAMistakeInTheCommandIsOneSentence(t *testing.T) {
	for _, mistake := range [][]string{{"--rate", "many"}, {"--vegeta", "/opt/vegeta"}, {"--nonsense"}} {
		var stdout bytes.Buffer
		stderr, words := errorFile(t)
		if status := Main(mistake, &stdout, stderr); status != 2 || words() == "" || stdout.Len() > 0 {
			t.Errorf("%v: status %d, %q", mistake, status, words())
		}
	}
}

func TestProcessesDieWithTheirParentWhateverKillsIt(t *testing.T) {
	a, count := real(t, func(http.ResponseWriter, *http.Request) {})
	a.DurationSeconds = 60
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self, a.words()...)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = parent.Process.Kill() })
	await(t, "no request came", func() bool { return count.Load() > 100 })
	children := childrenOf(t, parent.Process.Pid)
	if len(children) != 4 {
		t.Errorf("%d children, want three attacks and a report", len(children))
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	await(t, "a child lives on", func() bool {
		for _, pid := range children {
			if unix.Kill(pid, 0) == nil && !zombie(pid) {
				return false
			}
		}
		return true
	})
}

func await(t *testing.T, otherwise string, isSo func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !isSo(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(otherwise)
		}
	}
}

func childrenOf(t *testing.T, pid int) (children []int) {
	t.Helper()
	lists, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			children = append(children, child)
		}
	}
	return children
}

// zombie is a process that waits for whoever has adopted it.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || strings.Contains(string(stat), ") Z ")
}
