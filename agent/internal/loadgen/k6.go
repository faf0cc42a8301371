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
		Modes:        []string{modeMethod, modeHeaders, modeBody, modeBodyFile, modeExpect, modeVariables, modeSecrets, modeCookies},
		Refusals: append([]Refusal{
			keepsOpen(k.name),
			{modePipelining, "k6 sends one request at a time on a connection; ask for pipelining 1, or choose volley, wrk or autocannon"},
			openPipelining(k.name),
			constantOnly(k.name),
			ownWorkers(k.name),
		}, lacking(k.name)...),
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
	script := File{Name: "k6.js", Text: k6Script}
	planned := Invocation{Files: []File{script}}
	asked, err := k.requests(l, &planned)
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
	argv := k.call("run", "--quiet", "--no-color", "--no-usage-report", "--log-output=file=/dev/stderr,level=error")
	for _, variable := range append([]string{"URL=" + l.url("")}, append(asked, "CYCLE="+numbered(cycle, 0), "SECONDS="+strconv.Itoa(l.DurationSeconds),
		"CONNECTIONS="+strconv.Itoa(l.Connections), "RATE="+strconv.Itoa(rate), "GZIP="+gzip)...) {
		argv = append(argv, "-e", variable)
	}
	planned.Argv = append(argv, l.path(script))
	return planned, nil
}

// requests are the words for what is sent: paths alone, or a file, whose secrets are named and come from the environment.
func (k k6) requests(l Load, planned *Invocation) (words []string, err error) {
	file := l.file()
	if file.Plain() && !l.Cookies {
		paths := make([]string, len(l.Requests))
		for i, r := range l.Requests {
			paths[i] = r.Path
		}
		encoded, err := json.Marshal(paths)
		return []string{"PATHS=" + string(encoded)}, err
	}
	size := int64(0)
	for _, r := range l.Requests {
		if err := headersOnce(k.name, r); err != nil {
			return nil, err
		}
		if r.Body != nil {
			size += r.Body.Described().SizeBytes
		}
	}
	// Every virtual user has a copy.
	if size*int64(max(1, l.Connections)) > 4*inputMost {
		return nil, errors.New("k6 keeps the bodies in memory for every connection, which is more than 1 GiB here; ask for smaller bodies or fewer connections, or choose volley")
	}
	text, err := json.Marshal(file)
	if err != nil {
		return nil, err
	}
	input := fileOf("requests", "json", text)
	planned.Files = append(planned.Files, input)
	if len(file.Secrets()) > 0 {
		planned.SecretsBy = ByEnvironment
	}
	cookies := "0"
	if l.Cookies {
		cookies = "1"
	}
	return []string{"REQUESTS=" + l.path(input), "COOKIES=" + cookies, "CLIENT=" + strconv.Itoa(l.Client) + "/" + strconv.Itoa(max(1, l.Clients)),
		"SEED=" + strconv.FormatUint(uint64(l.Seed)^uint64(l.Draw)<<20, 10)}, nil
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
	answered := count("http_reqs") - (failed.Connection + failed.Timeout + failed.Reset)
	// A whole response that is not as expected is one.
	failed.Mismatch += count("failed_unexpected")
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
	if answered > failed.Non2xx+failed.Mismatch && o.Metrics["http_req_failed"]["fails"] > 0 {
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
