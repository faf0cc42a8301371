// Package counter counts answered requests without making cores fight over a cache line.
package counter

import (
	"sync/atomic"
	"time"
)

// slot fills two 64-byte lines, because Intel's spatial prefetcher pulls lines in pairs:
// neighbours that share a pair would still slow each other down.
type slot struct {
	requests           atomic.Uint64
	firstRequestTimeUs atomic.Int64
	_                  [112]byte
}

// Counter belongs to one worker. Its slots are the worker's own, or a part of memory shared with the master.
type Counter struct {
	slots []slot
	mask  uint64
	// Backends are what the same worker counts of the services behind it.
	Backends *Backends
}

// NewSharded is for one process on many cores: connections spread over padded slots.
// Eight slots a core keep two busy connections from meeting in one too often.
func NewSharded(maxProcs int) *Counter {
	slots := 64
	for slots < 8*maxProcs {
		slots *= 2
	}
	return &Counter{slots: make([]slot, slots), mask: uint64(slots - 1), Backends: &Backends{}}
}

// Add counts one answered request and returns the slot's new count. A connection is served by one goroutine at a time, so its slot's line
// stays with the core that serves it. The first time is written before the count, so no reader sees requests without a first time.
func (c *Counter) Add(connection uint64) uint64 {
	s := &c.slots[connection&c.mask]
	if s.firstRequestTimeUs.Load() == 0 {
		s.firstRequestTimeUs.CompareAndSwap(0, time.Now().UnixMicro())
	}
	return s.requests.Add(1)
}

// Reading is a counter's sum. FirstRequestTimeUs is 0 until a request was answered.
type Reading struct {
	Requests           uint64
	FirstRequestTimeUs int64
}

// Read sums the slots. Requests are read before first times, the reverse of the order in which Add writes them.
func (c *Counter) Read() Reading {
	var r Reading
	for i := range c.slots {
		s := &c.slots[i]
		r.Requests += s.requests.Load()
		first := s.firstRequestTimeUs.Load()
		if first != 0 && (r.FirstRequestTimeUs == 0 || first < r.FirstRequestTimeUs) {
			r.FirstRequestTimeUs = first
		}
	}
	return r
}
