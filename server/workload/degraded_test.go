package workload

import (
	"slices"
	"testing"
	"time"
)

// outcomes are the statuses of the first answers of a route that fails on demand.
func outcomes(t *testing.T, d Degradation, worker, answers int) []int {
	t.Helper()
	fixed := Route{Path: "/simple", Body: func(_, _ uint64) []byte { return Simple }}
	route := Degrade([]Route{fixed}, d, worker)[0]
	var statuses []int
	for range answers {
		body, status := route.Ask(nil)
		if (status == 200) != slices.Equal(body, Simple) {
			t.Fatalf("status %d with %q", status, body)
		}
		statuses = append(statuses, status)
	}
	return statuses
}

func TestASeedDecidesWhichAnswersFail(t *testing.T) {
	one := outcomes(t, Degradation{Failing: 0.2, Seed: 1}, 0, 1000)
	failed := 0
	for _, status := range one {
		if status == 503 {
			failed++
		}
	}
	// The standard deviation is sqrt(1000 × 0.2 × 0.8) = 13.
	if failed < 140 || failed > 260 {
		t.Errorf("%d of 1,000 answers failed, want 200 ± 60", failed)
	}
	if !slices.Equal(one, outcomes(t, Degradation{Failing: 0.2, Seed: 1}, 0, 1000)) {
		t.Error("the same seed failed other answers")
	}
	if slices.Equal(one, outcomes(t, Degradation{Failing: 0.2, Seed: 2}, 0, 1000)) || slices.Equal(one, outcomes(t, Degradation{Failing: 0.2, Seed: 1}, 1, 1000)) {
		t.Error("another seed, or another worker, failed the same answers")
	}
}

func TestADelayHoldsEveryAnswerBackAndLeavesHealthAlone(t *testing.T) {
	began := time.Now()
	if got := outcomes(t, Degradation{Delay: 20 * time.Millisecond}, 0, 2); !slices.Equal(got, []int{200, 200}) || time.Since(began) < 40*time.Millisecond {
		t.Errorf("%v after %s", got, time.Since(began))
	}
	for _, route := range Degrade(Routes(generate(t, ProductSeed), pickerNamed(t, PickLocal, 0)), Degradation{Failing: 1}, 0) {
		if (route.Ask == nil) != route.Uncounted {
			t.Errorf("%s: asked %t, counted %t", route.Path, route.Ask != nil, !route.Uncounted)
		}
	}
}

func TestPercentages(t *testing.T) {
	for text, want := range map[string]float64{"0%": 0, "1%": 0.01, "0.5%": 0.005, "100%": 1} {
		if got, err := ParsePercent(text); err != nil || got != want {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1", "%", "-1%", "101%", "NaN%", "1%%"} {
		if got, err := ParsePercent(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
