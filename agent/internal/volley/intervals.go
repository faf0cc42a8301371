package volley

import (
	"fmt"
	"math/bits"
	"time"
)

const (
	// An octave of latencies has so many buckets: each is at most a sixteenth wide. All their edges are edges of the histogram's buckets, so
	// that those of all intervals add up to it.
	octaveBuckets = 16
	coarseBuckets = 459 // up to an hour
	intervalsMost = 300
)

// interval counts requests by latency.
type interval [coarseBuckets]int64

// coarse is the bucket of a latency of at most an hour.
func coarse(us int64) int {
	octave := max(0, bits.Len64(uint64(us))-5)
	return octave*octaveBuckets + int(us>>octave)
}

// coarseEndUs is the highest latency of a bucket.
func coarseEndUs(bucket int) int64 {
	octave := max(0, bucket/octaveBuckets-1)
	return (int64(bucket-octave*octaveBuckets)+1)<<octave - 1
}

// intervalOf is how many seconds an interval has: one, or so many more as halve the intervals until there are few enough.
func intervalOf(seconds int) int {
	length := 1
	for (seconds+length-1)/length > intervalsMost {
		length *= 2
	}
	return length
}

func newIntervals(seconds int) []interval {
	length := intervalOf(seconds)
	return make([]interval, (seconds+length-1)/length)
}

// intervalsAddUp holds the counts of each interval against those of its seconds.
func (t *tally) intervalsAddUp() error {
	left := make([]int64, len(t.intervals))
	for i, s := range t.seconds {
		left[i/t.intervalSeconds()] += s.succeeded
	}
	for i := range t.intervals {
		for _, count := range t.intervals[i] {
			left[i] -= count
		}
		if left[i] != 0 {
			return fmt.Errorf("volley lost count: interval %d lacks %d latencies of its seconds; these figures are worth nothing, please report it", i+1, left[i])
		}
	}
	return nil
}

// OverTime is the latency of requests that succeeded, by the interval in which they ended, from the start of the measurement. The counts of an
// interval are those of its seconds without earlier requests, and the buckets of all intervals add up to the histogram.
type OverTime struct {
	IntervalSeconds int        `json:"intervalSeconds"` // of the last, as much as was measured
	ValuesUs        []int64    `json:"valuesUs"`        // the highest latency of each bucket that is used, ascending
	Intervals       []Interval `json:"intervals"`
}

// Interval is sparse: places in OverTime.ValuesUs, ascending, and how many requests each has.
type Interval struct {
	Places []int   `json:"places"`
	Counts []int64 `json:"counts"`
}

func overTimeOf(t *tally, measured time.Duration) OverTime {
	o := OverTime{IntervalSeconds: t.intervalSeconds(), ValuesUs: []int64{}, Intervals: []Interval{}}
	var used [coarseBuckets]bool
	for i := range t.intervals {
		for bucket, count := range t.intervals[i] {
			used[bucket] = used[bucket] || count > 0
		}
	}
	var place [coarseBuckets]int
	for bucket, is := range used {
		if is {
			place[bucket], o.ValuesUs = len(o.ValuesUs), append(o.ValuesUs, coarseEndUs(bucket))
		}
	}
	for i := range t.intervals {
		if time.Duration(i*o.IntervalSeconds)*time.Second >= measured {
			break
		}
		part := Interval{Places: []int{}, Counts: []int64{}}
		for bucket, count := range t.intervals[i] {
			if count > 0 {
				part.Places, part.Counts = append(part.Places, place[bucket]), append(part.Counts, count)
			}
		}
		o.Intervals = append(o.Intervals, part)
	}
	return o
}
