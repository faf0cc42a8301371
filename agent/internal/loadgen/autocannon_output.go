package loadgen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// autocannonOutput is what --json prints (lib/aggregateResult.js of autocannon 9).
type autocannonOutput struct {
	Duration   *float64             `json:"duration"`
	Workers    int                  `json:"workers"` // 0 when the main thread makes the requests
	Errors     int64                `json:"errors"`
	Timeouts   int64                `json:"timeouts"`
	Mismatches int64                `json:"mismatches"`
	Non2xx     int64                `json:"non2xx"`
	Successes  int64                `json:"2xx"`
	Latency    *autocannonHistogram `json:"latency"`
	Requests   *autocannonHistogram `json:"requests"`
	Throughput *autocannonHistogram `json:"throughput"`
}

type autocannonHistogram struct {
	Average float64 `json:"average"`
	Mean    float64 `json:"mean"`
	Stddev  float64 `json:"stddev"`
	Max     float64 `json:"max"`
	Total   float64 `json:"total"`
	P50     float64 `json:"p50"`
	P90     float64 `json:"p90"`
	P97_5   float64 `json:"p97_5"`
	P99     float64 `json:"p99"`
	P99_9   float64 `json:"p99_9"`
	P99_99  float64 `json:"p99_99"`
}

// Parse takes averages over autocannon's own samples of a second: its 'Req/Sec', not requests / duration, whose duration includes
// the end of the last sample.
func (a *autocannon) Parse(driven Load, stdout []byte) (Result, error) {
	if len(bytes.TrimSpace(stdout)) == 0 {
		return Result{}, errors.New("it printed nothing")
	}
	var o autocannonOutput
	if err := json.Unmarshal(stdout, &o); err != nil {
		return Result{}, fmt.Errorf("it printed no JSON: %w", err)
	}
	if o.Duration == nil || o.Latency == nil || o.Requests == nil || o.Throughput == nil {
		return Result{}, errors.New("its JSON lacks duration, latency, requests or throughput")
	}
	return Result{
		Requests:                int64(o.Requests.Total),
		DurationUs:              int64(*o.Duration*1e6 + 0.5),
		Workers:                 max(1, o.Workers),
		RequestsPerSecond:       o.Requests.Average,
		RequestsPerSecondStddev: &o.Requests.Stddev,
		RequestsPerSecondMax:    &o.Requests.Max,
		BytesPerSecond:          o.Throughput.Average,
		LatencyMs:               a.latency(driven, o),
		// Timeouts are counted among the errors too. What it calls resets are restarts of its cycle of requests; a connection that the
		// peer resets is an error.
		Errors: Errors{Connection: o.Errors - o.Timeouts, Timeout: o.Timeouts, Non2xx: o.Non2xx, Mismatch: o.Mismatches},
	}, nil
}

// latency is null everywhere without a success: autocannon prints 0 then. It has no p95.
func (a *autocannon) latency(driven Load, o autocannonOutput) LatencyMs {
	l := a.Abilities().unmeasured(driven)
	if o.Successes == 0 {
		return l
	}
	h := o.Latency
	l.Mean, l.Stddev, l.Max = &h.Mean, &h.Stddev, &h.Max
	l.P50, l.P90, l.P97_5, l.P99, l.P99_9, l.P99_99 = &h.P50, &h.P90, &h.P97_5, &h.P99, &h.P99_9, &h.P99_99
	return l
}
