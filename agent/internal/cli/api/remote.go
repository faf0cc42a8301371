// Package api calls an instance: the generated client, with who calls, whom it trusts, and what its refusals say.
package api

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"millionrps/agent/internal/pin"
)

// Connection is where the instance is, who calls, and how its certificate is known.
type Connection struct {
	URL, Token string
	// Fingerprint pins the instance's key, as agents pin it; "" for none.
	Fingerprint string
	// CAFile has the authority that vouches for its certificate, in PEM; "" for those of the system.
	CAFile string
	// InsecureHTTP lets the token travel in the clear.
	InsecureHTTP bool
}

// Remote is an instance.
type Remote struct {
	*Client
	// URL is without a slash at its end.
	URL string
}

const (
	requestTimeout = 5 * time.Minute
	maxAnswerBytes = 512 << 20
)

// Refusal is what the instance answered instead of doing it.
type Refusal struct{ Problem }

func (r Refusal) Error() string { return r.Detail }

// Unreachable is an instance that did not answer, or whose proxy answered for it.
type Unreachable struct {
	URL string
	Err error
}

func (u Unreachable) Error() string { return fmt.Sprintf("%s does not answer: %v", u.URL, u.Err) }
func (u Unreachable) Unwrap() error { return u.Err }

// Open checks a connection and calls nothing.
func Open(c Connection) (*Remote, error) {
	address, err := url.Parse(c.URL)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, fmt.Errorf("%q is no address of an instance, such as https://bench.example.org", c.URL)
	}
	if address.User != nil {
		return nil, errors.New("the address of the instance must not hold a password: give an API token")
	}
	if address.Scheme == "http" && !c.InsecureHTTP && !isLoopback(address.Hostname()) {
		return nil, fmt.Errorf("the API token is not sent to %s in the clear: give an https address, or insist with --insecure-http", c.URL)
	}
	secure, err := trust(c)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = secure
	remote := &Remote{URL: strings.TrimRight(c.URL, "/")}
	remote.Client, err = NewClient(remote.URL,
		WithHTTPClient(caller{remote.URL, &http.Client{Transport: transport, Timeout: requestTimeout}}),
		WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+c.Token)
			return nil
		}))
	return remote, err
}

func trust(c Connection) (*tls.Config, error) {
	if c.Fingerprint != "" {
		return pin.TLS(c.Fingerprint)
	}
	if c.CAFile == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(c.CAFile)
	if err != nil {
		return nil, fmt.Errorf("reading the CA file: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate in PEM", c.CAFile)
	}
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, nil
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || (address != nil && address.IsLoopback())
}

// Into reads the answer of a call, as it may be shown. The error is a Refusal, an Unreachable, or why the context ended.
func Into[T any](remote *Remote, response *http.Response, err error) (T, error) {
	var answer T
	body, err := Bytes(remote, response, err)
	if err != nil {
		return answer, err
	}
	if err := json.Unmarshal(shown(body), &answer); err != nil {
		return answer, fmt.Errorf("reading the answer of %s: %w", response.Request.URL.Path, err)
	}
	return answer, nil
}

// Bytes reads the answer of a call as it is.
func Bytes(remote *Remote, response *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes))
	if err != nil {
		return nil, endedBy(response.Request.Context(), remote.URL, err)
	}
	if response.StatusCode < 300 {
		return body, nil
	}
	var refusal Refusal
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json") && json.Unmarshal(shown(body), &refusal.Problem) == nil {
		return nil, refusal
	}
	return nil, Unreachable{remote.URL, fmt.Errorf("%s %s was answered with %s, and not by a millionrps instance", response.Request.Method, response.Request.URL.Path, response.Status)}
}

// caller says of a request that failed whether somebody here ended it.
type caller struct {
	url    string
	client *http.Client
}

func (c caller) Do(request *http.Request) (*http.Response, error) {
	response, err := c.client.Do(request)
	if err != nil {
		return nil, endedBy(request.Context(), c.url, err)
	}
	return response, nil
}

// endedBy is why the context of a request ended, or else that the instance cannot be reached.
func endedBy(ctx context.Context, instance string, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	// The client's own error repeats the method and the address.
	var told *url.Error
	if errors.As(err, &told) {
		err = told.Err
	}
	return Unreachable{instance, err}
}

// Passing says whether asking again may help.
func Passing(err error) bool {
	var unreachable Unreachable
	var refusal Refusal
	return errors.As(err, &unreachable) || (errors.As(err, &refusal) && (refusal.Status >= 500 || refusal.Status == http.StatusTooManyRequests))
}
