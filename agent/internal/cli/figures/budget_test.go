package figures

import (
	"strings"
	"testing"

	"millionrps/agent/internal/cli/api"
)

func TestABudgetIsOfTheRatioOrOfTheFigure(t *testing.T) {
	for text, want := range map[string]struct {
		metric api.ComparedMetric
		step   int64
		of     api.BudgetOf
		most   float64
	}{
		"serverCpuUsPerRequest <= 1.1":               {"serverCpuUsPerRequest", 0, api.BudgetOfRatio, 1.1},
		"server CPU per request in step 2<= +10%":    {"serverCpuUsPerRequest", 1, api.BudgetOfRatio, 1.1},
		"throughput ≥ −5 %":                          {"requestsPerSecond", 0, api.BudgetOfRatio, 0.95},
		"p99 latency in step 3 <= 3 ms":              {"latencyMsP99", 2, api.BudgetOfFigure, 3},
		"client cpu per request <= 20us":             {"clientCpuUsPerRequest", 0, api.BudgetOfFigure, 20},
		"requestsPerSecond in step 1 >= 50000 req/s": {"requestsPerSecond", 0, api.BudgetOfFigure, 50000},
	} {
		got, err := FindLimit(text)
		if err != nil || got.Place.Metric.Name != want.metric || got.Place.At(0) != want.step || got.Of != want.of || got.Most < want.most-1e-9 || got.Most > want.most+1e-9 {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
}

func TestABudgetThatSaysAnotherThingThanMeantIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"serverCpuUsPerRequest >= 1.1": "written with <=, as it is better low",
		"throughput <= 1":              "written with >=, as it is better high",
		"throughput >= 50000":          "a figure has its unit, req/s",
		"p99 latency <= 3 s":           "p99 latency is measured in ms",
		"speed >= 1":                   "is no metric; there are throughput",
		"p99 latency":                  "is no budget",
		"p99 latency in step 0 <= 1":   "steps count from 1",
	} {
		if _, err := FindLimit(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestABudgetIsWrittenAsItIsRead(t *testing.T) {
	for _, kept := range []api.KeptBudget{
		{Metric: "serverCpuUsPerRequest", StepIndex: 1, Of: "ratio", Limit: 1.1},
		{Metric: "requestsPerSecond", Of: "figure", Limit: 1250000},
	} {
		got, err := FindLimit(BudgetText(kept))
		if err != nil || got.Place.At(9) != kept.StepIndex || string(got.Of) != string(kept.Of) || got.Most != kept.Limit || got.Place.Metric.Name != kept.Metric {
			t.Errorf("%s: %+v %v", BudgetText(kept), got, err)
		}
	}
}
