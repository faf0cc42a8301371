// Package figures names metrics, and writes figures and changes as the pages of an instance do.
package figures

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"millionrps/agent/internal/cli/api"
)

// Metric is one that is compared.
type Metric struct {
	Name  api.ComparedMetric `json:"metric"`
	Label string             `json:"label"`
	Unit  string             `json:"unit"`
	// HigherIsBetter: of throughput.
	HigherIsBetter bool `json:"higherIsBetter"`
}

//go:embed metrics.gen.json
var written []byte

// Metrics are all of them.
var Metrics = func() (metrics []Metric) {
	if err := json.Unmarshal(written, &metrics); err != nil {
		panic(err)
	}
	return metrics
}()

// Find takes the names that conditions take: as people and as programs write it.
func Find(name string) (Metric, error) {
	wanted := strings.ToLower(strings.Join(strings.Fields(name), " "))
	labels := make([]string, 0, len(Metrics))
	for _, metric := range Metrics {
		if wanted == strings.ToLower(metric.Label) || wanted == strings.ToLower(string(metric.Name)) {
			return metric, nil
		}
		labels = append(labels, metric.Label)
	}
	return Metric{}, fmt.Errorf("%q is no metric; there are %s", name, strings.Join(labels, ", "))
}

// Of is the metric with the name that an instance gives it. One that only a later release knows is called by that name.
func Of(name api.ComparedMetric) Metric {
	for _, metric := range Metrics {
		if metric.Name == name {
			return metric
		}
	}
	return Metric{Name: name, Label: string(name)}
}

// Short is a commit by its beginning, and a label whole.
func Short(revision string) string {
	if len(revision) != 40 && len(revision) != 64 || strings.Trim(revision, "0123456789abcdef") != "" {
		return revision
	}
	return revision[:7]
}

// Value is a figure with thousands separators, or with three or four digits.
func Value(value float64) string {
	switch {
	case value >= 1000:
		return Grouped(value, 0)
	case value >= 100:
		return rounded(value, 4)
	}
	return rounded(value, 3)
}

func rounded(value float64, digits int) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(value, 'g', digits, 64), 64)
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// Grouped has so many decimals, and thousands separators.
func Grouped(value float64, decimals int) string {
	text := fmt.Sprintf("%.*f", decimals, value)
	whole, rest := text, ""
	if decimals > 0 {
		whole, rest = text[:len(text)-decimals-1], text[len(text)-decimals-1:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	return whole + rest
}

// Change is a ratio as a difference with its sign: +0.02 %, −1.3 %.
func Change(ratio float64) string {
	percent := (ratio - 1) * 100
	size := math.Abs(percent)
	shown := ""
	switch {
	case size < 0.005:
		return "±0 %"
	case size < 1:
		shown = fmt.Sprintf("%.2f", size)
	case size < 10:
		shown = fmt.Sprintf("%.1f", size)
	case size < 1000:
		shown = Grouped(size, 0)
	default:
		short, _ := strconv.ParseFloat(strconv.FormatFloat(size, 'g', 3, 64), 64)
		shown = Grouped(short, 0)
	}
	if percent < 0 {
		return "−" + shown + " %"
	}
	return "+" + shown + " %"
}

// widestFactor: beyond a tenth or ten times, an end of an interval is no statement of the runs.
const widestFactor = 10

// Interval is −1.1 to +0.5 %, or that there is none to state.
func Interval(low, high *float64) string {
	switch {
	case low == nil || high == nil:
		return "no interval"
	case *low < 1.0/widestFactor || *high > widestFactor:
		return "interval too wide to state"
	}
	return strings.TrimSuffix(Change(*low), " %") + " to " + Change(*high)
}

// IsAgainstItself: both sides were the same build, so that the ratio is of noise alone.
func IsAgainstItself(point api.HistoryPoint) bool {
	return point.Against == nil || *point.Against == point.Revision
}

// Own is the figure of the build itself: of one that was measured against itself the mean of both sides, as both are of it.
func Own(point api.HistoryPoint) *float64 {
	if point.Candidate == nil || point.Reference == nil || !IsAgainstItself(point) {
		return point.Candidate
	}
	mean := math.Sqrt(*point.Candidate * *point.Reference)
	return &mean
}

// Answer is what a point says: the change against the reference with its 95 % interval, the noise of a build against itself, or why
// there is none.
func Answer(point api.HistoryPoint) string {
	switch {
	case point.Gap != nil:
		return "gap: " + *point.Gap
	case point.Ratio == nil:
		return "-"
	case IsAgainstItself(point):
		return "noise " + Interval(point.Low, point.High)
	}
	return fmt.Sprintf("%s (%s)", Change(*point.Ratio), Interval(point.Low, point.High))
}

// Sides are the figures of the candidate and of the reference. A build against itself has one: that of both sides together.
func Sides(point api.HistoryPoint, metric Metric) (candidate, reference string) {
	if IsAgainstItself(point) {
		return WithUnit(Own(point), metric), "itself"
	}
	return WithUnit(point.Candidate, metric), WithUnit(point.Reference, metric)
}

// WithUnit is a figure of a metric; `-` is for what was not measured.
func WithUnit(value *float64, metric Metric) string {
	if value == nil {
		return "-"
	}
	return strings.TrimSpace(Value(*value) + " " + metric.Unit)
}
