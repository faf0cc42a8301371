// Package profiles captures profiles of Go programs from where they serve net/http/pprof, and names the functions that cost most.
package profiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Kind is one of pprof's profiles, by its name in the contract.
type Kind string

// The kinds there are. CPU, Block, Mutex and OnCPU are taken over a time, the others at a moment. OnCPU is of the whole host, by package perf:
// no endpoint gives it.
const (
	CPU       Kind = "cpu"
	Block     Kind = "block"
	Mutex     Kind = "mutex"
	Heap      Kind = "heap"
	Goroutine Kind = "goroutine"
	OnCPU     Kind = "on-cpu"
)

// OverTime says that a profile of this kind has a duration.
func (k Kind) OverTime() bool { return k == CPU || k == Block || k == Mutex || k == OnCPU }

// path is the kind's below /debug/pprof.
func (k Kind) path(seconds int) string {
	name := string(k)
	if k == CPU {
		name = "profile"
	}
	if k.OverTime() {
		return name + "?seconds=" + strconv.Itoa(seconds)
	}
	return name
}

const (
	// answerWithin is what an endpoint gets beyond the duration, to encode and merge.
	answerWithin = 10 * time.Second
	bytesMost    = 64 << 20
	sentenceMost = 300
)

// Capture takes one profile; seconds count for kinds over time only. The endpoint is an http address that ends in /debug/pprof, or unix: and
// the path of a socket that serves that. The error goes on after "could not be taken: ".
func Capture(ctx context.Context, endpoint string, kind Kind, seconds int) (Profile, error) {
	wait := answerWithin
	if kind.OverTime() {
		wait += time.Duration(seconds) * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	encoded, err := fetch(ctx, endpoint, kind.path(seconds))
	if err != nil {
		return Profile{}, err
	}
	return Read(encoded, kind)
}

func fetch(ctx context.Context, endpoint, path string) ([]byte, error) {
	base, transport := endpoint, &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	if socket, ok := strings.CutPrefix(endpoint, "unix:"); ok {
		base = "http://target/debug/pprof"
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			var dialer net.Dialer
			return dialer.DialContext(ctx, "unix", socket)
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(base, "/")+"/"+path, nil)
	if err != nil {
		return nil, err
	}
	client := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s does not answer: %w", endpoint, reason(ctx, err))
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, bytesMost+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s broke off: %w", endpoint, reason(ctx, err))
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s answered %d for %s%s", endpoint, response.StatusCode, path, firstLine(body))
	case len(body) > bytesMost:
		return nil, fmt.Errorf("%s sent more than %d MiB", endpoint, bytesMost>>20)
	}
	return body, nil
}

func reason(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var sent *url.Error
	if errors.As(err, &sent) {
		return sent.Err
	}
	return err
}

// firstLine begins with a colon when there is one.
func firstLine(body []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(body), []byte("\n"))
	line = bytes.ToValidUTF8(line[:min(len(line), sentenceMost)], nil)
	if len(line) == 0 {
		return ""
	}
	return ": " + string(line)
}
