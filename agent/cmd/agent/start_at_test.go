package main

import (
	"encoding/json"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/installed"
)

// A tool that waits for the time itself, and one that is started then, by an API whose clock is far from this host's.
func TestLoadBeginsAtOneInstantByTheClockOfTheAPI(t *testing.T) {
	wrk := installed.Program(t, "wrk")
	const ahead = 1000 * time.Second
	api := apitest.New(t)
	api.ClockAhead(ahead)
	start(t, api, t.TempDir(), "--tool=wrk="+wrk)
	for _, c := range []struct {
		tool  string
		share contract.LoadShare
	}{{"volley", api.Open(500)}, {"volley", api.Closed(4, 1)}, {"wrk", api.Closed(4, 1)}} {
		b := newBench(t, api)
		b.tool = c.tool
		url := b.startTarget()
		wanted := time.Now().Add(2 * time.Second)
		startAtUs := wanted.Add(ahead).UnixMicro()
		measured := b.mustSucceed(b.Issue(contract.DriveLoadCommand{
			RunId: b.runID, Type: contract.DriveLoadCommandTypeDriveLoad, Phase: contract.Measure, Tool: c.tool, Url: url,
			Requests: []contract.RequestSpec{{Method: contract.GET, Path: "/simple", Weight: 1}}, Share: c.share, DurationSeconds: 1,
			StartAtUs: &startAtUs, Profiles: []contract.ProfileKind{},
		}))
		result, err := measured.Result.AsLoadResult()
		if err != nil {
			t.Fatal(err)
		}
		if result.Clock == nil || time.Duration(result.Clock.OffsetUs)*time.Microsecond-ahead > 50*time.Millisecond || result.Clock.UncertaintyUs <= 0 {
			t.Fatalf("%s: the clock was read as %+v", c.tool, result.Clock)
		}
		// The agent's clock is right to half of a round trip; how far it is off is no delay of the start.
		off := time.Duration(result.Clock.OffsetUs)*time.Microsecond - ahead
		early := wanted.Add(-off).Sub(time.UnixMicro(result.StartedAtUs))
		if early > 100*time.Millisecond || early < -200*time.Millisecond {
			t.Errorf("%s: the window began %s before the load", c.tool, early)
		}
		if open := isOpen(t, c.share); (result.OfferedPerSecond != nil) != open || (result.Unsent != nil) != open {
			t.Errorf("%s: offered %v, unsent %v", c.tool, result.OfferedPerSecond, result.Unsent)
		}
		if c.tool == "volley" {
			wantHistogram(t, result)
			wantVolleyStart(t, api.Blob(measured.Artifacts[0].Sha256), wanted.Add(-off))
		}
		b.mustSucceed(b.stop())
		b.mustSucceed(b.restore())
	}
}

// wantHistogram: volley says how many requests took how long, over all and in each second, and how many succeeded in each second.
func wantHistogram(t *testing.T, result contract.LoadResult) {
	t.Helper()
	if result.Histogram == nil || result.SucceededBySecond == nil || result.LatencyOverTime == nil {
		t.Fatalf("%+v", result)
	}
	for i, part := range result.LatencyOverTime.Intervals {
		ended := int64(0)
		for _, count := range part.Counts {
			ended += count
		}
		if want := (*result.SucceededBySecond)[i]; result.LatencyOverTime.IntervalSeconds != 1 || ended != want {
			t.Errorf("second %d: %d latencies of %d requests", i+1, ended, want)
		}
	}
	counted, succeeded := int64(0), int64(0)
	for _, count := range result.Histogram.Counts {
		counted += count
	}
	for _, count := range *result.SucceededBySecond {
		succeeded += count
	}
	if len(result.LatencyOverTime.Intervals) != len(*result.SucceededBySecond) {
		t.Errorf("%d seconds of latency", len(result.LatencyOverTime.Intervals))
	}
	if counted != result.Requests || succeeded != result.Requests || len(result.Histogram.ValuesUs) != len(result.Histogram.Counts) {
		t.Errorf("%d requests, %d in the histogram, %d in the seconds", result.Requests, counted, succeeded)
	}
}

// wantVolleyStart: with its connections open before, volley sends at the very time.
func wantVolleyStart(t *testing.T, report string, wanted time.Time) {
	t.Helper()
	var told struct{ StartedAtUs int64 }
	if err := json.Unmarshal([]byte(report), &told); err != nil {
		t.Fatal(err)
	}
	if late := time.UnixMicro(told.StartedAtUs).Sub(wanted); late < -time.Millisecond || late > 100*time.Millisecond {
		t.Errorf("volley began %s after the time", late)
	}
}

func isOpen(t *testing.T, share contract.LoadShare) bool {
	t.Helper()
	loop, err := share.Discriminator()
	if err != nil {
		t.Fatal(err)
	}
	return loop == "open"
}
