package volley

import (
	"testing"
	"time"
)

// stalling answers at once, except for 200 ms of every 2 s, when it answers no request.
func stalling() func(exchange) bool {
	began := time.Now()
	return func(e exchange) bool {
		if into := time.Since(began) % (2 * time.Second); into < 200*time.Millisecond {
			time.Sleep(200*time.Millisecond - into)
		}
		return ok(e)
	}
}

// Of requests that are due all the time a tenth falls into a stall and waits for its end, 100 ms on average: the 95th of a hundred waits 100 ms,
// the 99th 180. What other work on this machine adds is true as well, but not what is looked for: then it is measured again.
func TestAStallIsSeenByThoseWhoWouldHaveAsked(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 6 s")
	}
	o := serve(t, "tcp", stalling()).options("/")
	o.Rate, o.Connections, o.Duration = 1000, 100, 6*time.Second
	for range 5 {
		l := measure(t, o).Latency
		if l.Loop != "open" {
			t.Errorf("it is labelled %q", l.Loop)
		}
		if within(l.P95Us, 90, 115) && within(l.P99Us, 170, 190) && within(l.P99_9Us, 190, 210) {
			return
		}
		t.Logf("p95 %d, p99 %d, p99.9 %d µs", *l.P95Us, *l.P99Us, *l.P99_9Us)
	}
	t.Error("never were p95 90 to 115 ms, p99 170 to 190 ms and p99.9 190 to 210 ms")
}

func within(us *int64, leastMs, mostMs int64) bool { return *us >= leastMs*1000 && *us <= mostMs*1000 }

// A closed loop cannot know: it does not ask while the server stalls, and says that it is one.
func TestAClosedLoopIsLabelledSo(t *testing.T) {
	o := serve(t, "tcp", stalling()).options("/")
	o.Duration = 2 * time.Second
	if l := measure(t, o).Latency; l.Loop != "closed" || *l.P99Us > 90_000 {
		t.Errorf("a closed loop is labelled %q, with a p99 of %d µs", l.Loop, *l.P99Us)
	}
}
