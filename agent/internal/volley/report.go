package volley

import (
	"fmt"
	"math"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Tool is the name by which runs know volley.
const Tool = "volley"

// Report is what was asked and what was measured. Its JSON is what other programs read.
type Report struct {
	Tool           string  `json:"tool"`
	Asked          Asked   `json:"asked"`
	EndedEarly     bool    `json:"endedEarly"`
	StartedAtUs    int64   `json:"startedAtUs"` // of the measurement: after the warm-up
	DurationUs     int64   `json:"durationUs"`
	Sent           int64   `json:"sent"` // succeeded + failed + inFlight
	Succeeded      int64   `json:"succeeded"`
	Failed         Failed  `json:"failed"`
	Earlier        Earlier `json:"earlier"`  // in throughput, seconds and CPU time, and in no other count
	InFlight       int64   `json:"inFlight"` // at the end
	Unsent         int64   `json:"unsent"`   // due by the end, never sent; open loop
	SentLate       int64   `json:"sentLate"` // more than 1 ms after they were due; open loop
	ConnectsFailed int64   `json:"connectsFailed"`

	RequestsPerSecond float64  `json:"requestsPerSecond"` // that succeeded within the measurement, also of earlier ones
	OfferedPerSecond  *float64 `json:"offeredPerSecond"`  // that were due; null in a closed loop
	BytesPerSecond    float64  `json:"bytesPerSecond"`    // received, heads and bodies

	Latency   Latency   `json:"latency"` // of requests that succeeded
	Histogram Histogram `json:"histogram"`
	Seconds   Seconds   `json:"seconds"`
	OverTime  OverTime  `json:"latencyOverTime"`
	Loops     []Loop    `json:"loops"`
	TLS       *Secured  `json:"tls"`     // null: http
	Streams   *Streams  `json:"streams"` // null: HTTP/1.1

	CPUUsPerRequest *float64 `json:"cpuUsPerRequest"` // of this process; null without a success
}

// Streams is what HTTP/2 adds.
type Streams struct {
	PerConnection     int     `json:"perConnection"`     // that were really used at a time: those asked, or what the server allows
	MostPerConnection int     `json:"mostPerConnection"` // the same of the connection that was allowed most, at any time
	Allowed           *uint32 `json:"allowed"`           // the least that the server allowed on any connection, by what it said last; null: it named no limit
	TakenBack         int64   `json:"takenBack"`         // requests that the server said it had not looked at (GOAWAY); they are in no other count
}

// Earlier are requests of the warm-up that ended within the measurement. As many of the measurement's own may be in flight at its end.
type Earlier struct {
	Succeeded int64  `json:"succeeded"`
	Failed    Failed `json:"failed"`
}

// Failed counts requests by kind.
type Failed struct {
	Total     int64 `json:"total"`
	Timeout   int64 `json:"timeout"`
	Reset     int64 `json:"reset"`
	Non2xx    int64 `json:"non2xx"`
	Mismatch  int64 `json:"mismatch"`
	Malformed int64 `json:"malformed"`
}

// Latency is null throughout when nothing succeeded.
type Latency struct {
	Loop         string   `json:"loop"` // closed, or open: from the intended send time
	ResolutionUs int      `json:"resolutionUs"`
	MinUs        *int64   `json:"minUs"`
	MeanUs       *float64 `json:"meanUs"`
	StddevUs     *float64 `json:"stddevUs"`
	P50Us        *int64   `json:"p50Us"`
	P90Us        *int64   `json:"p90Us"`
	P95Us        *int64   `json:"p95Us"`
	P97_5Us      *int64   `json:"p97_5Us"`
	P99Us        *int64   `json:"p99Us"`
	P99_9Us      *int64   `json:"p99_9Us"`
	P99_99Us     *int64   `json:"p99_99Us"`
	MaxUs        *int64   `json:"maxUs"`
}

// Histogram holds HDR buckets, each by the highest value that is equivalent to it; ascending, those that are not empty.
type Histogram struct {
	SignificantDigits int     `json:"significantDigits"`
	ValuesUs          []int64 `json:"valuesUs"`
	Counts            []int64 `json:"counts"`
}

// Seconds are requests by the second in which they ended, from the start of the measurement, earlier ones among them. The last may be shorter.
type Seconds struct {
	Succeeded []int64 `json:"succeeded"`
	Failed    []int64 `json:"failed"`
}

// Loop is one event loop's part.
type Loop struct {
	CPU             *int     `json:"cpu"` // it was pinned to; null: to none
	Connections     int      `json:"connections"`
	Succeeded       int64    `json:"succeeded"`
	CPUUs           int64    `json:"cpuUs"` // of its thread
	CPUUsPerRequest *float64 `json:"cpuUsPerRequest"`
}

func newReport(o *Options, p *plan, loops []*loop, early bool) (*Report, error) {
	total := loops[0].tally.begun(loops[0].start, loops[0].start+o.Duration)
	total.connectFailed = 0
	r := &Report{Tool: Tool, Asked: asked(o), EndedEarly: early}
	end := time.Duration(0)
	secured := newHandshakes()
	for _, l := range loops {
		if err := l.addsUp(); err != nil {
			return nil, err
		}
		total.add(&l.tally)
		if l.config != nil {
			secured.add(&l.handshakes)
		}
		end = max(end, l.end)
		part := Loop{Connections: len(l.connections), Succeeded: l.succeeded, CPUUs: l.used.thread.Microseconds(), CPUUsPerRequest: per(l.used.thread, l.succeeded+l.earlier.succeeded)}
		if l.cpu >= 0 {
			part.CPU = &l.cpu
		}
		r.Loops = append(r.Loops, part)
	}
	if end <= total.start {
		return nil, errNotBegun
	}
	total.end = end
	r.fill(&total, p, o, loops[0].used.process)
	if p.overlaps {
		r.Streams = streamsOf(o, loops)
	}
	if loops[0].config != nil {
		r.TLS = secured.report(end - total.start)
	}
	return r, nil
}

func streamsOf(o *Options, loops []*loop) *Streams {
	s := &Streams{PerConnection: o.Pipelining, MostPerConnection: o.Pipelining}
	var most uint32
	for _, l := range loops {
		most = max(most, l.streamsMost)
		s.TakenBack += l.takenBack
		if allowed := l.streamsAllowed; allowed != math.MaxUint32 && (s.Allowed == nil || allowed < *s.Allowed) {
			s.Allowed = &allowed
		}
	}
	if s.Allowed != nil {
		s.PerConnection = int(min(uint32(o.Pipelining), *s.Allowed))
	}
	if most > 0 {
		s.MostPerConnection = int(min(uint32(o.Pipelining), most))
	}
	return s
}

func (r *Report) fill(t *tally, p *plan, o *Options, used time.Duration) {
	measured := t.end - t.start
	r.StartedAtUs = p.base.Add(t.start).UnixMicro()
	r.DurationUs = measured.Microseconds()
	r.Sent, r.Succeeded, r.InFlight, r.Unsent, r.SentLate = t.sent, t.succeeded, t.inFlight, t.unsent, t.sentLate
	r.Failed = failedOf(t.failed)
	r.Earlier = Earlier{t.earlier.succeeded, failedOf(t.earlier.failed)}
	succeeded := t.succeeded + t.earlier.succeeded
	r.ConnectsFailed = t.connectFailed
	r.RequestsPerSecond = float64(succeeded) / measured.Seconds()
	r.BytesPerSecond = float64(t.bytes) / measured.Seconds()
	if o.Open() {
		offered := float64(t.sent+t.unsent) / measured.Seconds()
		r.OfferedPerSecond = &offered
	}
	r.CPUUsPerRequest = per(used, succeeded)
	r.Latency = latencyOf(t.latency, o.loopName())
	r.Histogram = histogramOf(t.latency)
	for i, s := range t.seconds {
		if time.Duration(i)*time.Second < measured {
			r.Seconds.Succeeded = append(r.Seconds.Succeeded, s.succeeded+s.earlierSucceeded)
			r.Seconds.Failed = append(r.Seconds.Failed, s.failed+s.earlierFailed)
		}
	}
	r.OverTime = overTimeOf(t, measured)
}

func failedOf(failed [kinds]int64) Failed {
	return Failed{Total: total(failed), Timeout: failed[Timeout], Reset: failed[Reset], Non2xx: failed[Non2xx], Mismatch: failed[Mismatch], Malformed: failed[Malformed]}
}

// addsUp holds every count of a loop against another one that was taken elsewhere.
func (t *tally) addsUp() error {
	if t.sent != t.succeeded+t.failures()+t.inFlight {
		return fmt.Errorf("volley lost count: %d sent, but %d succeeded + %d failed + %d in flight; these figures are worth nothing, please report it", t.sent, t.succeeded, t.failures(), t.inFlight)
	}
	var series second
	for _, s := range t.seconds {
		series.succeeded, series.failed = series.succeeded+s.succeeded, series.failed+s.failed
		series.earlierSucceeded, series.earlierFailed = series.earlierSucceeded+s.earlierSucceeded, series.earlierFailed+s.earlierFailed
	}
	if series.earlierSucceeded != t.earlier.succeeded || series.earlierFailed != total(t.earlier.failed) {
		return fmt.Errorf("volley lost count: %d of the warm-up ended in the measurement, but %d by second; these figures are worth nothing, please report it",
			t.earlier.succeeded+total(t.earlier.failed), series.earlierSucceeded+series.earlierFailed)
	}
	if series.succeeded != t.succeeded || series.failed != t.failures() || t.latency.TotalCount() != t.succeeded {
		return fmt.Errorf("volley lost count: %d succeeded, but %d by second and %d latencies; these figures are worth nothing, please report it", t.succeeded, series.succeeded, t.latency.TotalCount())
	}
	return t.intervalsAddUp()
}

func per(used time.Duration, requests int64) *float64 {
	if requests == 0 {
		return nil
	}
	us := math.Round(float64(used.Nanoseconds())/float64(requests)) / 1000
	return &us
}

func latencyOf(h *hdrhistogram.Histogram, loop string) Latency {
	l := Latency{Loop: loop, ResolutionUs: 1}
	if h.TotalCount() == 0 {
		return l
	}
	at := func(percent float64) *int64 { v := h.ValueAtPercentile(percent); return &v }
	least, most, mean, deviation := h.Min(), h.Max(), h.Mean(), h.StdDev()
	l.MinUs, l.MaxUs, l.MeanUs, l.StddevUs = &least, &most, &mean, &deviation
	l.P50Us, l.P90Us, l.P95Us, l.P97_5Us = at(50), at(90), at(95), at(97.5)
	l.P99Us, l.P99_9Us, l.P99_99Us = at(99), at(99.9), at(99.99)
	return l
}

func histogramOf(h *hdrhistogram.Histogram) Histogram {
	out := Histogram{SignificantDigits: significantDigits, ValuesUs: []int64{}, Counts: []int64{}}
	for _, bar := range h.Distribution() {
		if bar.Count > 0 {
			out.ValuesUs, out.Counts = append(out.ValuesUs, bar.To), append(out.Counts, bar.Count)
		}
	}
	return out
}
