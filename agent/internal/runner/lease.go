package runner

import (
	"time"

	"golang.org/x/sys/unix"
)

// Now is the time since boot, suspended time included: what the dead-man's switch counts by.
func Now() time.Duration {
	var t unix.Timespec
	// CLOCK_BOOTTIME exists since Linux 2.6.39, so this cannot fail.
	_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &t)
	return time.Duration(t.Nano())
}

// lease is what we know of our right to this host. The zero value holds nothing.
type lease struct {
	terms *LeaseTerms
	// contactAt is when the last request that the API acknowledged was sent: it renewed the lease then or later.
	contactAt time.Duration
}

// letGoAt is when we can no longer be sure that the lease will be ours until we are done with letting go.
func (l *lease) letGoAt() time.Duration { return l.contactAt + l.terms.TTL - l.terms.Guard }

func (l *lease) expired(now time.Duration) bool { return l.terms != nil && now >= l.letGoAt() }

func (l *lease) runID() string {
	if l.terms == nil {
		return ""
	}
	return l.terms.RunID
}

// contact takes an acknowledged sign of life. askedFor is the run that it named; the reply's lease is nil when the API knows none.
// It answers false when the run is not ours any more. A reply to a request from before we held the run says nothing about it.
func (l *lease) contact(sentAt time.Duration, askedFor string, reply *LeaseTerms) (stillOurs bool) {
	switch {
	case l.terms != nil && reply != nil && reply.RunID == l.terms.RunID:
		l.terms = reply
	case l.terms != nil && askedFor == l.terms.RunID:
		return false
	}
	l.contactAt = max(l.contactAt, sentAt)
	return true
}
