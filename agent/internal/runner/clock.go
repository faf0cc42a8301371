package runner

import (
	"context"
	"fmt"
	"time"
)

// Clock knows how far the clock of the API is ahead of this host's.
type Clock interface {
	// Offset is right to the uncertainty; ok is false when the API was not heard for long.
	Offset() (offset, uncertainty time.Duration, ok bool)
}

// ClockReading is what was known of the clocks when a load was driven.
type ClockReading struct {
	OffsetUs, UncertaintyUs int64
}

func (r *Runner) readClock() *ClockReading {
	offset, uncertainty, ok := r.Clock.Offset()
	if !ok {
		return nil
	}
	return &ClockReading{OffsetUs: offset.Microseconds(), UncertaintyUs: uncertainty.Microseconds()}
}

// How late an agreed start may come, and how far ahead it may lie.
const (
	startLateMost  = time.Second
	startAheadMost = 60 * time.Second
)

// startOf is when load begins by the clock of this host; now where no time was agreed, or a bearable one is past.
func (r *Runner) startOf(d DriveLoad, reading *ClockReading, now time.Time) (time.Time, error) {
	if d.StartAtUs == 0 {
		return now, nil
	}
	if reading == nil {
		return now, &Failure{"clock-unknown", fmt.Sprintf("The load was to begin at a time by the clock of the API, which %s has not heard from for long; "+
			"it began none.", r.HostName)}
	}
	start := time.UnixMicro(d.StartAtUs - reading.OffsetUs)
	switch ahead := start.Sub(now); {
	case ahead < -startLateMost:
		return now, &Failure{"start-past", fmt.Sprintf("The load was to begin on all clients at once, %s before %s was told; it began none. "+
			"The host may be overloaded, or its way to the API slow.", (-ahead).Round(time.Millisecond), r.HostName)}
	case ahead > startAheadMost:
		return now, &Failure{"start-far", fmt.Sprintf("The load was to begin on all clients in %s, which is later than %s waits (%s): "+
			"the clocks of the API and the host may have been set meanwhile.", ahead.Round(time.Second), r.HostName, startAheadMost)}
	case ahead < 0:
		return now, nil
	}
	return start, nil
}

// lead is how long before its start, at most, a tool is started that waits for that itself, with its connections open: many take a while.
const lead = 5 * time.Second

// sleepUntil returns early, with the reason, when ctx ends.
func sleepUntil(ctx context.Context, at time.Time) error {
	timer := time.NewTimer(time.Until(at))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
