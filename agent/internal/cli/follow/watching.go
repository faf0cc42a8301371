package follow

import (
	"context"
	"fmt"
	"slices"
	"time"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/figures"
)

// Point returns what an experiment that is over measured of a benchmark: its point of each series. The instance makes it a moment later.
func (f Follower) Point(ctx context.Context, benchmarkID, experimentID string) ([]api.HistorySeries, error) {
	begun := time.Now()
	of := func(history api.BenchmarkHistory) []api.HistorySeries {
		found := []api.HistorySeries{}
		for _, series := range history.Series {
			at := slices.IndexFunc(series.Points, func(point api.HistoryPoint) bool { return point.ExperimentId == experimentID })
			if at >= 0 {
				series.Points = series.Points[at : at+1]
				found = append(found, series)
			}
		}
		return found
	}
	history, err := until(ctx, f, f.EveryExperiment, func() (api.BenchmarkHistory, error) { return f.ReadHistory(ctx, benchmarkID) },
		func(history api.BenchmarkHistory) (string, string, bool) {
			return "measured; waiting for its point", "", len(of(history)) > 0 || time.Since(begun) > f.Patience
		})
	point := of(history)
	if err == nil && len(point) == 0 {
		err = ending.As(ending.NotMeasured, "the experiment is over, and for %s the history has had no point of it", f.Patience)
	}
	return point, err
}

// ReadHistory reads the history of a benchmark once.
func (f Follower) ReadHistory(ctx context.Context, benchmarkID string) (api.BenchmarkHistory, error) {
	response, err := f.Remote.GetBenchmarkHistory(ctx, benchmarkID)
	return api.Into[api.BenchmarkHistory](f.Remote, response, err)
}

// Bisection returns the search when it is over, and tells of each experiment as it ends.
func (f Follower) Bisection(ctx context.Context, id string) (api.Bisection, error) {
	known := map[string]bool{}
	underWay := ""
	return until(ctx, f, f.EveryExperiment, func() (api.Bisection, error) {
		bisection, err := f.ReadBisection(ctx, id)
		underWay = ""
		if err == nil && bisection.ExperimentId != nil {
			underWay = f.experimentNow(ctx, *bisection.ExperimentId)
		}
		return bisection, err
	}, func(bisection api.Bisection) (string, string, bool) {
		f.tellSteps(bisection, known)
		state := bisection.Sentence
		if bisection.WaitingSentence != nil {
			state += " " + *bisection.WaitingSentence
		}
		return state, underWay, bisection.Status != "running"
	})
}

// ReadBisection reads a search once.
func (f Follower) ReadBisection(ctx context.Context, id string) (api.Bisection, error) {
	response, err := f.Remote.GetBisection(ctx, id)
	return api.Into[api.Bisection](f.Remote, response, err)
}

// experimentNow is how the experiment under way stands; empty where that is not known at the moment.
func (f Follower) experimentNow(ctx context.Context, id string) string {
	response, err := f.Remote.GetExperimentSummary(ctx, id)
	summary, err := api.Into[api.ExperimentSummary](f.Remote, response, err)
	if err != nil || summary.Status != "running" {
		return ""
	}
	text := fmt.Sprintf("%d of %d runs", summary.RunsDone, summary.RunsPlanned)
	if time := left(summary.RemainingUs); time != "" {
		text += ", " + time
	}
	return text
}

// tellSteps tells of the experiments that are over and not in `known`.
func (f Follower) tellSteps(bisection api.Bisection, known map[string]bool) {
	for _, revision := range bisection.Revisions {
		for _, experiment := range revision.ExperimentIds {
			if known[experiment] || (bisection.ExperimentId != nil && experiment == *bisection.ExperimentId) {
				continue
			}
			known[experiment] = true
			f.Teller.Say("measured %s: %s", RevisionText(revision.Revision, revision.Subject), StepText(revision))
		}
	}
}

// RevisionText is a commit with the first line of its message.
func RevisionText(revision string, subject *string) string {
	text := figures.Short(revision)
	if subject != nil && *subject != "" {
		text += " " + *subject
	}
	return text
}

// StepText is what is known of a commit: its change against the good end, and on which side of the change it is.
func StepText(revision api.BisectedRevision) string {
	change := "no ratio"
	if revision.Ratio != nil {
		change = figures.Change(*revision.Ratio) + " against the good end"
	}
	return change + ", " + VerdictText(revision.Verdict)
}

// VerdictText is on which side of the change a commit is.
func VerdictText(verdict api.BisectedRevisionVerdict) string {
	switch verdict {
	case "unknown":
		return "not known yet"
	case "not-buildable":
		return "cannot be built"
	}
	return string(verdict)
}
