package loadgen

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestVolleyOutputIsReadAsItSays(t *testing.T) {
	stdout, err := os.ReadFile("testdata/volley-open.json")
	if err != nil {
		t.Fatal(err)
	}
	got, err := driverOf(t, "volley", "/opt/agent").Parse(rated(1000, 1), stdout)
	if err != nil {
		t.Fatal(err)
	}
	h := got.Histogram
	if h == nil || h.SignificantDigits != 3 || len(h.ValuesUs) != 232 || len(h.Counts) != 232 || h.ValuesUs[231] != 4171 {
		t.Fatalf("histogram %+v", h)
	}
	got.Histogram = nil
	want := Result{
		Requests: 1020, StartedAtUs: 1795291080318736, DurationUs: 1_000_000, Workers: 1, RequestsPerSecond: 1020, BytesPerSecond: 1658860,
		LatencyMs: LatencyMs{
			Mean: ms(0.179585294117647), Stddev: ms(0.2485550390372238), P50: ms(0.138), P90: ms(0.226), P95: ms(0.27), P97_5: ms(0.35), P99: ms(1.383),
			P99_9: ms(2.577), P99_99: ms(4.171), Max: ms(4.171), Loop: "open", ResolutionUs: 1,
		},
		SucceededBySecond: []int64{1020}, OfferedPerSecond: ms(1000), Unsent: count(0), ConnectsFailed: count(0),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
}

func TestVolleyFailuresAreDataAndAnEarlyEndIsNot(t *testing.T) {
	const stdout = `{"endedEarly":false,"durationUs":1000000,"succeeded":0,"failed":{"timeout":1,"reset":2,"non2xx":4,"mismatch":8,"malformed":16},
		"earlier":{"succeeded":0,"failed":{"timeout":1,"non2xx":2}},"unsent":0,"connectsFailed":32,"bytesPerSecond":5,"latency":{"p50Us":null},"histogram":{"significantDigits":3,"valuesUs":[],"counts":[]},
		"seconds":{"succeeded":[0]},"loops":[{},{}]}`
	d := driverOf(t, "volley", "/opt/agent")
	got, err := d.Parse(Load{Loop: Closed}, []byte(stdout))
	if err != nil {
		t.Fatal(err)
	}
	want := Result{
		Requests: 30, DurationUs: 1_000_000, Workers: 2, RequestsPerSecond: 30, BytesPerSecond: 5, LatencyMs: LatencyMs{Loop: "closed", ResolutionUs: 1},
		SucceededBySecond: []int64{0}, ConnectsFailed: count(32), Errors: Errors{Timeout: 2, Reset: 2, Non2xx: 6, Mismatch: 24},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := d.Parse(Load{Loop: Closed}, []byte(strings.Replace(stdout, "false", "true", 1))); err == nil || !strings.Contains(err.Error(), "before its time") {
		t.Error(err)
	}
}

func TestVolleySpreadIsThatOfWholeSecondsWithoutFailures(t *testing.T) {
	const stdout = `{"endedEarly":false,"durationUs":3200000,"succeeded":650,"failed":{"timeout":9},"latency":{},
		"histogram":{"significantDigits":3,"valuesUs":[1],"counts":[650]},"seconds":{"succeeded":[100,300,200,50]},"loops":[{}]}`
	d := driverOf(t, "volley", "/opt/agent")
	for _, c := range []struct {
		stdout       string
		stddev, most *float64
	}{
		{stdout, ms(81.64965809277261), ms(300)},
		{strings.Replace(stdout, "3200000", "1900000", 1), nil, nil},
		{strings.Replace(stdout, `"timeout":9`, `"non2xx":9`, 1), nil, nil},
		{strings.Replace(stdout, "[100,300,200,50]", "null", 1), nil, nil},
	} {
		got, err := d.Parse(Load{Loop: Closed}, []byte(c.stdout))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]*float64{c.stddev, c.most}, []*float64{got.RequestsPerSecondStddev, got.RequestsPerSecondMax}); diff != "" {
			t.Error(diff)
		}
	}
}

func TestVolleyTellsLatencyOverTime(t *testing.T) {
	const stdout = `{"startedAtUs":7000000,"durationUs":2000000,"succeeded":5,"failed":{},"latency":{},
		"histogram":{"significantDigits":3,"valuesUs":[100,4001],"counts":[4,1]},"seconds":{"succeeded":[3,2]},"loops":[{}],
		"latencyOverTime":{"intervalSeconds":1,"valuesUs":[101,4095],"intervals":[{"places":[0],"counts":[3]},{"places":[0,1],"counts":[1,1]}]}}`
	d := driverOf(t, "volley", "/opt/agent")
	for name, c := range map[string]struct {
		stdout  string
		want    *OverTime
		problem string
	}{
		"told": {stdout, &OverTime{
			StartedAtUs: 7_000_000, DurationUs: 2_000_000, IntervalSeconds: 1, ValuesUs: []int64{101, 4095},
			Intervals: []Interval{{Places: []int64{0}, Counts: []int64{3}}, {Places: []int64{0, 1}, Counts: []int64{1, 1}}},
		}, ""},
		"by an older volley":        {strings.Replace(stdout, "latencyOverTime", "other", 1), nil, ""},
		"of nothing that succeeded": {strings.Replace(stdout, `"succeeded":5`, `"succeeded":0`, 1), nil, ""},
		"with a count missing":      {strings.Replace(stdout, `"counts":[1,1]`, `"counts":[1]`, 1), nil, "not as many counts as places"},
	} {
		got, err := d.Parse(Load{Loop: Closed}, []byte(c.stdout))
		if problem := fmt.Sprint(err); (err != nil) != (c.problem != "") || !strings.Contains(problem, c.problem) && c.problem != "" {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.want, got.OverTime); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
