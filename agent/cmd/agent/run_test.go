package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/kernel/cpulist"
)

func TestARunGoesThroughAndLeavesNothing(t *testing.T) {
	api := apitest.New(t)
	data := t.TempDir()
	agent := start(t, api, data, fakeTool(t, "echo a warning >&2\nsleep 1\ncat "+sample(t)))
	hello := api.Hellos(1)
	b := newBench(t, api)
	url := b.startTarget()

	opened, err := b.mustSucceed(b.Issue(contract.OpenWindowCommand{
		RunId: b.runID, Type: contract.OpenWindowCommandTypeOpenWindow, DurationSeconds: 2,
	})).Result.AsWindowOpenedResult()
	if err != nil {
		t.Fatal(err)
	}
	warmup := b.mustSucceed(b.drive(url, contract.Warmup, 1))
	measured := b.mustSucceed(b.drive(url, contract.Measure, 1))
	result, err := measured.Result.AsLoadResult()
	if err != nil {
		t.Fatal(err)
	}
	if result.Requests != 243791 || result.RequestsPerSecond != 60948 || result.DurationUs != 4_030_000 {
		t.Errorf("not what the tool said: %+v", result)
	}
	if !slices.Equal(result.Command, measured.Command) || !slices.Contains(result.Command, url+"/simple") {
		t.Errorf("the exact command is missing: %v", result.Command)
	}
	if result.ConnectionsEstablished != nil {
		t.Errorf("the fake tool told of answers without ever having a connection: how many is unknown, not %d", *result.ConnectionsEstablished)
	}
	wantArtifacts(t, api, warmup, "step-01-warmup-autocannon.json", "step-01-warmup-autocannon.stderr.txt")
	wantArtifacts(t, api, measured, "step-01-measure-autocannon.json", "step-01-measure-autocannon.stderr.txt")

	closed, err := b.mustSucceed(b.Issue(contract.CloseWindowCommand{
		RunId: b.runID, Type: contract.CloseWindowCommandTypeCloseWindow,
	})).Result.AsWindowClosedResult()
	if err != nil || opened.AtUs >= result.StartedAtUs || closed.AtUs <= result.EndedAtUs {
		t.Errorf("a window from %d to %d around a load from %d to %d (%v)", opened.AtUs, closed.AtUs, result.StartedAtUs, result.EndedAtUs, err)
	}

	if closed.Placement == nil || len(closed.Placement.Workers) != 1 || result.Placement == nil {
		t.Errorf("the target was not looked at in the middle of a window: %+v, nor of a step: %+v", closed.Placement, result.Placement)
	}
	if opened, err := b.mustSucceed(warmup.CommandId).Result.AsLoadResult(); err != nil || opened.Placement != nil {
		t.Errorf("a warm-up is not looked at: %+v, %v", opened.Placement, err)
	}
	wantArtifacts(t, api, b.mustSucceed(b.stop()), "target.log")
	restored, err := b.mustSucceed(b.restore()).Result.AsRestoredResult()
	if err != nil || !restored.Restore.Matches {
		t.Errorf("restored %+v, %v", restored, err)
	}
	api.EndLease()
	api.Await("an idle heartbeat", func() bool { return api.LastBeat() == "" })

	if children := childrenOf(agent.Process.Pid); len(children) > 0 {
		t.Errorf("processes are left: %v", children)
	}
	api.Locked(func() { wantBoundaries(t, api, hello.IncarnationId, result) })
	if left, _ := filepath.Glob(filepath.Join(data, "blobs", "*")); len(left) > 0 {
		t.Errorf("uploaded blobs are left: %v", left)
	}
}

func wantArtifacts(t *testing.T, api *apitest.API, outcome contract.Outcome, names ...string) {
	t.Helper()
	var got []string
	for _, artifact := range outcome.Artifacts {
		got = append(got, artifact.Name)
	}
	if !slices.Equal(got, names) {
		t.Errorf("artifacts %v, want %v", got, names)
	}
}

// wantBoundaries: the result's times are those of two boundary frames, so that counters between them cover the whole invocation.
func wantBoundaries(t *testing.T, api *apitest.API, incarnation string, result contract.LoadResult) {
	stream := api.StreamLocked(incarnation)
	var boundaries []int64
	for _, frame := range stream.Frames {
		if frame.Frame.Boundary {
			boundaries = append(boundaries, frame.Frame.TimeUs)
		}
	}
	if !slices.Contains(boundaries, result.StartedAtUs) || !slices.Contains(boundaries, result.EndedAtUs) {
		t.Errorf("%d and %d are no boundaries: %v", result.StartedAtUs, result.EndedAtUs, boundaries)
	}
	for _, prefix := range []string{"process/tool/cpuUs", "process/target/cpuUs", "target/worker/0/requests", "nic/lo/"} {
		if !stream.HasColumn(prefix) {
			t.Errorf("nothing sampled %s", prefix)
		}
	}
}

// The real tool against the real server: the two counts are independent of each other and must agree.
func TestAutocannonAndTheServerCountTheSame(t *testing.T) {
	script, err := filepath.Abs("../../../node_modules/autocannon/autocannon.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(script); err != nil {
		t.Fatalf("autocannon is not installed: run `npm ci` at the root of the repository")
	}
	api := apitest.New(t)
	start(t, api, t.TempDir(), "--tool=autocannon="+nodePath(t)+","+script)
	hello := api.Hellos(1)
	b := newBench(t, api)
	measured := b.mustSucceed(b.drive(b.startTarget(), contract.Measure, 2))
	result, err := measured.Result.AsLoadResult()
	if err != nil {
		t.Fatal(err)
	}
	var raw struct {
		Requests struct{ Total, Average, Sent float64 }
	}
	if err := json.Unmarshal([]byte(api.Blob(measured.Artifacts[0].Sha256)), &raw); err != nil {
		t.Fatal(err)
	}
	if float64(result.Requests) != raw.Requests.Total || result.RequestsPerSecond != raw.Requests.Average || result.Requests == 0 {
		t.Errorf("requests %d at %f/s, the tool said %+v", result.Requests, result.RequestsPerSecond, raw)
	}
	if result.ConnectionsEstablished == nil || *result.ConnectionsEstablished != 10 {
		t.Errorf("established %v of 10", result.ConnectionsEstablished)
	}
	wantPlacement(t, result.Placement, 10)
	if overheadMs := (result.EndedAtUs - result.StartedAtUs - result.DurationUs) / 1000; overheadMs > 2000 {
		t.Errorf("%d ms around the tool's own duration", overheadMs)
	}
	b.mustSucceed(b.stop())
	api.Locked(func() {
		own := api.StreamLocked(hello.IncarnationId).Column("process/agent/cpuUs")
		t.Logf("the agent used %d us of CPU time over %d samples", own[len(own)-1]-own[0], len(own))
		counted := api.StreamLocked(hello.IncarnationId).Column("target/worker/0/requests")
		served := float64(slices.Max(counted))
		// The tool forgets what is in flight when it ends: at most one request a connection.
		if served < raw.Requests.Total || served > raw.Requests.Sent {
			t.Errorf("the server counted %.0f, the tool %.0f done of %.0f sent", served, raw.Requests.Total, raw.Requests.Sent)
		}
		t.Logf("%.0f req/s; the server counted %.0f, the tool %.0f", result.RequestsPerSecond, served, raw.Requests.Total)
	})
}

// wantPlacement: one process of the target, seen on CPUs that it may use, with every connection.
func wantPlacement(t *testing.T, p *contract.Placement, connections int64) {
	t.Helper()
	if p == nil || len(p.Workers) != 1 || p.ConnectionsEstablished == nil || *p.ConnectionsEstablished != connections {
		t.Fatalf("the target in the middle of the step: %+v", p)
	}
	w := p.Workers[0]
	allowed, errAllowed := cpulist.Parse(w.CpusAllowed)
	seen, errSeen := cpulist.Parse(w.CpusSeen)
	if errAllowed != nil || errSeen != nil || w.Threads < 1 || w.Pid == 0 || w.Connections == nil || *w.Connections != connections {
		t.Errorf("%+v", w)
	}
	for _, cpu := range seen {
		if !slices.Contains(allowed, cpu) {
			t.Errorf("it ran on CPU %d and may use %s", cpu, allowed)
		}
	}
	if len(seen) == 0 {
		t.Error("under load it ran nowhere")
	}
}

func nodePath(t *testing.T) string {
	t.Helper()
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if path := filepath.Join(folder, "node"); strings.HasPrefix(path, "/") {
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	t.Fatal("node is not installed: see the README for its versions")
	return ""
}
