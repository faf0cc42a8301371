package loadgen

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// k6Output is the document of our script; what k6 itself exports as a summary has the same metrics. Latencies are in milliseconds.
type k6Output struct {
	DurationMs float64                       `json:"durationMs"`
	Metrics    map[string]map[string]float64 `json:"metrics"`
}

// k6Latency is that of requests that went well, as k6 times them: from sending to the last byte, without the wait for a connection.
const k6Latency = "http_req_duration{expected_response:true}"

// Parse takes failures from counters of our own: of k6's http_req_failed, 'passes' are the failures and 'fails' are the successes.
func (k *k6) Parse(driven Load, stdout []byte) (Result, error) {
	if len(bytes.TrimSpace(stdout)) == 0 {
		return Result{}, errors.New("it printed nothing")
	}
	var o k6Output
	if err := json.Unmarshal(stdout, &o); err != nil {
		return Result{}, fmt.Errorf("it printed no JSON: %w", err)
	}
	requests, received := o.Metrics["http_reqs"], o.Metrics["data_received"]
	if requests == nil || received == nil || o.Metrics["http_req_failed"] == nil {
		return Result{}, errors.New("its JSON lacks http_reqs, http_req_failed or data_received")
	}
	seconds := o.DurationMs / 1000
	if seconds == 0 && requests["rate"] > 0 {
		seconds = requests["count"] / requests["rate"]
	}
	if seconds <= 0 {
		return Result{}, errors.New("its JSON lacks a duration")
	}
	count := func(metric string) int64 { return int64(o.Metrics[metric]["count"]) }
	failed := Errors{
		Connection: count("failed_connection"), Timeout: count("failed_timeout"), Reset: count("failed_reset"),
		Non2xx: count("failed_non2xx"), Mismatch: count("failed_mismatch"),
	}
	answered := count("http_reqs") - (failed.Total() - failed.Non2xx)
	r := Result{
		Requests:          answered,
		DurationUs:        int64(seconds * 1e6),
		RequestsPerSecond: float64(answered) / seconds,
		BytesPerSecond:    received["count"] / seconds,
		LatencyMs:         k.Abilities().unmeasured(driven),
		OfferedPerSecond:  driven.offered(),
		Errors:            failed,
	}
	if driven.Loop == Open {
		dropped := count("dropped_iterations")
		r.Unsent = &dropped
	}
	// A summary has zeros where nothing went well.
	if answered > failed.Non2xx && o.Metrics["http_req_failed"]["fails"] > 0 {
		k6Percentiles(o.Metrics[k6Latency], &r.LatencyMs)
	}
	return r, nil
}

func k6Percentiles(latency map[string]float64, l *LatencyMs) {
	for name, figure := range map[string]**float64{
		"avg": &l.Mean, "max": &l.Max, "med": &l.P50, "p(90)": &l.P90, "p(95)": &l.P95, "p(97.5)": &l.P97_5, "p(99)": &l.P99, "p(99.9)": &l.P99_9, "p(99.99)": &l.P99_99,
	} {
		if value, ok := latency[name]; ok {
			*figure = &value
		}
	}
}
