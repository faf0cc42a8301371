package control

import (
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/runner"
)

func TestTheMostCertainReplyOfTheLastMinutesTellsTheAPIsClock(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	wall := time.UnixMicro(1_700_000_000_000_000)
	// The API is 300 ms ahead. The host's clock reads `wall` when CLOCK_BOOTTIME reads 0.
	server := func(at time.Duration) int64 { return wall.Add(at + 300*ms).UnixMicro() }
	var c Clock
	if _, _, ok := c.offsetAt(0, wall); ok {
		t.Error("an offset before the first reply")
	}
	want := func(what string, now, jumped, offset, uncertainty time.Duration) {
		t.Helper()
		gotOffset, gotUncertainty, ok := c.offsetAt(now, wall.Add(now+jumped))
		if !ok || gotOffset != offset || gotUncertainty != uncertainty {
			t.Errorf("%s: %v +- %v, %v; want %v +- %v", what, gotOffset, gotUncertainty, ok, offset, uncertainty)
		}
	}
	// 80 ms on the way there, none on the way back: 40 ms wrong, as uncertain as it says.
	c.record(10*s, 10*s+80*ms, server(10*s+80*ms))
	drifted := func(since time.Duration) time.Duration { return since / 10_000 }
	want("a slow reply", 11*s, 0, 340*ms, 40*ms+drifted(920*ms))
	c.record(20*s, 20*s+2*ms, server(20*s+1*ms))
	want("a quick one", 21*s, 0, 300*ms, ms+drifted(998*ms))
	c.record(30*s, 30*s+60*ms, server(30*s))
	want("a slow one again", 31*s, 0, 300*ms, ms+drifted(10_998*ms))
	want("this host's clock was set 200 ms forward", 32*s, 200*ms, 100*ms, ms+drifted(11_998*ms))
	c.record(5*time.Minute+25*s, 5*time.Minute+25*s+60*ms, server(5*time.Minute+25*s+30*ms))
	want("the quick one is too old", 5*time.Minute+26*s, 0, 300*ms, 30*ms+drifted(940*ms))
	if _, _, ok := c.offsetAt(time.Hour, wall.Add(time.Hour)); ok {
		t.Error("an offset from replies of an hour ago")
	}
	if len(c.readings) != 2 {
		t.Errorf("%d readings are kept", len(c.readings))
	}
}

func TestAClockThatWasSetOrDriftsIsNotBelievedLonger(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	type reply struct{ at, halfTrip, ahead time.Duration } // the API's clock, ahead of CLOCK_BOOTTIME
	quick := reply{10 * s, ms, 300 * ms}
	for name, c := range map[string]struct {
		replies             []reply
		now                 time.Duration
		offset, uncertainty time.Duration
	}{
		"the API's clock was set":             {[]reply{quick, {15 * s, 2 * ms, 5 * s}}, 16 * s, 5 * s, 2*ms + s/10_000},
		"set, and seen by a slow reply":       {[]reply{quick, {15 * s, 50 * ms, -2 * s}}, 15 * s, -2 * s, 50 * ms},
		"set back to what it was":             {[]reply{quick, {15 * s, 2 * ms, 5 * s}, {20 * s, 3 * ms, 300 * ms}}, 20 * s, 300 * ms, 3 * ms},
		"a slow reply that may agree":         {[]reply{quick, {15 * s, 50 * ms, 340 * ms}}, 15 * s, 300 * ms, ms + 5*s/10_000},
		"a drift of 80 ppm":                   {[]reply{quick, {110 * s, 2 * ms, 308 * ms}}, 110 * s, 308 * ms, 2 * ms},
		"an old quick reply and a slow one":   {[]reply{quick, {110 * s, 20 * ms, 305 * ms}}, 110 * s, 300 * ms, 11 * ms},
		"the slow one, when the old is older": {[]reply{quick, {210 * s, 20 * ms, 305 * ms}}, 210 * s, 305 * ms, 20 * ms},
	} {
		var clock Clock
		for _, r := range c.replies {
			clock.record(r.at-2*r.halfTrip, r.at, (r.at - r.halfTrip + r.ahead).Microseconds())
		}
		offset, uncertainty, ok := clock.offsetAt(c.now, time.UnixMicro(c.now.Microseconds()))
		if !ok || offset != c.offset || uncertainty != c.uncertainty {
			t.Errorf("%s: %v ± %v, want %v ± %v", name, offset, uncertainty, c.offset, c.uncertainty)
		}
	}
}

func TestEveryHeartbeatTellsTheClock(t *testing.T) {
	a := &Agent{Runner: runner.New(runner.Config{Tuner: &tunedHost{}})}
	ahead := time.Minute
	a.heard(runner.Now(), "", contract.HeartbeatReply{ServerTimeUs: time.Now().Add(ahead).UnixMicro()})
	if offset, uncertainty, ok := a.clock.Offset(); !ok || (offset-ahead).Abs() > uncertainty+10*time.Millisecond {
		t.Errorf("%v ± %v, %v", offset, uncertainty, ok)
	}
}
