package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/installed"
)

// config writes the host's configuration file and returns the flag that names it.
func config(t *testing.T, file map[string]any) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "agent.json")
	text, err := json.Marshal(file)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return "--config=" + path
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// begin prepares and starts a target of the contract.
func (b *bench) begin(target any) contract.TargetResult {
	b.t.Helper()
	spec := b.Target(target)
	b.mustSucceed(b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 10,
		Target: spec, Roles: []contract.PrepareCommandRoles{contract.Server, contract.Client},
	}))
	started, err := b.mustSucceed(b.Issue(contract.StartTargetCommand{
		RunId: b.runID, Type: contract.StartTargetCommandTypeStartTarget, Listen: b.listen, Target: spec,
	})).Result.AsTargetResult()
	if err != nil {
		b.t.Fatal(err)
	}
	return started
}

// profiled drives a measured step of the mix and has profiles taken.
func (b *bench) profiled(url string, seconds int64, kinds ...contract.ProfileKind) (contract.Outcome, contract.LoadResult) {
	b.t.Helper()
	outcome := b.mustSucceed(b.Issue(contract.DriveLoadCommand{
		RunId: b.runID, Type: contract.DriveLoadCommandTypeDriveLoad, Phase: contract.Measure, Tool: b.tool, Url: url,
		Requests: []contract.RequestSpec{{Method: contract.GET, Path: "/read", Weight: 3}, {Method: contract.GET, Path: "/simple", Weight: 2}},
		Share:    b.Closed(b.connections, 1), DurationSeconds: seconds, Profiles: kinds,
	}))
	result, err := outcome.Result.AsLoadResult()
	if err != nil {
		b.t.Fatal(err)
	}
	return outcome, result
}

var everyProfile = []contract.ProfileKind{contract.Cpu, contract.Block, contract.Mutex, contract.Heap, contract.Goroutine}

// The reference server with several processes: each profile is of all of them, and what it is of is what the load did.
func TestAStepOfThePreforkServerIsProfiled(t *testing.T) {
	wrk := installed.Program(t, "wrk")
	api := apitest.New(t)
	start(t, api, t.TempDir(), "--tool=wrk="+wrk)
	b := newBench(t, api)
	b.tool = "wrk"
	workers := int64(2)
	target := b.begin(contract.ReferenceTarget{
		Kind: contract.Reference, Framework: contract.Nethttp, Pick: contract.Locked, Prefork: true, Workers: &workers,
	})
	if target.Workers == nil || *target.Workers != 2 || !strings.HasPrefix(target.Version, "nethttp ") {
		t.Errorf("%+v", target)
	}
	outcome, result := b.profiled(target.Url, 4, everyProfile...)
	if len(result.Profiles) != len(everyProfile) {
		t.Fatalf("%+v", result.Profiles)
	}
	for i, p := range result.Profiles {
		if p.Kind != everyProfile[i] || p.Failure != nil || p.Processes != 2 {
			t.Errorf("%s: failure %v, %d processes", p.Kind, said(p.Failure), p.Processes)
			continue
		}
		wantProfile(t, api, outcome, p)
	}
	if cpu := result.Profiles[0]; cpu.DurationSeconds < 1.9 || cpu.DurationSeconds > 3 || cpu.Total <= 0 || cpu.Unit != "nanoseconds" ||
		!slices.ContainsFunc(cpu.Functions, func(f contract.ProfileFunction) bool {
			return strings.HasPrefix(f.Name, "net/http.") && f.Cumulative > 0
		}) {
		t.Errorf("%d s of %s %s: %+v", int(cpu.DurationSeconds), cpu.SampleType, cpu.Unit, cpu.Functions)
	}
	if drifted := result.Profiles[0].Total / 1e9; drifted > 2*float64(result.EndedAtUs-result.StartedAtUs)/1e6 {
		t.Errorf("%.1f s of CPU time on two CPUs", drifted)
	}
	var inputs []string
	for _, a := range outcome.Artifacts {
		if a.Kind == contract.ToolInput {
			inputs = append(inputs, a.Name)
		}
	}
	if !slices.Equal(inputs, []string{"step-01-measure-wrk.lua"}) {
		t.Errorf("the tool's input is %v", inputs)
	}
	b.mustSucceed(b.stop())
}

func said(text *string) string {
	if text == nil {
		return "none"
	}
	return *text
}

// wantProfile holds what the API received against the profile itself, read by other means.
func wantProfile(t *testing.T, api *apitest.API, outcome contract.Outcome, p contract.CapturedProfile) {
	t.Helper()
	at := slices.IndexFunc(outcome.Artifacts, func(a contract.ArtifactRef) bool { return a.Name == said(p.ArtifactName) })
	if at < 0 || outcome.Artifacts[at].Kind != contract.Profile || said(p.ArtifactName) != fmt.Sprintf("step-01-%s.pb.gz", p.Kind) {
		t.Fatalf("%s is not among %+v", said(p.ArtifactName), outcome.Artifacts)
	}
	read, err := profile.Parse(bytes.NewReader([]byte(api.Blob(outcome.Artifacts[at].Sha256))))
	if err != nil {
		t.Fatal(err)
	}
	index, err := read.SampleIndexByName(p.SampleType)
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, sample := range read.Sample {
		total += float64(sample.Value[index])
	}
	if total != p.Total || read.SampleType[index].Unit != p.Unit {
		t.Errorf("%s: the profile sums up to %f %s, and %f %s was told", p.Kind, total, read.SampleType[index].Unit, p.Total, p.Unit)
	}
}

// wantHostSampled: the server, the tool and the kernel between them, whatever the target is, each with functions of its own.
func wantHostSampled(t *testing.T, api *apitest.API, outcome contract.Outcome, p contract.CapturedProfile) {
	t.Helper()
	if p.Failure != nil {
		if !strings.HasPrefix(*p.Failure, "The on-CPU profile of ") {
			t.Error(*p.Failure)
		}
		t.Skip(*p.Failure)
	}
	wantProfile(t, api, outcome, p)
	if p.Processes < 2 || p.DurationSeconds < 1.9 || p.Unit != "nanoseconds" || !strings.Contains(said(p.Note), "99 times a second") {
		t.Errorf("%d processes in %.1f s, %s: %s", p.Processes, p.DurationSeconds, p.Unit, said(p.Note))
	}
	for what, is := range map[string]func(f contract.ProfileFunction) bool{
		"the server":               func(f contract.ProfileFunction) bool { return f.Name == "server" && f.File == "process" },
		"the tool":                 func(f contract.ProfileFunction) bool { return f.Name == "wrk" && f.File == "process" },
		"a function of the server": func(f contract.ProfileFunction) bool { return f.File == serverBinary && strings.Contains(f.Name, ".") },
		"a function of the kernel": func(f contract.ProfileFunction) bool { return f.File == "[kernel]" && strings.Contains(f.Name, "_") },
	} {
		if !slices.ContainsFunc(p.Functions, func(f contract.ProfileFunction) bool { return is(f) && f.Cumulative > 0 }) {
			t.Errorf("%s is not in the profile, %s: %+v", what, said(p.Note), p.Functions)
		}
	}
}

// The server of a run whose load comes from another host.
func TestAWindowIsProfiled(t *testing.T) {
	api := apitest.New(t)
	start(t, api, t.TempDir())
	b := newBench(t, api)
	b.tool = "volley"
	b.startTarget()
	open := func(seconds int64) {
		b.mustSucceed(b.Issue(contract.OpenWindowCommand{
			RunId: b.runID, Type: contract.OpenWindowCommandTypeOpenWindow, DurationSeconds: seconds,
			Profiles: []contract.ProfileKind{contract.Cpu, contract.Goroutine},
		}))
	}
	open(600) // another one follows: its captures end
	open(2)
	time.Sleep(2 * time.Second)
	outcome := b.mustSucceed(b.Issue(contract.CloseWindowCommand{RunId: b.runID, Type: contract.CloseWindowCommandTypeCloseWindow}))
	closed, err := outcome.Result.AsWindowClosedResult()
	if err != nil || len(closed.Profiles) != 2 {
		t.Fatalf("%+v, %v", closed, err)
	}
	for _, p := range closed.Profiles {
		if p.Failure != nil || p.Processes != 1 || said(p.ArtifactName) != fmt.Sprintf("profile-%s.pb.gz", p.Kind) {
			t.Errorf("%s: %s, %s", p.Kind, said(p.Failure), said(p.ArtifactName))
		}
	}
	wantArtifacts(t, api, outcome, "profile-cpu.pb.gz", "profile-goroutine.pb.gz")
	if goroutines := closed.Profiles[1]; goroutines.SampleType != "goroutine" || goroutines.Unit != "count" || goroutines.Total < 2 || goroutines.DurationSeconds != 0 {
		t.Errorf("%+v", goroutines)
	}
}

// A target of the host's file, here the reference server called in a way of its own.
func TestATargetOfTheConfigurationFileIsStartedMeasuredAndProfiled(t *testing.T) {
	wrk := installed.Program(t, "wrk")
	port, socket := freePort(t), filepath.Join(t.TempDir(), "p.sock")
	api := apitest.New(t)
	agent := start(t, api, t.TempDir(), "--tool=wrk="+wrk, config(t, map[string]any{"targets": map[string]any{"my-server": map[string]any{
		"argv": []string{serverBinary, "--port", fmt.Sprint(port), "--pprof-socket", socket}, "port": port, "healthPath": "/health",
		"environment": map[string]string{"GOGC": "50"}, "pprofUrl": "unix:" + socket, "identityFiles": []string{},
	}}}))
	hello := api.Hellos(1)
	declared := true
	want := []contract.TargetFact{{Name: "my-server", Port: int64(port), HealthPath: "/health", Profiles: true, Identified: &declared, Parameters: &[]contract.TargetParameterFact{}}}
	if diff := cmp.Diff(want, hello.Facts.Targets); diff != "" || len(hello.Facts.ListeningPorts) != 0 {
		t.Errorf("the facts say %s, %v", diff, hello.Facts.ListeningPorts)
	}
	b := newBench(t, api)
	b.tool = "wrk"
	target := b.begin(contract.NamedTarget{Kind: contract.Named, Name: "my-server"})
	if target.Workers != nil || target.GoMaxProcsPerWorker != nil || target.Url != fmt.Sprintf("http://127.0.0.1:%d", port) || target.Command[0] != serverBinary {
		t.Errorf("%+v", target)
	}
	_, result := b.profiled(target.Url, 3, contract.Heap)
	if len(result.Profiles) != 1 || result.Profiles[0].Failure != nil || result.Profiles[0].SampleType != "inuse_space" {
		t.Errorf("%+v", result.Profiles)
	}
	if result.Placement == nil || len(result.Placement.Workers) != 1 || result.Requests == 0 || result.Errors.Non2xx != 0 {
		t.Errorf("%+v", result)
	}
	wantArtifacts(t, api, b.mustSucceed(b.stop()), "target.log")
	api.Locked(func() {
		stream := api.StreamLocked(hello.IncarnationId)
		if stream.HasColumn("target/") {
			t.Error("it counts no requests, and yet there are such columns")
		}
		if cpu := stream.Column("process/target/cpuUs"); len(cpu) < 10 || slices.Max(cpu) <= 0 {
			t.Errorf("its CPU time is %v", cpu)
		}
	})
	if children := childrenOf(agent.Process.Pid); len(children) > 0 {
		t.Errorf("processes are left: %v", children)
	}
}

// Something that listens already: a prefork server, whose workers hold the port and whose master does not.
// A master dies with the agent, by its death signal; its workers do not, and kept the port.
func TestTheWorkersOfANamedTargetEndWithAKilledAgent(t *testing.T) {
	folder := t.TempDir()
	port, worker := freePort(t), filepath.Join(folder, "worker")
	program := filepath.Join(folder, "server")
	// The server is its own worker: the shell, its master, waits for it.
	text := fmt.Sprintf("#!/bin/sh\n%s --port %d &\necho $! > %s\nwait\n", serverBinary, port, worker)
	if err := os.WriteFile(program, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	api := apitest.New(t)
	l := start(t, api, t.TempDir(), config(t, map[string]any{
		"targets": map[string]any{"two-processes": map[string]any{"argv": []string{program}, "port": port, "healthPath": "/simple"}},
	}), fakeTool(t, "true"))
	api.Hellos(1)
	b := newBench(t, api)
	b.begin(contract.NamedTarget{Kind: contract.Named, Name: "two-processes"})
	pid := pidIn(t, worker)
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	l.kill()
	mustHaveEnded(t, "the worker", pid)
}

func TestWhatListensAlreadyIsMeasuredAsAWholeAndItsEndIsTold(t *testing.T) {
	wrk := installed.Program(t, "wrk")
	port := freePort(t)
	server := exec.Command(serverBinary, "--port", fmt.Sprint(port), "--prefork", "--workers", "2")
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	url := fmt.Sprintf("http://127.0.0.1:%d", port)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if response, err := http.Get(url + "/health"); err == nil {
			response.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("it does not listen")
		}
	}
	api := apitest.New(t)
	start(t, api, t.TempDir(), "--tool=wrk="+wrk, config(t, map[string]any{"listeningPorts": []int{port}}))
	hello := api.Hellos(1)
	if !slices.Equal(hello.Facts.ListeningPorts, []int64{int64(port)}) {
		t.Errorf("the facts say %v", hello.Facts.ListeningPorts)
	}
	b := newBench(t, api)
	b.tool = "wrk"
	target := b.begin(contract.ListeningTarget{Kind: contract.Listening, Port: int64(port)})
	if target.Url != url || target.Workers != nil || !slices.Equal(target.Command, server.Args) {
		t.Errorf("%+v", target)
	}
	outcome, result := b.profiled(url, 4, contract.Cpu, contract.OnCpu)
	if len(result.Profiles) != 2 || !strings.Contains(said(result.Profiles[0].Failure), "pprofUrl") || result.Profiles[0].ArtifactName != nil {
		t.Errorf("%+v", result.Profiles)
	}
	wantHostSampled(t, api, outcome, result.Profiles[1])
	if result.Placement == nil || len(result.Placement.Workers) != 3 {
		t.Errorf("a master and two workers are its processes: %+v", result.Placement)
	}
	api.Locked(func() {
		if cpu := api.StreamLocked(hello.IncarnationId).Column("process/target/cpuUs"); len(cpu) < 10 || cpu[len(cpu)-1]-cpu[0] < 100_000 {
			t.Errorf("its CPU time is %v", cpu)
		}
	})
	_ = server.Process.Kill()
	api.Await("word of its end", func() bool { return len(api.StreamLocked(hello.IncarnationId).Exits) == 1 })
	api.Locked(func() {
		exit := api.StreamLocked(hello.IncarnationId).Exits[0]
		if !strings.Contains(exit.Sentence, fmt.Sprintf("server (pid %d)", server.Process.Pid)) || len(exit.Artifacts) != 0 {
			t.Errorf("%+v", exit)
		}
	})
	wantArtifacts(t, api, b.mustSucceed(b.stop()))
}
