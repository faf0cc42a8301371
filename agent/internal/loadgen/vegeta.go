package loadgen

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// vegeta is several of its processes, started and merged by our own program's drive-vegeta.
type vegeta struct{ tool }

// self is this program, which is also the parent of vegeta's processes.
func self() string {
	path, err := os.Executable()
	if err != nil {
		return "/proc/self/exe"
	}
	return path
}

func (v vegeta) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Open, LabelOpen}},
		ResolutionUs: 1,
		Mixes:        true,
		Decompress:   true,
		Workers:      Processes,
		Percentiles:  everyPercentile,
		Histogram:    true,
		Modes:        []string{modeMethod, modeHeaders, modeBody, modeBodyFile, modeTLS, modeTLSAny, modeTLSHost, modeTLSNoResume},
		Refusals: append([]Refusal{
			noExpect(v.name),
			{modeVariables, "vegeta sends a list of requests as it is; leave variables out, or choose volley, wrk or k6"},
			noSecrets(v.name),
			noCookies(v.name),
			keepsOpen(v.name),
			{Closed, "vegeta has no closed loop over a number of connections: limiting its workers makes it hold requests back without counting the wait; ask for a rate, or choose volley, wrk or autocannon"},
			openPipelining(v.name),
			constantOnly(v.name),
		}, lacking(v.name, modeTLS, modeTLSAny, modeTLSHost, modeTLSNoResume)...),
	}
}

func (v vegeta) VersionCommand() []string { return v.call("-version") }

// plan gives every process its share of the CPUs, of the rate and of the connections.
func (v vegeta) plan(l Load) (Invocation, error) {
	processes := l.workers()
	if l.Workers == 0 {
		processes = min(processes, l.RequestsPerSecond, l.connections(processes))
	}
	switch {
	case processes > l.RequestsPerSecond:
		return Invocation{}, fmt.Errorf("%d requests per second cannot be dealt out to %d vegeta processes; ask for at most %d processes", l.RequestsPerSecond, processes, l.RequestsPerSecond)
	case processes > l.connections(processes):
		return Invocation{}, fmt.Errorf("%d connections cannot be dealt out to %d vegeta processes; ask for at most %d processes", l.Connections, processes, l.Connections)
	}
	targets, bodies, err := vegetaTargets(l)
	if err != nil {
		return Invocation{}, err
	}
	argv := []string{self(), "drive-vegeta", "--vegeta", v.Path(), "--targets", l.path(targets), "--processes", strconv.Itoa(processes),
		"--cpus-per-process", strconv.Itoa(max(1, l.CPUs/processes)), "--rate", strconv.Itoa(l.RequestsPerSecond), "--seconds", strconv.Itoa(l.DurationSeconds)}
	if l.Connections > 0 {
		argv = append(argv, "--connections", strconv.Itoa(l.Connections))
	}
	files := append(bodies, targets)
	switch t := l.TLS; {
	case t == nil:
	case t.Any:
		argv = append(argv, "--tls", "--insecure")
	case t.TrustedPEM != "":
		files = append(files, t.trusted())
		argv = append(argv, "--tls", "--root-certs", l.path(t.trusted()))
	case t.AuthoritiesFile != "":
		argv = append(argv, "--tls", "--root-certs", t.AuthoritiesFile)
	default:
		argv = append(argv, "--tls")
	}
	return Invocation{Argv: argv, Files: files}, nil
}

// vegetaReport is what vegeta report -type=json prints, in nanoseconds and bytes.
type vegetaReport struct {
	Latencies *struct {
		Mean float64 `json:"mean"`
		P50  float64 `json:"50th"`
		P90  float64 `json:"90th"`
		P95  float64 `json:"95th"`
		P99  float64 `json:"99th"`
		Max  float64 `json:"max"`
	} `json:"latencies"`
	// Buckets are counts by the lower bound of a bucket.
	Buckets map[string]int64 `json:"buckets"`
	BytesIn struct {
		Total float64 `json:"total"`
	} `json:"bytes_in"`
	Duration    float64          `json:"duration"` // from the first request sent to the last one sent
	Wait        float64          `json:"wait"`     // from then to the last answer
	Requests    *int64           `json:"requests"`
	StatusCodes map[string]int64 `json:"status_codes"`
	Errors      []string         `json:"errors"`
}

// Parse counts a request as answered when it has a status, or was answered by what is no proper response. Bytes are those of bodies, decompressed where that was asked.
func (v vegeta) Parse(driven Load, stdout []byte) (Result, error) {
	var o struct {
		Attacks [][]string    `json:"attacks"`
		Result  *vegetaReport `json:"result"`
	}
	if err := decode(stdout, &o); err != nil {
		return Result{}, err
	}
	r := o.Result
	if r == nil || r.Latencies == nil || r.Requests == nil || r.StatusCodes == nil || r.Duration+r.Wait <= 0 {
		return Result{}, errors.New("its JSON lacks the report, or latencies, requests, status_codes or duration in it")
	}
	failed := vegetaErrors(r)
	answered := *r.Requests - r.StatusCodes["0"] + failed.Mismatch
	seconds := (r.Duration + r.Wait) / 1e9
	result := Result{
		Requests:          answered,
		DurationUs:        int64((r.Duration + r.Wait) / 1e3),
		Workers:           len(o.Attacks),
		RequestsPerSecond: float64(answered) / seconds,
		BytesPerSecond:    r.BytesIn.Total / seconds,
		LatencyMs:         v.Abilities().unmeasured(driven),
		OfferedPerSecond:  driven.offered(),
		Unsent:            driven.unsent(*r.Requests),
		Errors:            failed,
	}
	if failed.Total() == *r.Requests {
		return result, nil
	}
	var err error
	if result.Histogram, err = vegetaHistogram(r.Buckets, r.Latencies.Max); err != nil {
		return Result{}, err
	}
	vegetaLatency(r, result.Histogram, &result.LatencyMs)
	return result, nil
}

// vegetaErrors has vegeta's status 0 for a request without an answer. Of the reasons vegeta lists each once, without a number: where they
// are of one kind it is known, else all count as connection.
func vegetaErrors(r *vegetaReport) Errors {
	var e Errors
	for status, count := range r.StatusCodes {
		if !strings.HasPrefix(status, "2") && status != "0" {
			e.Non2xx += count
		}
	}
	var kinds []errorKind
	for _, reason := range r.Errors {
		// The status of an answer is listed, too: 404 Not Found.
		if len(reason) < 4 || r.StatusCodes[reason[:3]] == 0 {
			kinds = append(kinds, kindOf(reason))
		}
	}
	slices.Sort(kinds)
	if kinds = slices.Compact(kinds); len(kinds) == 1 {
		e.add(kinds[0], r.StatusCodes["0"])
	} else {
		e.add(connectionError, r.StatusCodes["0"])
	}
	return e
}

// vegetaHistogram is nil without buckets. The last bucket has no end: what is in it is at most the longest latency.
func vegetaHistogram(buckets map[string]int64, maxNs float64) (*Histogram, error) {
	if len(buckets) == 0 {
		return nil, nil
	}
	var boundsNs []int64
	for text := range buckets {
		bound, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("its JSON has the bucket %q", text)
		}
		boundsNs = append(boundsNs, bound)
	}
	slices.Sort(boundsNs)
	h := &Histogram{SignificantDigits: 2}
	for i, bound := range boundsNs {
		count := buckets[strconv.FormatInt(bound, 10)]
		if count == 0 {
			continue
		}
		end := bucketEndUs(int64(maxNs) / 1000)
		if i+1 < len(boundsNs) {
			end = boundsNs[i+1]/1000 - 1
		}
		h.ValuesUs, h.Counts = append(h.ValuesUs, end), append(h.Counts, count)
	}
	return h, nil
}

// vegetaLatency takes all percentiles from the same source, so that they ascend: the buckets, where there are any, which are exact to 1 %.
func vegetaLatency(r *vegetaReport, h *Histogram, l *LatencyMs) {
	ns := r.Latencies
	l.Mean, l.Max = milliseconds(ns.Mean/1e3), milliseconds(ns.Max/1e3)
	if h == nil {
		l.P50, l.P90, l.P95, l.P99 = milliseconds(ns.P50/1e3), milliseconds(ns.P90/1e3), milliseconds(ns.P95/1e3), milliseconds(ns.P99/1e3)
		return
	}
	for percent, figure := range l.percentiles() {
		if *figure = h.percentileMs(percent); *figure != nil {
			**figure = min(**figure, *l.Max)
		}
	}
}
