package control

import (
	"math"
	"strconv"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// An API that was taken over answers heartbeats as it likes. They neither take a CPU nor stop, and no lease holds a host for longer than its own
// clock allows.
func TestNoReplyToAHeartbeatTakesAnAgentBeyondItsBounds(t *testing.T) {
	a := connect(t, apitest.New(t), 1<<20)
	for _, ms := range []int64{math.MinInt64, -1, 0, 1, 9_223_372_036_855, math.MaxInt64} {
		a.heard(0, "", contract.HeartbeatReply{HeartbeatMs: ms})
		if period := time.Duration(a.period.Load()) * time.Millisecond; period < periodLeast || period > periodMost {
			t.Errorf("heartbeats each %d ms are sent each %s", ms, period)
		}
	}
	const run = "01900000-0000-7000-8000-000000000001"
	for name, terms := range map[string]contract.LeaseTerms{
		"for ever": {RunId: run, TtlMs: math.MaxInt64}, "an hour": {RunId: run, TtlMs: 3_600_000, GuardMs: 1000}, "negative": {RunId: run, TtlMs: -1},
		"ends later": {RunId: run, TtlMs: 60_000, GuardMs: -1}, "ends at once": {RunId: run, TtlMs: 60_000, GuardMs: 60_000}, "no run": {RunId: "../x", TtlMs: 60_000, GuardMs: 15_000},
	} {
		if checkLease(terms) == nil {
			t.Errorf("%s: it is a lease", name)
		}
	}
	if err := checkLease(contract.LeaseTerms{RunId: run, TtlMs: 600_000, GuardMs: 150_000}); err != nil {
		t.Errorf("the longest that can be set: %v", err)
	}
}

func TestCommandsThatNoPollCanNameAreLeft(t *testing.T) {
	h := &holding{outcomes: map[string]int64{}}
	for i := range holdingMax {
		if !h.take(strconv.Itoa(i)) {
			t.Fatalf("command %d is left", i)
		}
	}
	if h.take("one more") || !h.forgot() || !h.take("7") {
		t.Error("it takes more than it can name, is asked again at once, or leaves what it holds")
	}
	h.answer("7", 1)
	if h.acknowledge(1); !h.take("one more") {
		t.Error("it takes no more though there is room")
	}
}
