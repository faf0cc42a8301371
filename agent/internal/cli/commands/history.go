package commands

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/figures"
	"millionrps/agent/internal/cli/follow"
	"millionrps/agent/internal/cli/terminal"
)

// placing are the flags that name a metric of a step.
type placing struct {
	metric string
	step   int64
}

func (p *placing) add(command *cobra.Command) {
	command.Flags().StringVar(&p.metric, "metric", "", "another `metric` than the benchmark is decided by, named as in conditions: 'p99 latency', 'server CPU per request in step 2'")
	command.Flags().Int64Var(&p.step, "step", 0, "another step than the benchmark is decided in; they count from 1")
}

// asked are the metric and the step that were named; nil where none was.
func (p placing) asked() (*api.ComparedMetric, *int64, error) {
	var place figures.Place
	if p.metric != "" {
		var err error
		if place, err = figures.FindPlace(p.metric); err != nil {
			return nil, nil, usage(fmt.Errorf("--metric: %w", err))
		}
	}
	if p.step < 0 {
		return nil, nil, usage(errors.New("--step: steps count from 1"))
	}
	if p.step > 0 {
		at := p.step - 1
		if place.StepIndex != nil && *place.StepIndex != at {
			return nil, nil, usage(errors.New("--metric and --step name two steps"))
		}
		place.StepIndex = &at
	}
	if p.metric == "" {
		return nil, place.StepIndex, nil
	}
	return &place.Metric.Name, place.StepIndex, nil
}

func (s *session) historyCommand() *cobra.Command {
	var p placing
	var limit int
	var asCSV bool
	command := &cobra.Command{
		Use: "history NAME", Short: "Show what a benchmark measured, revision by revision",
		Long: `Shows what a benchmark measured, the newest revision first: the change against the reference with its 95 % interval, and the figures of both builds.
Points of different epochs may not be compared; the reason stands below.`,
		Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			metric, step, err := p.asked()
			switch {
			case err != nil:
				return err
			case limit < 1:
				return usage(errors.New("--limit is at least 1"))
			case asCSV && s.json:
				return usage(errors.New("--csv and --json print two things: choose one"))
			}
			remote, err := s.enter()
			if err != nil {
				return err
			}
			benchmark, err := findBenchmark(command.Context(), remote, arguments[0])
			if err != nil {
				return err
			}
			history, err := follow.New(remote, s.progress).ReadHistory(command.Context(), benchmark.Id)
			if err != nil {
				return err
			}
			shown, err := shownHistory(benchmark, history, metric, step, limit)
			if err != nil {
				return err
			}
			s.subject(remote, benchmark.Id, benchmark.Name)
			s.result.Body = shown
			if asCSV {
				return s.historyCSV(shown)
			}
			if !s.json {
				s.historyTable(benchmark, shown)
			}
			return nil
		},
	}
	p.add(command)
	command.Flags().IntVar(&limit, "limit", 30, "the newest `points` that are shown")
	command.Flags().BoolVar(&asCSV, "csv", false, "print CSV, with times in UTC")
	return command
}

// shownSeries is what --json tells of a history: one metric of one step.
type shownSeries struct {
	Metric    api.ComparedMetric `json:"metric"`
	StepIndex int64              `json:"stepIndex"`
	// Points are the newest ones by their place, the newest first.
	Points []api.HistoryPoint `json:"points"`
	// Epochs are those of the points.
	Epochs []api.HistoryEpoch `json:"epochs"`
	// Older is how many points are not shown.
	Older int `json:"older"`
}

func shownHistory(benchmark api.BenchmarkSummary, history api.BenchmarkHistory, metric *api.ComparedMetric, step *int64, limit int) (shownSeries, error) {
	place := benchmark.Primary
	if metric != nil {
		place.Metric = *metric
	}
	if step != nil {
		place.StepIndex = *step
	}
	shown := shownSeries{Metric: place.Metric, StepIndex: place.StepIndex, Points: []api.HistoryPoint{}, Epochs: []api.HistoryEpoch{}}
	at := slices.IndexFunc(history.Series, func(one api.HistorySeries) bool {
		return one.Metric == place.Metric && one.StepIndex == place.StepIndex
	})
	if at < 0 {
		if metric == nil && step == nil || len(history.Series) == 0 {
			return shown, nil
		}
		measured := make([]string, 0, len(history.Series))
		for _, one := range history.Series {
			measured = append(measured, primaryText(api.PrimaryOutcome{Metric: one.Metric, StepIndex: one.StepIndex}))
		}
		return shown, usage(fmt.Errorf("no point of %s has %s; there are: %s", benchmark.Name, primaryText(place), strings.Join(measured, "; ")))
	}
	points := slices.Clone(history.Series[at].Points)
	slices.Reverse(points)
	shown.Older = max(0, len(points)-limit)
	shown.Points = points[:len(points)-shown.Older]
	for _, epoch := range history.Epochs {
		if slices.ContainsFunc(shown.Points, func(point api.HistoryPoint) bool { return point.Epoch == epoch.Index }) {
			shown.Epochs = append(shown.Epochs, epoch)
		}
	}
	return shown, nil
}

func (s *session) historyTable(benchmark api.BenchmarkSummary, shown shownSeries) {
	if len(shown.Points) == 0 {
		s.say("%s is not measured yet.\n", benchmark.Name)
		return
	}
	metric := figures.Of(shown.Metric)
	rows := make([][]string, 0, len(shown.Points))
	for _, point := range shown.Points {
		if s.quiet {
			s.printf("%s\n", point.ExperimentId)
		}
		candidate, reference := figures.Sides(point, metric)
		rows = append(rows, []string{
			figures.Short(point.Revision), strconv.FormatInt(point.Epoch+1, 10), moment(point.MeasuredAtUs),
			candidate, reference, figures.Answer(point), subjectText(point.Subject),
		})
	}
	if s.quiet {
		return
	}
	s.printf("%s: %s in step %d\n", benchmark.Name, metric.Label, shown.StepIndex+1)
	if line := trend(shown.Points, benchmark.MarginPercent); line != "" && terminal.Is(s.Out) {
		s.printf("%s\n", line)
	}
	terminal.Table(s.Out, []string{"revision", ">epoch", "measured", ">candidate", ">reference", "change", "subject"}, rows)
	for _, epoch := range shown.Epochs {
		s.printf("%s\n", epochText(epoch))
	}
	if shown.Older > 0 {
		s.printf("%d older ones: --limit\n", shown.Older)
	}
	s.printf("%s\n", s.result.URL)
}

// maxSubject keeps a row on its line.
const maxSubject = 50

func subjectText(subject *string) string {
	if subject == nil {
		return ""
	}
	if runes := []rune(*subject); len(runes) > maxSubject {
		return string(runes[:maxSubject-1]) + "…"
	}
	return *subject
}

func epochText(epoch api.HistoryEpoch) string {
	against := "against itself"
	if epoch.Reference != nil {
		against = "against " + figures.Short(*epoch.Reference)
	}
	text := fmt.Sprintf("epoch %d  from %s, version %d, %s, on %s.", epoch.Index+1, moment(epoch.FromUs), epoch.Version, against, epoch.HostClass)
	if epoch.Because != nil {
		text += " " + *epoch.Because
	}
	return text
}

var blocks = []rune("▁▂▃▄▅▆▇█")

// fewestInTrend: two points are no trend.
const fewestInTrend = 3

// trend draws the changes of the newest epoch, the oldest first. Noise that is drawn large would look like a change, so there is none
// unless the newest epoch moved by more than the margin.
func trend(newestFirst []api.HistoryPoint, marginPercent float64) string {
	ratios := []float64{}
	for _, point := range newestFirst {
		if point.Epoch == newestFirst[0].Epoch && point.Ratio != nil && !figures.IsAgainstItself(point) {
			ratios = append(ratios, math.Log(*point.Ratio))
		}
	}
	if len(ratios) < fewestInTrend {
		return ""
	}
	low, high := slices.Min(ratios), slices.Max(ratios)
	if high-low <= math.Log1p(marginPercent/100) {
		return ""
	}
	var line strings.Builder
	for _, ratio := range slices.Backward(ratios) {
		line.WriteRune(blocks[int(math.Round((ratio-low)/(high-low)*float64(len(blocks)-1)))])
	}
	return fmt.Sprintf("%s  %s to %s against the reference, the newest right", line.String(), figures.Change(math.Exp(low)), figures.Change(math.Exp(high)))
}
