package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/process"
)

// The programs under test, built once. The faulty agent can be led to a made-up host, and told where to die.
var agentBinary, serverBinary, faultyBinary string

func TestMain(m *testing.M) {
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M) (int, error) {
	folder, built := os.Getenv(builtVariable), true
	if folder == "" {
		var err error
		if folder, err = os.MkdirTemp("", "agent-test-"); err != nil {
			return 0, err
		}
		defer os.RemoveAll(folder)
		built = false
	}
	agentBinary, serverBinary, faultyBinary = filepath.Join(folder, "agent"), filepath.Join(folder, "server"), filepath.Join(folder, "faulty")
	if built {
		return m.Run(), nil
	}
	if err := build(".", agentBinary, raceFlag...); err != nil {
		return 0, err
	}
	if err := build(".", faultyBinary, "-tags", "faultinjection"); err != nil {
		return 0, err
	}
	if err := build("../../../server", serverBinary); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

func build(source, binary string, flags ...string) error {
	command := exec.Command("go", append([]string{"build", "-o", binary}, flags...)...)
	command.Dir = source
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", source, err, output)
	}
	return nil
}

// life is one process of an agent.
type life struct {
	*exec.Cmd
	t      *testing.T
	log    *lockedBuffer
	stdin  io.WriteCloser
	exited chan struct{}
}

type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// start runs an agent until the test ends; further flags replace earlier ones.
func start(t *testing.T, api *apitest.API, data string, flags ...string) *life {
	t.Helper()
	arguments := append([]string{"run", "--url", api.URL, "--data", data, "--name", "host-a", "--server-binary", serverBinary}, flags...)
	l := &life{Cmd: exec.Command(agentBinary, arguments...), t: t, log: &lockedBuffer{}, exited: make(chan struct{})}
	l.Env = append(os.Environ(), joinTokenVariable+"="+apitest.JoinToken)
	l.Stderr = l.log
	l.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	l.run()
	return l
}

// run starts the process, which ends with the test.
func (l *life) run() {
	t := l.t
	t.Helper()
	var err error
	if l.stdin, err = l.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = l.Wait()
		close(l.exited)
	}()
	t.Cleanup(func() {
		l.kill()
		if t.Failed() {
			t.Logf("the agent's log:\n%s", l.log)
		}
	})
}

func (l *life) kill() {
	_ = l.Process.Kill()
	<-l.exited
}

// killAfter ends a life once something has happened.
func (l *life) killAfter(happened func()) {
	happened()
	l.kill()
}

// end waits for the process to end by itself.
func (l *life) end() int {
	l.t.Helper()
	select {
	case <-l.exited:
	case <-time.After(20 * time.Second):
		l.t.Fatal("the agent did not end")
	}
	return l.ProcessState.ExitCode()
}

// fakeTool is a script that is called as autocannon is.
func fakeTool(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "autocannon")
	script := "#!/bin/sh\ncase \"$*\" in *--version*) echo 'autocannon v9.0.0'; exit;; esac\n" + body + "\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return "--tool=autocannon=" + path
}

// sample is the output of a real autocannon.
func sample(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../internal/loadgen/testdata/autocannon.json")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// bench is a run on the agent's host.
type bench struct {
	*apitest.API
	t     *testing.T
	runID string
	lease contract.LeaseTerms
	// prefork is how the target is started.
	prefork bool
	// The load: autocannon, 10 connections and one request at a time, unless changed.
	tool                    string
	connections, pipelining int64
	protocol                contract.Protocol
	// framework is of the reference server: fiber, unless changed.
	framework contract.Framework
	// listen is where the target listens: loopback, unless changed.
	listen string
	// wish is what the host is asked to be; nil leaves out the command. applied is what became of it.
	wish    *contract.HostTuning
	applied contract.TunedResult
}

func newBench(t *testing.T, api *apitest.API) *bench {
	runID := uuid.NewString()
	return &bench{
		API: api, t: t, runID: runID, lease: api.Lease(runID, time.Minute, 15*time.Second),
		tool: "autocannon", connections: 10, pipelining: 1, protocol: contract.Http11, framework: contract.Fiber, listen: "127.0.0.1",
	}
}

func (b *bench) reference(port *int64, prefork bool) contract.TargetSpec {
	return b.Target(contract.ReferenceTarget{Kind: contract.Reference, Framework: b.framework, Pick: contract.Local, Port: port, Prefork: prefork})
}

func (b *bench) prepare() string {
	return b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 1,
		Target: b.reference(nil, false),
		Roles:  []contract.PrepareCommandRoles{contract.Server, contract.Client},
	})
}

// startTarget prepares, and tunes where that is wished for, starts the reference server, and returns its URL.
func (b *bench) startTarget() string {
	b.t.Helper()
	prepared := b.mustSucceed(b.prepare())
	result, err := prepared.Result.AsPreparedResult()
	if err == nil && b.wish != nil {
		b.applied, err = b.mustSucceed(b.tune(b.wish)).Result.AsTunedResult()
	}
	if err != nil {
		b.t.Fatal(err)
	}
	started := b.mustSucceed(b.Issue(contract.StartTargetCommand{
		RunId: b.runID, Type: contract.StartTargetCommandTypeStartTarget, Listen: b.listen, Target: b.reference(result.Port, b.prefork),
	}))
	target, err := started.Result.AsTargetResult()
	if err != nil {
		b.t.Fatal(err)
	}
	return target.Url
}

func (b *bench) tune(wanted *contract.HostTuning) string {
	return b.Issue(contract.ApplyTuningCommand{
		RunId: b.runID, Type: contract.ApplyTuningCommandTypeApplyTuning, Tuning: wanted, Address: &b.listen,
	})
}

func (b *bench) drive(url string, phase contract.LoadPhase, seconds int64) string {
	return b.Issue(contract.DriveLoadCommand{
		RunId: b.runID, Type: contract.DriveLoadCommandTypeDriveLoad, Phase: phase, Tool: b.tool, Url: url, Protocol: b.protocol,
		Requests: []contract.RequestSpec{{Method: contract.GET, Path: "/simple", Weight: 1}},
		Share:    b.Closed(b.connections, b.pipelining), DurationSeconds: seconds, Profiles: []contract.ProfileKind{},
	})
}

func (b *bench) stop() string {
	return b.Issue(contract.StopCommand{RunId: b.runID, Type: contract.StopCommandTypeStop})
}

func (b *bench) restore() string {
	return b.Issue(contract.RestoreCommand{RunId: b.runID, Type: contract.RestoreCommandTypeRestore})
}

func (b *bench) mustSucceed(commandID string) contract.Outcome {
	b.t.Helper()
	outcome := b.Outcome(commandID)
	if outcome.Status != contract.OutcomeStatusSucceeded {
		b.t.Fatalf("the command ended %s: %+v", outcome.Status, outcome.Failure)
	}
	return outcome
}

// mustHaveEnded checks that a process is gone within a second.
func mustHaveEnded(t *testing.T, who string, pid int) {
	t.Helper()
	deadline := time.Now().Add(time.Second)
	for !gone(pid) {
		if time.Now().After(deadline) {
			t.Fatalf("%s (pid %d) lives on", who, pid)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// gone is true for a zombie too: whoever reaps orphans here may be slow.
func gone(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if errors.Is(err, os.ErrNotExist) {
		return true
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(after, "Z") || strings.HasPrefix(after, "X")
}

// pidIn waits for a script to write its pid.
func pidIn(t *testing.T, path string) int {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		content, _ := os.ReadFile(path)
		if pid, err := strconv.Atoi(strings.TrimSpace(string(content))); err == nil {
			return pid
		}
	}
	t.Fatalf("nobody wrote a pid to %s", path)
	return 0
}

// childrenOf lists the processes that an agent started, without the guard that lives as long as it does.
func childrenOf(pid int) []int {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	var pids []int
	for _, list := range lists {
		content, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(content)) {
			child, _ := strconv.Atoi(word)
			if command, _ := os.ReadFile("/proc/" + word + "/cmdline"); !strings.Contains(string(command), process.GuardCommand) {
				pids = append(pids, child)
			}
		}
	}
	return pids
}
