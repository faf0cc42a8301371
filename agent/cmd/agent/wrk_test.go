package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/installed"
)

// The real tool against the real server, in numbers that are independent of each other.
func TestWrkAndTheServerCountTheSame(t *testing.T) {
	wrk := installed.Program(t, "wrk")
	for _, pipelining := range []int64{1, 4} {
		api := apitest.New(t)
		data := t.TempDir()
		start(t, api, data, "--tool=wrk="+wrk)
		hello := api.Hellos(1)
		b := newBench(t, api)
		b.tool, b.pipelining = "wrk", pipelining
		measured := b.mustSucceed(b.drive(b.startTarget(), contract.Measure, 2))
		result, err := measured.Result.AsLoadResult()
		if err != nil {
			t.Fatal(err)
		}
		if result.ConnectionsEstablished == nil || *result.ConnectionsEstablished != b.connections {
			t.Errorf("established %v of %d", result.ConnectionsEstablished, b.connections)
		}
		wantArtifacts(t, api, measured, "step-01-measure-wrk.lua", "step-01-measure-wrk.txt")
		if script := filepath.Join(data, "tools", "wrk.lua"); !slices.Contains(result.Command, script) {
			t.Errorf("%v does not name %s", result.Command, script)
		} else if _, err := os.Stat(script); err != nil {
			t.Errorf("the command cannot be repeated: %v", err)
		}
		stdout := api.Blob(measured.Artifacts[1].Sha256)
		var raw struct{ Requests, Bytes int64 }
		if err := json.Unmarshal([]byte(stdout[strings.LastIndex(stdout, "\n{"):]), &raw); err != nil || raw.Requests != result.Requests {
			t.Errorf("%d requests, wrk said %+v (%v)", result.Requests, raw, err)
		}
		b.mustSucceed(b.stop())
		api.Locked(func() {
			stream := api.StreamLocked(hello.IncarnationId)
			served := slices.Max(stream.Column("target/worker/0/requests"))
			if inFlight := b.connections * pipelining; served < result.Requests || served > result.Requests+inFlight {
				t.Errorf("the server counted %d, wrk %d; %d can have been in flight", served, result.Requests, inFlight)
			}
			tool := slices.Max(stream.Column("process/tool/cpuUs"))
			if result.Requests == 0 || tool <= 0 || tool > 2*(result.EndedAtUs-result.StartedAtUs) {
				t.Errorf("wrk used %d us of CPU time for %d requests", tool, result.Requests)
			}
			target := stream.Column("process/target/cpuUs")
			t.Logf("pipelining %d: %.0f req/s; the server counted %d, wrk %d; CPU us per request: tool %.2f, target %.2f", pipelining,
				result.RequestsPerSecond, served, result.Requests, float64(tool)/float64(result.Requests),
				float64(slices.Max(target)-slices.Min(target))/float64(result.Requests))
		})
	}
}

func TestWrkEndsWithTheRunAndWithTheAgent(t *testing.T) {
	wrk := installed.Program(t, "wrk")
	for _, c := range []struct {
		name string
		end  func(b *bench, agent *life, drive string)
	}{
		{"a stop overtakes it", func(b *bench, _ *life, drive string) {
			b.stop()
			if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted {
				t.Errorf("the load ended %s", outcome.Status)
			}
		}},
		{"the agent is killed", func(_ *bench, agent *life, _ string) { agent.kill() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			api := apitest.New(t)
			agent := start(t, api, t.TempDir(), "--tool=wrk="+wrk)
			api.Hellos(1)
			b := newBench(t, api)
			b.tool = "wrk"
			drive := b.drive(b.startTarget(), contract.Measure, 60)
			pid := childCalled(t, agent.Process.Pid, "wrk")
			c.end(b, agent, drive)
			mustHaveEnded(t, "wrk", pid)
		})
	}
}

// childCalled waits for a child of that name.
func childCalled(t *testing.T, parent int, name string) int {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for _, pid := range childrenOf(parent) {
			if comm, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/comm"); strings.TrimSpace(string(comm)) == name {
				return pid
			}
		}
	}
	t.Fatalf("the agent never started %s", name)
	return 0
}

func TestAToolInstalledLaterIsOfferedWithoutARestart(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	api := apitest.New(t)
	api.Heartbeat(50 * time.Millisecond)
	start(t, api, t.TempDir())
	if tools := api.Hellos(1).Facts.Tools; len(tools) != 1 || tools[0].Name != "volley" {
		t.Fatalf("there is more than our own tool already: %+v", tools)
	}
	fakeroot.Tool(t, filepath.Join(folder, "autocannon"), "autocannon v9.0.1")
	tools := api.Hellos(2).Facts.Tools
	if len(tools) != 2 || tools[1].Name != "autocannon" || tools[1].Version != "9.0.1" {
		t.Errorf("the second hello says %+v", tools)
	}
	b := newBench(t, api)
	if prepared, err := b.mustSucceed(b.prepare()).Result.AsPreparedResult(); err != nil || prepared.ToolVersion == nil || *prepared.ToolVersion != "9.0.1" {
		t.Errorf("%+v, %v", prepared, err)
	}
}
