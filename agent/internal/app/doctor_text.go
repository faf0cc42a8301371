package app

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize/english"

	"millionrps/agent/internal/doctor"
)

// page is what text is written for.
type page struct {
	// columns is the terminal's width; 0 for a file, in which a sentence stays on its line.
	columns int
	colours bool
	// root needs no sudo, and may not have it.
	root bool
}

const (
	severityWidth = len("problem") + 2
	columnsMost   = 110
	columnsLeast  = 40
)

var severityColours = map[doctor.Severity]string{doctor.Problem: "\x1b[31m", doctor.Warning: "\x1b[33m", doctor.OK: "\x1b[32m"}

// doctorText prints each finding and below it the command that fixes it; at the end it counts them by severity.
func doctorText(report doctor.Report, p page) string {
	var text strings.Builder
	counts := map[doctor.Severity]int{}
	indent := strings.Repeat(" ", severityWidth)
	for _, finding := range report.Findings {
		counts[finding.Severity]++
		label := p.coloured(severityColours[finding.Severity], fmt.Sprintf("%-*s", severityWidth, finding.Severity))
		text.WriteString(label + strings.Join(p.wrapped(finding.Sentence), "\n"+indent) + "\n")
		if finding.Mend != "" {
			// Never wrapped: it is there to be copied.
			text.WriteString(indent + "  " + p.coloured("\x1b[1m", p.command(finding.Mend)) + "\n")
		}
	}
	fmt.Fprintf(&text, "\n%s, %s, %s, %d fine\n", english.Plural(counts[doctor.Problem], "problem", ""), english.Plural(counts[doctor.Warning], "warning", ""),
		english.Plural(counts[doctor.Note], "note", ""), counts[doctor.OK])
	return text.String()
}

func (p page) command(line string) string {
	if p.root {
		return strings.ReplaceAll(line, "sudo ", "")
	}
	return line
}

func (p page) coloured(colour, text string) string {
	if !p.colours || colour == "" {
		return text
	}
	return colour + text + "\x1b[0m"
}

// glue keeps a figure and its unit on one line.
const glue = "\u00a0"

var glued = strings.NewReplacer(" %", glue+"%", " ms", glue+"ms", " MiB", glue+"MiB", " GiB", glue+"GiB", "± ", "±"+glue)

func (p page) wrapped(sentence string) []string {
	width := min(p.columns, columnsMost) - severityWidth
	if width < columnsLeast-severityWidth {
		return []string{sentence}
	}
	lines := []string{""}
	for word := range strings.SplitSeq(glued.Replace(sentence), " ") {
		word = strings.ReplaceAll(word, glue, " ")
		last := &lines[len(lines)-1]
		if *last != "" && utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, word)
			continue
		}
		*last = strings.TrimPrefix(*last+" "+word, " ")
	}
	return lines
}
