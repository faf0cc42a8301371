package volley

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// Write prints the report for people.
func (r *Report) Write(to io.Writer) error {
	var text strings.Builder
	text.WriteString(r.headline() + "\n\n")
	r.writeCounts(&text)
	r.writeLatency(&text)
	r.writeTLS(&text)
	r.writeCost(&text)
	_, err := io.WriteString(to, text.String())
	return err
}

func (r *Report) headline() string {
	a := r.Asked
	paths := make([]string, len(a.Requests))
	for i, q := range a.Requests {
		paths[i] = q.Path
		if len(a.Requests) > 1 {
			paths[i] += fmt.Sprintf(" (weight %d)", q.Weight)
		}
	}
	depth := fmt.Sprintf("pipelining %d", a.Pipelining)
	if r.Streams != nil {
		depth = "HTTP/2, " + english.Plural(a.Pipelining, "stream", "") + " on each"
		if r.Streams.PerConnection < a.Pipelining {
			depth += fmt.Sprintf(" asked and %d used, as the server allows no more", r.Streams.PerConnection)
		}
	}
	load := fmt.Sprintf("closed loop, %s, %s", english.Plural(a.Connections, "connection", ""), depth)
	if a.RequestsPerSecond != nil {
		load = fmt.Sprintf("open loop, %s req/s %s, %s, %s", number(*a.RequestsPerSecond), *a.Arrivals, english.Plural(a.Connections, "connection", ""), depth)
	}
	if a.RampSeconds != nil {
		load += fmt.Sprintf(", changing from %s req/s over the first %g s", number(*a.RampFromPerSecond), *a.RampSeconds)
	}
	line := fmt.Sprintf("volley %s on %s\n%s, %s measured", strings.Join(paths, ", "), a.URL, load, duration(r.DurationUs))
	if a.WarmupSeconds > 0 {
		line += fmt.Sprintf(" after %g s of warm-up", a.WarmupSeconds)
	}
	if r.EndedEarly {
		line += fmt.Sprintf("; ended early, %g s were asked for", a.DurationSeconds)
	}
	return line
}

func (r *Report) writeCounts(text *strings.Builder) {
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name, value, unit string) { fmt.Fprintf(table, "%s\t%s\t %s\n", name, value, unit) }
	row("throughput", number(r.RequestsPerSecond), "req/s")
	if r.OfferedPerSecond != nil {
		row("offered", number(*r.OfferedPerSecond), "req/s")
	}
	row("received", number(r.BytesPerSecond/1e6), "MB/s")
	row("sent", humanize.Comma(r.Sent), "requests")
	row("succeeded", humanize.Comma(r.Succeeded), "requests")
	row("failed", humanize.Comma(r.Failed.Total), "requests"+r.Failed.kinds())
	if earlier := r.Earlier.Succeeded + r.Earlier.Failed.Total; earlier > 0 {
		row("of the warm-up, ended in it", humanize.Comma(earlier), "requests; throughput counts those that succeeded")
	}
	row("in flight at the end", humanize.Comma(r.InFlight), "requests")
	if r.OfferedPerSecond != nil {
		row("due but never sent", humanize.Comma(r.Unsent), "requests")
		row("sent over 1 ms late", humanize.Comma(r.SentLate), "requests")
	}
	if r.Streams != nil && r.Streams.TakenBack > 0 {
		row("not looked at", humanize.Comma(r.Streams.TakenBack), "requests, by the server's word (GOAWAY); they count as not sent")
	}
	if r.ConnectsFailed > 0 {
		row("connections that failed", humanize.Comma(r.ConnectsFailed), "(refused, unreachable, or answering unasked)")
	}
	_ = table.Flush() // A strings.Builder takes everything.
}

func (f Failed) kinds() string {
	var kinds []string
	for _, k := range []struct {
		name  string
		count int64
	}{{"timeout", f.Timeout}, {"reset", f.Reset}, {"non-2xx", f.Non2xx}, {"mismatch", f.Mismatch}, {"malformed", f.Malformed}} {
		if k.count > 0 {
			kinds = append(kinds, k.name+" "+humanize.Comma(k.count))
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return " (" + strings.Join(kinds, ", ") + ")"
}

func (r *Report) writeLatency(text *strings.Builder) {
	l := r.Latency
	basis := "closed loop: from sending; while the target stalls nothing is sent, so a stall counts once for each place in flight"
	if l.Loop == "open" {
		basis = "open loop: from when each request was due"
	}
	fmt.Fprintf(text, "\nlatency of requests that succeeded (%s)\n", basis)
	if l.P50Us == nil {
		text.WriteString("  none: no request succeeded\n")
		return
	}
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, p := range []struct {
		name string
		us   *int64
	}{{"min", l.MinUs}, {"p50", l.P50Us}, {"p90", l.P90Us}, {"p95", l.P95Us}, {"p97.5", l.P97_5Us}, {"p99", l.P99Us}, {"p99.9", l.P99_9Us}, {"p99.99", l.P99_99Us}, {"max", l.MaxUs}} {
		fmt.Fprintf(table, "%s\t%s\t ms\n", p.name, strconv.FormatFloat(float64(*p.us)/1000, 'f', 3, 64))
	}
	fmt.Fprintf(table, "mean\t%s\t ms\n", strconv.FormatFloat(*l.MeanUs/1000, 'f', 3, 64))
	_ = table.Flush()
}

func (r *Report) writeTLS(text *strings.Builder) {
	s := r.TLS
	if s == nil {
		return
	}
	for _, n := range s.Negotiated {
		parts := slices.DeleteFunc([]string{n.Version, n.CipherSuite, n.Group, n.CertificateKey, n.ALPN}, func(part string) bool { return part == "" })
		fmt.Fprintf(text, "\n%s: %s", strings.Join(parts, ", "), english.Plural(int(n.Handshakes), "handshake", ""))
	}
	if r.Asked.TLS.Any {
		text.WriteString("\nNo certificate was verified: whoever answered was measured.")
	}
	all, m := s.All, s.Measured
	fmt.Fprintf(text, "\nhandshakes: %d full, %d resumed, %d failed; in the measurement %d, %d, %d, which is %s a second\n",
		all.Full, all.Resumed, all.Failed.Total, m.Full, m.Resumed, m.Failed.Total, number(s.PerSecond))
	if s.P50Us != nil {
		fmt.Fprintf(text, "a handshake took %.3f ms (p50), %.3f ms (p99), which is in no latency above\n", float64(*s.P50Us)/1000, float64(*s.P99Us)/1000)
	}
}

func (r *Report) writeCost(text *strings.Builder) {
	if r.CPUUsPerRequest == nil {
		return
	}
	fmt.Fprintf(text, "\nCPU time of volley: %.3f µs per request that succeeded\n", *r.CPUUsPerRequest)
	for i, l := range r.Loops {
		where := "not pinned"
		if l.CPU != nil {
			where = fmt.Sprintf("CPU %d", *l.CPU)
		}
		cost := "none succeeded"
		if l.CPUUsPerRequest != nil {
			cost = fmt.Sprintf("%.3f µs per request", *l.CPUUsPerRequest)
		}
		fmt.Fprintf(text, "  loop %d (%s, %s): %s, %.0f %% of its thread\n", i, where, english.Plural(l.Connections, "connection", ""), cost, 100*float64(l.CPUUs)/float64(r.DurationUs))
	}
}

func duration(us int64) string {
	return (time.Duration(us) * time.Microsecond).Round(time.Millisecond).String()
}

// number keeps about four digits and groups thousands.
func number(v float64) string {
	if v < 1000 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return humanize.Comma(int64(v + 0.5))
}
