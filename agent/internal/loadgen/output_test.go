package loadgen

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// rated is an open loop, as far as its output depends on it.
func rated(perSecond, seconds int) Load {
	return Load{Loop: Open, RequestsPerSecond: perSecond, DurationSeconds: seconds}
}

func count(n int64) *int64 { return &n }

// wantParsed reads a sample, to a relative 1e-9: the figures below were worked out by hand.
func wantParsed(t *testing.T, name, file string, driven Load, want Result) {
	t.Helper()
	stdout, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := driverOf(t, name, "/opt/"+name).Parse(driven, stdout)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestOhaOutputIsReadAsItSays(t *testing.T) {
	want := Result{
		Requests: 408832, DurationUs: 4_005_292, RequestsPerSecond: 408832 / 4.005292962, BytesPerSecond: 459273271.7562446,
		LatencyMs: LatencyMs{
			Mean: ms(0.48784150395761623), P50: ms(0.236533), P90: ms(0.754623), P95: ms(2.086011), P99: ms(4.353065), P99_9: ms(8.242699),
			P99_99: ms(8.842941), Max: ms(9.933868), Loop: "closed", ResolutionUs: 1,
		},
	}
	wantParsed(t, "oha", "oha.json", Load{Loop: Closed}, want)
	want.LatencyMs.Loop, want.OfferedPerSecond, want.Unsent = "open", ms(110_000), count(440_000-408_832)
	wantParsed(t, "oha", "oha.json", rated(110_000, 4), want)
}

func TestOhaFailuresAreCountedByKindAndTheEndIsNoFailure(t *testing.T) {
	const stdout = `{"summary":{"total":2,"slowest":null,"average":null,"sizePerSec":0},"latencyPercentiles":{"p50":null},
		"statusCodeDistribution":{"500":4,"302":1},"errorDistribution":{"aborted due to deadline":50,"timeout":3,
		"connection error: Connection refused (os error 111)":7,"connection closed before message completed":2,"invalid HTTP version parsed":1}}`
	got, err := driverOf(t, "oha", "/opt/oha").Parse(rated(10, 2), []byte(stdout))
	if err != nil {
		t.Fatal(err)
	}
	want := Result{
		Requests: 6, DurationUs: 2_000_000, RequestsPerSecond: 3, LatencyMs: LatencyMs{Loop: "open", ResolutionUs: 1},
		OfferedPerSecond: ms(10), Unsent: count(2), Errors: Errors{Connection: 7, Timeout: 3, Reset: 2, Non2xx: 5, Mismatch: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWrk2OutputIsReadAsItSays(t *testing.T) {
	wantParsed(t, "wrk2", "wrk2.txt", rated(1000, 20), Result{
		Requests: 19901, DurationUs: 20_000_000, Workers: 1, RequestsPerSecond: 995.05, BytesPerSecond: 2.35 * 1024 * 1024 / 20,
		LatencyMs: LatencyMs{
			Mean: ms(11.662), Stddev: ms(36.62), P50: ms(0.933), P90: ms(12.927), P95: ms(107.711), P97_5: ms(155.391), P99: ms(183.68),
			P99_9: ms(201.087), P99_99: ms(204.16), Max: ms(204.288), Loop: "open", ResolutionUs: 1,
		},
		OfferedPerSecond: ms(1000), ConnectsFailed: count(0), Errors: Errors{Non2xx: 7},
	})
}

// The list has two decimals, which of seconds are 10 ms: the steps of the spectrum around it are finer.
func TestWrk2ListedPercentilesStayWithinTheStepsOfTheSpectrum(t *testing.T) {
	text, err := os.ReadFile("testdata/wrk2.txt")
	if err != nil {
		t.Fatal(err)
	}
	for listed, want := range map[string]float64{"183.68ms": 183.68, "0.18s": 182.399, "0.19s": 185.343, "182.40ms": 182.4} {
		changed := strings.Replace(string(text), " 99.000%  183.68ms", " 99.000%  "+listed, 1)
		got, err := driverOf(t, "wrk2", "/opt/wrk2").Parse(rated(1000, 20), []byte(changed))
		if err != nil {
			t.Fatal(err)
		}
		if *got.LatencyMs.P99 != want || *got.LatencyMs.P50 != 0.933 {
			t.Errorf("%s: %v, want %v", listed, *got.LatencyMs.P99, want)
		}
	}
}

func TestWrk2FailuresAreData(t *testing.T) {
	text, err := os.ReadFile("testdata/wrk2.txt")
	if err != nil {
		t.Fatal(err)
	}
	failing := strings.Replace(string(text), "\nRequests/sec", "\n  Socket errors: connect 1, read 2, write 4, timeout 8\nRequests/sec", 1)
	failing = strings.Replace(failing, `"status":7`, `"status":19901`, 1)
	got, err := driverOf(t, "wrk2", "/opt/wrk2").Parse(rated(1000, 20), []byte(failing))
	if err != nil {
		t.Fatal(err)
	}
	if want := (Errors{Reset: 6, Timeout: 8, Non2xx: 19901}); got.Errors != want || *got.ConnectsFailed != 1 || got.LatencyMs.P50 != nil {
		t.Errorf("%+v, %+v, want %+v", got.Errors, got.LatencyMs, want)
	}
}

// k6's failed requests are what it calls passes of http_req_failed.
func TestK6OutputIsReadAsItSays(t *testing.T) {
	wantParsed(t, "k6", "k6.json", rated(500, 1), Result{
		Requests: 390, DurationUs: 1_082_203, RequestsPerSecond: 390 / 1.082203132, BytesPerSecond: 46978 / 1.082203132,
		LatencyMs: LatencyMs{
			Mean: ms(12.10503366477273), P50: ms(1.0126405), P90: ms(32.005897600000004), P95: ms(84.06849824999958), P97_5: ms(104.54381975),
			P99: ms(104.58788658), P99_9: ms(104.76051612200001), P99_99: ms(104.80934731219999), Max: ms(104.814773), Loop: "open", ResolutionUs: 1,
		},
		OfferedPerSecond: ms(500), Unsent: count(151), Errors: Errors{Non2xx: 38},
	})
	// A summary of k6's own, whose 'fails' are its 68913 successes.
	wantParsed(t, "k6", "k6-summary.json", Load{Loop: Closed}, Result{
		Requests: 68913, DurationUs: 4_001_085, RequestsPerSecond: 17223.57451429771, BytesPerSecond: 79391408.52732828,
		LatencyMs: LatencyMs{
			Mean: ms(2.873372010709112), P50: ms(2.464252), P90: ms(4.9961868), P99: ms(12.744906480000006), P99_9: ms(17.038438632000062),
			Max: ms(24.685519), Loop: "closed", ResolutionUs: 1,
		},
	})
}

func TestNonsenseOfEveryToolIsAnError(t *testing.T) {
	for _, name := range Names() {
		d := driverOf(t, name, "/opt/"+name)
		for _, stdout := range []string{"", " \n", "Killed", "{}", "[]", "null", `{"summary":{}}`, `{"result":{}}`, `{"metrics":{}}`, "  1 threads and 2 connections\n"} {
			if got, err := d.Parse(rated(1, 20), []byte(stdout)); err == nil {
				t.Errorf("%s: %q is %+v", name, stdout, got)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, file := range []string{"autocannon.json", "wrk.txt", "oha.json", "wrk2.txt", "k6.json", "vegeta.json", "volley-open.json"} {
		stdout, err := os.ReadFile("testdata/" + file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(stdout)
	}
	var drivers []Driver
	for _, name := range Names() {
		d, err := New(name, []string{"/opt/" + name})
		if err != nil {
			f.Fatal(err)
		}
		drivers = append(drivers, d)
	}
	f.Fuzz(func(t *testing.T, stdout []byte) {
		for _, d := range drivers {
			if r, err := d.Parse(rated(10, 1), stdout); err == nil && r.DurationUs < 0 {
				t.Errorf("%s: %+v", d.Name(), r)
			}
		}
	})
}
