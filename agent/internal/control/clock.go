package control

import (
	"slices"
	"sync"
	"time"

	"millionrps/agent/internal/runner"
)

// clockMemory is how long a reply speaks for the API's clock; it drifts, and it may be set.
const clockMemory = 5 * time.Minute

// Clock keeps what heartbeats say of the API's clock. Readings are held against CLOCK_BOOTTIME, which cannot be set, so this host's own
// clock may jump between them.
type Clock struct {
	mu       sync.Mutex
	readings []clockReading
}

type clockReading struct {
	receivedAt time.Duration // on CLOCK_BOOTTIME
	// serverUs is the API's clock less CLOCK_BOOTTIME, right to half of the round trip.
	serverUs int64
	halfTrip time.Duration
}

// record takes a reply: when its request was sent and when it came, on CLOCK_BOOTTIME, and the API's clock in between.
func (c *Clock) record(sentAt, receivedAt time.Duration, serverTimeUs int64) {
	half := (receivedAt - sentAt) / 2
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readings = slices.DeleteFunc(c.readings, func(r clockReading) bool { return receivedAt-r.receivedAt > clockMemory })
	c.readings = append(c.readings, clockReading{receivedAt, serverTimeUs - (sentAt + half).Microseconds(), half})
}

// Offset is how far the API's clock is ahead of this host's now, by the reply of the last minutes that took the least time. The API read
// its clock somewhere within that time: uncertainty is half of it. ok is false before the first reply, and when none came for long.
func (c *Clock) Offset() (offset, uncertainty time.Duration, ok bool) {
	return c.offsetAt(runner.Now(), time.Now())
}

func (c *Clock) offsetAt(now time.Duration, clock time.Time) (offset, uncertainty time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *clockReading
	for i := range c.readings {
		if r := &c.readings[i]; now-r.receivedAt <= clockMemory && (best == nil || r.halfTrip <= best.halfTrip) {
			best = r
		}
	}
	if best == nil {
		return 0, 0, false
	}
	serverUs := best.serverUs + now.Microseconds()
	return time.Duration(serverUs-clock.UnixMicro()) * time.Microsecond, best.halfTrip, true
}
