package runner

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"millionrps/agent/internal/blob"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/journal"
	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/loadgen"
	"millionrps/agent/internal/masking"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/requests"
	"millionrps/agent/internal/sampler"
)

// reports keeps what a runner reports.
type reports struct {
	mu       sync.Mutex
	outcomes map[string]chan Outcome
	exits    chan TargetExited
	edges    []int64 // times of boundary frames
	frames   int     // those on the second, and between
	layouts  []string
	// told is what was reported of settings, in words.
	told []string
}

func (r *reports) Layout(id string, _ []string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.layouts = append(r.layouts, id)
	return nil
}
func (r *reports) TargetExited(t TargetExited) error { r.exits <- t; return nil }
func (r *reports) Outcome(o Outcome) error           { r.of(o.CommandID) <- o; return nil }
func (r *reports) Frame(_, _ string, boundary bool, frame sampler.Frame) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if boundary {
		r.edges = append(r.edges, frame.TimeUs)
	} else {
		r.frames++
	}
	return nil
}
func (r *reports) boundaries() []int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.edges)
}
func (r *reports) of(commandID string) chan Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.outcomes[commandID] == nil {
		r.outcomes[commandID] = make(chan Outcome, 8)
	}
	return r.outcomes[commandID]
}

// worker is a runner with scripts for programs.
type worker struct {
	*Runner
	t       *testing.T
	reports *reports
	tools   map[string]Tool
	tuner   *fakeTuner
	// stated is what the host's configuration file says.
	stated hostconfig.Config
	clock  fakeClock
	next   int
}

// fakeClock is that of an API which was heard from, unless it is lost.
type fakeClock struct {
	offset time.Duration
	lost   bool
}

func (c *fakeClock) Offset() (offset, uncertainty time.Duration, ok bool) {
	return c.offset, 7 * time.Microsecond, !c.lost
}

func script(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

const readyLine = `echo '{"event":"ready","url":"http://127.0.0.1:9","framework":"fake","frameworkVersion":"1","workers":1,"goMaxProcsPerWorker":1}'`

// newWorker runs with a target and a tool that are scripts. The target ends on SIGTERM as sh does.
func newWorker(t *testing.T, targetBody, toolBody string) *worker {
	t.Helper()
	return newTunedWorker(t, &fakeTuner{}, targetBody, toolBody)
}

func newTunedWorker(t *testing.T, tuner *fakeTuner, targetBody, toolBody string) *worker {
	t.Helper()
	folder := t.TempDir()
	commands, err := journal.Open(filepath.Join(folder, "journal.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	driver, err := loadgen.New("autocannon", []string{script(t, toolBody)})
	if err != nil {
		t.Fatal(err)
	}
	blobs := filepath.Join(folder, "blobs")
	if err := os.Mkdir(blobs, 0o700); err != nil {
		t.Fatal(err)
	}
	w := &worker{
		t:       t,
		reports: &reports{outcomes: map[string]chan Outcome{}, exits: make(chan TargetExited, 8)},
		tuner:   tuner,
		tools:   map[string]Tool{"autocannon": {Driver: driver, Version: "9.0.0"}},
	}
	w.Runner = New(Config{
		HostName:      "host-a",
		ServerBinary:  script(t, targetBody),
		Configuration: func() hostconfig.Config { return w.stated },
		Tool:          func(name string) (Tool, bool) { tool, ok := w.tools[name]; return tool, ok },
		ToolFolder:    filepath.Join(folder, "tools"),
		Tuner:         tuner,
		Masker:        &masking.Masker{},
		WorkFolder:    folder,
		Blobs:         blob.NewStore(blobs),
		Journal:       commands,
		Reporter:      w.reports,
		Launcher:      process.NewLauncher(),
		Limits:        Limits{Ready: 300 * time.Millisecond, Overrun: 200 * time.Millisecond},
		WantContact:   func() {},
		Clock:         &w.clock,
		Log:           slog.New(slog.DiscardHandler),
	})
	w.Contact(Now(), "", nil)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); w.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return w
}

// do carries out one command of run-1.
func (w *worker) do(a Action) Outcome {
	w.t.Helper()
	w.next++
	id := fmt.Sprintf("command-%d", w.next)
	w.Submit(Command{ID: id, RunID: "run-1", Action: a})
	return w.outcome(id)
}

func (w *worker) outcome(id string) Outcome {
	w.t.Helper()
	select {
	case o := <-w.reports.of(id):
		return o
	case <-time.After(15 * time.Second):
		w.t.Fatalf("%s has no outcome", id)
		return Outcome{}
	}
}

func preparation() Prepare {
	return Prepare{Lease: LeaseTerms{RunID: "run-1", TTL: time.Minute, Guard: 15 * time.Second}, Server: true, Client: true,
		Target: ReferenceTarget{}, Listen: "127.0.0.1", Tool: "autocannon", SamplesPerSecond: 1}
}

func load() DriveLoad {
	return DriveLoad{Phase: "measure", Tool: "autocannon", URL: "http://127.0.0.1:9", DurationSeconds: 1,
		Requests: []requests.Request{requests.Get("/simple", 1)}, Share: Share{Connections: 1, Pipelining: 1}}
}

func (w *worker) wantFailure(o Outcome, code string, words ...string) {
	w.t.Helper()
	if o.Status != Failed || o.Failure == nil || o.Failure.Code != code {
		w.t.Fatalf("%s, %+v; want failed with %s", o.Status, o.Failure, code)
	}
	for _, word := range append(words, "host-a", ".") {
		if !strings.Contains(o.Failure.Sentence, word) {
			w.t.Errorf("%q does not say %q", o.Failure.Sentence, word)
		}
	}
}

func TestAToolThatFailsSaysWhyAndItsOutputIsKept(t *testing.T) {
	for _, c := range []struct {
		name, tool, code string
		words            []string
		artifacts        int
	}{
		{"it exits 1", "echo partial; echo first >&2; echo the reason. >&2; exit 1", "tool-failed", []string{"exit status 1", ": the reason."}, 2},
		{"it is killed by somebody", "kill -9 $$", "tool-failed", []string{"signal: killed"}, 1},
		{"it prints garbage", "echo Running a test", "tool-output", []string{"exit status 0", "no JSON"}, 1},
		{"it prints nothing", "echo connect ECONNREFUSED >&2", "tool-output", []string{"printed nothing", "connect ECONNREFUSED"}, 2},
		{"it hangs", "sleep 60", "tool-hung", []string{"did not end within 200ms after the 1 s"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorker(t, readyLine, c.tool)
			if o := w.do(preparation()); o.Status != Succeeded {
				t.Fatalf("%+v", o.Failure)
			}
			o := w.do(load())
			w.wantFailure(o, c.code, c.words...)
			if len(o.Artifacts) != c.artifacts || len(o.Command) == 0 {
				t.Errorf("artifacts %+v, command %v", o.Artifacts, o.Command)
			}
			if o := w.do(Restore{}); o.Status != Succeeded || !o.Restored.Matches {
				t.Errorf("the host is not clean: %+v", o)
			}
		})
	}
}

// The tool stops this very process, and ends in its time unobserved.
func TestAnAgentThatWasStoppedDoesNotBlameTheTool(t *testing.T) {
	sample, err := filepath.Abs("../loadgen/testdata/autocannon.json")
	if err != nil {
		t.Fatal(err)
	}
	for range 5 { // what is ready at the same moment is taken at random
		w := newWorker(t, readyLine, "setsid sh -c \"sleep 2; kill -CONT $PPID\" > /dev/null 2>&1 & kill -STOP $PPID; cat "+sample+"; sleep 1")
		if o := w.do(preparation()); o.Status != Succeeded {
			t.Fatalf("%+v", o.Failure)
		}
		if o := w.do(load()); o.Status != Succeeded {
			t.Errorf("%s, %+v", o.Status, o.Failure)
		}
		w.do(Restore{})
	}
}

func TestATargetThatNeverListensSaysItsLastWords(t *testing.T) {
	for _, c := range []struct {
		name, target string
		words        []string
	}{
		{"it stays silent", "exec sleep 60", []string{"did not say within 300ms", "printed nothing"}},
		{"it ends", "echo the port is taken >&2; exit 3", []string{"ended before it listened (exit status 3)", "the port is taken"}},
		{"it talks of something else", "echo '{\"event\":\"starting\"}'; exec sleep 60", []string{"did not say", "starting"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorker(t, c.target, "")
			w.do(preparation())
			o := w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"})
			w.wantFailure(o, "target-not-ready", c.words...)
			if len(o.Artifacts) != 1 || o.Artifacts[0].Kind != "target-log" {
				t.Errorf("artifacts %+v", o.Artifacts)
			}
			if left, _ := filepath.Glob(filepath.Join(w.WorkFolder, "target-*")); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
			if left, err := os.Stat(w.bench.sockets); err == nil {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestATargetThatEndsByItselfIsReportedAtOnce(t *testing.T) {
	w := newWorker(t, readyLine+"; sleep 0.2; echo out of memory >&2; exit 2", "sleep 60")
	w.do(preparation())
	if o := w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"}); o.Status != Succeeded {
		t.Fatalf("%+v", o.Failure)
	}
	w.Submit(Command{ID: "load", RunID: "run-1", Action: load()})
	select {
	case exited := <-w.reports.exits:
		if !strings.Contains(exited.Sentence, "(exit status 2)") || !strings.Contains(exited.Sentence, "out of memory.") || len(exited.Artifacts) != 1 {
			t.Errorf("%+v", exited)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody noticed")
	}
	if o := w.do(Stop{}); o.Status != Succeeded || len(o.Artifacts) != 0 {
		t.Errorf("the log was reported already: %+v", o)
	}
	if o := w.outcome("load"); o.Status != Interrupted {
		t.Errorf("the load is %+v", o)
	}
}

func TestATargetThatWasStoppedIsNotReportedAsEnded(t *testing.T) {
	w := newWorker(t, readyLine+"; exec sleep 60", "")
	w.do(preparation())
	w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"})
	w.do(Stop{})
	select {
	case exited := <-w.reports.exits:
		t.Errorf("%+v", exited)
	case <-time.After(50 * time.Millisecond):
	}
}

func TestPrepareRefusesWhatCannotWork(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	taken := listener.Addr().(*net.TCPAddr).Port
	for _, c := range []struct {
		name   string
		change func(*worker, *Prepare)
		code   string
		words  []string
	}{
		{"the port is in use", func(_ *worker, p *Prepare) { p.Target = ReferenceTarget{Port: taken} }, "port-in-use",
			[]string{fmt.Sprintf("port %d is in use by runner.test (pid %d)", taken, os.Getpid()), "choose another port"}},
		{"the tool is absent", func(_ *worker, p *Prepare) { p.Tool = "wrk" }, "tool-missing",
			[]string{"wrk is not installed", "apt-get install wrk", "--tool wrk="}},
		{"the tool is unknown", func(_ *worker, p *Prepare) { p.Tool = "ab" }, "tool-missing", []string{"cannot drive ab"}},
		{"the tool is gone", func(w *worker, _ *Prepare) { os.Remove(w.tools["autocannon"].Driver.Path()) }, "tool-missing",
			[]string{"not installed", "npm install --global autocannon"}},
		{"the server is gone", func(w *worker, _ *Prepare) { os.Remove(w.ServerBinary) }, "target-missing", []string{"--server-binary"}},
		{"the address is another's", func(_ *worker, p *Prepare) { p.Listen = "192.0.2.1" }, "address-absent", []string{"192.0.2.1", "127.0.0.1"}},
		{"the address is every one", func(_ *worker, p *Prepare) { p.Listen = "0.0.0.0" }, "address-absent", []string{"0.0.0.0"}},
		{"the address is none", func(_ *worker, p *Prepare) { p.Listen = "localhost" }, "address-unusable", []string{`"localhost"`}},
		{"a CPU is absent", func(_ *worker, p *Prepare) { p.TargetCPUs = "0,1000" }, "cpus-absent", []string{"0,1000"}},
		{"the words for CPUs mean nothing", func(_ *worker, p *Prepare) { p.TargetCPUs = "a few" }, "cpus-refused", []string{"target", `"a few"`}},
		{"the target leaves nothing", func(_ *worker, p *Prepare) { p.ToolCPUs = "not target" }, "cpus-refused", []string{"every CPU"}},
		{"a CPU of the tool is absent", func(_ *worker, p *Prepare) { p.ToolCPUs = "1000" }, "cpus-absent", []string{"load generator"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorker(t, readyLine, "")
			p := preparation()
			c.change(w, &p)
			w.wantFailure(w.do(p), c.code, c.words...)
		})
	}
}

func TestAHostThatIsNoServerNeedsNeitherPortNorAddress(t *testing.T) {
	w := newWorker(t, readyLine, "")
	p := preparation()
	p.Server, p.Listen = false, "192.0.2.1"
	if o := w.do(p); o.Status != Succeeded || o.Prepared.Port != 0 || o.Prepared.ToolVersion != "9.0.0" {
		t.Errorf("%+v, %+v", o.Prepared, o.Failure)
	}
}

func TestATargetListensOnAnAddressOfItsHostAlone(t *testing.T) {
	w := newWorker(t, readyLine, "")
	w.do(preparation())
	w.wantFailure(w.do(StartTarget{Target: ReferenceTarget{}, Listen: "0.0.0.0"}), "address-absent", "0.0.0.0")
	w.wantFailure(w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1:80"}), "address-unusable")
}

func TestAPortIsFreeOnItsAddress(t *testing.T) {
	there, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	port := there.Addr().(*net.TCPAddr).Port
	if _, err := freePort(netip.MustParseAddr("127.0.0.1"), port); err == nil {
		t.Error("the port is in use there")
	}
	if got, err := freePort(netip.MustParseAddr("127.0.0.2"), port); err != nil || got != port {
		t.Errorf("%d, %v; the port is in use elsewhere only", got, err)
	}
}

func TestAWindowHasASampleAtEitherEdge(t *testing.T) {
	w := newWorker(t, readyLine, "")
	w.wantFailure(w.do(OpenWindow{}), "lease-lost")
	w.do(preparation())
	before := time.Now().UnixMicro()
	opened, closed := w.do(OpenWindow{}), w.do(CloseWindow{})
	if opened.Status != Succeeded || closed.Status != Succeeded {
		t.Fatalf("%+v, %+v", opened.Failure, closed.Failure)
	}
	if opened.WindowEdgeAtUs < before || closed.WindowEdgeAtUs <= opened.WindowEdgeAtUs {
		t.Errorf("opened at %d, closed at %d, asked at %d", opened.WindowEdgeAtUs, closed.WindowEdgeAtUs, before)
	}
	for _, at := range []int64{opened.WindowEdgeAtUs, closed.WindowEdgeAtUs} {
		if !slices.Contains(w.reports.boundaries(), at) {
			t.Errorf("%d is no boundary sample: %v", at, w.reports.boundaries())
		}
	}
}

func TestAWindowOfAHostThatDoesNotSampleIsRefused(t *testing.T) {
	w := newWorker(t, readyLine, "")
	p := preparation()
	p.Listen = "192.0.2.1" // refused after the lease was taken
	w.do(p)
	w.wantFailure(w.do(CloseWindow{}), "close-window-failed", "preparation failed")
}

func TestNothingStartsOnAHostWhosePreparationFailed(t *testing.T) {
	w := newWorker(t, readyLine, "echo {}")
	p := preparation()
	p.Listen = "192.0.2.1" // refused after the lease was taken
	w.do(p)
	w.wantFailure(w.do(StartTarget{Target: ReferenceTarget{}, Listen: "127.0.0.1"}), "start-target-failed", "No target can be started", "preparation failed")
	w.wantFailure(w.do(load()), "drive-load-failed", "No load can be driven", "preparation failed")
	if o := w.do(Restore{}); o.Status != Succeeded {
		t.Errorf("%+v", o)
	}
}

func TestPrepareFindsAFreePort(t *testing.T) {
	w := newWorker(t, readyLine, "")
	o := w.do(preparation())
	if o.Status != Succeeded || o.Prepared.Port == 0 || o.Prepared.ToolVersion != "9.0.0" {
		t.Errorf("%+v, %+v", o.Prepared, o.Failure)
	}
}

func TestAWholeTreeKeepsToItsCPUs(t *testing.T) {
	allowed, err := kernel.AllowedCPUs()
	if err != nil || len(allowed) < 2 {
		t.Skipf("one of at least two CPUs is to be chosen, and there are %s (%v)", allowed, err)
	}
	w := newWorker(t, readyLine, "sh -c 'grep Cpus_allowed_list /proc/self/status >&2'; exit 1")
	w.do(preparation())
	for _, c := range []struct{ asked, want cpulist.List }{
		{allowed[1:2], allowed[1:2]},
		{nil, allowed}, // the mask of one child is not that of the next
	} {
		d := load()
		d.ToolCPUs = c.asked.String()
		if o := w.do(d); !strings.HasSuffix(o.Failure.Sentence, "Cpus_allowed_list:\t"+c.want.String()+".") {
			t.Errorf("asked for %q: %s", c.asked, o.Failure.Sentence)
		}
	}
}

func TestARunThatIsNotLeasedIsRefusedAndStopIsNot(t *testing.T) {
	w := newWorker(t, readyLine, "")
	w.wantFailure(w.do(load()), "lease-lost")
	w.wantFailure(w.do(StartTarget{}), "lease-lost")
	if o := w.do(Stop{}); o.Status != Succeeded {
		t.Errorf("%+v", o)
	}
	if o := w.do(Restore{}); o.Status != Succeeded || !o.Restored.Matches {
		t.Errorf("%+v", o)
	}
}
