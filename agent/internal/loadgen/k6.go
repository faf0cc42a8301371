package loadgen

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strconv"
)

//go:embed k6.js
var k6Script []byte

type k6 struct{ tool }

func (k k6) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}, {Open, LabelOpen}},
		ResolutionUs: 1,
		Mixes:        true,
		Decompress:   true,
		Workers:      NoOfWorkers,
		Percentiles:  everyPercentile,
		Refusals: []Refusal{
			{modePipelining, "k6 sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon"},
			openPipelining(k.name),
			constantOnly(k.name),
			ownWorkers(k.name),
		},
	}
}

func ownWorkers(tool string) Refusal {
	return Refusal{modeWorkers, tool + " is one process with a thread for every CPU that it may use; leave its workers open, and choose its CPUs instead"}
}

func (k k6) VersionCommand() []string { return k.call("version") }

// plan gives the script its numbers as k6's -e. Each virtual user is a connection. k6 would write a line of every request that fails, so
// only what it calls an error goes to stderr.
func (k k6) plan(l Load) (Invocation, error) {
	cycle, err := sequence(l.Requests)
	if err != nil {
		return Invocation{}, err
	}
	paths := make([]string, len(l.Requests))
	for i, r := range l.Requests {
		paths[i] = r.Path
	}
	encodedPaths, err := json.Marshal(paths)
	if err != nil {
		return Invocation{}, err
	}
	rate, gzip := 0, "0"
	if l.Loop == Open {
		rate = l.RequestsPerSecond
	}
	if l.Decompress {
		gzip = "1"
	}
	script := File{Name: "k6.js", Text: k6Script}
	argv := k.call("run", "--quiet", "--no-color", "--no-usage-report", "--log-output=file=/dev/stderr,level=error")
	for _, variable := range []string{
		"URL=" + l.url(""), "PATHS=" + string(encodedPaths), "CYCLE=" + numbered(cycle, 0), "SECONDS=" + strconv.Itoa(l.DurationSeconds),
		"CONNECTIONS=" + strconv.Itoa(l.Connections), "RATE=" + strconv.Itoa(rate), "GZIP=" + gzip,
	} {
		argv = append(argv, "-e", variable)
	}
	return Invocation{Argv: append(argv, l.path(script)), Files: []File{script}}, nil
}

// k6Output is the document of our script; what k6 itself exports as a summary has the same metrics. Latencies are in milliseconds.
type k6Output struct {
	DurationMs float64                       `json:"durationMs"`
	Metrics    map[string]map[string]float64 `json:"metrics"`
}

// k6Latency is that of requests that went well, as k6 times them: from sending to the last byte, without the wait for a connection.
const k6Latency = "http_req_duration{expected_response:true}"

// Parse takes failures from counters of our own: of k6's http_req_failed, 'passes' are the failures and 'fails' are the successes.
func (k k6) Parse(driven Load, stdout []byte) (Result, error) {
	var o k6Output
	if err := decode(stdout, &o); err != nil {
		return Result{}, err
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
