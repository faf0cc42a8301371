package volley

import (
	"math"
	"math/rand/v2"
	"time"
)

// Arrivals of an open loop.
const (
	Constant = "constant"
	Poisson  = "poisson"
)

// rates say how many requests are meant to be sent by when, counted from the start of the load: `from` a second during the lead (the
// warm-up), then on a straight line to `to` within the ramp, then `to`.
type rates struct {
	from, to   float64
	lead, ramp float64 // seconds
}

// at is the inverse of the number of requests meant to be sent until a moment: when the n-th is due.
func (r rates) at(n float64) time.Duration {
	flat := r.from * r.lead
	if n <= flat {
		return seconds(n / r.from)
	}
	n -= flat
	slope := 0.0
	if r.ramp > 0 {
		slope = (r.to - r.from) / r.ramp
	}
	if ramped := (r.from + r.to) / 2 * r.ramp; n > ramped {
		return seconds(r.lead + r.ramp + (n-ramped)/r.to)
	}
	// The root of from·t + slope/2·t² = n, in the form that neither divides by a slope of 0 nor loses digits near it.
	return seconds(r.lead + 2*n/(r.from+math.Sqrt(max(0, r.from*r.from+2*slope*n))))
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }

// schedule is one loop's share of the intended send times, in order. Nothing waits in memory: what is due and not sent yet is what the
// schedule has not been asked to pass.
type schedule struct {
	rates
	loops  int
	next   time.Duration // since the start of the load
	n      float64
	random *rand.Rand // nil: constant
}

// newSchedule gives loop i of n every n-th time of a constant schedule, so that all loops together are as even as one. Independent Poisson
// processes add up to one.
func newSchedule(r rates, arrivals string, loop, loops int, seed uint64) *schedule {
	s := &schedule{rates: r, loops: loops}
	if arrivals == Poisson {
		s.random = rand.New(rand.NewPCG(seed, uint64(loop)))
		s.pass()
		return s
	}
	s.n = float64(loop)
	s.next = s.at(s.n)
	return s
}

// pass goes on to the time after the next one.
func (s *schedule) pass() {
	if s.random != nil {
		s.n += s.random.ExpFloat64() * float64(s.loops)
	} else {
		s.n += float64(s.loops)
	}
	s.next = s.at(s.n)
}

// left passes all times before the end and counts those that are not before the start.
func (s *schedule) left(start, end time.Duration) (count int64) {
	for ; s.next < end; s.pass() {
		if s.next >= start {
			count++
		}
	}
	return count
}
