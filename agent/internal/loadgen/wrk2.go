package loadgen

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// wrk2CalibrationSeconds pass before it records a latency.
const wrk2CalibrationSeconds = 10

// wrk2Connections are for an open loop that leaves their number open; its own default of 10 is one for a few hundred requests per second.
const wrk2Connections = 100

type wrk2 struct{ tool }

// Abilities has the latency open: it is counted from when a request was due on its connection.
func (w wrk2) Abilities() Abilities {
	return Abilities{
		Loops:           []LoopAbility{{Open, LabelOpen}},
		ShortestSeconds: wrk2CalibrationSeconds + 1,
		ResolutionUs:    1,
		Workers:         Threads,
		Percentiles:     everyPercentile,
		Modes:           []string{modeMethod, modeHeaders, modeBody, modeBodyFile, modeVariables, modeSecrets},
		Refusals: append([]Refusal{
			{Closed, "wrk2 always sends at a rate; ask for requests per second, or choose wrk for a closed loop"},
			openPipelining(w.name),
			noExpect(w.name),
			noCookies(w.name),
			keepsOpen(w.name),
			constantOnly(w.name),
			{modeMixes, "wrk2 is driven with one path only; ask for one request, or choose volley or vegeta"},
			{modeDecompress, "wrk2 does not decompress what it receives; turn decompression off, or choose volley or vegeta"},
		}, lacking(w.name)...),
	}
}

// VersionCommand exits with 1 after the version, as wrk's does.
func (w wrk2) VersionCommand() []string { return w.call("-v") }

func (w wrk2) Output() (extension, mediaType string) { return "txt", "text/plain" }

func (w wrk2) plan(l Load) (Invocation, error) {
	if l.DurationSeconds <= wrk2CalibrationSeconds {
		return Invocation{}, fmt.Errorf("wrk2 calibrates for %d s before it records a latency, and %d s leave nothing of it; ask for 20 s or more", wrk2CalibrationSeconds, l.DurationSeconds)
	}
	l.Connections = l.connections(wrk2Connections)
	threads, err := deal(w.name, "thread", l)
	if err != nil {
		return Invocation{}, err
	}
	argv := w.call("-t", strconv.Itoa(threads), "-c", strconv.Itoa(l.Connections),
		"-d", strconv.Itoa(l.DurationSeconds)+"s", "--timeout", wrkTimeout, "-R", strconv.Itoa(l.RequestsPerSecond), "--latency")
	script := File{Name: "wrk.lua", Text: wrkScript}
	if l.file().Plain() {
		return Invocation{Argv: append(argv, "-s", l.path(script), l.url(l.Requests[0].Path), wrkStatuses), Files: []File{script}}, nil
	}
	file, err := wrkRequests(w.name, l, threads)
	if err != nil {
		return Invocation{}, err
	}
	planned := Invocation{Argv: append(argv, "-s", l.path(script), l.url("/"), wrkStatuses, "1", "requests", l.path(file)), Files: []File{script, file}}
	if len(l.file().Secrets()) > 0 {
		planned.SecretsBy = ByEnvironment
	}
	return planned, nil
}

var (
	wrk2Threads  = regexp.MustCompile(`(?m)^\s+(\d+) threads? and \d+ connections?$`)
	wrk2Total    = regexp.MustCompile(`(?m)^\s+(\d+) requests in ([\d.]+)(us|ms|s|m|h), ([\d.]+)([KMGTP]?B) read$`)
	wrk2Sockets  = regexp.MustCompile(`(?m)^\s+Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$`)
	wrk2Statuses = regexp.MustCompile(`(?m)^\{.*"errors":\{.*"status":(\d+)`)
	wrk2List     = regexp.MustCompile(`(?m)^ *([\d.]+)% +([\d.]+)(us|ms|s|m|h)$`)
	wrk2Spectrum = regexp.MustCompile(`(?m)^\s+([\d.]+)\s+([\d.]+)\s+\d+\s+(?:[\d.]+|inf)$`)
	wrk2Moments  = regexp.MustCompile(`(?m)^#\[Mean\s+=\s+([\d.]+), StdDeviation\s+=\s+([\d.]+)\]$`)
	wrk2Extremes = regexp.MustCompile(`(?m)^#\[Max\s+=\s+([\d.]+), Total count\s+=\s+(\d+)\]$`)
)

// wrk2Seconds are its units of time.
var wrk2Seconds = map[string]float64{"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}

// Parse reads the text that --latency makes. Requests are complete responses of the whole duration; latencies leave out the calibration.
// How many requests it owes at the end it does not say. Of the line of our script it takes the statuses alone.
func (w wrk2) Parse(driven Load, stdout []byte) (Result, error) {
	threads, total := wrk2Threads.FindSubmatch(stdout), wrk2Total.FindSubmatch(stdout)
	if threads == nil || total == nil {
		return Result{}, errors.New("its text lacks the threads or the line with requests and bytes")
	}
	seconds := number(total[2]) * wrk2Seconds[string(total[3])]
	if seconds <= 0 {
		return Result{}, errors.New("its text lacks a duration")
	}
	bytesRead := number(total[4]) * map[string]float64{"B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40, "PB": 1 << 50}[string(total[5])]
	r := Result{
		Requests:          int64(number(total[1])),
		DurationUs:        int64(seconds * 1e6),
		Workers:           int(number(threads[1])),
		RequestsPerSecond: number(total[1]) / seconds,
		BytesPerSecond:    bytesRead / seconds,
		LatencyMs:         w.Abilities().unmeasured(driven),
		OfferedPerSecond:  driven.offered(),
	}
	r.ConnectsFailed = new(int64) // the line is left out where all are 0
	if sockets := wrk2Sockets.FindSubmatch(stdout); sockets != nil {
		*r.ConnectsFailed = int64(number(sockets[1]))
		r.Errors.Reset, r.Errors.Timeout = int64(number(sockets[2])+number(sockets[3])), int64(number(sockets[4]))
	}
	statuses := wrk2Statuses.FindSubmatch(stdout)
	if statuses == nil {
		return Result{}, errors.New("it did not end with the JSON of our script")
	}
	r.Errors.Non2xx = int64(number(statuses[1]))
	if r.Requests == 0 || r.Errors.Non2xx == r.Requests {
		return r, nil
	}
	return r, wrk2Latency(stdout, &r.LatencyMs)
}

// wrk2Latency takes the percentiles up to 97.5 from the spectrum, which has them exactly. It steps over 99 and those above: its next step is that
// of 99.0625. For these the list above it has the figure. That is cut to two decimals, so it is kept between the two steps around it.
func wrk2Latency(stdout []byte, l *LatencyMs) error {
	moments, extremes, steps := wrk2Moments.FindSubmatch(stdout), wrk2Extremes.FindSubmatch(stdout), wrk2Spectrum.FindAllSubmatch(stdout, -1)
	if moments == nil || extremes == nil || len(steps) == 0 {
		return errors.New("its text lacks the percentile spectrum")
	}
	if number(extremes[2]) == 0 {
		return nil
	}
	mean, stddev, most := number(moments[1]), number(moments[2]), number(extremes[1])
	l.Mean, l.Stddev, l.Max = &mean, &stddev, &most
	listed := wrk2Listed(stdout)
	for percent, figure := range l.percentiles() {
		const printed = 5e-7 // of a share
		share := percent / 100
		at := slices.IndexFunc(steps, func(step [][]byte) bool { return number(step[2]) >= share-printed })
		if at < 0 {
			return fmt.Errorf("its spectrum ends below the percentile %g", percent)
		}
		value := number(steps[at][1])
		if told, ok := listed[percent]; ok && number(steps[at][2]) > share+printed {
			value = min(max(told, number(steps[max(0, at-1)][1])), value)
		}
		value = min(value, most)
		*figure = &value
	}
	return nil
}

// wrk2Listed has the milliseconds of the list, by percentile.
func wrk2Listed(stdout []byte) map[float64]float64 {
	listed := map[float64]float64{}
	for _, line := range wrk2List.FindAllSubmatch(stdout, -1) {
		listed[number(line[1])] = number(line[2]) * wrk2Seconds[string(line[3])] * 1000
	}
	return listed
}

// number is of digits that a pattern has found.
func number(digits []byte) float64 {
	value, _ := strconv.ParseFloat(string(digits), 64)
	return value
}
