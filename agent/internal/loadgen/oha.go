package loadgen

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// ohaConnections are its own default, for an open loop that leaves their number open.
const ohaConnections = 50

type oha struct{ tool }

func (o oha) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}, {Open, LabelOpen}},
		ResolutionUs: 1,
		Mixes:        true,
		Workers:      NoOfWorkers,
		Percentiles:  []string{"p50", "p90", "p95", "p99", "p99.9", "p99.99"},
		Modes:        []string{modeMethod, modeHeaders, modeBody, modeBodyFile},
		Refusals: append([]Refusal{
			noExpect(o.name),
			{modeVariables, "oha fills in nothing that comes again for the same seed; leave variables out, or choose volley, wrk or k6"},
			noSecrets(o.name),
			noCookies(o.name),
			keepsOpen(o.name),
			{modePipelining, "oha sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon"},
			openPipelining(o.name),
			constantOnly(o.name),
			{modeDecompress, "oha asks for gzip but does not decompress it; turn decompression off, or choose volley or vegeta"},
			ownWorkers(o.name),
		}, lacking(o.name)...),
	}
}

func (o oha) VersionCommand() []string { return o.call("--version") }

// plan gives oha a mix as a list, from which it draws at random. In an open loop it corrects latency, or a wait for a connection would be
// left out. It waits for the answers to what it has sent, so that what was not sent is known. It would follow ten redirects, also to other hosts.
func (o oha) plan(l Load) (Invocation, error) {
	argv := o.call("--no-tui", "--output-format", "json", "--disable-compression", "--redirect", "0", "-t", "10s",
		"-z", strconv.Itoa(l.DurationSeconds)+"s", "-c", strconv.Itoa(l.connections(ohaConnections)))
	if l.Loop == Open {
		argv = append(argv, "-q", strconv.Itoa(l.RequestsPerSecond), "--latency-correction", "-w")
	}
	same, files, err := ohaRequest(l)
	if err != nil {
		return Invocation{}, err
	}
	argv = append(argv, same...)
	if len(l.Requests) == 1 {
		return Invocation{Argv: append(argv, l.url(l.Requests[0].Path)), Files: files}, nil
	}
	urls, err := listOf(l, "urls", "")
	if err != nil {
		return Invocation{}, err
	}
	return Invocation{Argv: append(argv, "--urls-from-file", l.path(urls)), Files: append(files, urls)}, nil
}

// ohaRequest are the words for method, headers and body, which oha has once for all addresses.
func ohaRequest(l Load) (argv []string, files []File, err error) {
	first := l.Requests[0]
	for _, r := range l.Requests[1:] {
		r.Path, r.Weight = first.Path, first.Weight
		if !reflect.DeepEqual(r, first) {
			return nil, nil, errors.New("oha sends the same method, headers and body to every path of a mix; ask for one request, or choose volley, vegeta or wrk")
		}
	}
	if first.Method != "GET" {
		argv = append(argv, "-m", first.Method)
	}
	for _, h := range first.Headers {
		argv = append(argv, "-H", h.Name+": "+*h.Value)
	}
	if first.Body == nil {
		return argv, nil, nil
	}
	body, path, err := bodyFile(l, first.Body)
	if err != nil {
		return nil, nil, err
	}
	return append(argv, "-D", path), body, nil
}

// ohaOutput is what --output-format json prints, in seconds and bytes. Without a success, figures are null.
type ohaOutput struct {
	Summary *struct {
		Total      float64  `json:"total"`
		Slowest    *float64 `json:"slowest"`
		Average    *float64 `json:"average"`
		SizePerSec *float64 `json:"sizePerSec"`
	} `json:"summary"`
	Percentiles map[string]*float64 `json:"latencyPercentiles"`
	Statuses    map[string]int64    `json:"statusCodeDistribution"`
	Errors      map[string]int64    `json:"errorDistribution"`
}

// ohaDeadline is its word for a connection that was under way or idle when the time was over, which is no failure.
const ohaDeadline = "aborted due to deadline"

// Parse counts every response as a request, whatever its status, as oha's latencies do.
func (o oha) Parse(driven Load, stdout []byte) (Result, error) {
	var out ohaOutput
	if err := decode(stdout, &out); err != nil {
		return Result{}, err
	}
	if out.Summary == nil || out.Summary.Total <= 0 || out.Percentiles == nil || out.Statuses == nil || out.Errors == nil {
		return Result{}, errors.New("its JSON lacks summary, latencyPercentiles, statusCodeDistribution or errorDistribution")
	}
	r := Result{
		DurationUs:       int64(out.Summary.Total * 1e6),
		LatencyMs:        o.Abilities().unmeasured(driven),
		OfferedPerSecond: driven.offered(),
	}
	for status, count := range out.Statuses {
		r.Requests += count
		if !strings.HasPrefix(status, "2") {
			r.Errors.Non2xx += count
		}
	}
	unanswered := int64(0)
	for reason, count := range out.Errors {
		if reason != ohaDeadline {
			r.Errors.add(kindOf(reason), count)
			unanswered += count
		}
	}
	r.Unsent = driven.unsent(r.Requests + unanswered)
	// An improper response is still an answer.
	r.Requests += r.Errors.Mismatch
	r.RequestsPerSecond = float64(r.Requests) / out.Summary.Total
	if out.Summary.SizePerSec != nil {
		r.BytesPerSecond = *out.Summary.SizePerSec
	}
	if r.Requests > r.Errors.Non2xx+r.Errors.Mismatch {
		ohaLatency(out, &r.LatencyMs)
	}
	return r, nil
}

func ohaLatency(out ohaOutput, l *LatencyMs) {
	p := out.Percentiles
	for _, f := range []struct {
		figure  **float64
		seconds *float64
	}{
		{&l.Mean, out.Summary.Average}, {&l.Max, out.Summary.Slowest}, {&l.P50, p["p50"]}, {&l.P90, p["p90"]}, {&l.P95, p["p95"]},
		{&l.P99, p["p99"]}, {&l.P99_9, p["p99.9"]}, {&l.P99_99, p["p99.99"]},
	} {
		if f.seconds != nil {
			*f.figure = milliseconds(*f.seconds * 1e6)
		}
	}
}
