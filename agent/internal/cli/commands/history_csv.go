package commands

import (
	"encoding/csv"
	"regexp"
	"strconv"
	"strings"
	"time"

	"millionrps/agent/internal/cli/figures"
)

// historyCSV has the columns of the CSV of the page.
func (s *session) historyCSV(shown shownSeries) error {
	unit := strings.NewReplacer("req/s", "requests_per_second", "µ", "u").Replace(figures.Of(shown.Metric).Unit)
	writer := csv.NewWriter(s.Out)
	rows := [][]string{{
		"revision", "subject", "committed_at", "measured_at", "against", "epoch", "rounds", "change_percent", "change_percent_low", "change_percent_high",
		"candidate_" + unit, "reference_" + unit, "gap", "experiment",
	}}
	for _, point := range shown.Points {
		rows = append(rows, []string{
			cell(&point.Revision), cell(point.Subject), utc(point.CommittedAtUs), utc(&point.MeasuredAtUs), cell(point.Against),
			strconv.FormatInt(point.Epoch+1, 10), strconv.FormatInt(point.Rounds, 10), percent(point.Ratio), percent(point.Low), percent(point.High),
			number(point.Candidate), number(point.Reference), cell(point.Gap), point.ExperimentId,
		})
	}
	return writer.WriteAll(rows)
}

// formula is what a spreadsheet runs: a message of a commit may be one.
var formula = regexp.MustCompile(`^\s*[=+\-@＝＋－＠]|^[\t\r\n]`)

func cell(text *string) string {
	switch {
	case text == nil:
		return ""
	case formula.MatchString(*text):
		return "'" + *text
	}
	return *text
}

func utc(us *int64) string {
	if us == nil {
		return ""
	}
	return time.UnixMicro(*us).UTC().Format("2006-01-02T15:04:05.000Z")
}

func number(value *float64) string {
	if value == nil {
		return ""
	}
	return strconv.FormatFloat(*value, 'f', -1, 64)
}

func percent(ratio *float64) string {
	if ratio == nil {
		return ""
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat((*ratio-1)*100, 'g', 8, 64), 64)
	return strconv.FormatFloat(short, 'f', -1, 64)
}
