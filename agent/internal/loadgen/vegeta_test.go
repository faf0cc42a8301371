package loadgen

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestVegetaOutputIsReadAsItSays(t *testing.T) {
	stdout, err := os.ReadFile("testdata/vegeta.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := driverOf(t, "vegeta", "/opt/vegeta").Parse(rated(2001, 2), stdout)
	if err != nil {
		t.Fatal(err)
	}
	h := got.Histogram
	if h == nil || h.SignificantDigits != 2 || len(h.ValuesUs) != 396 || h.ValuesUs[395] != 4415 || h.Counts[395] != 1 {
		t.Fatalf("histogram %+v", h)
	}
	total := int64(0)
	for i, us := range h.ValuesUs {
		total += h.Counts[i]
		if bucketEndUs(us) != us {
			t.Errorf("%d µs is not where a bucket of 3 digits ends", us)
		}
	}
	if total != got.Requests {
		t.Errorf("%d in the histogram, %d requests", total, got.Requests)
	}
	// Beside vegeta's own estimates: 0.219493, 0.386379, 0.476494 and 1.091371 ms.
	for i, pair := range [][2]float64{{*got.LatencyMs.P50, 0.219493}, {*got.LatencyMs.P90, 0.386379}, {*got.LatencyMs.P95, 0.476494}, {*got.LatencyMs.P99, 1.091371}} {
		if ratio := pair[0] / pair[1]; ratio < 0.98 || ratio > 1.02 {
			t.Errorf("percentile %d is %g, vegeta says %g", i, pair[0], pair[1])
		}
	}
	wantAscending(t, got.LatencyMs, false)
	got.Histogram, got.LatencyMs = nil, LatencyMs{}
	want := Result{
		Requests: 4002, DurationUs: 1_999_582, Workers: 2, RequestsPerSecond: 4002 / 1.99958283, BytesPerSecond: 6016340 / 1.99958283,
		OfferedPerSecond: ms(2001), Unsent: count(0),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestAReportOfVegetaWithoutBucketsHasItsOwnPercentiles(t *testing.T) {
	report, err := os.ReadFile("testdata/vegeta-report.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := driverOf(t, "vegeta", "/opt/vegeta").Parse(rated(27_000, 4), []byte(`{"attacks":[["vegeta"]],"result":`+string(report)+`}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Result{
		Requests: 105605, DurationUs: 4_000_450, Workers: 1, RequestsPerSecond: 26398.27401697697, BytesPerSecond: 475165705 / 4.000450936,
		LatencyMs: LatencyMs{
			Mean: ms(1.027003), P50: ms(0.826938), P90: ms(2.013599), P95: ms(2.376489), P99: ms(2.857163), Max: ms(12.345626), Loop: "open", ResolutionUs: 1,
		},
		OfferedPerSecond: ms(27_000), Unsent: count(108_000 - 105_605),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestVegetaFailuresAreOfTheKindThatItNames(t *testing.T) {
	const refused = `"Get \"http://127.0.0.1:1/\": dial tcp 0.0.0.0:0->127.0.0.1:1: connect: connection refused"`
	const late = `"Get \"http://127.0.0.1:1/\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"`
	for reasons, want := range map[string]Errors{
		refused:                              {Connection: 6, Non2xx: 3},
		late:                                 {Timeout: 6, Non2xx: 3},
		`"404 Not Found",` + late:            {Timeout: 6, Non2xx: 3},
		refused + "," + late:                 {Connection: 6, Non2xx: 3},
		`"Get \"http://127.0.0.1:1/\": EOF"`: {Reset: 6, Non2xx: 3},
		`"malformed HTTP response \"\\x00\\x01\""`: {Mismatch: 6, Non2xx: 3},
	} {
		stdout := `{"attacks":[[]],"result":{"latencies":{"max":5000},"duration":1000,"wait":1,"requests":9,"status_codes":{"0":6,"404":2,"302":1},"errors":[` + reasons + `]}}`
		got, err := driverOf(t, "vegeta", "/opt/vegeta").Parse(rated(9, 1), []byte(stdout))
		if err != nil {
			t.Fatal(err)
		}
		if got.Errors != want || got.Requests != 3+want.Mismatch || got.LatencyMs.Max != nil || got.Histogram != nil {
			t.Errorf("%s: %+v, want %+v", reasons, got, want)
		}
	}
}
