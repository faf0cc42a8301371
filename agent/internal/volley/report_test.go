package volley

import (
	"slices"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/requests"
)

func TestCountsThatDoNotAddUpAreNoReport(t *testing.T) {
	fine := func() tally {
		x := newTally(0, 2*time.Second)
		x.sent, x.inFlight = 4, 1
		x.succeed(0, time.Millisecond)
		x.succeed(0, 1500*time.Millisecond)
		x.fail(Reset, 0, 5*time.Second)
		return x
	}
	whole := fine()
	if err := whole.addsUp(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*tally){
		"sent":      func(x *tally) { x.sent++ },
		"in flight": func(x *tally) { x.inFlight-- },
		"failed":    func(x *tally) { x.failed[Timeout]++; x.sent++ },
		"succeeded": func(x *tally) { x.succeeded++; x.sent++ },
		"latency":   func(x *tally) { _ = x.latency.RecordValue(1) },
		"interval":  func(x *tally) { x.intervals[1][7]++ },
		"intervals": func(x *tally) { x.intervals[0], x.intervals[1] = interval{1: 2}, interval{} },
	} {
		x := fine()
		spoil(&x)
		if err := x.addsUp(); err == nil || !strings.Contains(err.Error(), "lost count") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A service that takes long answers requests of the warm-up for a good part of the measurement, and some of the measurement's own after it.
func TestWhatBeganInTheWarmUpCountsWhereItEnded(t *testing.T) {
	x := newTally(time.Second, 3*time.Second)
	x.succeed(100*time.Millisecond, 900*time.Millisecond) // over before it began
	x.fail(Non2xx, 100*time.Millisecond, 900*time.Millisecond)
	x.succeed(900*time.Millisecond, 1500*time.Millisecond)
	x.succeed(950*time.Millisecond, 2100*time.Millisecond)
	x.fail(Non2xx, 950*time.Millisecond, 2200*time.Millisecond)
	x.sent, x.inFlight = 2, 1
	x.succeed(1100*time.Millisecond, 2300*time.Millisecond)
	if err := x.addsUp(); err != nil {
		t.Fatal(err)
	}
	var r Report
	r.fill(&x, &plan{}, &Options{}, 0)
	if r.Sent != 2 || r.Succeeded != 1 || r.Earlier.Succeeded != 2 || r.Earlier.Failed.Non2xx != 1 || r.Failed.Total != 0 {
		t.Errorf("%+v", r)
	}
	if r.RequestsPerSecond != 1.5 || !slices.Equal(r.Seconds.Succeeded, []int64{1, 2}) || !slices.Equal(r.Seconds.Failed, []int64{0, 1}) {
		t.Errorf("%v req/s, %v", r.RequestsPerSecond, r.Seconds)
	}
	if sum(r.Histogram.Counts) != 1 {
		t.Errorf("latency is of what was due in the measurement: %v", r.Histogram)
	}
	x.seconds[0].earlierSucceeded++
	if err := x.addsUp(); err == nil || !strings.Contains(err.Error(), "of the warm-up") {
		t.Error(err)
	}
}

func TestMergingLoopsIsExact(t *testing.T) {
	one, other, union := newTally(0, 3*time.Second), newTally(0, 3*time.Second), newTally(0, 3*time.Second)
	for i := range time.Duration(3000) {
		part := &one
		if i%3 == 0 {
			part = &other
		}
		for _, x := range []*tally{part, &union} {
			x.sent++
			x.succeed(i*time.Millisecond, i*time.Millisecond+i*i*time.Microsecond/10)
		}
	}
	one.add(&other)
	if err := one.addsUp(); err != nil {
		t.Error(err)
	}
	a, b := histogramOf(one.latency), histogramOf(union.latency)
	if len(a.ValuesUs) != len(b.ValuesUs) || len(a.ValuesUs) == 0 {
		t.Fatalf("%d and %d buckets", len(a.ValuesUs), len(b.ValuesUs))
	}
	for i := range a.ValuesUs {
		if a.ValuesUs[i] != b.ValuesUs[i] || a.Counts[i] != b.Counts[i] {
			t.Fatalf("bucket %d: %d × %d, but %d × %d together", i, a.Counts[i], a.ValuesUs[i], b.Counts[i], b.ValuesUs[i])
		}
	}
}

func TestAReportForPeopleHasUnitsAndItsLoop(t *testing.T) {
	s := serve(t, "tcp", ok)
	o := s.options("/")
	o.Rate, o.Duration, o.Warmup = 500, 200*time.Millisecond, 100*time.Millisecond
	o.Requests = []requests.Request{requests.Get("/a", 2), ofBytes("/b", 1, 4)}
	var text strings.Builder
	if err := measure(t, o).Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"volley /a (weight 2), /b (weight 1) on http://", "open loop, 500.0 req/s constant, 4 connections, pipelining 1, 200ms measured after 0.1 s of warm-up\n",
		"offered  500.0 req/s", "requests (mismatch 3", "latency of requests that succeeded (open loop: from when each request was due)",
		"p97.5", "p99.99", " ms\n", "µs per request that succeeded\n", "loop 0 (",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in:\n%s", want, text.String())
		}
	}
	o.Rate, o.Arrivals, o.Requests = 0, "", []requests.Request{ofBytes("/", 1, 4)}
	text.Reset()
	if err := measure(t, o).Write(&text); err != nil || !strings.Contains(text.String(), "none: no request succeeded") || !strings.Contains(text.String(), "closed loop") {
		t.Errorf("%v:\n%s", err, text.String())
	}
}
