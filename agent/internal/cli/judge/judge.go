// Package judge says what a run or an experiment that is over comes to: an outcome, its sentence, and the cases of a test report.
package judge

import (
	"fmt"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
)

// Judgement is what it comes to.
type Judgement struct {
	Outcome  ending.Outcome
	Sentence string
	Caveats  []string
	// Suite is the name of all cases together; stable from run to run.
	Suite string
	Cases []Case
	// Body is for --json.
	Body any
}

// Case is one testcase of a report.
type Case struct {
	// Class says of what it is: the workload. Name is stable from run to run.
	Class, Name string
	Outcome     ending.Outcome
	Sentence    string
}

// Figures are what --json tells of a run.
type Figures struct {
	Best    *api.BestPoint  `json:"best"`
	Verdict *api.RunVerdict `json:"verdict"`
	Failure *api.Failure    `json:"failure"`
	Steps   []StepFigures   `json:"steps"`
}

// StepFigures are those of one step; null where the tool does not tell.
type StepFigures struct {
	Index                 int64         `json:"index"`
	Load                  api.AskedStep `json:"load"`
	RequestsPerSecond     *float64      `json:"requestsPerSecond"`
	LatencyMsP50          *float64      `json:"latencyMsP50"`
	LatencyMsP99          *float64      `json:"latencyMsP99"`
	ServerCPUUsPerRequest *float64      `json:"serverCpuUsPerRequest"`
	// Validity is null where nothing was measured.
	Validity *api.Validity `json:"validity"`
	// Sentence is the step's verdict, or why it failed.
	Sentence string `json:"sentence"`
}

// Run judges a run that is over. It has no conditions: it is met when something valid was measured.
func Run(run api.Run) Judgement {
	outcome, sentence := runOutcome(run)
	judgement := Judgement{Outcome: outcome, Sentence: sentence, Suite: "millionrps run", Body: FiguresOf(run)}
	judgement.Cases = []Case{{Class: run.Name, Name: "measured", Outcome: outcome, Sentence: sentence}}
	for _, finding := range run.Findings {
		if finding.Severity != "note" {
			judgement.Caveats = append(judgement.Caveats, finding.Sentence)
		}
	}
	return judgement
}

func runOutcome(run api.Run) (ending.Outcome, string) {
	switch {
	case run.State == "canceled":
		return ending.NotMeasured, "The run was canceled" + because(run.Failure)
	case run.State != "finished":
		return ending.NotMeasured, "The run failed" + because(run.Failure)
	case run.Verdict == nil:
		return ending.NotMeasured, "The run measured nothing" + because(run.Failure)
	case run.Verdict.Validity == "invalid":
		return ending.NotMeasured, "The figure is invalid: " + run.Verdict.Sentence
	}
	return ending.Met, run.Verdict.Sentence
}

func because(failure *api.Failure) string {
	if failure == nil {
		return "."
	}
	return ": " + failure.Sentence
}

// FiguresOf are the figures of a run, step by step.
func FiguresOf(run api.Run) Figures {
	figures := Figures{Best: run.Best, Verdict: run.Verdict, Failure: run.Failure, Steps: []StepFigures{}}
	for _, step := range run.Steps {
		told := StepFigures{Index: step.Index, Load: step.Spec, Sentence: string(step.Status)}
		if step.Failure != nil {
			told.Sentence = step.Failure.Sentence
		}
		if point := step.Point; point != nil {
			told.RequestsPerSecond, told.ServerCPUUsPerRequest = &point.RequestsPerSecond, point.ServerCpuUsPerRequest
			told.LatencyMsP50, told.LatencyMsP99 = point.LatencyMs.P50, point.LatencyMs.P99
		}
		if step.Verdict != nil {
			told.Validity, told.Sentence = &step.Verdict.Validity, step.Verdict.Sentence
		}
		figures.Steps = append(figures.Steps, told)
	}
	return figures
}

// Answers are what --json tells of an experiment.
type Answers struct {
	Headline *string `json:"headline"`
	// Gate is null without conditions.
	Gate *api.ExperimentGate `json:"gate"`
	// Conditions are decided of each variant.
	Conditions []api.ConditionOutcome `json:"conditions"`
	RoundsDone int64                  `json:"roundsDone"`
	// Outcomes are of the primary metric, one for each variant.
	Outcomes []Answer `json:"outcomes"`
}

// Answer is what the primary metric came to for one variant.
type Answer struct {
	Variant   string                `json:"variant"`
	Metric    api.ComparedMetric    `json:"metric"`
	Outcome   api.ComparisonOutcome `json:"outcome"`
	Word      string                `json:"word"`
	CouldShow api.CouldShow         `json:"couldShow"`
	Sentence  string                `json:"sentence"`
	Effect    *api.Effect           `json:"effect"`
}

// Experiment judges an experiment that is over.
func Experiment(experiment api.ShownExperiment) Judgement {
	judgement := Judgement{Suite: "millionrps experiment"}
	answers := Answers{
		Headline: experiment.Headline, Gate: experiment.Gate, Conditions: []api.ConditionOutcome{}, RoundsDone: experiment.RoundsDone, Outcomes: []Answer{},
	}
	if result := experiment.Result; result != nil {
		for _, warning := range result.Warnings {
			judgement.Caveats = append(judgement.Caveats, warning.Sentence)
		}
		answers.Outcomes = primaryAnswers(*result)
		if result.Conditions != nil {
			answers.Conditions = *result.Conditions
		}
	}
	judgement.Body = answers
	judgement.Outcome, judgement.Sentence = experimentOutcome(experiment)
	if gate := experiment.Gate; gate != nil && gate.Attempt > 1 {
		judgement.Caveats = append([]string{fmt.Sprintf("Attempt %d: repeating until it is met proves nothing.", gate.Attempt)}, judgement.Caveats...)
	}
	if experiment.Gate != nil && len(answers.Conditions) > 0 {
		judgement.Cases = conditionCases(experiment, answers.Conditions)
		return judgement
	}
	if judgement.Outcome != ending.Done {
		judgement.Cases = []Case{{Class: experiment.Question, Name: "measured", Outcome: judgement.Outcome, Sentence: judgement.Sentence}}
		return judgement
	}
	for _, answer := range answers.Outcomes {
		judgement.Cases = append(judgement.Cases, Case{
			Class: experiment.Question, Name: fmt.Sprintf("%s: %s", answer.Variant, answer.Metric), Outcome: ending.Done, Sentence: answer.Sentence,
		})
	}
	return judgement
}

func experimentOutcome(experiment api.ShownExperiment) (ending.Outcome, string) {
	switch {
	case experiment.StoppedSentence != nil:
		return ending.NotMeasured, *experiment.StoppedSentence
	case experiment.Result == nil || experiment.Headline == nil:
		return ending.NotMeasured, "No round is complete: nothing can be said."
	}
	if gate := experiment.Gate; gate != nil {
		return outcomeOf(string(gate.Status)), gate.Sentence
	}
	return ending.Done, *experiment.Headline
}

// outcomeOf is what a gate or a condition came to. A word that only a later release knows is no measurement to this one.
func outcomeOf(status string) ending.Outcome {
	switch outcome := ending.Outcome(status); outcome {
	case ending.Met, ending.Failed, ending.Inconclusive:
		return outcome
	}
	return ending.NotMeasured
}

// conditionCases are named by the condition, and by the variant where there are several.
func conditionCases(experiment api.ShownExperiment, conditions []api.ConditionOutcome) []Case {
	cases := make([]Case, 0, len(conditions))
	for _, condition := range conditions {
		name := condition.Text
		if at := int(condition.SideIndex); len(experiment.Result.Sides) > 2 && at < len(experiment.Result.Sides) {
			name = experiment.Result.Sides[at].Name + ": " + name
		}
		cases = append(cases, Case{Class: experiment.Question, Name: name, Outcome: outcomeOf(string(condition.Status)), Sentence: condition.Sentence})
	}
	return cases
}

func primaryAnswers(result api.ShownResult) []Answer {
	answers := []Answer{}
	for _, outcome := range result.Outcomes {
		if !outcome.Primary {
			continue
		}
		variant := ""
		if at := int(outcome.SideIndex); at < len(result.Sides) {
			variant = result.Sides[at].Name
		}
		answers = append(answers, Answer{
			variant, outcome.Metric, outcome.Outcome, outcome.Word, outcome.CouldShow, outcome.Sentence, outcome.Effect,
		})
	}
	return answers
}
