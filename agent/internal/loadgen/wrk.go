package loadgen

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

//go:embed wrk.lua
var wrkScript []byte

// wrkTimeout is autocannon's default. It gives up no request. A response that comes later still counts as a request, without its latency,
// and as a timeout; one that never comes is counted nowhere. With wrk's default of 2 s, the latencies of a stalling server would end there.
const wrkTimeout = "10s"

type wrk struct{ tool }

// Abilities has the latency synthetic: wrk sends its next request when the one before is answered. When it is done, it adds the latencies
// that requests at the mean interval would have had.
func (w wrk) Abilities() Abilities {
	return Abilities{
		Loops:        []LoopAbility{{Closed, LabelSynthetic}},
		ResolutionUs: 1,
		Pipelining:   true,
		Mixes:        true,
		Workers:      Threads,
		Percentiles:  everyPercentile,
		Modes:        []string{modeMethod, modeHeaders, modeBody, modeBodyFile, modeVariables, modeSecrets, modeTLS, modeTLSAny, modeTLSResume},
		Refusals: append([]Refusal{
			noExpect(w.name),
			noCookies(w.name),
			keepsOpen(w.name),
			{Open, "wrk has no rate: it sends the next request when one is answered; ask for a closed loop, or choose volley, vegeta or wrk2"},
			{modeDecompress, "wrk does not decompress what it receives; turn decompression off, or choose volley or vegeta"},
		}, lacking(w.name, modeTLS, modeTLSAny, modeTLSResume)...),
	}
}

// VersionCommand exits with 1 after the version, which goes to stdout with the usage.
func (w wrk) VersionCommand() []string { return w.call("-v") }

func (w wrk) Output() (extension, mediaType string) { return "txt", "text/plain" }

// plan gives a mix to our script as words: the cycle by number, then the paths. With a mix, wrk calls Lua before every write.
func (w wrk) plan(l Load) (Invocation, error) {
	threads, err := deal(w.name, "thread", l)
	if err != nil {
		return Invocation{}, err
	}
	script := File{Name: "wrk.lua", Text: wrkScript}
	planned := Invocation{Files: []File{script}}
	words, err := wrkScriptWords(l)
	if !l.file().Plain() {
		var file File
		file, err = wrkRequests(w.name, l, threads)
		words = []string{wrkStatuses, strconv.Itoa(l.pipelining()), "requests", l.path(file)}
		planned.Files = append(planned.Files, file)
	}
	if err != nil {
		return Invocation{}, err
	}
	if len(l.file().Secrets()) > 0 {
		planned.SecretsBy = ByEnvironment
	}
	argv := w.call("-t", strconv.Itoa(threads), "-c", strconv.Itoa(l.Connections),
		"-d", strconv.Itoa(l.DurationSeconds)+"s", "--timeout", wrkTimeout, "-s", l.path(script), l.url(wrkPath(l)))
	planned.Argv = append(argv, words...)
	return planned, nil
}

// wrkStatuses has our script count every status outside 2xx. wrk, which builds tables of headers and body for it, then takes a tenth more CPU time for
// short answers: the price of not taking a redirect for a success.
const wrkStatuses = "statuses"

// wrkPath is that of the address, which a file of requests has none of.
func wrkPath(l Load) string {
	if l.file().Plain() {
		return l.Requests[0].Path
	}
	return "/"
}

// wrkScriptWords are the script's arguments: how to count, then none, the pipelining, or that and the mix.
func wrkScriptWords(l Load) ([]string, error) {
	if len(l.Requests) == 1 {
		if l.pipelining() == 1 {
			return []string{wrkStatuses}, nil
		}
		return []string{wrkStatuses, strconv.Itoa(l.pipelining())}, nil
	}
	cycle, err := sequence(l.Requests)
	if err != nil {
		return nil, err
	}
	words := []string{wrkStatuses, strconv.Itoa(l.pipelining()), numbered(cycle, 1)}
	for _, r := range l.Requests {
		words = append(words, r.Path)
	}
	return words, nil
}

// wrkOutput is the line of our script, in microseconds and bytes.
type wrkOutput struct {
	Duration   float64     `json:"duration"`
	Requests   *int64      `json:"requests"`
	Bytes      float64     `json:"bytes"`
	Threads    int         `json:"threads"`
	Pipelining int         `json:"pipelining"`
	Errors     *wrkErrors  `json:"errors"`
	Latency    *wrkLatency `json:"latency"`
}

// wrkErrors are those of wrk. Connect is a connection that could not be made, and stays closed. Read is one that ended under a request: reset,
// closed or no longer HTTP. Version 4.1 also counts a server that closes after a complete response unannounced. Status is one outside 2xx, which our script counts.
type wrkErrors struct {
	Connect int64 `json:"connect"`
	Read    int64 `json:"read"`
	Write   int64 `json:"write"`
	Status  int64 `json:"status"`
	Timeout int64 `json:"timeout"`
}

type wrkLatency struct {
	Different   int64              `json:"different"`
	Mean        float64            `json:"mean"`
	Stdev       float64            `json:"stdev"`
	Max         float64            `json:"max"`
	Percentiles map[string]float64 `json:"percentiles"`
}

// Parse reads the last line that is an object; wrk's own text stands before it. Requests are complete responses, whatever their status
// and however late, and bytes are all that was read. Duration lasts until every thread has noticed the end, which each looks for ten times
// a second, and responses count until then. The spread that wrk prints is that of single threads in tenths of a second, so it is left out.
func (w wrk) Parse(driven Load, stdout []byte) (Result, error) {
	start := bytes.LastIndex(stdout, []byte("\n{"))
	var o wrkOutput
	if err := json.Unmarshal(stdout[start+1:], &o); err != nil {
		return Result{}, fmt.Errorf("it did not end with the JSON of our script: %w", err)
	}
	if o.Duration <= 0 || o.Threads < 1 || o.Pipelining < 1 || o.Requests == nil || o.Errors == nil || o.Latency == nil {
		return Result{}, errors.New("its JSON lacks duration, threads, pipelining, requests, errors or latency")
	}
	latency, err := w.latency(driven, o)
	if err != nil {
		return Result{}, err
	}
	seconds := o.Duration / 1e6
	return Result{
		Requests:          *o.Requests,
		DurationUs:        int64(o.Duration),
		Workers:           o.Threads,
		RequestsPerSecond: float64(*o.Requests) / seconds,
		BytesPerSecond:    o.Bytes / seconds,
		LatencyMs:         latency,
		ConnectsFailed:    &o.Errors.Connect,
		Errors: Errors{
			Reset: o.Errors.Read + o.Errors.Write, Timeout: o.Errors.Timeout, Non2xx: o.Errors.Status,
		},
	}, nil
}

// latency is null everywhere without a success, or when every response was later than the timeout; wrk prints 0 then. It is also null with
// pipelining: wrk times a batch from its first request to its last response. Corrected by the mean interval of single requests, nearly
// every batch becomes a stall. Batches of 4 that all took 44 ms came out with a median of 31 ms.
func (w wrk) latency(driven Load, o wrkOutput) (LatencyMs, error) {
	l := w.Abilities().unmeasured(driven)
	if o.Errors.Status == *o.Requests || o.Latency.Different == 0 || o.Pipelining > 1 {
		return l, nil
	}
	l.Mean, l.Stddev, l.Max = milliseconds(o.Latency.Mean), milliseconds(o.Latency.Stdev), milliseconds(o.Latency.Max)
	for percent, figure := range l.percentiles() {
		us, ok := o.Latency.Percentiles[fmt.Sprint(percent)]
		if !ok {
			return LatencyMs{}, fmt.Errorf("its JSON lacks the percentile %g", percent)
		}
		*figure = milliseconds(us)
	}
	return l, nil
}
