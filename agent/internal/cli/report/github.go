package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"millionrps/agent/internal/cli/ending"
	"millionrps/agent/internal/cli/judge"
)

// GitHub is a job of GitHub Actions, as its environment tells it.
type GitHub struct {
	// SummaryFile takes the job summary.
	SummaryFile string
	// API, Repository and Token are for the comment.
	API, Repository, Token string
	// EventFile says of which pull request the job is.
	EventFile string
	// Log takes the annotations. The runner reads them from stderr as well, where they leave --json alone.
	Log io.Writer
}

// OnGitHub reads the environment of a job.
func OnGitHub(getenv func(string) string, log io.Writer) (GitHub, error) {
	g := GitHub{
		SummaryFile: getenv("GITHUB_STEP_SUMMARY"), API: strings.TrimRight(getenv("GITHUB_API_URL"), "/"), Repository: getenv("GITHUB_REPOSITORY"),
		Token: getenv("GITHUB_TOKEN"), EventFile: getenv("GITHUB_EVENT_PATH"), Log: log,
	}
	if g.SummaryFile == "" {
		return g, errors.New("--github is for a job of GitHub Actions: GITHUB_STEP_SUMMARY is not set")
	}
	return g, nil
}

const (
	// maxSummaryBytes is GitHub's 1 MiB of a step, less what else the step may write.
	maxSummaryBytes = 900 << 10
	// maxCommentCharacters is below GitHub's 65,536.
	maxCommentCharacters = 60_000
	// maxAnnotations is what GitHub shows of one kind and step.
	maxAnnotations = 10
)

// Report is what is told: the judgement in short, and the whole document in Markdown, which may be empty.
type Report struct {
	Judgement judge.Judgement
	URL       string
	Markdown  string
}

// Write writes the summary and the annotations, and the comment where the job is of a pull request and has a token. What fails is
// returned: it changes nothing of the outcome.
func (g GitHub) Write(ctx context.Context, report Report) error {
	g.annotate(report)
	return errors.Join(g.summarise(report), g.comment(ctx, report))
}

var marks = map[ending.Outcome]string{
	ending.Met: "✅", ending.Done: "ℹ️", ending.Failed: "❌", ending.Inconclusive: "❔", ending.NotMeasured: "⚠️",
}

func (g GitHub) summarise(report Report) error {
	file, err := os.OpenFile(g.SummaryFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("writing the job summary: %w", err)
	}
	head := cut(brief(report), maxSummaryBytes/2)
	// Cut inside: an element that is left open would swallow what other steps write.
	_, err = file.WriteString(head + details(cut(report.Markdown, maxSummaryBytes-len(head))))
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing the job summary: %w", err)
	}
	return nil
}

// brief is the head of summary and comment.
func brief(report Report) string {
	var text strings.Builder
	judgement := report.Judgement
	fmt.Fprintf(&text, "### %s %s\n\n%s\n\n", marks[judgement.Outcome], title(judgement), plain(judgement.Sentence))
	if len(judgement.Cases) > 1 || judgement.Outcome == ending.Failed || judgement.Outcome == ending.Inconclusive {
		for _, one := range judgement.Cases {
			fmt.Fprintf(&text, "- %s **%s**: %s\n", marks[one.Outcome], plain(one.Name), plain(one.Sentence))
		}
		text.WriteString("\n")
	}
	for _, caveat := range judgement.Caveats {
		fmt.Fprintf(&text, "> %s\n", plain(caveat))
	}
	if report.URL != "" {
		fmt.Fprintf(&text, "\n[%s](%s)\n", "Open in millionrps", report.URL)
	}
	return text.String()
}

func title(judgement judge.Judgement) string {
	if len(judgement.Cases) > 0 {
		return plain(judgement.Cases[0].Class)
	}
	return judgement.Suite
}

func details(markdown string) string {
	if markdown == "" {
		return ""
	}
	return "\n<details><summary>The whole result</summary>\n\n" + markdown + "\n\n</details>\n"
}

// plain keeps a name that people gave from being markup, a mention or a new line.
func plain(text string) string {
	return strings.NewReplacer(`\`, `\\`, "<", "&lt;", ">", "&gt;", "@", "@\u200b", "\r", " ", "\n", " ", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "|", `\|`).Replace(text)
}

// cut keeps whole characters, and says that it cut.
func cut(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	const note = "\n\n… cut; the page has all of it.\n"
	return strings.ToValidUTF8(text[:maxBytes-len(note)], "") + note
}

func (g GitHub) annotate(report Report) {
	for at, one := range report.Judgement.Cases {
		level := "error"
		switch one.Outcome {
		case ending.Met, ending.Done:
			continue
		case ending.Inconclusive:
			level = "warning"
		}
		if at < maxAnnotations {
			fmt.Fprintf(g.Log, "::%s title=%s::%s\n", level, property(one.Class+": "+one.Name), message(one.Sentence))
		}
	}
}

func message(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(message(text))
}
