package loadgen

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"
)

type autocannon struct{ tool }

func (a autocannon) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelClosed}},
		ResolutionUs: 1000,
		Pipelining:   true,
		Mixes:        true,
		Workers:      Threads,
		Percentiles:  []string{"p50", "p90", "p97.5", "p99", "p99.9", "p99.99"},
		Modes:        []string{modeMethod, modeHeaders, modeBody, modeBodyFile, modeTLS, modeTLSAny, modeTLSNoResume},
		Refusals: append([]Refusal{
			{Open, "autocannon's rate (-R) sends in bursts and counts late responses twice, so its latency would be wrong; ask for a closed loop, or choose volley or vegeta"},
			noExpect(a.name),
			{modeVariables, "autocannon fills in nothing but ids of its own; leave variables out, or choose volley, wrk or k6"},
			noSecrets(a.name),
			noCookies(a.name),
			{modeRequestsPerConnection, "autocannon's reconnecting (-D) drops the last response of each connection, so that it is in no count; leave connections open, or choose volley"},
			{modeDecompress, "autocannon does not decompress what it receives; turn decompression off, or choose volley or vegeta"},
		}, lacking(a.name, modeTLS, modeTLSAny, modeTLSNoResume)...),
	}
}

func (a autocannon) VersionCommand() []string { return a.call("--version") }

// plan with one worker passes no -w: the main thread then makes the requests itself. That costs the same CPU time per request (14.5 µs
// against 14.9 with -w 1, medians of six, tool and server pinned to a CPU each) and saves the 130 ms that a thread takes to start and to
// end. Every connection goes through a mix from its beginning.
func (a autocannon) plan(l Load) (Invocation, error) {
	workers, err := deal(a.name, "worker", l)
	if err != nil {
		return Invocation{}, err
	}
	argv := a.call("--json", "--no-progress",
		"-c", strconv.Itoa(l.Connections), "-p", strconv.Itoa(l.pipelining()), "-d", strconv.Itoa(l.DurationSeconds))
	if workers > 1 {
		argv = append(argv, "-w", strconv.Itoa(workers))
	}
	if len(l.Requests) == 1 && l.file().Plain() {
		return Invocation{Argv: append(argv, l.url(l.Requests[0].Path))}, nil
	}
	archive, err := harOf(l)
	if err != nil {
		return Invocation{}, err
	}
	return Invocation{Argv: append(argv, "--har", l.path(archive), l.URL), Files: []File{archive}}, nil
}

// harOf writes the cycle of requests as an HTTP archive, the only way to give autocannon several from the command line.
func harOf(l Load) (File, error) {
	type header struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	type postData struct {
		Text string `json:"text"`
	}
	type request struct {
		Method   string    `json:"method"`
		URL      string    `json:"url"`
		Headers  []header  `json:"headers"`
		PostData *postData `json:"postData,omitempty"`
	}
	type entry struct {
		Request request `json:"request"`
	}
	cycle, err := sequence(l.Requests)
	if err != nil {
		return File{}, err
	}
	var archive struct {
		Log struct {
			Entries []entry `json:"entries"`
		} `json:"log"`
	}
	size := 0
	for _, i := range cycle {
		r := l.Requests[i]
		if r.Method == "HEAD" {
			return File{}, errors.New(noHead("autocannon"))
		}
		out := request{Method: r.Method, URL: l.url(r.Path), Headers: []header{}}
		if err := headersOnce("autocannon", r); err != nil {
			return File{}, err
		}
		for _, h := range r.Headers {
			out.Headers = append(out.Headers, header{h.Name, *h.Value})
		}
		body, err := r.Body.Bytes()
		if err != nil {
			return File{}, err
		}
		if size += len(body); size > inputMost {
			return File{}, errors.New(tooMuchInput("autocannon"))
		}
		if !utf8.Valid(body) {
			return File{}, errors.New("autocannon takes bodies as text, and one of these is none (UTF-8); choose volley, vegeta or wrk")
		}
		if r.Body != nil {
			out.PostData = &postData{string(body)}
		}
		archive.Log.Entries = append(archive.Log.Entries, entry{out})
	}
	text, err := json.Marshal(archive)
	return fileOf("requests", "har", text), err
}

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
func (a autocannon) Parse(driven Load, stdout []byte) (Result, error) {
	var o autocannonOutput
	if err := decode(stdout, &o); err != nil {
		return Result{}, err
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
func (a autocannon) latency(driven Load, o autocannonOutput) LatencyMs {
	l := a.Abilities().unmeasured(driven)
	if o.Successes == 0 {
		return l
	}
	h := o.Latency
	l.Mean, l.Stddev, l.Max = &h.Mean, &h.Stddev, &h.Max
	l.P50, l.P90, l.P97_5, l.P99, l.P99_9, l.P99_99 = &h.P50, &h.P90, &h.P97_5, &h.P99, &h.P99_9, &h.P99_99
	return l
}
