package control

import (
	"slices"
	"sync"
	"time"

	"millionrps/agent/internal/runner"
)

const (
	// clockMemory is how long a reply speaks for the API's clock.
	clockMemory = 5 * time.Minute
	// clockDrift is how far two clocks may drift apart in a second, as a divisor: 100 ppm, more than crystals differ.
	clockDrift = 10_000
)

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

// uncertainty grows with what the clocks may have drifted since.
func (r clockReading) uncertainty(now time.Duration) time.Duration {
	return r.halfTrip + (now-r.receivedAt)/clockDrift
}

// contradicts says that a clock was set since an older reading: both cannot be right.
func (r clockReading) contradicts(older clockReading) bool {
	apart := time.Duration(r.serverUs-older.serverUs) * time.Microsecond
	return apart.Abs() > r.halfTrip+older.uncertainty(r.receivedAt)
}

// record takes a reply: when its request was sent and when it came, on CLOCK_BOOTTIME, and the API's clock in between.
func (c *Clock) record(sentAt, receivedAt time.Duration, serverTimeUs int64) {
	half := (receivedAt - sentAt) / 2
	reading := clockReading{receivedAt, serverTimeUs - (sentAt + half).Microseconds(), half}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readings = slices.DeleteFunc(c.readings, func(r clockReading) bool {
		return receivedAt-r.receivedAt > clockMemory || reading.contradicts(r)
	})
	c.readings = append(c.readings, reading)
}

// Offset is how far the API's clock is ahead of this host's now, by the most certain reply of the last minutes. The API read its clock
// somewhere within the time that the reply took, so half of that is uncertain, and what the clocks may have drifted since. A clock that was set
// shows in the next reply that differs by more than that. ok is false before the first reply, and when none came for long.
func (c *Clock) Offset() (offset, uncertainty time.Duration, ok bool) {
	return c.offsetAt(runner.Now(), time.Now())
}

func (c *Clock) offsetAt(now time.Duration, clock time.Time) (offset, uncertainty time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var best *clockReading
	for i := range c.readings {
		if r := &c.readings[i]; now-r.receivedAt <= clockMemory && (best == nil || r.uncertainty(now) <= best.uncertainty(now)) {
			best = r
		}
	}
	if best == nil {
		return 0, 0, false
	}
	serverUs := best.serverUs + now.Microseconds()
	return time.Duration(serverUs-clock.UnixMicro()) * time.Microsecond, best.uncertainty(now), true
}
