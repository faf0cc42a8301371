package runner

import (
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/profiles"
)

const fakeResult = `exec cat ../loadgen/testdata/autocannon.json`

func TestALoadBeginsAtATimeOfTheAPIsClock(t *testing.T) {
	w := newWorker(t, readyLine, fakeResult)
	w.clock.offset = 40 * time.Second // the API's clock is ahead
	w.do(preparation())
	d := load()
	start := time.Now().Add(700 * time.Millisecond)
	d.StartAtUs = start.Add(40 * time.Second).UnixMicro()
	o := w.do(d)
	if o.Status != Succeeded {
		t.Fatalf("%+v", o.Failure)
	}
	if late := time.UnixMicro(o.Load.StartedAtUs).Sub(start); late < -2*sampling || late > 300*time.Millisecond {
		t.Errorf("it began %s after the time that was agreed", late)
	}
	if o.Load.Clock == nil || *o.Load.Clock != (ClockReading{OffsetUs: 40_000_000, UncertaintyUs: 7}) {
		t.Errorf("the clock was read as %+v", o.Load.Clock)
	}
}

func TestALoadThatCannotBeginOnTimeIsRefused(t *testing.T) {
	w := newWorker(t, readyLine, fakeResult)
	w.do(preparation())
	for _, c := range []struct {
		ahead time.Duration
		lost  bool
		code  string
		words []string
	}{
		{-1500 * time.Millisecond, false, "start-past", []string{"1.5", "before host-a was told"}},
		{61 * time.Second, false, "start-far", []string{"in 1m1s", "later than host-a waits (1m0s)"}},
		{time.Second, true, "clock-unknown", []string{"has not heard from for long"}},
	} {
		w.clock.lost = c.lost
		d := load()
		d.StartAtUs = time.Now().Add(c.ahead).UnixMicro()
		w.wantFailure(w.do(d), c.code, c.words...)
	}
	d := load()
	if o := w.do(d); o.Status != Succeeded || o.Load.Clock != nil {
		t.Errorf("without a time, no clock is needed: %+v, %+v", o.Failure, o.Load)
	}
	w.clock.lost = false
	d.StartAtUs = time.Now().Add(-500 * time.Millisecond).UnixMicro()
	if o := w.do(d); o.Status != Succeeded {
		t.Errorf("half a second late is bearable: %+v", o.Failure)
	}
}

func TestALoadThatBeganLateSaysSince(t *testing.T) {
	start := time.UnixMicro(1_000_000_000)
	for _, c := range []struct {
		waits bool
		began time.Time
		want  int64
	}{
		{true, start.Add(time.Millisecond), 999_990_000},
		{true, start.Add(1500 * time.Millisecond), 1_001_500_000},
		{true, time.UnixMicro(0), 999_990_000}, // the tool does not say
		{false, start.Add(1500 * time.Millisecond), 999_990_000},
	} {
		i := &invocation{start: start, waits: c.waits, done: &LoadDone{StartedAtUs: 999_990_000}}
		i.done.Result.StartedAtUs = c.began.UnixMicro()
		if i.noteDelay(); i.done.StartedAtUs != c.want {
			t.Errorf("%+v: %d", c, i.done.StartedAtUs)
		}
	}
}

func TestAStopEndsTheWaitForTheStart(t *testing.T) {
	w := newWorker(t, readyLine, fakeResult)
	w.do(preparation())
	d := load()
	d.StartAtUs = time.Now().Add(30 * time.Second).UnixMicro()
	w.Submit(Command{ID: "load", RunID: "run-1", Action: d})
	time.Sleep(50 * time.Millisecond)
	w.do(Stop{})
	if o := w.outcome("load"); o.Status != Interrupted || !strings.Contains(o.Failure.Sentence, "stopped") {
		t.Errorf("%+v", o)
	}
}

// A profile that fails is a sentence in its place: the step has its figures all the same.
func TestAProfileThatFailsIsNoFailedStep(t *testing.T) {
	w := newWorker(t, readyLine+"; exec sleep 60", "sleep 1; "+fakeResult)
	w.do(preparation())
	if o := w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"}); o.Status != Succeeded {
		t.Fatalf("%+v", o.Failure)
	}
	d := load()
	d.Profiles = []profiles.Kind{profiles.CPU, profiles.Heap}
	o := w.do(d)
	if o.Status != Succeeded || len(o.Profiles) != 2 || len(o.Artifacts) != 1 {
		t.Fatalf("%+v, %+v", o.Failure, o.Profiles)
	}
	for i, p := range o.Profiles {
		if p.Kind != d.Profiles[i] || p.ArtifactName != "" || !strings.Contains(p.Failure, "profile of the target on host-a could not be taken: unix:") ||
			!strings.HasSuffix(p.Failure, "no such file or directory.") {
			t.Errorf("%+v", p)
		}
	}
	d.Profiles = nil
	if o := w.do(d); o.Status != Succeeded || len(o.Profiles) != 0 {
		t.Errorf("%+v, %+v", o.Failure, o.Profiles)
	}
}

func TestProfilesLeaveOutTheEdgesOfALoad(t *testing.T) {
	for duration, want := range map[int]struct {
		after   time.Duration
		seconds int
	}{1: {0, 1}, 2: {500 * time.Millisecond, 1}, 3: {time.Second, 1}, 10: {time.Second, 8}, 60: {time.Second, 58},
		3600: {1500 * time.Second, 600}} {
		if after, seconds := profileSpan(duration); after != want.after || seconds != want.seconds {
			t.Errorf("of %d s: %d s after %s, want %+v", duration, seconds, after, want)
		}
	}
}
