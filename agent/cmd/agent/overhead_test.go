package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// The budget is 50 ms from a command to the tool's start, and 300 ms a step beyond the tool's own time. The median is judged: a shared
// machine stalls now and then.
func TestTheAgentIsInNobodysWay(t *testing.T) {
	api := apitest.New(t)
	started := filepath.Join(t.TempDir(), "started")
	tool := fakeTool(t, "date +%s%N > "+started+"; sleep 0.2; cat "+sample(t)+"; date +%s%N >> "+started)
	start(t, api, t.TempDir(), tool)
	api.Hellos(1)
	b := newBench(t, api)
	url := b.startTarget()
	var toStart, afterEnd []time.Duration
	for range 7 {
		issuedAt := time.Now()
		b.mustSucceed(b.drive(url, contract.Measure, 1))
		answeredAt := time.Now()
		content, err := os.ReadFile(started)
		if err != nil {
			t.Fatal(err)
		}
		times := strings.Fields(string(content))
		toStart = append(toStart, at(t, times[0]).Sub(issuedAt))
		afterEnd = append(afterEnd, answeredAt.Sub(at(t, times[1])))
	}
	slices.Sort(toStart)
	slices.Sort(afterEnd)
	t.Logf("issued to started %s (all %v)", toStart[3], toStart)
	t.Logf("ended to answered %s (all %v)", afterEnd[3], afterEnd)
	if toStart[3] > 50*time.Millisecond {
		t.Errorf("issued to started took %s", toStart[3])
	}
	if toStart[3]+afterEnd[3] > 300*time.Millisecond {
		t.Errorf("a step took %s beyond its tool", toStart[3]+afterEnd[3])
	}
}

func at(t *testing.T, nanoseconds string) time.Time {
	t.Helper()
	n, err := strconv.ParseInt(nanoseconds, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(0, n)
}
