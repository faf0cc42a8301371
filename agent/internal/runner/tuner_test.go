package runner

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/tuning"
)

// fakeTuner has one knob and keeps a diary.
type fakeTuner struct {
	mu       sync.Mutex
	diary    []string
	pending  string // the run that it is tuned for
	sticks   bool   // what was changed cannot be put back
	fails    error  // of Apply
	hangs    bool   // Apply waits for its context
	applying atomic.Bool
	drift    []tuning.Drift
	// observe is asked at each entry of the diary.
	observe func(entry string)
}

func (f *fakeTuner) note(entry string) {
	f.diary = append(f.diary, entry)
	if f.observe != nil {
		f.observe(entry)
	}
}

func (f *fakeTuner) Apply(ctx context.Context, runID string, request tuning.Request) (tuning.Applied, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("apply")
	f.applying.Store(true)
	if f.hangs {
		<-ctx.Done()
		return tuning.Applied{}, ctx.Err()
	}
	if f.fails != nil {
		return tuning.Applied{}, f.fails
	}
	if request.Wanted.CPUGovernor != nil {
		f.pending = runID
	}
	return tuning.Applied{NIC: "eth0", Changes: []tuning.Change{{Setting: "cpuGovernor", Key: "cpu/0/governor", Status: tuning.DoneApplied}}}, nil
}

func (f *fakeTuner) Restore() tuning.Restored {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("restore")
	if f.pending == "" {
		return tuning.Restored{Matches: true}
	}
	result := tuning.Restored{RunID: f.pending, Matches: !f.sticks, Knobs: []tuning.RestoredKnob{{Key: "cpu/0/governor", Before: "powersave", Matches: !f.sticks}}}
	if f.sticks {
		result.Mismatches = []string{"It sticks."}
	} else {
		f.pending = ""
	}
	return result
}

func (f *fakeTuner) Drift() []tuning.Drift {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.drift
}

func (f *fakeTuner) Forget() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("forget")
	f.pending = ""
	return nil
}

func (f *fakeTuner) Pending() (string, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pending, f.pending != ""
}

func (f *fakeTuner) Snapshot() tuning.Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("snapshot")
	return tuning.Snapshot{Values: map[string]string{"tuned": f.pending}}
}

func (f *fakeTuner) CPUs(choice string, target cpulist.List, address netip.Addr) (cpulist.List, error) {
	allowed, err := kernel.AllowedCPUs()
	if err != nil {
		return nil, err
	}
	switch {
	case choice == "all":
		return allowed, nil
	case choice == "last 1":
		return allowed[len(allowed)-1:], nil
	case choice == "not target" && target == nil:
		return nil, errors.New("the target has every CPU")
	case choice == "not target":
		return slices.DeleteFunc(allowed, func(cpu int) bool { return slices.Contains(target, cpu) }), nil
	}
	return cpulist.Parse(choice)
}

func (f *fakeTuner) entries() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.diary, " ")
}

func (r *reports) Snapshot(runID string, moment Moment, s tuning.Snapshot) error {
	return r.tell("snapshot " + string(moment) + " of " + runID + " tuned for " + s.Values["tuned"])
}

func (r *reports) Restored(runID string, result tuning.Restored) error {
	return r.tell("restored " + runID + " what was of " + result.RunID)
}

func (r *reports) tell(words string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = append(r.told, words)
	return nil
}

func (r *reports) wantTold(t *testing.T, want ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if got := strings.Join(r.told, "; "); got != strings.Join(want, "; ") {
		t.Errorf("told\n%s\nwant\n%s", got, strings.Join(want, "; "))
	}
}

func wish() ApplyTuning {
	governor := "performance"
	return ApplyTuning{Request: tuning.Request{Wanted: tuning.Wanted{CPUGovernor: &governor}}}
}

const governed = readyLine + "; exec sleep 60"

func TestATunedRunIsShownBeforeAppliedAfterTheStepsAndRestored(t *testing.T) {
	w := newWorker(t, governed, "sleep 1; exit 1")
	w.do(preparation())
	o := w.do(wish())
	if o.Status != Succeeded || o.Tuned == nil || o.Tuned.NIC != "eth0" || len(o.Tuned.Changes) != 1 {
		t.Fatalf("%+v, %+v", o.Tuned, o.Failure)
	}
	w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"})
	var targetThere []bool
	pid := w.bench.target.PIDs[0]
	w.tuner.observe = func(string) { targetThere = append(targetThere, alive(pid)) }
	w.do(Stop{})
	restored := w.do(Restore{}).Restored
	if restored == nil || !restored.Matches || restored.RunID != "run-1" || len(restored.Knobs) != 1 {
		t.Errorf("%+v", restored)
	}
	w.reports.wantTold(t, "snapshot before of run-1 tuned for ", "snapshot applied of run-1 tuned for run-1",
		"snapshot after-steps of run-1 tuned for run-1", "snapshot restored of run-1 tuned for ")
	if want := []bool{true, false, false}; !slices.Equal(targetThere, want) {
		t.Errorf("the target was there at the last snapshot of the steps, the restore and the snapshot after it: %v, want %v", targetThere, want)
	}
	if again := w.do(Restore{}).Restored; again.RunID != "run-1" || len(again.Knobs) != 1 {
		t.Errorf("asked again, the run is told %+v", again)
	}
}

func alive(pid int) bool {
	process, _ := os.FindProcess(pid)
	return process.Signal(syscall.Signal(0)) == nil
}

func TestOnAHostWithoutTheTargetNothingIsMeantToBeTheTargets(t *testing.T) {
	steering := &tuning.PacketSteering{CPUs: "not target"}
	asked := tuning.Request{TargetCPUs: "last 100", Wanted: tuning.Wanted{
		PacketSteering: steering, InterruptAffinity: &tuning.Affinity{CPUs: "not target", Spread: "all"}, TransmitSteering: &tuning.Affinity{CPUs: "0-3"},
	}}
	got := withoutTarget(asked)
	if got.TargetCPUs != "" || got.Wanted.PacketSteering.CPUs != "all" || got.Wanted.InterruptAffinity.CPUs != "all" ||
		got.Wanted.InterruptAffinity.Spread != "all" || got.Wanted.TransmitSteering.CPUs != "0-3" {
		t.Errorf("%+v", got)
	}
	if steering.CPUs != "not target" || asked.Wanted.InterruptAffinity.CPUs != "not target" {
		t.Error("what was asked was changed")
	}
}

func TestARunWithoutTuningIsShownByItsSnapshots(t *testing.T) {
	w := newWorker(t, governed, "")
	w.do(preparation())
	if o := w.do(ApplyTuning{}); o.Status != Succeeded {
		t.Fatalf("%+v", o.Failure)
	}
	w.do(Restore{})
	w.reports.wantTold(t, "snapshot before of run-1 tuned for ", "snapshot applied of run-1 tuned for ", "snapshot restored of run-1 tuned for ")
}

func TestAHostThatOnlyDroveLoadIsShownAfterTheSteps(t *testing.T) {
	w := newWorker(t, governed, "exit 1")
	client := preparation()
	client.Server = false
	w.do(client)
	w.do(ApplyTuning{})
	w.do(load())
	w.do(Stop{})
	w.do(Restore{})
	w.reports.wantTold(t, "snapshot before of run-1 tuned for ", "snapshot applied of run-1 tuned for ",
		"snapshot after-steps of run-1 tuned for ", "snapshot restored of run-1 tuned for ")
}

func TestARunThatNeverCameToTuningHasNoSnapshots(t *testing.T) {
	w := newWorker(t, governed, "")
	w.do(preparation())
	w.do(Stop{})
	w.do(Restore{})
	w.reports.wantTold(t)
}

func TestTuningThatCannotBeDoneSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, code string
		tuner      *fakeTuner
		words      []string
	}{
		{"asked for nonsense", "tuning-refused", &fakeTuner{fails: tuning.Refusal{Sentence: "there is no CPU 200"}}, []string{"nothing was changed", "There is no CPU 200."}},
		{"the kernel refuses", "tuning-failed", &fakeTuner{fails: &tuning.ApplyError{Cause: errors.New("rps_cpus could not be set: EINVAL"), Restored: tuning.Restored{Matches: true}}},
			[]string{"Rps_cpus could not be set: EINVAL; everything was put back."}},
		{"the host changed under it", "tuning-failed", &fakeTuner{fails: &tuning.ApplyError{Cause: tuning.Refusal{Sentence: "CPU 3 went"}, Restored: tuning.Restored{Mismatches: []string{"mtu differs."}}}},
			[]string{"CPU 3 went; and not everything could be put back: mtu differs."}},
		{"another run's is still there", "host-not-restored", &fakeTuner{pending: "run-0", sticks: true}, []string{"run-0", "agent restore --data"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTunedWorker(t, c.tuner, readyLine, "")
			w.do(preparation())
			w.wantFailure(w.do(wish()), c.code, c.words...)
		})
	}
	w := newWorker(t, readyLine, "")
	w.wantFailure(w.do(wish()), "lease-lost")
	if got := w.tuner.entries(); got != "restore" {
		t.Errorf("without a lease it did: %s", got)
	}
}

func TestStopEndsATuningUnderWay(t *testing.T) {
	w := newTunedWorker(t, &fakeTuner{hangs: true}, readyLine, "")
	w.do(preparation())
	w.Submit(Command{ID: "tuning", RunID: "run-1", Action: wish()})
	for !w.tuner.applying.Load() {
		time.Sleep(time.Millisecond)
	}
	w.do(Stop{})
	if o := w.outcome("tuning"); o.Status != Interrupted || o.Failure.Code != "stopped" {
		t.Errorf("%+v", o)
	}
}

func TestALifeBeginsByPuttingBackWhatADeadOneLeft(t *testing.T) {
	w := newTunedWorker(t, &fakeTuner{pending: "run-0"}, readyLine, "")
	if got := w.Restored(); got.RunID != "run-0" || !got.Matches || len(got.Knobs) != 1 {
		t.Errorf("%+v", got)
	}
	w.reports.wantTold(t, "snapshot restored of run-0 tuned for ")
}

func TestALostLeasePutsBackByItselfAndSaysSo(t *testing.T) {
	w := newWorker(t, governed, "")
	p := preparation()
	p.Lease.TTL, p.Lease.Guard = 900*time.Millisecond, 300*time.Millisecond
	w.do(p)
	w.do(wish())
	w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"})
	for deadline := time.Now().Add(5 * time.Second); w.HeldRun() != "" && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	w.reports.wantTold(t, "snapshot before of run-1 tuned for ", "snapshot applied of run-1 tuned for run-1",
		"snapshot restored of run-1 tuned for ", "restored run-1 what was of run-1")
	if got := w.Restored(); got.RunID != "run-1" || !got.Matches {
		t.Errorf("%+v", got)
	}
}

// A target that does not end may not use up the time in which the host has to be put back.
func TestTheGuardOfTheLeaseSufficesForATargetThatDoesNotEnd(t *testing.T) {
	w := newWorker(t, "trap '' TERM; "+readyLine+"; while :; do sleep 0.05; done", "")
	p := preparation()
	p.Lease.TTL, p.Lease.Guard = 1500*time.Millisecond, 900*time.Millisecond
	w.do(p)
	held := Now()
	w.do(wish())
	w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"})
	for deadline := time.Now().Add(5 * time.Second); w.HeldRun() != "" && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	if took := Now() - held; took > 1400*time.Millisecond {
		t.Errorf("the host was put back after %s, its lease was for 1.5 s", took)
	}
	if _, tuned := w.tuner.Pending(); tuned {
		t.Error("the host was let go of as the run had it")
	}
}

func TestAPersonRestoresAHostThatNoRunHolds(t *testing.T) {
	w := newTunedWorker(t, &fakeTuner{pending: "run-0", sticks: true}, readyLine, "")
	if result, err := w.RestoreByHand(false); err != nil || result.Matches || w.Restored().Matches {
		t.Errorf("%+v, %v", result, err)
	}
	p := preparation()
	w.do(p)
	if _, err := w.RestoreByHand(true); err == nil || !strings.Contains(err.Error(), "run-1") {
		t.Errorf("while a run is held: %v", err)
	}
	w.do(Restore{})
	result, err := w.RestoreByHand(true)
	if err != nil || len(result.Mismatches) != 1 {
		t.Errorf("what was vouched for is still told: %+v, %v", result, err)
	}
	if _, tuned := w.tuner.Pending(); tuned || !w.Restored().Matches {
		t.Error("the host is not taken as it is")
	}
}

// The rules of the API go by the same table: api/rules/load/share-out.test.ts.
func TestTheToolGetsTheCPUsThatTheRulesSay(t *testing.T) {
	allowed, err := kernel.AllowedCPUs()
	if err != nil || len(allowed) < 2 {
		t.Skipf("one of at least two CPUs is to be chosen, and there are %s (%v)", allowed, err)
	}
	last, rest := allowed[len(allowed)-1:], allowed[:len(allowed)-1]
	text, err := os.ReadFile("testdata/tool-cpus.json")
	if err != nil {
		t.Fatal(err)
	}
	var table []struct {
		Tool, Target  string
		OnTargetsHost bool
		Gets          string
	}
	if err := json.Unmarshal(text, &table); err != nil || len(table) == 0 {
		t.Fatalf("%d rows, %v", len(table), err)
	}
	for _, row := range table {
		w := newWorker(t, governed, "grep Cpus_allowed_list /proc/self/status >&2; exit 1")
		p := preparation()
		p.Server, p.TargetCPUs, p.ToolCPUs = row.OnTargetsHost, row.Target, row.Tool
		if o := w.do(p); o.Status != Succeeded {
			t.Fatalf("%+v: %+v", row, o.Failure)
		}
		if row.OnTargetsHost {
			o := w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1", CPUs: row.Target})
			if o.Status != Succeeded || row.Target == "last 1" && !slices.Equal(o.Target.CPUs, last) {
				t.Fatalf("%+v: %+v, %+v", row, o.Target, o.Failure)
			}
		}
		d := load()
		d.ToolCPUs = row.Tool
		want := map[string]cpulist.List{"every": allowed, "all but the last": rest, "the last": last}[row.Gets]
		if o := w.do(d); !strings.HasSuffix(o.Failure.Sentence, "Cpus_allowed_list:\t"+want.String()+".") {
			t.Errorf("%+v, so %s: %s", row, want, o.Failure.Sentence)
		}
	}
}

func TestWhatDriftedIsToldAtTheEndOfAMeasuredStep(t *testing.T) {
	sample, err := os.ReadFile("../loadgen/testdata/autocannon.json")
	if err != nil {
		t.Fatal(err)
	}
	drift := []tuning.Drift{{Setting: "cpuGovernor", Key: "cpu/0/governor", Expected: "performance"}}
	w := newTunedWorker(t, &fakeTuner{drift: drift}, governed, "cat <<'END'\n"+string(sample)+"\nEND")
	w.do(preparation())
	warmup := load()
	warmup.Phase = "warmup"
	if o := w.do(warmup); o.Status != Succeeded || o.Drift != nil {
		t.Errorf("a warm-up: %+v, %+v", o.Drift, o.Failure)
	}
	if o := w.do(load()); len(o.Drift) != 1 {
		t.Errorf("a measured step: %+v, %+v", o.Drift, o.Failure)
	}
	w.do(OpenWindow{DurationSeconds: 1})
	if o := w.do(CloseWindow{}); len(o.Drift) != 1 {
		t.Errorf("a window: %+v, %+v", o.Drift, o.Failure)
	}
}
