package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"millionrps/agent/internal/requests"
)

// fetchBody brings a body of requests to a path. A file that came in part is not left there.
func (a *Agent) fetchBody(ctx context.Context, sha256, path string) error {
	return a.persist(ctx, "bodies", func(ctx context.Context) error { return a.client.fetch(ctx, "bodies/"+sha256, path) })
}

func (c *client) fetch(ctx context.Context, from, path string) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base.JoinPath("api/v1/agent", from).String(), nil)
	if err != nil {
		return err
	}
	credential := c.currentCredential()
	request.Header.Set("Authorization", "Bearer "+credential)
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("calling the API: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return &refusal{status: response.StatusCode, credential: credential}
	}
	file, err := os.CreateTemp(filepath.Dir(path), "partial-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	n, err := io.Copy(file, io.LimitReader(response.Body, requests.FileBytesMost+1))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil && n > requests.FileBytesMost {
		err = errors.New("it is larger than a body may be")
	}
	if err != nil {
		return fmt.Errorf("reading it from the API: %w", err)
	}
	return os.Rename(file.Name(), path)
}
