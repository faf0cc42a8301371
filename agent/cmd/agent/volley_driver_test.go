package main

import (
	"slices"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// Our own tool as an agent drives it, against the real server, in numbers that are independent of each other.
func TestVolleyIsAlwaysThereAndCountsAsTheServerDoes(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	api := apitest.New(t)
	start(t, api, t.TempDir())
	hello := api.Hellos(1)
	b := newBench(t, api)
	b.tool, b.pipelining = "volley", 4
	measured := b.mustSucceed(b.drive(b.startTarget(), contract.Measure, 2))
	result, err := measured.Result.AsLoadResult()
	if err != nil {
		t.Fatal(err)
	}
	if l := result.LatencyMs; l.P50 == nil || l.P9999 == nil || l.Loop != contract.LatencyKindClosed || result.Errors != (contract.RequestErrors{}) {
		t.Errorf("%+v", result)
	}
	b.mustSucceed(b.stop())
	api.Locked(func() {
		served := slices.Max(api.StreamLocked(hello.IncarnationId).Column("target/worker/0/requests"))
		if inFlight := b.connections * b.pipelining; served < result.Requests || served > result.Requests+inFlight {
			t.Errorf("the server counted %d, volley %d; %d can have been in flight", served, result.Requests, inFlight)
		}
	})
}

// The server of net/http allows 250 streams on a connection: what was asked beyond them was never in flight.
func TestStreamsAreThoseThatTheServerAllowed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	api := apitest.New(t)
	start(t, api, t.TempDir())
	api.Hellos(1)
	b := newBench(t, api)
	b.tool, b.framework = "volley", contract.Nethttp
	b.connections, b.pipelining, b.protocol = 2, 800, contract.H2
	url := b.startTarget()
	for asked, want := range map[int64]int64{800: 250, 100: 100} {
		b.pipelining = asked
		result, err := b.mustSucceed(b.drive(url, contract.Measure, 1)).Result.AsLoadResult()
		if err != nil {
			t.Fatal(err)
		}
		if s := result.Streams; result.Requests == 0 || s == nil || s.LeastPerConnection != want || s.MostPerConnection != want || s.TakenBack != 0 {
			t.Errorf("of %d: %+v", asked, s)
		}
	}
	b.protocol = contract.Http11
	b.pipelining = 4
	if result, err := b.mustSucceed(b.drive(url, contract.Measure, 1)).Result.AsLoadResult(); err != nil || result.Streams != nil {
		t.Errorf("HTTP/1.1 has streams: %+v, %v", result.Streams, err)
	}
	b.mustSucceed(b.stop())
}
