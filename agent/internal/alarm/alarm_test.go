package alarm

import (
	"errors"
	"os"
	"testing"
	"time"
)

func newAlarm(t *testing.T) *Alarm {
	t.Helper()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func TestItWaitsAsLongAsAskedAndNotLess(t *testing.T) {
	a := newAlarm(t)
	for _, duration := range []time.Duration{-time.Second, 0, time.Nanosecond, 1500 * time.Microsecond, 20 * time.Millisecond} {
		began := time.Now()
		if err := a.Wait(duration); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited < duration || waited > duration+5*time.Second {
			t.Errorf("waited %v instead of %v", waited, duration)
		}
	}
}

func TestClosingItEndsAWait(t *testing.T) {
	a := newAlarm(t)
	ended := make(chan error)
	go func() { ended <- a.Wait(time.Hour) }()
	time.Sleep(10 * time.Millisecond)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, os.ErrClosed) {
		t.Errorf("a wait that was ended says %v", err)
	}
	if err := a.Wait(time.Millisecond); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a closed alarm says %v", err)
	}
}
