package loadgen

import (
	"math"
	"strings"
)

// Result is what the tool itself said, in our units.
type Result struct {
	Requests int64
	// StartedAtUs is when load began, by the clock of this host since the epoch; 0 where the tool does not say.
	StartedAtUs int64
	DurationUs  int64
	// Workers are the threads or processes of the tool that made the requests; 0 where the tool does not say.
	Workers                 int
	RequestsPerSecond       float64
	RequestsPerSecondStddev *float64
	RequestsPerSecondMax    *float64
	BytesPerSecond          float64
	LatencyMs               LatencyMs
	// Histogram is nil where the tool has none, or no request succeeded.
	Histogram *Histogram
	// SucceededBySecond counts from the start; nil where the tool does not say.
	SucceededBySecond []int64
	// OverTime is nil where the tool does not say, or no request succeeded.
	OverTime *OverTime
	// OfferedPerSecond is the rate that was asked of an open loop, else nil.
	OfferedPerSecond *float64
	// Unsent are requests of an open loop that were due and never sent; nil in a closed loop and where the tool does not say.
	Unsent *int64
	// ConnectsFailed are connections that could not be made, or were answered unasked: no request failed by them. volley tries them again, wrk
	// and wrk2 do not. Nil where the tool does not say.
	ConnectsFailed *int64
	Errors         Errors
	// TLS is nil without TLS, and where the tool does not tell.
	TLS *NegotiatedTLS
	// Streams is nil without HTTP/2, and where the tool does not tell.
	Streams *Streams
}

// LatencyMs holds nil where the tool has no such figure, or no request succeeded.
type LatencyMs struct {
	Mean, Stddev, P50, P90, P95, P97_5, P99, P99_9, P99_99, Max *float64

	// Loop is the label: closed, synthetic or open.
	Loop         string
	ResolutionUs int64
}

// percentiles are the figures that most tools give, by their share of 100; everyPercentile has their names.
func (l *LatencyMs) percentiles() map[float64]**float64 {
	return map[float64]**float64{50: &l.P50, 90: &l.P90, 95: &l.P95, 97.5: &l.P97_5, 99: &l.P99, 99.9: &l.P99_9, 99.99: &l.P99_99}
}

// Errors are failed requests by kind. What was no proper response is under Mismatch, as is one of the wrong length. Non2xx and Mismatch are
// answers, and so among Result.Requests; the others are not.
type Errors struct {
	Connection, Timeout, Reset, Non2xx, Mismatch int64
}

// Total is how many failed.
func (e Errors) Total() int64 { return e.Connection + e.Timeout + e.Reset + e.Non2xx + e.Mismatch }

func (e Errors) plus(o Errors) Errors {
	return Errors{e.Connection + o.Connection, e.Timeout + o.Timeout, e.Reset + o.Reset, e.Non2xx + o.Non2xx, e.Mismatch + o.Mismatch}
}

// offered is the rate of an open loop.
func (l Load) offered() *float64 {
	if l.Loop != Open {
		return nil
	}
	rate := float64(l.RequestsPerSecond)
	return &rate
}

// unsent is what an open loop owes when it ends after having sent so many.
func (l Load) unsent(sent int64) *int64 {
	if l.Loop != Open {
		return nil
	}
	owed := max(0, int64(l.RequestsPerSecond)*int64(l.DurationSeconds)-sent)
	return &owed
}

// errorKind is the kind of a failure in a tool's words.
type errorKind int

const (
	connectionError errorKind = iota
	timeoutError
	resetError
	mismatchError
)

// kinds are looked for in this order in words of lower case. Go, hyper and the C library say the same things much alike.
var kinds = []struct {
	kind  errorKind
	words []string
}{
	{timeoutError, []string{"timeout", "timed out", "deadline exceeded"}},
	{connectionError, []string{"refused", "unreachable", "no route", "no such host", "lookup", "too many open files", "cannot assign"}},
	{mismatchError, []string{"malformed", "invalid http", "invalid header", "parse", "gzip", "corrupt"}},
	{resetError, []string{"reset", "broken pipe", "eof", "closed", "incomplete", "end of file"}},
}

// kindOf is connection where nothing more is known.
func kindOf(reason string) errorKind {
	reason = strings.ToLower(reason)
	for _, k := range kinds {
		for _, word := range k.words {
			if strings.Contains(reason, word) {
				return k.kind
			}
		}
	}
	return connectionError
}

func (e *Errors) add(kind errorKind, count int64) {
	switch kind {
	case connectionError:
		e.Connection += count
	case timeoutError:
		e.Timeout += count
	case resetError:
		e.Reset += count
	case mismatchError:
		e.Mismatch += count
	}
}

// Histogram counts latencies in the buckets of an HdrHistogram of 3 significant digits in microseconds: sparse, ascending, each bucket
// by its highest equivalent value. Adding counts by value merges two exactly.
type Histogram struct {
	// SignificantDigits are the digits of the tool's histogram, at most 3. A bucket of 2 digits ends where one of 3
	// digits ends.
	SignificantDigits int
	ValuesUs          []int64
	Counts            []int64
}

// OverTime counts latencies in each interval of the measurement, by the interval in which the requests ended.
type OverTime struct {
	StartedAtUs     int64 // by the clock of this host since the epoch
	DurationUs      int64
	IntervalSeconds int64
	ValuesUs        []int64 // the highest latency of each bucket, ascending
	Intervals       []Interval
}

// Interval is sparse: places in OverTime.ValuesUs, and how many requests each has.
type Interval struct{ Places, Counts []int64 }

// percentileMs is the value of the bucket that holds the given share of all, of 100.
func (h *Histogram) percentileMs(percent float64) *float64 {
	var total, seen int64
	for _, count := range h.Counts {
		total += count
	}
	if total == 0 {
		return nil
	}
	// A binary fraction such as 99.9 / 100 × 1000 lies a little above 999.
	wanted := max(1, int64(math.Ceil(percent/100*float64(total)-1e-9*float64(total))))
	for i, count := range h.Counts {
		if seen += count; seen >= wanted {
			return milliseconds(float64(h.ValuesUs[i]))
		}
	}
	return nil
}

func milliseconds(us float64) *float64 {
	ms := us / 1000
	return &ms
}

// bucketEndUs is the highest value that an HdrHistogram of 3 significant digits cannot tell from this one.
func bucketEndUs(us int64) int64 {
	const exactBelow = 2048
	width := int64(1)
	for us/width >= exactBelow {
		width *= 2
	}
	return us/width*width + width - 1
}
