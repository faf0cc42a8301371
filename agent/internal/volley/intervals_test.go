package volley

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestCoarseBucketsAreNarrowAndLeaveNoLatencyOut(t *testing.T) {
	if got := coarse(latencyMaxUs); got != coarseBuckets-1 {
		t.Fatalf("an hour is in bucket %d of %d", got, coarseBuckets)
	}
	from := int64(0)
	for bucket := range coarseBuckets {
		end := coarseEndUs(bucket)
		if coarse(from) != bucket || coarse(min(end, latencyMaxUs)) != bucket {
			t.Fatalf("bucket %d, %d to %d µs, holds neither its first nor its last latency", bucket, from, end)
		}
		if width := end - from + 1; width > 1 && width*octaveBuckets > from {
			t.Errorf("bucket %d from %d µs is %d µs wide", bucket, from, width)
		}
		from = end + 1
	}
}

func TestIntervalsAreFewAndKnownBefore(t *testing.T) {
	for seconds, want := range map[int]int{1: 1, 30: 1, 300: 1, 301: 2, 600: 2, 601: 4, 3600: 16, 86_400: 512} {
		if got := intervalOf(seconds); got != want || len(newIntervals(seconds)) > intervalsMost {
			t.Errorf("%d s: intervals of %d s, %d of them", seconds, got, len(newIntervals(seconds)))
		}
	}
}

// folded is the whole histogram in coarse buckets, by the highest latency of each.
func folded(h Histogram) map[int64]int64 {
	counts := map[int64]int64{}
	for i, value := range h.ValuesUs {
		counts[coarseEndUs(coarse(min(value, latencyMaxUs)))] += h.Counts[i]
	}
	return counts
}

// together is all intervals in one.
func together(o OverTime) map[int64]int64 {
	counts := map[int64]int64{}
	for _, part := range o.Intervals {
		for i, place := range part.Places {
			counts[o.ValuesUs[place]] += part.Counts[i]
		}
	}
	return counts
}

// bySecond is a measurement in which a request of each second takes longer than those before.
func bySecond(seconds int) tally {
	x := newTally(time.Second, time.Second+time.Duration(seconds)*time.Second)
	for i := range time.Duration(seconds) {
		ended := x.start + i*time.Second + 900*time.Millisecond
		for n := range 1 + i%3 {
			x.sent++
			x.succeed(max(x.start, ended-(i+1)*(n+1)*1700*time.Microsecond), ended)
		}
		x.sent++
		x.fail(Reset, ended, ended)
	}
	return x
}

func TestIntervalsAddUpToTheHistogramBucketByBucket(t *testing.T) {
	for _, seconds := range []int{1, 7, 300, 301, 1000, 5000} {
		x := bySecond(seconds)
		if err := x.addsUp(); err != nil {
			t.Fatalf("%d s: %v", seconds, err)
		}
		o := overTimeOf(&x, x.end-x.start)
		if diff := cmp.Diff(folded(histogramOf(x.latency)), together(o)); diff != "" {
			t.Errorf("%d s: %s", seconds, diff)
		}
		if len(o.Intervals) > intervalsMost || o.IntervalSeconds*len(o.Intervals) < seconds || o.IntervalSeconds*(len(o.Intervals)-1) >= seconds {
			t.Errorf("%d s: %d intervals of %d s", seconds, len(o.Intervals), o.IntervalSeconds)
		}
	}
}

func TestARequestIsOfTheIntervalInWhichItEnded(t *testing.T) {
	x := newTally(0, 3*time.Second)
	x.sent = 4
	x.succeed(0, 10*time.Millisecond)
	x.succeed(900*time.Millisecond, 2500*time.Millisecond)
	x.succeed(2900*time.Millisecond, 3001*time.Millisecond) // noticed after the end
	x.fail(Timeout, 0, 1500*time.Millisecond)
	want := OverTime{IntervalSeconds: 1, ValuesUs: []int64{10_239, 102_399, 1_638_399}, Intervals: []Interval{
		{Places: []int{0}, Counts: []int64{1}}, {Places: []int{}, Counts: []int64{}}, {Places: []int{1, 2}, Counts: []int64{1, 1}},
	}}
	if diff := cmp.Diff(want, overTimeOf(&x, 3*time.Second)); diff != "" {
		t.Error(diff)
	}
	if early := overTimeOf(&x, 1500*time.Millisecond); len(early.Intervals) != 2 {
		t.Errorf("%d intervals of the 1.5 s that were measured", len(early.Intervals))
	}
}

func TestIntervalsOfLoopsMergeExactly(t *testing.T) {
	one, other, union := newTally(0, 700*time.Second), newTally(0, 700*time.Second), newTally(0, 700*time.Second)
	for i := range time.Duration(7000) {
		part := &one
		if i%3 == 0 {
			part = &other
		}
		for _, x := range []*tally{part, &union} {
			x.sent++
			x.succeed(i*100*time.Millisecond, i*100*time.Millisecond+i*i*time.Microsecond)
		}
	}
	one.add(&other)
	if err := one.addsUp(); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(overTimeOf(&union, 700*time.Second), overTimeOf(&one, 700*time.Second)); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkSucceed(b *testing.B) {
	x := newTally(0, time.Hour)
	for i := range b.N {
		x.succeed(0, time.Duration(50+i&1023)*time.Microsecond)
	}
}
