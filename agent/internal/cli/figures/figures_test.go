package figures

import (
	"testing"

	"millionrps/agent/internal/cli/api"
)

// TestFiguresReadAsOnThePages: the cases are those of formatDifference and figureText.
func TestFiguresReadAsOnThePages(t *testing.T) {
	for ratio, want := range map[float64]string{1: "±0 %", 1.0002: "+0.02 %", 0.987: "−1.3 %", 1.2: "+20 %", 335: "+33,400 %", 0.5: "−50 %"} {
		if got := Change(ratio); got != want {
			t.Errorf("%v: %s, want %s", ratio, got, want)
		}
	}
	for value, want := range map[float64]string{786694: "786,694", 12.34: "12.3", 0.04561: "0.0456", 123.45: "123.5", 8: "8", 999.96: "1000"} {
		if got := Value(value); got != want {
			t.Errorf("%v: %s, want %s", value, got, want)
		}
	}
}

func TestAnIntervalIsStatedOnlyWhereItSaysSomething(t *testing.T) {
	low, high, far := 0.989, 1.005, 11.0
	for _, one := range []struct {
		low, high *float64
		want      string
	}{{&low, &high, "−1.1 to +0.50 %"}, {nil, nil, "no interval"}, {&low, &far, "interval too wide to state"}} {
		if got := Interval(one.low, one.high); got != one.want {
			t.Errorf("%s, want %s", got, one.want)
		}
	}
}

func TestAMetricHasTheNamesOfConditions(t *testing.T) {
	for _, name := range []string{"server CPU per request", "Server  cpu per request", "serverCpuUsPerRequest"} {
		if got, err := Find(name); err != nil || got.Name != "serverCpuUsPerRequest" || got.HigherIsBetter {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	if _, err := Find("speed"); err == nil {
		t.Error("speed is taken for a metric")
	}
}

func TestABuildAgainstItselfHasNoChange(t *testing.T) {
	ratio, low, high, commit, gap := 1.02, 0.99, 1.05, "a", "The client was the bottleneck."
	point := api.HistoryPoint{Revision: "a", Against: &commit, Ratio: &ratio, Low: &low, High: &high}
	if got := Answer(point); got != "noise −1.0 to +5.0 %" {
		t.Error(got)
	}
	left, right := 4.0, 9.0
	point.Candidate, point.Reference = &left, &right
	if candidate, reference := Sides(point, Of("latencyMsP99")); candidate != "6 ms" || reference != "itself" {
		t.Error(candidate, reference)
	}
	point.Revision = "b"
	if candidate, reference := Sides(point, Of("latencyMsP99")); candidate != "4 ms" || reference != "9 ms" {
		t.Error(candidate, reference)
	}
	if got := Answer(point); got != "+2.0 % (−1.0 to +5.0 %)" {
		t.Error(got)
	}
	point.Ratio, point.Gap = nil, &gap
	if got := Answer(point); got != "gap: The client was the bottleneck." {
		t.Error(got)
	}
}
