package judge

import (
	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
)

// Measured is what --json tells of a point.
type Measured struct {
	BenchmarkID   string `json:"benchmarkId"`
	BenchmarkName string `json:"benchmarkName"`
	// Series has one point each: the metrics of the steps, the primary one first.
	Series []api.HistorySeries `json:"series"`
	// Answers are those of the experiment that measured it.
	Answers any `json:"answers"`
}

// Point judges a point of a benchmark: it is measured where the primary metric has a ratio.
func Point(benchmark api.BenchmarkSummary, experiment api.ShownExperiment, series []api.HistorySeries) Judgement {
	judgement := Experiment(experiment)
	judgement.Suite = "millionrps point"
	judgement.Body = Measured{benchmark.Id, benchmark.Name, series, judgement.Body}
	if len(series) > 0 {
		if gap := series[0].Points[0].Gap; gap != nil && judgement.Outcome == ending.Done {
			judgement.Outcome, judgement.Sentence = ending.NotMeasured, "The point is a gap: "+*gap
		}
	}
	judgement.Cases = []Case{{Class: benchmark.Name, Name: "measured", Outcome: judgement.Outcome, Sentence: judgement.Sentence}}
	return judgement
}

// Bisection judges a search that is over.
func Bisection(bisection api.Bisection) Judgement {
	outcome := ending.NotMeasured
	if told := bisection.Outcome; told != nil {
		switch *told {
		case "found":
			outcome = ending.Done
		case "range", "not-reproduced", "ends-unclear", "other-way":
			outcome = ending.Inconclusive
		}
	}
	return Judgement{
		Outcome: outcome, Sentence: bisection.Sentence, Suite: "millionrps bisect", Body: bisection,
		Cases: []Case{{Class: bisection.BenchmarkName, Name: "commit found", Outcome: outcome, Sentence: bisection.Sentence}},
	}
}
