package figures

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"millionrps/agent/internal/cli/api"
)

// Place is a metric of a step.
type Place struct {
	Metric Metric
	// StepIndex is from 0; nil where no step is named.
	StepIndex *int64
}

// At is the index of the step, or that one where none is named.
func (p Place) At(otherwise int64) int64 {
	if p.StepIndex == nil {
		return otherwise
	}
	return *p.StepIndex
}

var (
	placeForm  = regexp.MustCompile(`^(.+?)(?:\s+in\s+step\s+(\d{1,3}))?$`)
	budgetForm = regexp.MustCompile(`^(.+?)\s*(>=|<=|≥|≤)\s*([+−-]?\d+(?:\.\d+)?)\s*(\S*)$`)
)

// FindPlace reads `p99 latency` or `p99 latency in step 2`.
func FindPlace(text string) (Place, error) {
	found := placeForm.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return Place{}, fmt.Errorf("%q names no metric", text)
	}
	metric, err := Find(found[1])
	if err != nil || found[2] == "" {
		return Place{Metric: metric}, err
	}
	step, err := strconv.ParseInt(found[2], 10, 64)
	if err != nil || step < 1 {
		return Place{}, fmt.Errorf("%q: steps count from 1", text)
	}
	step--
	return Place{metric, &step}, nil
}

// Limit is what a budget allows.
type Limit struct {
	Place Place
	Of    api.BudgetOf
	Most  float64
}

// Ratios to the reference lie between these: a number beyond them was meant as a figure, and lacks its unit.
const (
	leastRatio = 0.1
	mostRatio  = 10
)

// FindLimit reads a budget: `server CPU per request <= +10%` and `serverCpuUsPerRequest <= 1.1` are of the ratio to the reference,
// `p99 latency in step 2 <= 3 ms` is of the figure itself.
func FindLimit(text string) (Limit, error) {
	found := budgetForm.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return Limit{}, fmt.Errorf("%q is no budget: write one such as 'server CPU per request <= +10%%' or 'p99 latency in step 2 <= 3 ms'", text)
	}
	place, err := FindPlace(found[1])
	if err != nil {
		return Limit{}, err
	}
	metric := place.Metric
	if atLeast := found[2] == ">=" || found[2] == "≥"; atLeast != metric.HigherIsBetter {
		right := map[bool]string{true: ">=, as it is better high", false: "<=, as it is better low"}[metric.HigherIsBetter]
		return Limit{}, fmt.Errorf("%q: a budget of %s is written with %s", text, metric.Label, right)
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(found[3], "−", "-"), 64)
	if err != nil {
		return Limit{}, fmt.Errorf("%q: %w", text, err)
	}
	switch unit := found[4]; {
	case unit == "%":
		return Limit{place, api.BudgetOfRatio, 1 + value/100}, ratioFault(text, 1+value/100, metric)
	case unit == "":
		return Limit{place, api.BudgetOfRatio, value}, ratioFault(text, value, metric)
	case unit == metric.Unit || metric.Unit == "µs" && unit == "us":
		if value <= 0 {
			return Limit{}, fmt.Errorf("%q: a figure is above 0", text)
		}
		return Limit{place, api.BudgetOfFigure, value}, nil
	}
	return Limit{}, fmt.Errorf("%q: %s is measured in %s; a number without a unit is the ratio to the reference", text, metric.Label, metric.Unit)
}

func ratioFault(text string, ratio float64, metric Metric) error {
	if ratio >= leastRatio && ratio <= mostRatio {
		return nil
	}
	return fmt.Errorf("%q: a number without a unit and a percentage are of the ratio to the reference, %v to %v; a figure has its unit, %s", text, leastRatio, mostRatio, metric.Unit)
}

// BudgetText is a budget as FindLimit reads it.
func BudgetText(budget api.KeptBudget) string {
	metric := Of(budget.Metric)
	sign := "<="
	if metric.HigherIsBetter {
		sign = ">="
	}
	limit := strconv.FormatFloat(budget.Limit, 'g', -1, 64)
	if string(budget.Of) == string(api.BudgetOfFigure) {
		limit = strconv.FormatFloat(budget.Limit, 'f', -1, 64) + " " + metric.Unit
	}
	return fmt.Sprintf("%s in step %d %s %s", metric.Label, budget.StepIndex+1, sign, limit)
}
