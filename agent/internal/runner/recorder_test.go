package runner

import (
	"slices"
	"testing"
	"time"
)

func TestSamplesDivideTheSecondOfTheWallClock(t *testing.T) {
	for perSecond := 1; perSecond <= 10; perSecond++ {
		start := time.Unix(1_700_000_000, 0)
		at := start
		for range 3 * perSecond {
			next := nextSample(at, perSecond)
			if period := next.Sub(at); period < time.Second/time.Duration(perSecond)-time.Microsecond || period > time.Second/time.Duration(perSecond)+time.Microsecond {
				t.Fatalf("%d a second: %s after %s", perSecond, period, at.Sub(start))
			}
			at = next
		}
		if at.Sub(start) != 3*time.Second {
			t.Errorf("%d a second: three times as many end at %s", perSecond, at.Sub(start))
		}
	}
	late := time.Unix(1_700_000_000, 250_000_000)
	if got := nextSample(late, 4).Sub(late); got != 250*time.Millisecond {
		t.Errorf("on a sample's time, the next one is %s later", got)
	}
}

func TestARunSamplesAsOftenAsItAsks(t *testing.T) {
	w := newWorker(t, readyLine, "")
	p := preparation()
	p.SamplesPerSecond = 10
	w.do(p)
	time.Sleep(1050 * time.Millisecond)
	w.do(Stop{})
	w.reports.mu.Lock()
	defer w.reports.mu.Unlock()
	if w.reports.frames < 7 || w.reports.frames > 11 {
		t.Errorf("%d frames in about a second, of 10", w.reports.frames)
	}
}

// The API may have been restored to a day before this life named them.
func TestEachRunNamesItsLayouts(t *testing.T) {
	w := newWorker(t, readyLine, "")
	for _, run := range []string{"first", "second"} {
		p := preparation()
		p.SamplesPerSecond = 10
		w.do(p)
		time.Sleep(250 * time.Millisecond)
		w.do(Stop{})
		w.do(Restore{})
		w.reports.mu.Lock()
		frames, named := w.reports.frames, w.reports.layouts
		w.reports.frames, w.reports.layouts = 0, nil
		w.reports.mu.Unlock()
		if frames == 0 || len(named) == 0 || len(slices.Compact(slices.Sorted(slices.Values(named)))) != len(named) {
			t.Errorf("%s run: %d frames, named %q", run, frames, named)
		}
	}
}
