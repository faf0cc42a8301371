// Package control is the agent's side of the wire, and the only package that knows it. It joins, says hello, keeps in touch, takes commands
// to the runner and delivers what the runner reports.
package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/pin"
)

const (
	callTimeout   = 5 * time.Second
	reportTimeout = 30 * time.Second
	uploadTimeout = 5 * time.Minute
	fetchTimeout  = 30 * time.Second
	replyBytesMax = 16 << 20
)

// client calls the API with the credential of the moment.
type client struct {
	base       *url.URL
	http       *http.Client
	credential atomic.Value // a string, "" before the host has joined
}

func newClient(base *url.URL) *client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// One for each loop, so that none waits for a connection to be made.
	transport.MaxIdleConnsPerHost = 8
	c := &client{base: base, http: &http.Client{
		Transport: transport,
		// A redirect would take the credential elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	c.setCredential("")
	return c
}

// pin has the API known by its key. It comes before the first call.
func (c *client) pin(fingerprint string) error {
	config, err := pin.TLS(fingerprint)
	if err == nil && config != nil {
		c.http.Transport.(*http.Transport).TLSClientConfig = config
	}
	return err
}

func (c *client) currentCredential() string { return c.credential.Load().(string) }

func (c *client) setCredential(credential string) { c.credential.Store(credential) }

// refusal is an answer of the API that is not a success.
type refusal struct {
	status  int
	problem contract.Problem
	// credential is the credential of the request.
	credential string
	// givenUp says that it was asked often enough.
	givenUp bool
}

func (r *refusal) Error() string {
	if r.problem.Detail != "" {
		return fmt.Sprintf("the API answered %d: %s", r.status, r.problem.Detail)
	}
	return fmt.Sprintf("the API answered %d", r.status)
}

// final says that the same request would be refused again, or is not to be made again.
func (r *refusal) final() bool {
	if r.givenUp {
		return true
	}
	switch r.status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return r.status >= 300 && r.status < 500
}

func refusalOf(err error) *refusal {
	var r *refusal
	errors.As(err, &r)
	return r
}

// post sends JSON and decodes the reply.
func (c *client) post(ctx context.Context, timeout time.Duration, path string, body, reply any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encoding for %s: %w", path, err)
	}
	return c.postRaw(ctx, timeout, path, encoded, reply)
}

func (c *client) postRaw(ctx context.Context, timeout time.Duration, path string, body []byte, reply any) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return c.do(ctx, http.MethodPost, path, "application/json", bytes.NewReader(body), int64(len(body)), reply)
}

// put sends a file.
func (c *client) put(ctx context.Context, path string, body io.Reader, size int64) error {
	ctx, cancel := context.WithTimeout(ctx, uploadTimeout)
	defer cancel()
	if size == 0 {
		// Of another reader net/http does not know that it is empty, and states no length.
		body = http.NoBody
	}
	return c.do(ctx, http.MethodPut, path, "application/octet-stream", body, size, nil)
}

func (c *client) do(ctx context.Context, method, path, mediaType string, body io.Reader, size int64, reply any) error {
	request, err := http.NewRequestWithContext(ctx, method, c.base.JoinPath("api/v1/agent", path).String(), body)
	if err != nil {
		return err
	}
	request.ContentLength = size
	request.Header.Set("Content-Type", mediaType)
	credential := c.currentCredential()
	if credential != "" {
		request.Header.Set("Authorization", "Bearer "+credential)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return fmt.Errorf("calling the API: %w", err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, replyBytesMax))
	if err != nil {
		return fmt.Errorf("reading the API's answer to %s: %w", path, err)
	}
	if response.StatusCode/100 != 2 {
		r := &refusal{status: response.StatusCode, credential: credential}
		// What is no problem document (a proxy in between) has a status at least.
		_ = json.Unmarshal(content, &r.problem)
		return r
	}
	if reply == nil {
		return nil
	}
	if err := json.Unmarshal(content, reply); err != nil {
		return fmt.Errorf("decoding the API's answer to %s: %w", path, err)
	}
	return nil
}
