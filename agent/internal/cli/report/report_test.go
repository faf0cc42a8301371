package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/judge"
)

func judgementOf(outcomes ...ending.Outcome) judge.Judgement {
	judgement := judge.Judgement{Outcome: outcomes[0], Sentence: "It is so.", Suite: "millionrps experiment"}
	for _, outcome := range outcomes {
		judgement.Cases = append(judgement.Cases, judge.Case{Class: "Is\x01 it?", Name: string(outcome), Outcome: outcome, Sentence: "50 % & more\n<x>"})
	}
	return judgement
}

func TestJUnitTellsEachOutcomeApart(t *testing.T) {
	var file bytes.Buffer
	if err := JUnit(&file, judgementOf(ending.Met, ending.Failed, ending.Inconclusive, ending.NotMeasured, ending.TimedOut), "http://x"); err != nil {
		t.Fatal(err)
	}
	var read suite
	if err := xml.Unmarshal(file.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	if read.Tests != 5 || read.Failures != 1 || read.Skipped != 1 || read.Errors != 2 {
		t.Errorf("%+v", read)
	}
	failed := read.Cases[1]
	if failed.Class != "Is it?" || failed.Failure == nil || failed.Failure.Message != "50 % & more\n<x>" || failed.Error != nil || failed.Skipped != nil {
		t.Errorf("%+v", failed)
	}
}

func TestAnnotationsAreOneLineEachAndNoMoreThanGitHubShows(t *testing.T) {
	var log bytes.Buffer
	many := make([]ending.Outcome, 30)
	for at := range many {
		many[at] = ending.Failed
	}
	many[0] = ending.Inconclusive
	GitHub{Log: &log}.annotate(Report{Judgement: judgementOf(many...)})
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != maxAnnotations || !strings.HasPrefix(lines[0], "::warning title=") || !strings.HasSuffix(lines[1], "::50 %25 & more%0A<x>") {
		t.Errorf("%d lines: %v", len(lines), lines[:2])
	}
}

func TestASummaryKeepsWhatIsThereAndStaysBelowGitHubsBound(t *testing.T) {
	file := filepath.Join(t.TempDir(), "summary.md")
	if err := os.WriteFile(file, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	g := GitHub{SummaryFile: file, Log: &bytes.Buffer{}}
	if err := g.Write(context.Background(), Report{Judgement: judgementOf(ending.Failed), Markdown: strings.Repeat("é", 1<<20)}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || len(text) > 1<<20 || !strings.HasPrefix(string(text), "before\n") || !strings.Contains(string(text), "… cut;") || !strings.HasSuffix(string(text), "</details>\n") {
		t.Errorf("%v, %d bytes", err, len(text))
	}
	if strings.ContainsRune(string(text), '\uFFFD') {
		t.Error("half of a character is left")
	}
}

func TestNamesOfPeopleAreNoMarkup(t *testing.T) {
	got := plain("<script> @all `x`\nx | a")
	for _, never := range []string{"<script>", "@all", "\n", " | "} {
		if strings.Contains(got, never) {
			t.Errorf("%q has %q", got, never)
		}
	}
	if got := plain(`\[Approve](https://example.org)`); got != `\\\[Approve](https://example.org)` {
		t.Errorf("a link is a link still: %s", got)
	}
}
