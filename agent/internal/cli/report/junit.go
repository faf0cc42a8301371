// Package report writes what machines of CI read: JUnit XML, and GitHub's summary, annotations and comment.
package report

import (
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/judge"
)

type suite struct {
	XMLName  xml.Name   `xml:"testsuite"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Class   string `xml:"classname,attr"`
	Name    string `xml:"name,attr"`
	Failure *told  `xml:"failure"`
	Error   *told  `xml:"error"`
	Skipped *told  `xml:"skipped"`
	Output  string `xml:"system-out,omitempty"`
}

type told struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes a suite with a testcase for each condition. A condition that failed is a failure, one that is inconclusive is skipped,
// and what could not be measured is an error.
func JUnit(to io.Writer, judgement judge.Judgement, url string) error {
	written := suite{Name: judgement.Suite, Tests: len(judgement.Cases)}
	for _, one := range judgement.Cases {
		sentence := printable(one.Sentence)
		result, message := testCase{Class: printable(one.Class), Name: printable(one.Name)}, &told{sentence, url}
		switch one.Outcome {
		case ending.Met:
			result.Output = strings.TrimSpace(sentence + "\n" + url)
		case ending.Failed:
			result.Failure = message
			written.Failures++
		case ending.Inconclusive, ending.Done:
			// Without a condition nothing could fail, so nothing has passed.
			result.Skipped = message
			written.Skipped++
		default:
			result.Error = message
			written.Errors++
		}
		written.Cases = append(written.Cases, result)
	}
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(to)
	encoder.Indent("", "  ")
	if err := encoder.Encode(written); err != nil {
		return err
	}
	_, err := io.WriteString(to, "\n")
	return err
}

// printable leaves out what XML 1.0 cannot hold, which names of people may.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if (r < 0x20 && r != '\t' && r != '\n' && r != '\r') || r == 0xFFFE || r == 0xFFFF || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
}
