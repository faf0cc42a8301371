package volley

import (
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// An old kernel waits for whole milliseconds: too early is looked at again, too late would make requests late.
func TestWaitingTakesItsTime(t *testing.T) {
	for _, coarse := range []bool{false, true} {
		p, err := newPoller()
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(p.fd)
		p.coarse = coarse
		var took []time.Duration // Signals of Go's runtime may cut one short, other work may draw one out.
		for range 21 {
			began := time.Now()
			if events := p.wait(2500 * time.Microsecond); len(events) != 0 {
				t.Fatalf("%d events of no socket", len(events))
			}
			took = append(took, time.Since(began))
		}
		least, most := 2500*time.Microsecond, 3500*time.Microsecond
		if coarse {
			least, most = 1900*time.Microsecond, 3*time.Millisecond
		}
		slices.Sort(took)
		if median := took[len(took)/2]; median < least || median > 10*most {
			t.Errorf("coarse %v: 2.5 ms took %s", coarse, median)
		}
		if began := time.Now(); len(p.wait(-time.Second)) != 0 || time.Since(began) > time.Second {
			t.Errorf("coarse %v: it waited for what is over", coarse)
		}
	}
}

func TestTheOpenLoopKeepsItsTimesOnAnOldKernel(t *testing.T) {
	s := serve(t, "tcp", ok)
	o := s.options("/")
	o.Rate, o.Duration = 500, 500*time.Millisecond
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	address, err := resolve(t.Context(), o.URL)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlan(&o, address)
	if err != nil {
		t.Fatal(err)
	}
	loops, err := newLoops(p, &o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range loops {
		l.poll.coarse = true
	}
	defer quiet(o.Loops, p.keep)()
	r, err := fire(t.Context(), p, &o, loops, nil)
	if err != nil || r.Sent+r.Unsent != 250 || r.Succeeded == 0 || *r.Latency.P50Us > 20_000 {
		t.Errorf("%v: %+v", err, r)
	}
}
