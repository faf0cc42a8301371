// Package preflight asks each route of a load once, before the load begins: a wrong path, body or token then costs a second, and not a run.
package preflight

import (
	"bytes"
	"context"
	"crypto/tls"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"time"

	"millionrps/agent/internal/requests"
)

// Request is one route, with its variables filled in.
type Request struct {
	Method  string
	Path    string // path and query
	Headers []Header
	Body    []byte
	Expect  requests.Expectation
}

// Header is one line of a request or of an answer.
type Header struct{ Name, Value string }

// Load is what is common to all routes.
type Load struct {
	URL        string // the base address, without a path
	HTTP2      bool
	TLS        *tls.Config // of an https address
	Decompress bool
	// Cookies says that connections keep those that they are given.
	Cookies bool
	// Mask takes secrets out of what is shown. It is asked before anything is cut, as what is cut in the
	// middle of a secret would show its beginning.
	Mask func([]byte) []byte
}

// Answer is what came of one route.
type Answer struct {
	Method, Path string
	// Attempts are 0 where time ran out before the route was asked; then it has no fault either.
	Attempts  int
	Status    int // 0: no answer came
	Protocol  string
	Headers   []Header
	BodyBytes int64
	BodyStart []byte
	Took      time.Duration
	// Fault goes on after the route, such as "answered 404 Not Found, where a status of 2xx is expected"; "" where all is as expected.
	Fault string
}

const (
	// askWithin is the timeout that every load generator has, too.
	askWithin = 10 * time.Second
	// allWithin is less than the API waits.
	allWithin = 30 * time.Second
	// attempts are several: a service that fails now and then is worth measuring.
	attempts = 5
)

// Ask makes the requests and answers each; it never fails, as what goes wrong is part of an answer. They are sent side by side, or in order where
// connections keep cookies. What may be sent again without harm is asked again when its answer is not as expected, a few times.
func Ask(ctx context.Context, load Load, routes []Request) []Answer {
	ctx, stop := context.WithTimeout(ctx, allWithin)
	defer stop()
	client := load.client()
	defer client.CloseIdleConnections()
	answers := make([]Answer, len(routes))
	for i, r := range routes {
		answers[i] = Answer{Method: r.Method, Path: r.Path}
	}
	var asking sync.WaitGroup
	for attempt := 1; attempt <= attempts; attempt++ {
		for i, r := range routes {
			if attempt > 1 && (answers[i].Fault == "" || !repeatable(r.Method)) || ctx.Err() != nil {
				continue
			}
			ask := func() { answers[i] = load.ask(ctx, client, r, attempt) }
			if load.Cookies {
				ask()
			} else {
				asking.Go(ask)
			}
		}
		asking.Wait()
	}
	return answers
}

// repeatable says that a method changes nothing (RFC 9110, 9.2.1).
func repeatable(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// client uses no proxy and follows nothing: load generators do neither.
func (l Load) client() *http.Client {
	var protocols http.Protocols
	protocols.SetHTTP1(!l.HTTP2)
	protocols.SetHTTP2(l.HTTP2)
	protocols.SetUnencryptedHTTP2(l.HTTP2)
	client := &http.Client{
		Timeout: askWithin,
		Transport: &http.Transport{
			TLSClientConfig: l.TLS, TLSHandshakeTimeout: askWithin, Protocols: &protocols, DisableCompression: true, MaxResponseHeaderBytes: headMost,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if l.Cookies {
		client.Jar, _ = cookiejar.New(nil) // has no error to return
	}
	return client
}

func (l Load) ask(ctx context.Context, client *http.Client, r Request, attempt int) Answer {
	answer := Answer{Method: r.Method, Path: r.Path, Attempts: attempt}
	request, err := http.NewRequestWithContext(ctx, r.Method, strings.TrimSuffix(l.URL, "/")+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		answer.Fault = "cannot be asked: " + err.Error()
		return answer
	}
	if len(r.Body) == 0 {
		request.Body = http.NoBody
	}
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, "host") {
			request.Host = h.Value
		}
		request.Header.Add(h.Name, h.Value)
	}
	if request.Header.Get("User-Agent") == "" {
		request.Header["User-Agent"] = nil // sends none, as volley does
	}
	if l.Decompress {
		request.Header.Set("Accept-Encoding", "gzip")
	}
	begun := time.Now()
	response, err := client.Do(request)
	if err != nil {
		answer.Fault = "was not answered: " + reasonOf(ctx, err)
	} else if err := answer.read(response, r.Expect, l); err != nil {
		answer.Fault = "answered " + statusText(answer.Status) + ", but " + reasonOf(ctx, err)
	}
	answer.Took = time.Since(begun)
	return answer
}
