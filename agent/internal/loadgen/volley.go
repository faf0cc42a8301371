package loadgen

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
)

// VolleyName is the name of the tool that is part of this program.
const VolleyName = "volley"

// volley is called by the path of this program.
type volley struct{ tool }

// NewVolley makes the driver of the generator that every agent brings.
func NewVolley() Driver { return volley{tool{VolleyName, []string{self()}}} }

func (v volley) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}, {Open, LabelOpen}},
		ResolutionUs: 1,
		Pipelining:   true,
		Poisson:      true,
		Mixes:        true,
		Decompress:   true,
		StartAt:      true,
		Workers:      Threads,
		Percentiles:  everyPercentile,
		Histogram:    true,
		PerSecond:    true,
		Modes:        append(slices.Clone(requestModes), transportModes...),
	}
}

func (v volley) VersionCommand() []string { return v.call("version") }

// plan takes as many threads as with the other tools: volley itself would take one for each CPU that it may use.
func (v volley) plan(l Load) (Invocation, error) {
	argv := v.call("volley", "--json", "--url", l.url("/"))
	var files []File
	if l.file().Plain() {
		for _, r := range l.Requests {
			argv = append(argv, "--request", r.Path+"="+strconv.Itoa(r.Weight))
		}
	} else {
		file, err := v.requests(l)
		if err != nil {
			return Invocation{}, err
		}
		files, argv = []File{file}, append(argv, "--requests", l.path(file))
	}
	argv = append(argv, "--connections", strconv.Itoa(l.Connections), "--pipelining", strconv.Itoa(l.pipelining()),
		"--duration", strconv.Itoa(l.DurationSeconds)+"s", "--loops", strconv.Itoa(min(l.workers(), l.connections(l.workers()))))
	if l.Loop == Open {
		argv = append(argv, "--rate", strconv.Itoa(l.RequestsPerSecond), "--arrivals", l.Arrivals)
	}
	if l.StartAtUs > 0 {
		argv = append(argv, "--start-at", strconv.FormatInt(l.StartAtUs, 10))
	}
	if l.Decompress {
		argv = append(argv, "--decompress")
	}
	if len(l.Variables) > 0 {
		argv = append(argv, "--draw", strconv.Itoa(l.Draw), "--client", strconv.Itoa(l.Client)+"/"+strconv.Itoa(max(1, l.Clients)))
	}
	words, trusted := l.transport()
	argv, files = append(argv, words...), append(files, trusted...)
	if l.Cookies {
		argv = append(argv, "--cookies")
	}
	if l.RequestsPerConnection > 0 {
		argv = append(argv, "--requests-per-connection", strconv.Itoa(l.RequestsPerConnection))
	}
	planned := Invocation{Argv: argv, Files: files}
	for _, name := range l.file().Secrets() {
		planned.Argv = append(planned.Argv, "--secret", name+"=fd:3")
		planned.SecretsBy = ByPipe
	}
	return planned, nil
}

// requests is a file that holds names of secrets and none of their values.
func (v volley) requests(l Load) (File, error) {
	text, err := json.MarshalIndent(l.file(), "", " ")
	return fileOf("requests", "json", text), err
}

// volleyOutput is what volley --json prints. Latency is null without a success, the open loop's figures are null in a closed one.
type volleyOutput struct {
	EndedEarly  bool          `json:"endedEarly"`
	StartedAtUs int64         `json:"startedAtUs"`
	DurationUs  int64         `json:"durationUs"`
	Succeeded   *int64        `json:"succeeded"`
	Failed      *volleyFailed `json:"failed"`
	Earlier     struct {
		Succeeded int64        `json:"succeeded"`
		Failed    volleyFailed `json:"failed"`
	} `json:"earlier"`
	Unsent         *int64           `json:"unsent"`
	ConnectsFailed *int64           `json:"connectsFailed"`
	BytesPerSecond float64          `json:"bytesPerSecond"`
	Latency        *volleyLatency   `json:"latency"`
	Histogram      *volleyHistogram `json:"histogram"`
	Seconds        struct {
		Succeeded []int64 `json:"succeeded"`
	} `json:"seconds"`
	OverTime *volleyOverTime   `json:"latencyOverTime"`
	Loops    []json.RawMessage `json:"loops"`
	TLS      *volleyTLS        `json:"tls"`
	Streams  *volleyStreams    `json:"streams"`
}

type volleyFailed struct {
	Timeout   int64 `json:"timeout"`
	Reset     int64 `json:"reset"`
	Non2xx    int64 `json:"non2xx"`
	Mismatch  int64 `json:"mismatch"`
	Malformed int64 `json:"malformed"`
}

func (f volleyFailed) errors() Errors {
	return Errors{Timeout: f.Timeout, Reset: f.Reset, Non2xx: f.Non2xx, Mismatch: f.Mismatch + f.Malformed}
}

type volleyLatency struct {
	Mean   *float64 `json:"meanUs"`
	Stddev *float64 `json:"stddevUs"`
	P50    *float64 `json:"p50Us"`
	P90    *float64 `json:"p90Us"`
	P95    *float64 `json:"p95Us"`
	P97_5  *float64 `json:"p97_5Us"`
	P99    *float64 `json:"p99Us"`
	P99_9  *float64 `json:"p99_9Us"`
	P99_99 *float64 `json:"p99_99Us"`
	Max    *float64 `json:"maxUs"`
}

type volleyHistogram struct {
	SignificantDigits int     `json:"significantDigits"`
	ValuesUs          []int64 `json:"valuesUs"`
	Counts            []int64 `json:"counts"`
}

type volleyOverTime struct {
	IntervalSeconds int64   `json:"intervalSeconds"`
	ValuesUs        []int64 `json:"valuesUs"`
	Intervals       []struct {
		Places []int64 `json:"places"`
		Counts []int64 `json:"counts"`
	} `json:"intervals"`
}

// Parse counts an answer as a request, also one of another status, length, content or form than was asked, and one of a warm-up of its own
// that came within the measurement: as many of the measurement's own come after it. Latency is of requests that were due within it.
func (v volley) Parse(driven Load, stdout []byte) (Result, error) {
	var o volleyOutput
	err := decode(stdout, &o)
	if err != nil {
		return Result{}, err
	}
	switch {
	case o.Succeeded == nil || o.Failed == nil || o.Latency == nil || o.Histogram == nil || o.DurationUs <= 0:
		return Result{}, errors.New("its JSON lacks succeeded, failed, latency, histogram or a duration")
	case len(o.Histogram.ValuesUs) != len(o.Histogram.Counts):
		return Result{}, errors.New("its histogram has not as many counts as values")
	case o.EndedEarly:
		return Result{}, errors.New("it was told to end before its time")
	}
	failed := o.Failed.errors().plus(o.Earlier.Failed.errors())
	succeeded := *o.Succeeded + o.Earlier.Succeeded
	requests := succeeded + failed.Non2xx + failed.Mismatch
	r := Result{
		Requests:          requests,
		StartedAtUs:       o.StartedAtUs,
		DurationUs:        o.DurationUs,
		Workers:           len(o.Loops),
		RequestsPerSecond: float64(requests) / (float64(o.DurationUs) / 1e6),
		BytesPerSecond:    o.BytesPerSecond,
		LatencyMs:         v.Abilities().unmeasured(driven),
		SucceededBySecond: o.Seconds.Succeeded,
		OfferedPerSecond:  driven.offered(),
		ConnectsFailed:    o.ConnectsFailed,
		TLS:               o.TLS.negotiated(),
		Streams:           o.Streams.used(),
		Errors:            failed,
	}
	if driven.Loop == Open {
		r.Unsent = o.Unsent
	}
	if requests == succeeded {
		r.RequestsPerSecondStddev, r.RequestsPerSecondMax = spread(o.Seconds.Succeeded[:min(len(o.Seconds.Succeeded), int(o.DurationUs/1e6))])
	}
	if *o.Succeeded == 0 {
		return r, nil
	}
	r.Histogram = &Histogram{SignificantDigits: o.Histogram.SignificantDigits, ValuesUs: o.Histogram.ValuesUs, Counts: o.Histogram.Counts}
	o.Latency.in(&r.LatencyMs)
	r.OverTime, err = o.overTime()
	return r, err
}

// overTime is nil of a volley that did not tell it yet.
func (o *volleyOutput) overTime() (*OverTime, error) {
	if o.OverTime == nil {
		return nil, nil
	}
	t := &OverTime{StartedAtUs: o.StartedAtUs, DurationUs: o.DurationUs, IntervalSeconds: o.OverTime.IntervalSeconds, ValuesUs: o.OverTime.ValuesUs}
	for _, part := range o.OverTime.Intervals {
		if len(part.Places) != len(part.Counts) {
			return nil, errors.New("its latency over time has not as many counts as places")
		}
		t.Intervals = append(t.Intervals, Interval{part.Places, part.Counts})
	}
	return t, nil
}

// spread is how seconds differed, as standard deviation and the most of one; nil of fewer than two.
func spread(seconds []int64) (stddev, most *float64) {
	if len(seconds) < 2 {
		return nil, nil
	}
	var sum, squares float64
	for _, count := range seconds {
		sum += float64(count)
	}
	mean := sum / float64(len(seconds))
	for _, count := range seconds {
		squares += (float64(count) - mean) * (float64(count) - mean)
	}
	deviation, highest := math.Sqrt(squares/float64(len(seconds))), float64(slices.Max(seconds))
	return &deviation, &highest
}

func (us *volleyLatency) in(l *LatencyMs) {
	for _, f := range []struct{ ms, us **float64 }{
		{&l.Mean, &us.Mean}, {&l.Stddev, &us.Stddev}, {&l.P50, &us.P50}, {&l.P90, &us.P90}, {&l.P95, &us.P95}, {&l.P97_5, &us.P97_5},
		{&l.P99, &us.P99}, {&l.P99_9, &us.P99_9}, {&l.P99_99, &us.P99_99}, {&l.Max, &us.Max},
	} {
		if *f.us != nil {
			*f.ms = milliseconds(**f.us)
		}
	}
}
