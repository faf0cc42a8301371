package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

const (
	githubTimeout = 30 * time.Second
	maxPages      = 30
	perPage       = 100
)

// pullRequest is 0 where the job is of none.
func (g GitHub) pullRequest() (int, error) {
	if g.EventFile == "" {
		return 0, nil
	}
	text, err := os.ReadFile(g.EventFile)
	if err != nil {
		return 0, fmt.Errorf("reading the event of the job: %w", err)
	}
	var event struct {
		PullRequest struct {
			Number int `json:"number"`
		} `json:"pull_request"`
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return 0, fmt.Errorf("reading the event of the job: %w", err)
	}
	return event.PullRequest.Number, nil
}

type comment struct {
	ID   int64  `json:"id,omitempty"`
	Body string `json:"body"`
}

// comment keeps one comment for each suite and workload, found by a mark that nobody sees.
func (g GitHub) comment(ctx context.Context, report Report) error {
	number, err := g.pullRequest()
	if err != nil || number == 0 || g.Token == "" {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, githubTimeout)
	defer cancel()
	mark := fmt.Sprintf("<!-- millionrps: %s: %s -->", report.Judgement.Suite, strings.ReplaceAll(title(report.Judgement), "--", "- -"))
	body := mark + "\n" + cut(brief(report), maxCommentCharacters)
	known, err := g.find(ctx, number, mark)
	switch {
	case err != nil:
	case known == 0:
		err = g.call(ctx, http.MethodPost, fmt.Sprintf("/issues/%d/comments", number), comment{Body: body}, nil)
	default:
		err = g.call(ctx, http.MethodPatch, fmt.Sprintf("/issues/comments/%d", known), comment{Body: body}, nil)
	}
	if err != nil {
		return fmt.Errorf("commenting on pull request %d: %w", number, err)
	}
	return nil
}

func (g GitHub) find(ctx context.Context, number int, mark string) (int64, error) {
	for page := 1; page <= maxPages; page++ {
		var comments []comment
		if err := g.call(ctx, http.MethodGet, fmt.Sprintf("/issues/%d/comments?per_page=%d&page=%d", number, perPage, page), nil, &comments); err != nil {
			return 0, err
		}
		for _, one := range comments {
			if strings.HasPrefix(one.Body, mark) {
				return one.ID, nil
			}
		}
		if len(comments) < perPage {
			break
		}
	}
	return 0, nil
}

func (g GitHub) call(ctx context.Context, method, path string, body, answer any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, g.API+"/repos/"+g.Repository+path, sent)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+g.Token)
	request.Header.Set("Accept", "application/vnd.github+json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return refused(response)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

func refused(response *http.Response) error {
	var told struct {
		Message string `json:"message"`
	}
	_ = json.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&told)
	if response.StatusCode == http.StatusForbidden || response.StatusCode == http.StatusNotFound {
		return fmt.Errorf("GitHub answered %s: %s (the job needs `permissions: pull-requests: write`; tokens of forks may only read)", response.Status, told.Message)
	}
	return fmt.Errorf("GitHub answered %s: %s", response.Status, told.Message)
}
