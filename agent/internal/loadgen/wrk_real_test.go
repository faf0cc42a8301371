package loadgen

import (
	"bytes"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"millionrps/agent/internal/installed"
)

// realWrk runs the installed wrk for a second as the driver plans it. change may alter the words.
func realWrk(t *testing.T, l Load, change func(argv []string)) (result Result, stderr string, err error) {
	t.Helper()
	l.Loop = Closed
	if l.Requests == nil {
		l.Requests = only("/")
	}
	return carriedOut(t, driverOf(t, "wrk", installed.Program(t, "wrk")), l, change)
}

// carriedOut drives the load with the tool itself.
func carriedOut(t *testing.T, d Driver, l Load, change func(argv []string)) (result Result, stderr string, err error) {
	t.Helper()
	l.ScriptFolder = t.TempDir()
	planned, err := Plan(d, l)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range planned.Files {
		if err := os.WriteFile(l.path(file), file.Text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if change != nil {
		change(planned.Argv)
	}
	var stdout, errors bytes.Buffer
	command := exec.CommandContext(t.Context(), planned.Argv[0], planned.Argv[1:]...)
	command.Stdout, command.Stderr = &stdout, &errors
	if planned.SecretsBy == ByEnvironment {
		command.Env = os.Environ()
		for n, name := range l.file().Secrets() {
			command.Env = append(command.Env, SecretVariable(n)+"=secret of "+name)
		}
	}
	if err := command.Run(); err != nil {
		return Result{}, errors.String() + stdout.String(), err
	}
	result, err = d.Parse(l, stdout.Bytes())
	return result, errors.String(), err
}

// served is a server on loopback that counts the requests of its handler.
func served(t *testing.T, handle http.HandlerFunc) (url string, count *atomic.Int64) {
	t.Helper()
	count = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count.Add(1)
		handle(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, count
}

func wantCounted(t *testing.T, what string, served, said int64, inFlight int) {
	t.Helper()
	if said == 0 || served < said || served > said+int64(inFlight) {
		t.Errorf("%s: the server counted %d, the tool %d; at most %d can have been in flight", what, served, said, inFlight)
	}
}

func TestWrkCountsWhatTheServerCounts(t *testing.T) {
	for _, l := range []Load{
		{Connections: 4, Pipelining: 1, DurationSeconds: 1, Workers: 1},
		{Connections: 4, Pipelining: 1, DurationSeconds: 1, Workers: 2},
		{Connections: 4, Pipelining: 4, DurationSeconds: 1, Workers: 2},
	} {
		url, count := served(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })
		l.URL = url
		result, stderr, err := realWrk(t, l, nil)
		if err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		wantCounted(t, "requests", count.Load(), result.Requests, l.Connections*l.Pipelining)
		if result.Errors != (Errors{}) || result.Workers != l.Workers || result.DurationUs < 990_000 || result.DurationUs > 1_800_000 {
			t.Errorf("%+v", result)
		}
		// Each response is "HTTP/1.1 200 OK", a date and a length.
		if perResponse := result.BytesPerSecond / result.RequestsPerSecond; perResponse < 100 || perResponse > 200 {
			t.Errorf("%.1f bytes a response", perResponse)
		}
		if l.Pipelining > 1 {
			if result.LatencyMs != (LatencyMs{Loop: "synthetic", ResolutionUs: 1}) {
				t.Errorf("latency with pipelining: %+v", result.LatencyMs)
			}
			continue
		}
		wantAscending(t, result.LatencyMs, true)
	}
}

func wantAscending(t *testing.T, l LatencyMs, stddev bool) {
	t.Helper()
	var figures []float64
	for _, figure := range []*float64{l.P50, l.P90, l.P95, l.P97_5, l.P99, l.P99_9, l.P99_99, l.Max} {
		if figure == nil {
			t.Fatalf("a figure is missing: %+v", l)
		}
		figures = append(figures, *figure)
	}
	if !slices.IsSorted(figures) || figures[0] <= 0 || l.Mean == nil || *l.Mean <= 0 || stddev != (l.Stddev != nil) {
		t.Errorf("latency %v, mean %v", figures, l.Mean)
	}
}

func TestWrkCountsAStatusAbove399AsARequestAndAnError(t *testing.T) {
	var failures atomic.Int64
	var turn atomic.Int64
	url, count := served(t, func(w http.ResponseWriter, _ *http.Request) {
		if turn.Add(1)%4 == 0 {
			failures.Add(1)
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	result, stderr, err := realWrk(t, Load{URL: url, Connections: 4, Pipelining: 1, DurationSeconds: 1, Workers: 1}, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	wantCounted(t, "requests", count.Load(), result.Requests, 4)
	wantCounted(t, "failures", failures.Load(), result.Errors.Non2xx, 4)
	wantAscending(t, result.LatencyMs, true)
}

func TestWrkCountsAConnectionThatEndsUnderARequest(t *testing.T) {
	url, count := served(t, func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) })
	result, stderr, err := realWrk(t, Load{URL: url, Connections: 4, Pipelining: 1, DurationSeconds: 1, Workers: 1}, nil)
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	wantCounted(t, "ended connections", count.Load(), result.Errors.Reset, 4)
	if result.Requests != 0 || result.LatencyMs.P50 != nil || result.LatencyMs.Max != nil {
		t.Errorf("%+v", result)
	}
}

func TestWrkCountsAResponseAfterTheTimeoutAsARequestWithoutALatency(t *testing.T) {
	url, count := served(t, func(http.ResponseWriter, *http.Request) { time.Sleep(1200 * time.Millisecond) })
	result, stderr, err := realWrk(t, Load{URL: url, Connections: 4, Pipelining: 1, DurationSeconds: 2, Workers: 1}, func(argv []string) {
		argv[slices.Index(argv, "--timeout")+1] = "1s"
	})
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	wantCounted(t, "requests", count.Load(), result.Requests, 4)
	if result.Errors != (Errors{Timeout: result.Requests}) || result.LatencyMs.P50 != nil {
		t.Errorf("%+v", result)
	}
}

func TestWrkEndsAtOnceWhenNothingListens(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listener.Addr().String()
	listener.Close()
	_, stderr, err := realWrk(t, Load{URL: url, Connections: 4, Pipelining: 1, DurationSeconds: 1, Workers: 1}, nil)
	if err == nil || err.Error() != "exit status 1" || !strings.Contains(stderr, "Connection refused") {
		t.Errorf("%v: %q", err, stderr)
	}
}
