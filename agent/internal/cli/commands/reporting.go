package commands

import (
	"context"
	"fmt"
	"io"

	"millionrps/agent/internal/cli/api"
	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/figures"
	"millionrps/agent/internal/cli/judge"
	"millionrps/agent/internal/cli/report"
	"millionrps/agent/internal/cli/terminal"
)

var colours = map[ending.Outcome]string{
	ending.Met: terminal.Green, ending.Failed: terminal.Red, ending.Inconclusive: terminal.Amber, ending.NotMeasured: terminal.Red,
}

// print is for people: the answer, its figures, what to know of them, and where to look.
func (s *session) print(over told, j job) {
	judgement := over.judgement
	s.printf("%s\n%s\n\n", over.name, s.painter.Paint(colours[judgement.Outcome], judgement.Sentence))
	if !s.json {
		over.table(s)
	}
	for _, caveat := range judgement.Caveats {
		s.printf("! %s\n", caveat)
	}
	s.printf("%s\n", j.url())
}

// report writes the files of CI. What fails there is told, and changes nothing of the outcome.
func (s *session) report(ctx context.Context, j job, w waiting, judgement judge.Judgement) {
	ctx, cancel := afterwards(ctx, j.remote)
	defer cancel()
	if w.junit != "" {
		if err := ending.Save(w.junit, func(to io.Writer) error { return report.JUnit(to, judgement, j.url()) }); err != nil {
			fmt.Fprintln(s.Err, "millionrps: writing the JUnit file:", err)
		}
	}
	if !w.github {
		return
	}
	if err := s.toGitHub(ctx, j, judgement); err != nil {
		fmt.Fprintln(s.Err, "millionrps:", err)
	}
}

func (s *session) toGitHub(ctx context.Context, j job, judgement judge.Judgement) error {
	github, err := report.OnGitHub(s.getenv, s.Err)
	if err != nil {
		return err
	}
	var markdown []byte
	if j.id != "" && j.kind.markdown != nil {
		markdown, err = j.kind.markdown(ctx, j.remote, j.id)
	}
	if err != nil {
		// The answer is there all the same.
		fmt.Fprintln(s.Err, "millionrps: the whole result is not in the summary:", err)
	}
	return github.Write(ctx, report.Report{Judgement: judgement, URL: j.url(), Markdown: string(markdown)})
}

func (s *session) runTable(run api.Run) {
	rows := [][]string{}
	for _, step := range judge.FiguresOf(run).Steps {
		validity := "-"
		if step.Validity != nil {
			validity = string(*step.Validity)
		}
		rows = append(rows, []string{
			fmt.Sprint(step.Index + 1), loadText(step.Load), figure(step.RequestsPerSecond, 0), figure(step.LatencyMsP50, 2), figure(step.LatencyMsP99, 2),
			figure(step.ServerCPUUsPerRequest, 2), validity,
		})
	}
	if len(rows) > 0 {
		terminal.Table(s.Out, []string{">step", "load", ">req/s", ">p50 ms", ">p99 ms", ">server CPU µs/req", "validity"}, rows)
		s.printf("\n")
	}
}

func (s *session) experimentTable(experiment api.ShownExperiment) {
	if experiment.Result == nil {
		return
	}
	s.printf("%s\n", experiment.Result.Because)
	if conditions := experiment.Result.Conditions; conditions != nil && len(*conditions) > 0 {
		rows := make([][]string, 0, len(*conditions))
		for _, one := range *conditions {
			rows = append(rows, []string{one.Text, string(one.Status), one.Sentence})
		}
		terminal.Table(s.Out, []string{"condition", "status", "answer"}, rows)
		s.printf("\n")
	}
	rows := [][]string{}
	for _, outcome := range experiment.Result.Outcomes {
		side := ""
		if at := int(outcome.SideIndex); at < len(experiment.Result.Sides) {
			side = experiment.Result.Sides[at].Name
		}
		rows = append(rows, []string{side, fmt.Sprint(outcome.StepPosition + 1), string(outcome.Metric), outcome.Sentence})
	}
	terminal.Table(s.Out, []string{"variant", ">step", "metric", "answer"}, rows)
	s.printf("\n")
}

// loadText is what a step asked for.
func loadText(asked api.AskedStep) string {
	if closed, err := asked.AsAskedClosedStep(); err == nil && closed.Loop == "closed" {
		text := "connections not stated"
		if closed.Connections != nil {
			text = fmt.Sprintf("%d connections", *closed.Connections)
		}
		if closed.Pipelining != nil && *closed.Pipelining > 1 {
			text += fmt.Sprintf(" × %d", *closed.Pipelining)
		}
		return text
	}
	if open, err := asked.AsAskedOpenStep(); err == nil && open.RequestsPerSecond != nil {
		return figure(open.RequestsPerSecond, 0) + " req/s asked"
	}
	return "-"
}

// figure has thousands separators; `-` is for what was not told.
func figure(value *float64, decimals int) string {
	if value == nil {
		return "-"
	}
	return figures.Grouped(*value, decimals)
}
