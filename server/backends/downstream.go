package backends

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"millionrps/server/internal/counter"
	"millionrps/server/workload"
)

// answerBytesMax is how much of an answer is read.
const answerBytesMax = 1 << 20

// downstream calls another server, and again at once when an attempt failed.
type downstream struct {
	client  *http.Client
	address string
	timeout time.Duration
	retries int
	figures *counter.Downstream
}

func newDownstream(o Options, figures *counter.Downstream) *downstream {
	return &downstream{
		client: &http.Client{
			Transport: &http.Transport{MaxIdleConnsPerHost: 4096, DisableCompression: true},
			// An answer is what that server said, not where it points to.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		address: o.Downstream, timeout: o.Timeout, retries: o.Retries, figures: figures,
	}
}

func (d *downstream) route() workload.Route {
	return workload.Route{Path: "/downstream", ContentType: workload.TypeJSON, Ask: d.call}
}

// outcome is how an attempt ended.
type outcome int

const (
	answered outcome = iota
	// refused is any answer but a success.
	refused
	timedOut
	// unanswered is a connection that could not be made, or broke.
	unanswered
)

func (d *downstream) call(to []byte) ([]byte, int) {
	d.figures.InFlight.Add(1)
	defer d.figures.InFlight.Add(-1)
	d.figures.Calls.Add(1)
	last := answered
	for attempt := 1; attempt <= 1+d.retries; attempt++ {
		var bytes int64
		var final bool
		if bytes, last, final = d.attempt(); last == answered {
			to = strconv.AppendInt(append(to, `{"attempts":`...), int64(attempt), 10)
			to = strconv.AppendInt(append(to, `,"bytes":`...), bytes, 10)
			return append(to, '}'), http.StatusOK
		}
		if final {
			break
		}
	}
	d.figures.Exhausted.Add(1)
	if last == timedOut {
		return failed(to, http.StatusGatewayTimeout, "The other server did not answer in time.")
	}
	return failed(to, http.StatusBadGateway, "The other server did not answer as it should.")
}

// attempt is final where another one would end the same way: a request that is wrong stays wrong.
func (d *downstream) attempt() (bytes int64, how outcome, final bool) {
	ctx, cancel := context.WithTimeout(context.Background(), d.timeout)
	defer cancel()
	d.figures.Attempts.Add(1)
	status, bytes, err := d.get(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		d.figures.TimedOut.Add(1)
		return 0, timedOut, false
	case err != nil:
		d.figures.Unanswered.Add(1)
		return 0, unanswered, false
	case status < 200 || status > 299:
		d.figures.Refused.Add(1)
		return 0, refused, status < 500
	}
	return bytes, answered, false
}

func (d *downstream) get(ctx context.Context) (status int, bytes int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.address, nil)
	if err != nil {
		return 0, 0, err
	}
	// Go sends a GET again by itself when a connection broke that had served before: an attempt that nobody counts. One with a body, which is
	// not known to be empty, it sends once; and by this encoding it sends no head of a body.
	request.Body, request.TransferEncoding = nothing{}, []string{"identity"}
	response, err := d.client.Do(request)
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	bytes, err = io.Copy(io.Discard, io.LimitReader(response.Body, answerBytesMax))
	return response.StatusCode, bytes, err
}

// nothing is an empty body that is not http.NoBody.
type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
func (nothing) Close() error             { return nil }
