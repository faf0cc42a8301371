package volley

import (
	"math"
	"slices"
	"testing"
	"time"
)

// times are all of several loops' intended send times until an end.
func times(r rates, arrivals string, loops int, end time.Duration) (all []time.Duration) {
	for i := range loops {
		for s := newSchedule(r, arrivals, i, loops, 7); s.next < end; s.pass() {
			all = append(all, s.next)
		}
	}
	slices.Sort(all)
	return all
}

func TestConstantLoopsTogetherAreAsEvenAsOne(t *testing.T) {
	r := rates{from: 1000, to: 1000}
	for _, loops := range []int{1, 3, 4} {
		all := times(r, Constant, loops, time.Second)
		if len(all) != 1000 {
			t.Fatalf("%d loops: %d times in a second at 1000/s", loops, len(all))
		}
		for i, at := range all {
			if at != time.Duration(i)*time.Millisecond {
				t.Fatalf("%d loops: time %d is %s", loops, i, at)
			}
		}
	}
}

func TestARampIsALine(t *testing.T) {
	for _, r := range []rates{{from: 100, to: 1100, lead: 2, ramp: 10}, {from: 1100, to: 100, ramp: 10}, {from: 600, to: 600, lead: 1, ramp: 10}} {
		all := times(r, Constant, 2, seconds(r.lead+r.ramp+5))
		between := func(a, b float64) (n float64) {
			for _, at := range all {
				if at >= seconds(a) && at < seconds(b) {
					n++
				}
			}
			return n
		}
		for _, c := range []struct{ from, to, want float64 }{
			{0, r.lead, r.from * r.lead},
			{r.lead, r.lead + 5, 5 * (0.75*r.from + 0.25*r.to)},
			{r.lead, r.lead + 10, 5 * (r.from + r.to)},
			{r.lead + 10, r.lead + 15, 5 * r.to},
		} {
			if got := between(c.from, c.to); math.Abs(got-c.want) > 2 {
				t.Errorf("%+v: %v times between %v s and %v s, want %v", r, got, c.from, c.to, c.want)
			}
		}
	}
}

func TestPoissonHasItsRateAndItsSpread(t *testing.T) {
	all := times(rates{from: 10_000, to: 10_000}, Poisson, 3, 10*time.Second)
	if n := float64(len(all)); math.Abs(n-100_000) > 5*math.Sqrt(100_000) {
		t.Errorf("%v times in 10 s at 10000/s", n)
	}
	sum, squares := 0.0, 0.0
	for i := 1; i < len(all); i++ {
		gap := (all[i] - all[i-1]).Seconds()
		sum, squares = sum+gap, squares+gap*gap
	}
	n := float64(len(all) - 1)
	mean := sum / n
	if variation := math.Sqrt(squares/n-mean*mean) / mean; math.Abs(variation-1) > 0.03 {
		t.Errorf("the gaps vary by %v of their mean; a Poisson process has 1", variation)
	}
	if again := times(rates{from: 10_000, to: 10_000}, Poisson, 3, 10*time.Second); !slices.Equal(all, again) {
		t.Error("the same seed gave other times")
	}
}

func TestWhatIsLeftIsCountedInsideTheMeasurementOnly(t *testing.T) {
	s := newSchedule(rates{from: 100, to: 100}, Constant, 0, 1, 0)
	for range 50 {
		s.pass()
	}
	if left := s.left(time.Second, 3*time.Second); left != 200 {
		t.Errorf("%d left, want 200", left)
	}
	if left := s.left(time.Second, 3*time.Second); left != 0 {
		t.Errorf("%d left after all were passed", left)
	}
}
