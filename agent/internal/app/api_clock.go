package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/pin"
)

const (
	// askingFor covers a whole second, in which the API's clock must pass from one to the next.
	askingFor   = 1100 * time.Millisecond
	askingEvery = 20 * time.Millisecond
	askTimeout  = 5 * time.Second
)

// dateBounds narrows down how far the API's clock is ahead, from answers whose Date is in whole seconds. By each the clock read between
// Date and a second later, at some moment between request and answer. A second's worth of answers narrows that to little more than the
// pause between two.
type dateBounds struct {
	least, most time.Duration
	quickest    time.Duration
	known       bool
}

func (b *dateBounds) add(sent, received, date time.Time) {
	least, most, took := date.Sub(received), date.Add(time.Second).Sub(sent), received.Sub(sent)
	if !b.known {
		*b = dateBounds{least, most, took, true}
		return
	}
	b.least, b.most, b.quickest = max(b.least, least), min(b.most, most), min(b.quickest, took)
}

// clock has bounds the wrong way round when Dates were late: servers keep one for a second, by a timer.
func (b *dateBounds) clock() doctor.Clock {
	return doctor.Clock{Offset: (b.least + b.most) / 2, Uncertainty: max((b.most-b.least).Abs(), b.quickest) / 2}
}

// clockSynchronised is yes, no or unknown: whether something has set this host's clock of late, as the kernel knows. ProtectClock= of systemd
// forbids to ask.
func clockSynchronised() string {
	var now unix.Timex
	_, err := unix.Adjtimex(&now)
	switch {
	case err != nil:
		return "unknown"
	case now.Status&unix.STA_UNSYNC != 0:
		return "no"
	}
	return "yes"
}

// compareClock asks for what needs no credential. A heartbeat would be exact, but it counts as a sign of life and would keep the lease of
// an agent that is gone.
func compareClock(ctx context.Context, api *url.URL, fingerprint string) (doctor.Clock, error) {
	trust, err := pin.TLS(fingerprint)
	if err != nil {
		return doctor.Clock{}, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = trust
	client := &http.Client{
		Transport:     transport,
		Timeout:       askTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	address := api.JoinPath("api/v1/health").String()
	// The first answer includes making the connection.
	if _, err := askDate(ctx, client, address); err != nil {
		return doctor.Clock{}, err
	}
	var bounds dateBounds
	for began := time.Now(); time.Since(began) < askingFor; {
		sent := time.Now()
		date, err := askDate(ctx, client, address)
		if err != nil {
			return doctor.Clock{}, err
		}
		bounds.add(sent, time.Now(), date)
		time.Sleep(askingEvery)
	}
	return bounds.clock(), nil
}

func askDate(ctx context.Context, client *http.Client, address string) (time.Time, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return time.Time{}, err
	}
	response, err := client.Do(request)
	if err != nil {
		var cause *url.Error
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return time.Time{}, err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20))
	_ = response.Body.Close()
	// A proxy has a Date, too, and answers when the API is not there.
	if response.StatusCode != http.StatusOK {
		return time.Time{}, fmt.Errorf("what is there answered with status %d", response.StatusCode)
	}
	date, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return time.Time{}, errors.New("its answer has no Date")
	}
	return date, nil
}
