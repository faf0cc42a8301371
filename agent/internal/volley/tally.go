package volley

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Kind is why a request failed.
type Kind uint8

// The kinds of failure. A connection that could not be opened is none of them: no request went out.
const (
	Timeout   Kind = iota // no complete response within the timeout
	Reset                 // the connection ended before a byte of the response came
	Non2xx                // a complete response with a status that is neither from 200 to 299 nor expected
	Mismatch              // a complete response of the wrong length or content, or with another status from 200 to 299 than expected
	Malformed             // what came is no HTTP response, or ends in its middle
	kinds
)

const (
	significantDigits = 3
	latencyMaxUs      = int64(time.Hour / time.Microsecond)
)

func newHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(1, latencyMaxUs, significantDigits)
}

// tally counts what one loop measured. A request belongs to it when it was meant to be sent within the measurement. Those of the warm-up
// that ended within it are counted apart: throughput is what ended in a time, whenever it began.
type tally struct {
	start, end    time.Duration // of the measurement, on the clock of the run
	sent          int64
	succeeded     int64
	failed        [kinds]int64
	earlier       outcomes // of requests that were meant to be sent before the measurement, and ended in it
	inFlight      int64    // at the end
	unsent        int64    // due, never sent
	sentLate      int64    // more than a millisecond after they were due
	connectFailed int64
	bytes         int64 // received during the measurement
	latency       *hdrhistogram.Histogram
	seconds       []second
	at            *second // where now lies
	nextAt        time.Duration
	intervals     []interval
	within        *interval // where now lies
}

type outcomes struct {
	succeeded int64
	failed    [kinds]int64
}

// second of the series. What is earlier ended in it, and belongs to no other count of the measurement.
type second struct{ succeeded, failed, earlierSucceeded, earlierFailed int64 }

func newTally(start, end time.Duration) tally {
	n := int((end - start + time.Second - 1) / time.Second)
	t := tally{start: start, end: end, latency: newHistogram(), seconds: make([]second, n), intervals: newIntervals(n)}
	t.moveTo(start)
	return t
}

func (t *tally) intervalSeconds() int { return intervalOf(len(t.seconds)) }

// begun keeps what was counted before the instant was known at which the measurement begins.
func (t *tally) begun(start, end time.Duration) tally {
	fresh := newTally(start, end)
	fresh.connectFailed = t.connectFailed
	return fresh
}

// moveTo makes the second of now the current one, and the interval that it is in.
func (t *tally) moveTo(now time.Duration) {
	i := min(int((now-t.start)/time.Second), len(t.seconds)-1)
	t.at, t.nextAt = &t.seconds[i], t.start+time.Duration(i+1)*time.Second
	t.within = &t.intervals[i/t.intervalSeconds()]
}

func (t *tally) succeed(due, now time.Duration) {
	if now >= t.nextAt {
		t.moveTo(now)
	}
	if due < t.start {
		if now >= t.start {
			t.earlier.succeeded++
			t.at.earlierSucceeded++
		}
		return
	}
	t.succeeded++
	t.at.succeeded++
	us := min(int64((now-due)/time.Microsecond), latencyMaxUs)
	t.within[coarse(us)]++
	// It cannot be out of range.
	_ = t.latency.RecordValue(us)
}

func (t *tally) fail(kind Kind, due, now time.Duration) {
	if now >= t.nextAt {
		t.moveTo(now)
	}
	if due < t.start {
		if now >= t.start {
			t.earlier.failed[kind]++
			t.at.earlierFailed++
		}
		return
	}
	t.failed[kind]++
	t.at.failed++
}

func (t *tally) failures() int64 { return total(t.failed) }

func total(failed [kinds]int64) (sum int64) {
	for _, n := range failed {
		sum += n
	}
	return sum
}

// add merges another loop's figures, exactly.
func (t *tally) add(other *tally) {
	t.sent += other.sent
	t.succeeded += other.succeeded
	for kind, n := range other.failed {
		t.failed[kind] += n
	}
	t.earlier.succeeded += other.earlier.succeeded
	for kind, n := range other.earlier.failed {
		t.earlier.failed[kind] += n
	}
	t.inFlight += other.inFlight
	t.unsent += other.unsent
	t.sentLate += other.sentLate
	t.connectFailed += other.connectFailed
	t.bytes += other.bytes
	t.latency.Merge(other.latency)
	for i, s := range other.seconds {
		t.seconds[i].succeeded += s.succeeded
		t.seconds[i].failed += s.failed
		t.seconds[i].earlierSucceeded += s.earlierSucceeded
		t.seconds[i].earlierFailed += s.earlierFailed
	}
	for i := range other.intervals {
		for bucket, count := range other.intervals[i] {
			t.intervals[i][bucket] += count
		}
	}
}
