package control

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/spool"
)

// A batch stays under the contract's 1,000 entries and under the megabyte that HTTP servers commonly take.
const (
	batchEntries = 500
	batchBytes   = 768 << 10
)

// deliver sends what earlier lives left, then this life's reports as they come, until everything is delivered after finish was closed,
// or the context ends.
func (a *Agent) deliver(ctx context.Context, finish <-chan struct{}) {
	for _, leftover := range a.Leftovers {
		if !a.drain(ctx, leftover) {
			return
		}
		if err := leftover.Close(); err != nil {
			a.Log.Error("a delivered spool could not be removed", "error", err)
		}
	}
	for a.drain(ctx, a.Stream) {
		select {
		case <-ctx.Done():
			return
		case <-a.Stream.Appended():
		case <-finish:
			if a.Stream.Drained() {
				return
			}
		}
	}
}

// drain returns true when the stream is empty.
func (a *Agent) drain(ctx context.Context, s *spool.Stream) bool {
	var wait backoff
	for ctx.Err() == nil {
		batch, err := s.Next(batchEntries, batchBytes)
		if err == nil && len(batch) == 0 {
			return true
		}
		if err == nil {
			err = a.send(ctx, s, batch)
		}
		if err == nil {
			wait.reset()
			continue
		}
		if ctx.Err() == nil {
			a.Log.Error("the spool could not be delivered; trying again", "incarnationId", s.Incarnation, "error", err)
		}
		sleep(ctx, wait.pause())
	}
	return false
}

// send uploads the blobs that the entries name, then posts them in order. A batch that the API will not take is halved until the one
// entry that it will not take is found, which is set aside.
func (a *Agent) send(ctx context.Context, s *spool.Stream, batch []spool.Entry) error {
	if err := a.uploadAll(ctx, batch); err != nil {
		return err
	}
	acknowledged, err := a.post(ctx, s, batch)
	r := refusalOf(err)
	switch {
	case err == nil:
		a.removeLeftOut(batch)
		return a.acknowledge(s, min(acknowledged, batch[len(batch)-1].Sequence), batch[0].Sequence)
	case r == nil:
		return err
	case r.status == http.StatusGone && s == a.Stream:
		// The API does not know this life, or no longer: say hello again first.
		a.wantHello.Store(true)
		a.beatNow()
		return err
	case len(batch) > 1 && r.status != http.StatusGone:
		half := len(batch) / 2
		if err := a.send(ctx, s, batch[:half]); err != nil {
			return err
		}
		return a.send(ctx, s, batch[half:])
	}
	return a.setAside(s, batch, r)
}

func (a *Agent) post(ctx context.Context, s *spool.Stream, batch []spool.Entry) (acknowledged int64, err error) {
	body := encodeBatch(s.Incarnation, batch)
	var reply contract.ReportReply
	err = a.persist(ctx, "reports", func(ctx context.Context) error {
		return a.client.postRaw(ctx, reportTimeout, "reports", body, &reply)
	})
	return reply.AcknowledgedSequence, err
}

// encodeBatch is a contract.ReportRequest of entries that are encoded already.
func encodeBatch(incarnation string, batch []spool.Entry) []byte {
	var body bytes.Buffer
	fmt.Fprintf(&body, `{"incarnationId":%q,"entries":[`, incarnation)
	for i, e := range batch {
		if i > 0 {
			body.WriteByte(',')
		}
		body.Write(e.Body)
	}
	body.WriteString("]}")
	return body.Bytes()
}

func (a *Agent) acknowledge(s *spool.Stream, sequence, first int64) error {
	if sequence < first {
		return fmt.Errorf("the API took entries from %d on and acknowledged only %d", first, sequence)
	}
	if s == a.Stream {
		a.reports.holding.acknowledge(sequence)
	}
	return s.Acknowledge(sequence)
}

// setAside loses nothing silently: what the API refused is in a file beside the spool.
func (a *Agent) setAside(s *spool.Stream, batch []spool.Entry, r *refusal) error {
	for _, e := range batch {
		a.Log.Error("the API refuses a report; it is set aside", "incarnationId", s.Incarnation, "sequence", e.Sequence, "error", r, "fields", r.problem.Fields)
		if err := s.SetAside(e, r.Error()); err != nil {
			return err
		}
		if s == a.Stream {
			a.reports.holding.refuse(e.Sequence)
		}
	}
	return a.acknowledge(s, batch[len(batch)-1].Sequence, batch[0].Sequence)
}
