package runner

import (
	signals "os/signal"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/tuning"
)

// A journal that takes nothing keeps work from being begun. What ends it and puts the host back is done all the same.
func TestWithoutRoomInTheJournalAHostIsStillPutBack(t *testing.T) {
	w := newTunedWorker(t, &fakeTuner{}, readyLine+"; exec sleep 60", "exec sleep 60")
	governor := "performance"
	for _, action := range []Action{preparation(), ApplyTuning{Request: tuning.Request{Wanted: tuning.Wanted{CPUGovernor: &governor}}}, StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"}} {
		if o := w.do(action); o.Status != Succeeded {
			t.Fatalf("%+v", o)
		}
	}
	withoutRoom(t, func() {
		w.wantFailure(w.do(load()), "journal-unwritable")
		for _, action := range []Action{Stop{}, Restore{}} {
			if o := w.do(action); o.Status != Succeeded {
				t.Errorf("%s: %+v", o.Type, o.Failure)
			}
		}
		// It comes a second time, as long as its outcome was not heard.
		for w.Journal.Find("command-6").Outcome == nil {
			time.Sleep(time.Millisecond) // it is reported first
		}
		w.Submit(Command{ID: "command-6", RunID: "run-1", Action: Stop{}})
		if o := w.outcome("command-6"); o.Status != Succeeded {
			t.Errorf("%+v", o)
		}
	})
	if run, pending := w.tuner.Pending(); w.HeldRun() != "" || pending {
		t.Errorf("run %q is held, %q is not put back", w.HeldRun(), run)
	}
}

// withoutRoom lets this process write to no file, as on a full disk.
func withoutRoom(t *testing.T, work func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signals.Ignore(unix.SIGXFSZ)
	defer signals.Reset(unix.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 0, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_FSIZE, &before) }()
	work()
}
