package loadgen

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func parsed(t *testing.T, file string) Result {
	t.Helper()
	stdout, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	result, err := driverOf(t, "wrk", "/usr/bin/wrk").Parse(Load{Loop: Closed}, stdout)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestWrkOutputIsReadAsItSays(t *testing.T) {
	want := Result{
		Requests:          131389,
		DurationUs:        3_001_748,
		Workers:           1,
		RequestsPerSecond: 131389 / 3.001748,
		BytesPerSecond:    602987102 / 3.001748,
		ConnectsFailed:    count(0),
		LatencyMs: LatencyMs{
			Mean: ms(0.426983), Stddev: ms(0.655787), P50: ms(0.318), P90: ms(0.515), P95: ms(0.908), P97_5: ms(1.841),
			P99: ms(3.671), P99_9: ms(7.732), P99_99: ms(12.182), Max: ms(12.83), Loop: "synthetic", ResolutionUs: 1,
		},
	}
	if diff := cmp.Diff(want, parsed(t, "wrk.txt")); diff != "" {
		t.Error(diff)
	}
}

func TestWrkHasNoLatencyOfPipelinedRequests(t *testing.T) {
	want := Result{
		Requests:          327080,
		DurationUs:        2_003_495,
		Workers:           2,
		RequestsPerSecond: 327080 / 2.003495,
		BytesPerSecond:    38595440 / 2.003495,
		ConnectsFailed:    count(0),
		LatencyMs:         LatencyMs{Loop: "synthetic", ResolutionUs: 1},
	}
	if diff := cmp.Diff(want, parsed(t, "wrk-pipelining-4.txt")); diff != "" {
		t.Error(diff)
	}
}

// line is what our script prints of one thread, with latencies of 1 and 2 ms.
func line(requests, different string, errors string) string {
	return "Running 1s test @ http://x/\n" + `{"duration":1000000,"requests":` + requests + `,"bytes":10,"threads":1,"pipelining":1,"errors":{` +
		errors + `},"latency":{"different":` + different + `,"mean":1500,"stdev":500,"max":2000,"percentiles":` +
		`{"50":1000,"90":2000,"95":2000,"97.5":2000,"99":2000,"99.9":2000,"99.99":2000}}}` + "\n"
}

func TestWhatWrkCountsAsErrorsIsData(t *testing.T) {
	const none = `"connect":0,"read":0,"write":0,"status":0,"timeout":0`
	for _, c := range []struct {
		name, stdout string
		want         Errors
		latency      bool
	}{
		{"all went well", line("100", "2", none), Errors{}, true},
		{"some of each", line("100", "2", `"connect":1,"read":2,"write":4,"status":8,"timeout":16`),
			Errors{Reset: 6, Non2xx: 8, Timeout: 16}, true}, // a connect is tried again: no request failed by it
		{"no success", line("100", "2", `"connect":0,"read":0,"write":0,"status":100,"timeout":0`), Errors{Non2xx: 100}, false},
		{"every response was late", line("100", "0", `"connect":0,"read":0,"write":0,"status":0,"timeout":100`), Errors{Timeout: 100}, false},
		{"no response", line("0", "0", `"connect":0,"read":50,"write":0,"status":0,"timeout":0`), Errors{Reset: 50}, false},
	} {
		got, err := driverOf(t, "wrk", "/usr/bin/wrk").Parse(Load{Loop: Closed}, []byte(c.stdout))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got.Errors != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got.Errors, c.want)
		}
		l := got.LatencyMs
		for _, figure := range []*float64{l.Mean, l.Stddev, l.P50, l.P90, l.P95, l.P97_5, l.P99, l.P99_9, l.P99_99, l.Max} {
			if (figure != nil) != c.latency {
				t.Errorf("%s: latency %+v, want some: %v", c.name, l, c.latency)
				break
			}
		}
	}
}

func TestNonsenseOfWrkIsAnError(t *testing.T) {
	whole := line("100", "2", `"status":0`)
	for stdout, want := range map[string]string{
		"":                                 "did not end with the JSON",
		" \n":                              "did not end with the JSON",
		"Running 1s test\nRequests/sec: 1": "did not end with the JSON",
		whole[:len(whole)-9]:               "did not end with the JSON",
		whole + "and another word\n":       "did not end with the JSON",
		"text\n{}\n":                       "lacks",
		strings.Replace(whole, `"duration":1000000`, `"duration":0`, 1): "lacks duration",
		strings.Replace(whole, `"errors"`, `"faults"`, 1):               "lacks",
		strings.Replace(whole, `"99.9":`, `"99.8":`, 1):                 "lacks the percentile 99.9",
		strings.Replace(whole, `"requests":100`, `"requests":nan`, 1):   "did not end with the JSON",
	} {
		if _, err := driverOf(t, "wrk", "/usr/bin/wrk").Parse(Load{Loop: Closed}, []byte(stdout)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", stdout, err, want)
		}
	}
}

func TestWrkIsCalledExactly(t *testing.T) {
	for _, c := range []struct {
		pipelining int
		want       string
	}{
		{1, "/usr/bin/wrk -t 2 -c 64 -d 30s --timeout 10s -s /data/tools/wrk.lua http://127.0.0.1:8080/read statuses"},
		{4, "/usr/bin/wrk -t 2 -c 64 -d 30s --timeout 10s -s /data/tools/wrk.lua http://127.0.0.1:8080/read statuses 4"},
	} {
		planned, err := Plan(driverOf(t, "wrk", "/usr/bin/wrk"), Load{
			URL: "http://127.0.0.1:8080", Requests: only("/read"), Loop: Closed, Connections: 64, Pipelining: c.pipelining, DurationSeconds: 30, Workers: 2, CPUs: 4, ScriptFolder: "/data/tools",
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Fields(c.want), planned.Argv); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWrkOpensExactlyTheConnectionsAsked(t *testing.T) {
	for _, c := range []struct {
		connections, workers, cpus int
		want                       int // threads; 0: refused
	}{
		{50, 0, 1, 1},       // 1 CPU - 2, at least 1
		{50, 0, 8, 5},       // 6, which does not divide 50
		{1000, 0, 128, 125}, // 126, which does not divide 1000
		{101, 0, 16, 1},     // a prime
		{50, 5, 2, 5},       // asked for, so not bounded by the CPUs
		{50, 3, 8, 2},       // 2 of 3 is at least half
		{10, 64, 64, 10},    // wrk refuses fewer connections than threads
		{1, 8, 8, 1},
		{101, 30, 64, 0}, // 1 of 30
	} {
		planned, err := Plan(driverOf(t, "wrk", "/usr/bin/wrk"), Load{
			URL: "http://x", Requests: only("/simple"), Loop: Closed, Connections: c.connections, Pipelining: 1, DurationSeconds: 5, Workers: c.workers, CPUs: c.cpus,
		})
		argv := planned.Argv
		if c.want == 0 {
			if err == nil || !strings.Contains(err.Error(), "wrk opens the same number of connections in every thread, and 101 cannot be shared out evenly to 30 threads; ask for 90 or 120 connections") {
				t.Errorf("%+v: %v, %v", c, argv, err)
			}
			continue
		}
		if i := slices.Index(argv, "-t"); err != nil || i < 0 || argv[i+1] != strconv.Itoa(c.want) || c.connections%c.want != 0 {
			t.Errorf("%+v: %v, %v", c, argv, err)
		}
	}
}
