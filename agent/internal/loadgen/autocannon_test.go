package loadgen

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/requests"
)

func driver(t *testing.T) Driver {
	t.Helper()
	return driverOf(t, "autocannon", "/usr/bin/node", "/opt/autocannon.js")
}

func driverOf(t *testing.T, name string, command ...string) Driver {
	t.Helper()
	d, err := New(name, command)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// only is a load of one request.
func only(path string) []requests.Request { return []requests.Request{requests.Get(path, 1)} }

func ms(v float64) *float64 { return &v }

func TestAutocannonOutputIsReadAsItSays(t *testing.T) {
	stdout, err := os.ReadFile("testdata/autocannon.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := driver(t).Parse(Load{Loop: Closed}, stdout)
	if err != nil {
		t.Fatal(err)
	}
	want := Result{
		Requests:                243791,
		DurationUs:              4_030_000,
		Workers:                 1,
		RequestsPerSecond:       60948,
		RequestsPerSecondStddev: ms(4701.12),
		RequestsPerSecondMax:    ms(66216),
		BytesPerSecond:          280969216,
		LatencyMs: LatencyMs{
			Mean: ms(0.23), Stddev: ms(0.66), P50: ms(0), P90: ms(1), P97_5: ms(1), P99: ms(2), P99_9: ms(8), P99_99: ms(15), Max: ms(27),
			Loop: "closed", ResolutionUs: 1000,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFailedRequestsAreDataAndAStepWithoutASuccessHasNoLatency(t *testing.T) {
	const stdout = `{"duration":2.02,"workers":3,"errors":7,"timeouts":3,"mismatches":1,"non2xx":40,"resets":0,"2xx":0,
		"latency":{"average":0,"p50":0,"max":0},"requests":{"average":20,"total":40},"throughput":{"average":0}}`
	got, err := driver(t).Parse(Load{Loop: Closed}, []byte(stdout))
	if err != nil {
		t.Fatal(err)
	}
	if got.Workers != 3 {
		t.Errorf("%d workers, it said 3", got.Workers)
	}
	// 7 errors, 3 of them timeouts: 4 connections failed.
	if want := (Errors{Connection: 4, Timeout: 3, Non2xx: 40, Mismatch: 1}); got.Errors != want {
		t.Errorf("errors %+v, want %+v", got.Errors, want)
	}
	if diff := cmp.Diff(LatencyMs{Loop: "closed", ResolutionUs: 1000}, got.LatencyMs); diff != "" {
		t.Error(diff)
	}
}

func TestNonsenseIsAnError(t *testing.T) {
	for stdout, want := range map[string]string{
		"":                        "no JSON",
		" \n":                     "no JSON",
		"Running 10s test":        "no JSON",
		`{"duration":1`:           "no JSON",
		`{}`:                      "lacks",
		`{"duration":1,"2xx":5}`:  "lacks",
		`{"duration":"1 second"}`: "no JSON",
	} {
		if _, err := driver(t).Parse(Load{Loop: Closed}, []byte(stdout)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", stdout, err, want)
		}
	}
}

func TestAutocannonOpensExactlyTheConnectionsAsked(t *testing.T) {
	for _, c := range []struct {
		connections, workers, cpus int
		want                       int // workers; 0: refused
	}{
		{50, 0, 2, 1},       // 2 CPUs - 2, at least 1
		{50, 0, 8, 5},       // 6, which does not divide 50
		{1000, 0, 128, 125}, // 126, which does not divide 1000
		{101, 0, 16, 1},     // a prime
		{50, 5, 2, 5},       // asked for, so not bounded by the CPUs
		{50, 3, 8, 2},       // 2 of 3 is at least half
		{10, 64, 64, 10},    // never more workers than connections
		{1, 8, 8, 1},
		{101, 30, 64, 0}, // 1 of 30
	} {
		planned, err := Plan(driver(t), Load{URL: "http://x", Requests: only("/simple"), Loop: Closed, Connections: c.connections, Pipelining: 1, DurationSeconds: 5, Workers: c.workers, CPUs: c.cpus})
		argv, got := planned.Argv, 1
		if i := slices.Index(argv, "-w"); i >= 0 {
			got = int(argv[i+1][0] - '0')
			for _, digit := range argv[i+1][1:] {
				got = 10*got + int(digit-'0')
			}
		}
		if err != nil {
			got = 0
		}
		if got != c.want {
			t.Errorf("%d connections, %d workers asked, %d CPUs: %d workers (%v), want %d", c.connections, c.workers, c.cpus, got, err, c.want)
		}
		if got > 0 && c.connections%got != 0 {
			t.Errorf("%d workers would open %d connections of %d", got, c.connections/got*got, c.connections)
		}
	}
}

func TestARefusalSaysWhatToAskInstead(t *testing.T) {
	_, err := Plan(driver(t), Load{URL: "http://x", Requests: only("/simple"), Loop: Closed, Connections: 101, Workers: 30, CPUs: 64, Pipelining: 1, DurationSeconds: 1})
	if err == nil || !strings.Contains(err.Error(), "ask for 90 or 120 connections") {
		t.Error(err)
	}
}

func TestAutocannonIsCalledExactly(t *testing.T) {
	planned, err := Plan(driver(t), Load{URL: "http://127.0.0.1:8080", Requests: only("/read"), Loop: Closed, Connections: 64, Pipelining: 4, DurationSeconds: 30, Workers: 2, CPUs: 4})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields("/usr/bin/node /opt/autocannon.js --json --no-progress -c 64 -p 4 -d 30 -w 2 http://127.0.0.1:8080/read")
	if diff := cmp.Diff(want, planned.Argv); diff != "" {
		t.Error(diff)
	}
}
