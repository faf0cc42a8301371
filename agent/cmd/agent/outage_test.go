package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// wantEveryEntryOnce: sequences rise by one from one, so nothing was lost, and the API complains about what goes back.
func wantEveryEntryOnce(t *testing.T, api *apitest.API, incarnation string) {
	t.Helper()
	api.Locked(func() {
		for i, entry := range api.StreamLocked(incarnation).Entries {
			if got := int64(entry["sequence"].(float64)); got != int64(i+1) {
				t.Fatalf("entry %d has the sequence %d", i+1, got)
			}
		}
	})
}

func TestAnOutageOfTheAPILosesNoFrameAndRepeatsNone(t *testing.T) {
	api := apitest.New(t)
	start(t, api, t.TempDir(), fakeTool(t, "sleep 3; cat "+sample(t)))
	hello := api.Hellos(1)
	b := newBench(t, api)
	drive := b.drive(b.startTarget(), contract.Measure, 3)
	frames := func() int { return len(api.StreamLocked(hello.IncarnationId).Frames) }
	api.Await("the step's first frames", func() bool { return frames() >= 4 })
	api.LoseNextReply()
	api.Await("more frames", func() bool { return frames() >= 5 })
	api.GoAway()
	// The step ends while the API is away.
	time.Sleep(2500 * time.Millisecond)
	api.ComeBack()
	b.mustSucceed(drive)
	b.mustSucceed(b.stop())
	b.mustSucceed(b.restore())
	wantEveryEntryOnce(t, api, hello.IncarnationId)
	api.Locked(func() {
		last := int64(0)
		for _, frame := range api.StreamLocked(hello.IncarnationId).Frames {
			if !frame.Frame.Boundary && last != 0 && frame.Frame.MonotonicUs-last > 1_500_000 {
				t.Errorf("a gap of %d ms", (frame.Frame.MonotonicUs-last)/1000)
			}
			if !frame.Frame.Boundary {
				last = frame.Frame.MonotonicUs
			}
		}
	})
}

func TestAKilledAgentTakesItsProcessesAlongAndItsNextLifeDelivers(t *testing.T) {
	api := apitest.New(t)
	data, pidFile := t.TempDir(), filepath.Join(t.TempDir(), "pid")
	tool := fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60")
	first := start(t, api, data, tool)
	before := api.Hellos(1)
	b := newBench(t, api)
	b.prefork = true
	drive := b.drive(b.startTarget(), contract.Measure, 60)
	toolPID := pidIn(t, pidFile)
	children := childrenOf(first.Process.Pid)
	if len(children) != 2 {
		t.Fatalf("want the target and the tool, have %v", children)
	}
	for _, child := range children {
		children = append(children, childrenOf(child)...)
	}
	if len(children) < 3 {
		t.Fatalf("the target has no workers: %v", children)
	}
	api.GoAway()
	// A frame that only the disk has.
	time.Sleep(1100 * time.Millisecond)
	first.kill()
	mustHaveEnded(t, "the tool", toolPID)
	for _, pid := range children {
		mustHaveEnded(t, "a child", pid)
	}
	var delivered int
	api.Locked(func() { delivered = len(api.StreamLocked(before.IncarnationId).Frames) })

	api.ComeBack()
	start(t, api, data, tool)
	after := api.Hellos(2)
	if !after.Restore.Matches || after.IncarnationId == before.IncarnationId {
		t.Errorf("the second life says %+v", after)
	}
	outcome := api.Outcome(drive)
	if outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure == nil || outcome.Failure.Code != "agent-ended" {
		t.Errorf("the step of the dead life is %+v", outcome)
	}
	api.Await("the old spool", func() bool { return len(api.StreamLocked(before.IncarnationId).Frames) > delivered })
	wantEveryEntryOnce(t, api, before.IncarnationId)
	wantEveryEntryOnce(t, api, after.IncarnationId)
	b.mustSucceed(b.stop())
	b.mustSucceed(b.restore())
}

func TestACommandThatComesTwiceIsCarriedOutOnce(t *testing.T) {
	api := apitest.New(t)
	runs := filepath.Join(t.TempDir(), "runs")
	start(t, api, t.TempDir(), fakeTool(t, "echo once >> "+runs+"; cat "+sample(t)))
	api.Hellos(1)
	b := newBench(t, api)
	drive := b.drive(b.startTarget(), contract.Measure, 1)
	first := b.mustSucceed(drive)
	api.Reissue(drive)
	api.Await("the outcome again", func() bool { return api.OutcomesLocked(drive) == 2 })
	again := b.Outcome(drive)
	if again.Status != first.Status || len(again.Artifacts) != len(first.Artifacts) {
		t.Errorf("reported %+v, then %+v", first, again)
	}
	if content, _ := os.ReadFile(runs); strings.Count(string(content), "once") != 1 {
		t.Errorf("the tool ran: %q", content)
	}
}

func TestALeaseThatRunsOutEndsTheLoad(t *testing.T) {
	api := apitest.New(t)
	pidFile := filepath.Join(t.TempDir(), "pid")
	agent := start(t, api, t.TempDir(), fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60"))
	api.Hellos(1)
	b := newBench(t, api)
	b.lease = api.Lease(b.runID, 1500*time.Millisecond, 500*time.Millisecond)
	drive := b.drive(b.startTarget(), contract.Measure, 60)
	toolPID := pidIn(t, pidFile)
	children := childrenOf(agent.Process.Pid)
	awayAt := time.Now()
	api.GoAway()
	for _, pid := range append(children, toolPID) {
		for !gone(pid) {
			if time.Since(awayAt) > 1500*time.Millisecond {
				t.Fatalf("pid %d outlived the lease", pid)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	if early := time.Since(awayAt); early < 700*time.Millisecond {
		t.Errorf("let go after %s, with 1 s to go", early)
	}
	api.EndLease()
	api.ComeBack()
	if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure.Code != "lease-lost" {
		t.Errorf("the step is %+v", outcome)
	}
	late := b.Outcome(b.drive("http://127.0.0.1:1", contract.Measure, 1))
	if late.Status != contract.OutcomeStatusFailed || late.Failure.Code != "lease-lost" {
		t.Errorf("work without a lease is %+v", late)
	}
}

func TestAnAPIThatKnowsNoLeaseEndsTheLoad(t *testing.T) {
	api := apitest.New(t)
	pidFile := filepath.Join(t.TempDir(), "pid")
	start(t, api, t.TempDir(), fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60"))
	api.Hellos(1)
	b := newBench(t, api)
	drive := b.drive(b.startTarget(), contract.Measure, 60)
	toolPID := pidIn(t, pidFile)
	api.EndLease()
	if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure.Code != "lease-lost" {
		t.Errorf("the step is %+v", outcome)
	}
	mustHaveEnded(t, "the tool", toolPID)
	api.Await("an idle heartbeat", func() bool { return api.LastBeat() == "" })
}

func TestStopOvertakesTheLoad(t *testing.T) {
	api := apitest.New(t)
	pidFile := filepath.Join(t.TempDir(), "pid")
	start(t, api, t.TempDir(), fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60"))
	api.Hellos(1)
	b := newBench(t, api)
	drive := b.drive(b.startTarget(), contract.Measure, 60)
	toolPID := pidIn(t, pidFile)
	stop := b.stop()
	mustHaveEnded(t, "the tool", toolPID)
	if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure.Code != "stopped" {
		t.Errorf("the step is %+v", outcome)
	}
	b.mustSucceed(stop)
	b.mustSucceed(b.restore())
}

func TestAnAgentThatIsToldToEndStopsEverythingAndDelivers(t *testing.T) {
	for _, c := range []struct {
		name string
		tell func(*life)
	}{
		{"SIGTERM", func(l *life) { _ = l.Process.Signal(syscall.SIGTERM) }},
		{"SIGINT", func(l *life) { _ = l.Process.Signal(syscall.SIGINT) }},
		{"the supervisor is gone", func(l *life) { l.stdin.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			api := apitest.New(t)
			data, pidFile := t.TempDir(), filepath.Join(t.TempDir(), "pid")
			agent := start(t, api, data, fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60"), "--exit-with-stdin")
			api.Hellos(1)
			b := newBench(t, api)
			drive := b.drive(b.startTarget(), contract.Measure, 60)
			children := append(childrenOf(agent.Process.Pid), pidIn(t, pidFile))
			c.tell(agent)
			if code := agent.end(); code != 0 {
				t.Errorf("exit status %d", code)
			}
			for _, pid := range children {
				mustHaveEnded(t, "a child", pid)
			}
			if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure.Code != "agent-stopped" {
				t.Errorf("the step is %+v", outcome)
			}
			if left, _ := filepath.Glob(filepath.Join(data, "spool", "*")); len(left) > 0 {
				t.Errorf("everything was delivered, yet %v is left", left)
			}
		})
	}
}

func TestAnAgentThatEndsWhileTheAPIIsAwayKeepsWhatItMeasured(t *testing.T) {
	api := apitest.New(t)
	data, pidFile := t.TempDir(), filepath.Join(t.TempDir(), "pid")
	tool := fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60")
	agent := start(t, api, data, tool)
	hello := api.Hellos(1)
	b := newBench(t, api)
	drive := b.drive(b.startTarget(), contract.Measure, 60)
	pidIn(t, pidFile)
	api.GoAway()
	_ = agent.Process.Signal(syscall.SIGTERM)
	if code := agent.end(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	api.ComeBack()
	start(t, api, data, tool)
	if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure.Code != "agent-stopped" {
		t.Errorf("the step is %+v", outcome)
	}
	wantEveryEntryOnce(t, api, hello.IncarnationId)
}
