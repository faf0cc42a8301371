package control

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/doctor"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/tuning"
)

// tunedHost is a host with one knob, which the run of its name left.
type tunedHost struct {
	mu      sync.Mutex
	pending string
	asked   []tuning.Request
	slow    time.Duration
}

var (
	powersave, performance = "powersave", "performance"
	governor               = tuning.Change{
		Setting: "cpuGovernor", Key: "cpu/0/governor", Path: "/sys/x", Before: &powersave, Asked: &performance, Why: "it was asked", Status: tuning.ToChange,
	}
)

func (h *tunedHost) Plan(r tuning.Request) (tuning.Plan, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, r)
	if r.TargetCPUs == "200" {
		return tuning.Plan{}, tuning.Refusal{Sentence: "There is no CPU 200 on this host."}
	}
	return tuning.Plan{TakenAtUs: 7, NIC: "eth0", TargetCPUs: cpulist.List{0, 1}, Changes: []tuning.Change{governor}}, nil
}

func (h *tunedHost) Apply(_ context.Context, runID string, r tuning.Request) (tuning.Applied, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pending = runID
	h.asked = append(h.asked, r)
	done := governor
	done.Status, done.ReadBack = tuning.DoneApplied, &performance
	return tuning.Applied{Changes: []tuning.Change{done}}, nil
}

func (h *tunedHost) Restore() tuning.Restored {
	h.mu.Lock()
	defer h.mu.Unlock()
	time.Sleep(h.slow)
	if h.pending == "" {
		return tuning.Restored{Matches: true}
	}
	result := tuning.Restored{RunID: h.pending, Matches: true, Knobs: []tuning.RestoredKnob{
		{Setting: "cpuGovernor", Key: "cpu/0/governor", Before: powersave, ReadBack: &powersave, Matches: true},
	}}
	h.pending = ""
	return result
}

func (h *tunedHost) Pending() (string, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.pending, h.pending != ""
}

func (h *tunedHost) Doctor(_ context.Context, clock *doctor.Clock) doctor.Report {
	if clock == nil {
		return doctor.Report{}
	}
	return doctor.Report{CheckedAt: time.UnixMicro(9), Findings: []doctor.Finding{{Code: "clock", Severity: doctor.OK, Sentence: "Fine."}}}
}

func (h *tunedHost) Drift() []tuning.Drift { return nil }
func (h *tunedHost) Forget() error         { return nil }
func (h *tunedHost) Snapshot() tuning.Snapshot {
	return tuning.Snapshot{TakenAtUs: 8, Values: map[string]string{"kernel/release": "6.1"}}
}
func (h *tunedHost) CPUs(string, cpulist.List, netip.Addr) (cpulist.List, error) { return nil, nil }

func planTask(targetCPUs string) contract.PlanTask {
	address := "10.0.0.7"
	return contract.PlanTask{Type: contract.PlanTaskTypePlan, Request: contract.PlanRequest{
		Tuning: contract.HostTuning{CpuGovernor: (*contract.CpuGovernor)(&performance)}, TargetCpus: &targetCPUs, Address: &address,
	}}
}

func TestARestoreThatTookLongIsStillTold(t *testing.T) {
	api := apitest.New(t)
	host := &tunedHost{}
	a := connectTuned(t, api, 1<<20, host)
	host.mu.Lock()
	host.pending, host.slow = uuid.NewString(), 300*time.Millisecond
	host.mu.Unlock()
	id := uuid.NewString()
	nearlyOver := time.Now().Add(100*time.Millisecond - taskLife)
	a.do(t.Context(), nearlyOver, askedOf{TaskID: id, Type: "restore"}, nil)
	if restored, ok := api.Answer(id).(contract.RestoreAnswer); !ok || !restored.Restore.Matches {
		t.Errorf("%+v", restored)
	}
}

func TestAHostAnswersWhatItIsAskedOutsideOfRuns(t *testing.T) {
	api := apitest.New(t)
	host := &tunedHost{pending: uuid.NewString()}
	runID := host.pending
	connectTuned(t, api, 1<<20, host)
	if hello := api.Hellos(1).Restore; hello.RunId == nil || *hello.RunId != runID || len(hello.Knobs) != 1 || hello.Knobs[0].Before != powersave {
		t.Errorf("hello says %+v", hello)
	}
	planned, ok := api.Answer(api.Ask(planTask("0-1"))).(contract.PlanAnswer)
	if p := planned.Plan; !ok || *p.Nic != "eth0" || *p.TargetCpus != "0-1" || len(p.Changes) != 1 || p.Warnings == nil ||
		*p.Changes[0].Asked != performance || p.Changes[0].Status != "change" || p.Changes[0].Reason != nil {
		t.Errorf("%+v", planned)
	}
	if got := host.asked[0]; got.TargetCPUs != "0-1" || got.Address.String() != "10.0.0.7" || *got.Wanted.CPUGovernor != performance {
		t.Errorf("asked was %+v", got)
	}
	shown, ok := api.Answer(api.Ask(contract.SnapshotTask{Type: contract.SnapshotTaskTypeSnapshot})).(contract.SnapshotAnswer)
	if !ok || shown.Snapshot.Values["kernel/release"] != "6.1" || shown.Snapshot.TakenAtUs != 8 {
		t.Errorf("%+v", shown)
	}
	examined, ok := api.Answer(api.Ask(contract.DoctorTask{Type: contract.DoctorTaskTypeDoctor})).(contract.DoctorAnswer)
	if r := examined.Report; !ok || r.CheckedAtUs != 9 || len(r.Findings) != 1 || r.Findings[0].Sentence != "Fine." || r.Findings[0].Mend != nil {
		t.Errorf("%+v", examined)
	}
	restored, ok := api.Answer(api.Ask(contract.RestoreTask{Type: contract.RestoreTaskTypeRestore})).(contract.RestoreAnswer)
	if !ok || !restored.Restore.Matches || restored.Restore.RunId != nil || restored.Restore.Knobs == nil {
		t.Errorf("%+v", restored)
	}
	for _, c := range []struct {
		task  any
		words string
	}{
		{planTask("200"), "There is no CPU 200 on this host."},
		{map[string]any{"type": "levitate"}, `knows no "levitate"`},
		{map[string]any{"type": "restore", "acceptPresent": 7}, "acceptPresent"},
	} {
		refused, ok := api.Answer(api.Ask(c.task)).(contract.RefusedAnswer)
		if !ok || !strings.Contains(refused.Sentence, c.words) {
			t.Errorf("%+v: %+v", c.task, refused)
		}
	}
}

// hold has the agent take a run that needs nothing of the host.
func hold(t *testing.T, api *apitest.API) (runID string) {
	t.Helper()
	runID = uuid.NewString()
	lease := api.Lease(runID, time.Minute, 15*time.Second)
	outcome := api.Outcome(api.Issue(contract.PrepareCommand{
		RunId: runID, Type: contract.PrepareCommandTypePrepare, Lease: lease, Listen: said("127.0.0.1"), SamplesPerSecond: 1,
		Target: api.Reference(nil, false),
	}))
	if outcome.Status != contract.OutcomeStatusSucceeded {
		t.Fatalf("%+v", outcome.Failure)
	}
	return runID
}

func TestAHeldHostIsTunedReportsItAndIsNotRestoredByHand(t *testing.T) {
	api := apitest.New(t)
	host := &tunedHost{}
	a := connectTuned(t, api, 1<<20, host)
	runID := hold(t, api)
	tuned, err := api.Outcome(api.Issue(contract.ApplyTuningCommand{
		RunId: runID, Type: contract.ApplyTuningCommandTypeApplyTuning, Address: said("10.0.0.7"),
		Tuning: &contract.HostTuning{CpuGovernor: (*contract.CpuGovernor)(&performance)},
	})).Result.AsTunedResult()
	if err != nil || len(tuned.Applied.Changes) != 1 || *tuned.Applied.Changes[0].ReadBack != performance || tuned.Applied.Nic != nil {
		t.Errorf("%+v, %v", tuned, err)
	}
	refused, ok := api.Answer(api.Ask(contract.RestoreTask{Type: contract.RestoreTaskTypeRestore, AcceptPresent: true})).(contract.RefusedAnswer)
	if !ok || !strings.Contains(refused.Sentence, runID) || !strings.Contains(refused.Sentence, "cancel") {
		t.Errorf("%+v", refused)
	}
	if _, ok := api.Answer(api.Ask(planTask("0"))).(contract.PlanAnswer); !ok {
		t.Error("a plan disturbs no run")
	}
	restored, err := api.Outcome(api.Issue(contract.RestoreCommand{RunId: runID, Type: contract.RestoreCommandTypeRestore})).Result.AsRestoredResult()
	if err != nil || *restored.Restore.RunId != runID || len(restored.Restore.Knobs) != 1 {
		t.Errorf("%+v, %v", restored, err)
	}
	api.Locked(func() {
		var moments []string
		for _, s := range api.StreamLocked(a.Stream.Incarnation).Snapshots {
			moments = append(moments, string(s.Snapshot.Moment))
		}
		if want := []string{"before", "applied", "restored"}; !slices.Equal(moments, want) {
			t.Errorf("snapshots %v, want %v", moments, want)
		}
	})
}

func TestAHostThatIsPutBackByItselfReportsIt(t *testing.T) {
	api := apitest.New(t)
	a := connectTuned(t, api, 1<<20, &tunedHost{})
	runID := hold(t, api)
	api.Outcome(api.Issue(contract.ApplyTuningCommand{RunId: runID, Type: contract.ApplyTuningCommandTypeApplyTuning, Address: said("10.0.0.7")}))
	api.EndLease()
	stream := func() *apitest.Stream { return api.StreamLocked(a.Stream.Incarnation) }
	api.Await("the report of the restore", func() bool { return len(stream().Restores) == 1 })
	api.Locked(func() {
		if got := stream().Restores[0]; got.RunId != runID || !got.Restore.Matches || len(got.Restore.Knobs) != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func TestTheAnswerToATaskIsSentAgainUntilItArrives(t *testing.T) {
	api := apitest.New(t)
	connect(t, api, 1<<20)
	api.LoseAnswers(2)
	if _, ok := api.Answer(api.Ask(planTask("0"))).(contract.PlanAnswer); !ok {
		t.Error("it did not arrive")
	}
}

func TestATaskThatNobodyWaitsForAnyMoreIsDropped(t *testing.T) {
	api := apitest.New(t)
	host := &tunedHost{}
	a := connectTuned(t, api, 1<<20, host)
	a.do(context.Background(), time.Now().Add(-taskLife), askedOf{TaskID: uuid.NewString(), Type: "plan"}, nil)
	// Every place is taken by a task that does not end.
	for range tasksMost {
		a.taskSlots <- struct{}{}
	}
	a.do(context.Background(), time.Now().Add(20*time.Millisecond-taskLife), askedOf{TaskID: uuid.NewString(), Type: "plan"}, nil)
	if len(host.asked) != 0 {
		t.Errorf("it was looked into: %+v", host.asked)
	}
}
