package profiling

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// deathNoticedWithin is how much later than its broken connection the end of a process may be seen.
const deathNoticedWithin = 500 * time.Millisecond

// Worker is a process that answers for itself on a socket of its own.
type Worker struct {
	PID    int
	Socket string
	// Exited is closed when the process is gone.
	Exited <-chan struct{}
	// Died is whether it ended without being asked to. It is known once Exited is closed.
	Died func() bool
}

// gone is whether the process has ended, or ends before the patience, or the context, does.
func (w Worker) gone(ctx context.Context, patience time.Duration) bool {
	// Of two channels that are ready select takes either: what has ended already is looked at first.
	select {
	case <-w.Exited:
		return true
	default:
	}
	select {
	case <-w.Exited:
		return true
	case <-ctx.Done():
	case <-time.After(patience):
	}
	return false
}

// WorkerSocket is where a worker listens when its master listens on path.
func WorkerSocket(path string, index int) string { return fmt.Sprintf("%s.%d", path, index) }

// merged are all workers as a source, by index.
type merged []Worker

func (m merged) workers() int { return len(m) }

func (m merged) capture(ctx context.Context, a ask, to io.Writer) error {
	if a.worker != allWorkers || len(m) == 1 {
		return m.from(ctx, max(a.worker, 0), a, to)
	}
	encoded, err := m.all(ctx, a)
	if err != nil {
		return err
	}
	p, err := merge(encoded)
	if err != nil {
		return err
	}
	return p.Write(to)
}

// all asks every worker at the same time. The first failure ends the captures of the others.
func (m merged) all(ctx context.Context, a ask) ([][]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type received struct {
		index   int
		encoded []byte
		err     error
	}
	answers := make(chan received, len(m))
	for index := range m {
		go func() {
			var encoded bytes.Buffer
			err := m.from(ctx, index, a, &encoded)
			answers <- received{index, encoded.Bytes(), err}
		}()
	}
	all := make([][]byte, len(m))
	var failure error
	for range m {
		r := <-answers
		all[r.index] = r.encoded
		if r.err != nil {
			failure = worse(failure, r.err)
			cancel()
		}
	}
	return all, failure
}

// worse keeps the cause: when one worker dies, the others are stopped, and may say so first.
func worse(known, next error) error {
	var refused *refusal
	if known == nil || errors.As(next, &refused) && refused.status == http.StatusBadGateway {
		return next
	}
	return known
}

// from copies the profile of one worker.
func (m merged) from(ctx context.Context, index int, a ask, to io.Writer) error {
	url := "http://worker" + Prefix + a.kind.name
	if a.kind.overTime {
		url += fmt.Sprintf("?seconds=%d", a.seconds)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	transport := &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var dialer net.Dialer
			return dialer.DialContext(ctx, "unix", m[index].Socket)
		},
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return m.failed(ctx, index, a, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		sentence, _ := io.ReadAll(response.Body)
		return refuse(response.StatusCode, "worker %d (pid %d): %s", index, m[index].PID, strings.TrimSpace(string(sentence)))
	}
	if _, err := io.Copy(to, response.Body); err != nil {
		return m.failed(ctx, index, a, err)
	}
	return nil
}

// failed says why a worker gave no profile. Those that were stopped because another died are not the cause.
func (m merged) failed(ctx context.Context, index int, a ask, err error) error {
	worker := m[index]
	gone := worker.gone(ctx, deathNoticedWithin)
	switch {
	case gone && worker.Died():
		return refuse(http.StatusBadGateway, "worker %d (pid %d) died before its %s capture was over", index, worker.PID, a.kind.name)
	case gone || ctx.Err() != nil:
		return refuse(http.StatusServiceUnavailable, "the target stopped before the %s capture was over", a.kind.name)
	default:
		return refuse(http.StatusBadGateway, "worker %d (pid %d) gave no %s capture: %v", index, worker.PID, a.kind.name, err)
	}
}
