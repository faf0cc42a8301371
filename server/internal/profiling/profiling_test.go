package profiling

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

func TestWhatIsAskedIsReadOrRefusedInOneSentence(t *testing.T) {
	tests := []struct {
		ask     string
		workers int
		seconds int
		worker  int
		status  int
		refusal string
	}{
		{ask: "profile?seconds=30", workers: 4, seconds: 30, worker: allWorkers},
		{ask: "profile?seconds=1&worker=3", workers: 4, seconds: 1, worker: 3},
		{ask: "mutex?seconds=600", workers: 1, seconds: 600, worker: allWorkers},
		{ask: "heap", workers: 4, worker: allWorkers},
		{ask: "goroutine?worker=0", workers: 4, worker: 0},
		{ask: "trace?seconds=2&worker=1", workers: 2, seconds: 2, worker: 1},
		{ask: "trace?seconds=2", workers: 1, seconds: 2, worker: allWorkers},
		{ask: "profile", workers: 1, status: 400, refusal: `seconds must be a whole number from 1 to 600 for profile, not ""`},
		{ask: "block?seconds=0", workers: 1, status: 400, refusal: `seconds must be a whole number from 1 to 600 for block, not "0"`},
		{ask: "block?seconds=601", workers: 1, status: 400, refusal: `seconds must be a whole number from 1 to 600 for block, not "601"`},
		{ask: "mutex?seconds=1.5", workers: 1, status: 400, refusal: `seconds must be a whole number from 1 to 600 for mutex, not "1.5"`},
		{ask: "heap?seconds=5", workers: 1, status: 400, refusal: "a heap profile is of one moment; leave seconds out"},
		{ask: "trace?seconds=2", workers: 2, status: 400, refusal: "traces cannot be merged; name one worker, from 0 to 1"},
		{ask: "heap?worker=4", workers: 4, status: 400, refusal: `worker must be a whole number from 0 to 3, not "4"`},
		{ask: "heap?worker=-1", workers: 4, status: 400, refusal: `worker must be a whole number from 0 to 3, not "-1"`},
		{ask: "heap?debug=1", workers: 4, status: 400, refusal: `there is no parameter "debug"; use seconds and worker`},
		{ask: "heap?%zz", workers: 4, status: 400, refusal: `the query "%zz" cannot be read`},
		{ask: "cmdline", workers: 1, status: 404, refusal: `there is no profile kind "cmdline"; /debug/pprof/ lists what there is`},
	}
	for _, test := range tests {
		t.Run(test.ask, func(t *testing.T) {
			u, err := url.Parse("http://x" + Prefix + test.ask)
			if err != nil {
				t.Fatal(err)
			}
			a, err := parseAsk(u, test.workers)
			if test.status == 0 {
				if err != nil || a.seconds != test.seconds || a.worker != test.worker {
					t.Errorf("got %+v, %v", a, err)
				}
				return
			}
			var refused *refusal
			if !errors.As(err, &refused) || refused.status != test.status || refused.sentence != test.refusal {
				t.Errorf("got %v, want %d, %q", err, test.status, test.refusal)
			}
		})
	}
}

func one(function string, count, durationNs int64) []byte {
	f := &profile.Function{ID: 1, Name: function}
	at := &profile.Location{ID: 1, Address: 1, Line: []profile.Line{{Function: f}}}
	p := &profile.Profile{
		SampleType:    []*profile.ValueType{{Type: "samples", Unit: "count"}},
		Sample:        []*profile.Sample{{Location: []*profile.Location{at}, Value: []int64{count}}},
		Location:      []*profile.Location{at},
		Function:      []*profile.Function{f},
		DurationNanos: durationNs,
	}
	var encoded bytes.Buffer
	if err := p.Write(&encoded); err != nil {
		panic(err)
	}
	return encoded.Bytes()
}

func TestMergedProfilesAddUpKeepTheirWorkersAndDoNotAddTime(t *testing.T) {
	merged, err := merge([][]byte{one("serve", 3, 1000), one("serve", 4, 1001), one("sort", 5, 999)})
	if err != nil {
		t.Fatal(err)
	}
	if merged.DurationNanos != 1001 {
		t.Errorf("lasts %d ns, want that of the longest, 1001", merged.DurationNanos)
	}
	got := map[string]int64{}
	for _, s := range merged.Sample {
		got[s.Label["worker"][0]+" "+s.Location[0].Line[0].Function.Name] += s.Value[0]
	}
	if len(got) != 3 || got["0 serve"] != 3 || got["1 serve"] != 4 || got["2 sort"] != 5 {
		t.Errorf("samples %v", got)
	}
	if _, err := merge([][]byte{one("serve", 3, 1000), []byte("no profile")}); err == nil || !strings.Contains(err.Error(), "worker 1") {
		t.Errorf("of bytes that are no profile: %v, want the worker's name", err)
	}
}

var mutexAsk = ask{kind: kind{name: "mutex", overTime: true}, seconds: 1, worker: allWorkers}

// contend makes goroutines wait for a lock until the function that it returns is called.
func contend() (stop func()) {
	var lock sync.Mutex
	var done sync.WaitGroup
	stopping := make(chan struct{})
	for range 4 {
		done.Go(func() {
			for {
				select {
				case <-stopping:
					return
				default:
				}
				lock.Lock()
				time.Sleep(time.Millisecond)
				lock.Unlock()
			}
		})
	}
	return func() { close(stopping); done.Wait() }
}

func waitedNs(t *testing.T, r *recorder, a ask) int64 {
	t.Helper()
	var encoded bytes.Buffer
	if err := r.capture(t.Context(), a, &encoded); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&encoded)
	if err != nil {
		t.Fatal(err)
	}
	if p.DurationNanos < 1e9 || p.DurationNanos > 3e9 {
		t.Errorf("says it took %d ns, want 1 s", p.DurationNanos)
	}
	total := int64(0)
	for _, s := range p.Sample {
		for _, location := range s.Location {
			for _, line := range location.Line {
				if strings.Contains(line.Function.Name, "profiling.contend") {
					total += s.Value[1]
				}
			}
		}
	}
	return total
}

func TestWaitsAreRecordedOnlyWhileTheyAreCaptured(t *testing.T) {
	for _, name := range []string{"mutex", "block"} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			a := mutexAsk
			a.kind.name = name

			arm()
			// The queue stands when the capture begins, and never empties.
			stop := contend()
			time.Sleep(50 * time.Millisecond)
			// Three of four wait at any moment, and Go counts what they wait for together: 3 s in 1 s.
			if got := waitedNs(t, r, a); got < 1e9 || got > 6e9 {
				t.Errorf("under contention: %d ns of waiting in a second, want about 3 s", got)
			}
			// What is not captured must not show up in the next capture either.
			time.Sleep(300 * time.Millisecond)
			stop()
			if got := runtime.SetMutexProfileFraction(-1); got != mutexArmed {
				t.Errorf("the mutex fraction is %d after a capture, want none recorded", got)
			}
			if got := waitedNs(t, r, a); got != 0 {
				t.Errorf("without contention: %d ns of waiting, want 0", got)
			}
		})
	}
}

func TestASecondCaptureOfAKindIsRefusedWhileTheFirstIsTaken(t *testing.T) {
	r := &recorder{}
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() { first <- r.capture(ctx, mutexAsk, io.Discard) }()
	var refused *refusal
	for deadline := time.Now().Add(5 * time.Second); runtime.SetMutexProfileFraction(-1) != mutexFraction; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the first capture did not begin")
		}
	}
	if err := r.capture(ctx, mutexAsk, io.Discard); !errors.As(err, &refused) || refused.status != http.StatusConflict {
		t.Errorf("got %v, want a conflict", err)
	}
	cancel()
	if err := <-first; !errors.As(err, &refused) || refused.status != http.StatusServiceUnavailable {
		t.Errorf("a capture that is cut short gives %v", err)
	}
	if got := runtime.SetMutexProfileFraction(-1); got != mutexArmed {
		t.Errorf("the mutex fraction is %d after a capture that was cut short, want none recorded", got)
	}
	if err := r.capture(t.Context(), mutexAsk, io.Discard); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestTheDeathOfAWorkerIsToldRatherThanWhatFollowsFromIt(t *testing.T) {
	stopped, died := refuse(http.StatusServiceUnavailable, "stopped"), refuse(http.StatusBadGateway, "died")
	for _, got := range []error{worse(worse(nil, stopped), died), worse(worse(nil, died), stopped)} {
		if got != died {
			t.Errorf("got %v, want died", got)
		}
	}
}

func TestOnlyAWorkerThatEndedUnaskedIsNamedAsDead(t *testing.T) {
	exited, running := make(chan struct{}), make(chan struct{})
	close(exited)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		what   string
		ctx    context.Context
		exited <-chan struct{}
		died   bool
		want   int
	}{
		{"it died", t.Context(), exited, true, http.StatusBadGateway},
		{"it died, and the others were stopped first", cancelled, exited, true, http.StatusBadGateway},
		{"it was stopped", t.Context(), exited, false, http.StatusServiceUnavailable},
		{"the capture was given up", cancelled, running, false, http.StatusServiceUnavailable},
		{"it runs and does not answer", t.Context(), running, false, http.StatusBadGateway},
	} {
		workers := merged{{PID: 7, Exited: test.exited, Died: func() bool { return test.died }}}
		// More than once: where two things are true at once, the answer may not be left to chance.
		for range 3 {
			var refused *refusal
			err := workers.failed(test.ctx, 0, mutexAsk, io.ErrUnexpectedEOF)
			if !errors.As(err, &refused) || refused.status != test.want || test.died != strings.Contains(err.Error(), "died") {
				t.Errorf("%s: %v, want status %d", test.what, err, test.want)
			}
		}
	}
}
