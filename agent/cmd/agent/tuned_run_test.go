package main

import (
	"encoding/json"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// wish asks for values that belong to the network namespace, and for nothing else.
func wish(t *testing.T) *contract.HostTuning {
	t.Helper()
	var asked contract.HostTuning
	text := `{"packetSteering": {"cpus": "all"}, "openFilesLimit": 4321, "mtuBytes": 1400, "sysctls": [{"name": "net.core.somaxconn", "value": "777"}]}`
	if err := json.Unmarshal([]byte(text), &asked); err != nil {
		t.Fatal(err)
	}
	return &asked
}

// tuned is an agent in the middle of a tuned step.
type tuned struct {
	*bench
	agent  *life
	data   string
	tool   string
	hello  contract.HelloRequest
	before map[string]string
	drive  string
}

// startTuned begins a run with a tuning and drives load until the test ends it.
func startTuned(t *testing.T) *tuned {
	t.Helper()
	api := apitest.New(t)
	r := &tuned{data: t.TempDir(), tool: fakeTool(t, "exec sleep 60"), before: values(t)}
	r.agent = start(t, api, r.data, r.tool)
	r.hello = api.Hellos(1)
	r.bench = newBench(t, api)
	r.listen, r.wish = tunedAddress, wish(t)
	url := r.startTarget()
	if nic := r.applied.Applied.Nic; nic == nil || *nic != tunedNIC {
		t.Errorf("tuned was %v", nic)
	}
	for _, c := range r.applied.Applied.Changes {
		if c.Status != contract.AppliedChangeStatusApplied || c.Asked == nil || c.ReadBack == nil || c.Before == nil {
			t.Errorf("%+v", c)
		}
	}
	now := values(t)
	for path, was := range r.before {
		if now[path] == was {
			t.Errorf("%s is %s still", path, was)
		}
	}
	r.drive = r.bench.drive(url, contract.Measure, 60)
	deadline := time.Now().Add(10 * time.Second)
	for len(childrenOf(r.agent.Process.Pid)) < 2 && time.Now().Before(deadline) {
		time.Sleep(5 * time.Millisecond)
	}
	children := childrenOf(r.agent.Process.Pid)
	if len(children) != 2 {
		t.Errorf("want the target and the tool, have %v", children)
	}
	for _, pid := range children {
		for !limited(t, pid) {
			if time.Now().After(deadline) {
				t.Fatalf("pid %d may open more files than were asked", pid)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	if limited(t, r.agent.Process.Pid) {
		t.Error("the agent itself is limited")
	}
	return r
}

func limited(t *testing.T, pid int) bool {
	t.Helper()
	var limit unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &limit); err != nil {
		t.Fatal(err)
	}
	return limit.Cur == 4321 && limit.Max == 4321
}

func (r *tuned) wantAsBefore() {
	r.t.Helper()
	if now := values(r.t); !maps.Equal(now, r.before) {
		r.t.Errorf("the host is %v, it was %v", now, r.before)
	}
}

// knobs are four queues, MTU, a kernel parameter, and the limit of open files, which ends with the agent that set it.
const knobs, knobsOfADeadLife = 7, 6

// wantRestored: the report gives every setting asked for with its value before, and says that it is so again.
func (r *tuned) wantRestored(restore contract.RestoreResult, knobs int) {
	r.t.Helper()
	if !restore.Matches || restore.RunId == nil || *restore.RunId != r.runID || len(restore.Knobs) != knobs {
		r.t.Errorf("%+v", restore)
	}
	for _, k := range restore.Knobs {
		if !k.Matches || k.ReadBack == nil {
			r.t.Errorf("%+v", k)
		}
	}
}

func (r *tuned) moments(incarnation string) []string {
	var moments []string
	for _, s := range r.StreamLocked(incarnation).Snapshots {
		moments = append(moments, string(s.Snapshot.Moment))
	}
	return moments
}

func TestATunedRunIsPutBackByItsCommands(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	r := startTuned(t)
	r.mustSucceed(r.stop())
	restored, err := r.mustSucceed(r.restore()).Result.AsRestoredResult()
	if err != nil {
		t.Fatal(err)
	}
	r.wantRestored(restored.Restore, knobs)
	r.wantAsBefore()
	r.Locked(func() {
		if got := r.moments(r.hello.IncarnationId); !slices.Equal(got, []string{"before", "applied", "after-steps", "restored"}) {
			t.Errorf("snapshots %v", got)
		}
		snapshots := r.StreamLocked(r.hello.IncarnationId).Snapshots
		first, tuned, last := snapshots[0].Snapshot.Values, snapshots[1].Snapshot.Values, snapshots[3].Snapshot.Values
		const key = "sysctl/net.core.somaxconn"
		if tuned[key] != "777" || first[key] == "777" || first[key] != last[key] {
			t.Errorf("%s was %q, %q, %q", key, first[key], tuned[key], last[key])
		}
	})
}

func TestAnAgentKilledInATunedRunIsFollowedByOneThatPutsTheHostBack(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	r := startTuned(t)
	r.agent.kill()
	if maps.Equal(values(t), r.before) {
		t.Fatal("nothing is left to put back")
	}
	second := start(t, r.API, r.data, r.tool)
	hello := r.Hellos(2)
	r.wantRestored(hello.Restore, knobsOfADeadLife)
	r.wantAsBefore()
	r.Await("the snapshot of the second life", func() bool {
		return slices.Equal(r.moments(hello.IncarnationId), []string{"restored"})
	})
	// The run's own restore reports the same.
	restored, err := r.mustSucceed(r.restore()).Result.AsRestoredResult()
	if err != nil {
		t.Fatal(err)
	}
	r.wantRestored(restored.Restore, knobsOfADeadLife)
	second.kill()
}

func TestALeaseThatRunsOutInATunedRunPutsTheHostBack(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	r := startTuned(t)
	r.Lease(r.runID, 1500*time.Millisecond, 900*time.Millisecond)
	// The next heartbeats bring the new terms.
	time.Sleep(300 * time.Millisecond)
	awayAt := time.Now()
	r.GoAway()
	for !maps.Equal(values(t), r.before) {
		if time.Since(awayAt) > 1500*time.Millisecond {
			t.Fatalf("the host outlived the lease tuned: %v", values(t))
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Logf("put back %s after the API had gone, with a lease of 1.5 s and a guard of 0.9 s", time.Since(awayAt))
	r.EndLease()
	r.ComeBack()
	stream := func() *apitest.Stream { return r.StreamLocked(r.hello.IncarnationId) }
	r.Await("the report of the restore", func() bool { return len(stream().Restores) == 1 })
	r.Locked(func() {
		if e := stream().Restores[0]; e.RunId == r.runID {
			r.wantRestored(e.Restore, knobs)
		} else {
			t.Errorf("%+v", e)
		}
	})
	r.wantAsBefore()
}

func TestAnAgentThatIsToldToEndPutsTheHostBack(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	r := startTuned(t)
	_ = r.agent.Process.Signal(syscall.SIGTERM)
	if code := r.agent.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	r.wantAsBefore()
	r.Locked(func() {
		restores := r.StreamLocked(r.hello.IncarnationId).Restores
		if len(restores) != 1 || restores[0].RunId != r.runID {
			t.Fatalf("%+v", restores)
		}
		r.wantRestored(restores[0].Restore, knobs)
	})
}

func TestAnInterfaceThatVanishesInATunedRunIsSaidToBeGone(t *testing.T) {
	if !inNamespace(t) {
		return
	}
	r := startTuned(t)
	if output, err := exec.Command("ip", "link", "delete", tunedNIC).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	r.mustSucceed(r.stop())
	if outcome := r.Outcome(r.drive); outcome.Status != contract.OutcomeStatusInterrupted {
		t.Errorf("the step is %+v", outcome)
	}
	restored, err := r.mustSucceed(r.restore()).Result.AsRestoredResult()
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(restored.Restore.Mismatches, " ")
	if restored.Restore.Matches || !strings.Contains(words, tunedNIC+" is gone") {
		t.Errorf("%+v", restored.Restore)
	}
	for _, k := range restored.Restore.Knobs {
		if isOfNIC := strings.HasPrefix(k.Key, "nic/"); k.Matches == isOfNIC {
			t.Errorf("%+v", k)
		}
	}
	// Nothing more is changed on a host that is not as it was, until a person has looked at it.
	r.listen = "127.0.0.1"
	r.mustSucceed(r.prepare())
	refused := r.Outcome(r.tune(wish(t)))
	if refused.Status != contract.OutcomeStatusFailed || refused.Failure.Code != "host-not-restored" {
		t.Errorf("%+v", refused)
	}
}
