package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/installed"
)

// apartBench are the agents of a target and of its services, each with an API of its own; what goes from the one to the other passes through the test.
type apartBench struct {
	t               *testing.T
	target, backend *bench
	targetLife      *life
	backendLife     *life
	targetData      string
	backendData     string
	spec            contract.ReferenceTarget
}

func newApartBench(t *testing.T) *apartBench {
	a := &apartBench{t: t, targetData: filepath.Join(t.TempDir(), "target"), backendData: openFolder(t), spec: overEverything}
	one, other := apitest.New(t), apitest.New(t)
	a.targetLife = start(t, one, a.targetData, fakeTool(t, "exit 0"))
	a.backendLife = start(t, other, a.backendData, embedded(t), "--backend=cache="+installed.Program(t, "redis-server"))
	one.Hellos(1)
	other.Hellos(1)
	a.target, a.backend = newBench(t, one), newBench(t, other)
	return a
}

// prepared is what the target's agent asks of the other.
func (a *apartBench) prepared() contract.BackendNeeds {
	a.t.Helper()
	address := "127.0.0.1"
	prepare := func(b *bench, role contract.PrepareCommandRoles) contract.PreparedResult {
		outcome := b.mustSucceed(b.Issue(contract.PrepareCommand{
			RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 1,
			Target: b.Target(a.spec), Roles: []contract.PrepareCommandRoles{role}, BackendAddress: &address,
		}))
		result, err := outcome.Result.AsPreparedResult()
		if err != nil {
			a.t.Fatal(err)
		}
		return result
	}
	own := prepare(a.target, contract.Server)
	a.spec.Port = own.Port
	if other := prepare(a.backend, contract.Backend); other.BackendNeeds != nil || own.BackendNeeds == nil {
		a.t.Fatalf("the target's agent needs %v, the other %v", own.BackendNeeds, other.BackendNeeds)
	}
	return *own.BackendNeeds
}

func (a *apartBench) started(needs contract.BackendNeeds) contract.StartedBackends {
	a.t.Helper()
	outcome := a.backend.mustSucceed(a.backend.Issue(contract.StartBackendsCommand{
		RunId: a.backend.runID, Type: contract.StartBackendsCommandTypeStartBackends, Target: a.backend.Target(a.spec), Address: "127.0.0.1", Needs: needs,
	}))
	result, err := outcome.Result.AsBackendsResult()
	if err != nil {
		a.t.Fatal(err)
	}
	return result.Backends
}

func (a *apartBench) startTarget(backends contract.StartedBackends) contract.Outcome {
	return a.target.Outcome(a.target.Issue(contract.StartTargetCommand{
		RunId: a.target.runID, Type: contract.StartTargetCommandTypeStartTarget, Listen: a.target.listen, Target: a.target.Target(a.spec), Backends: &backends,
	}))
}

// TestATargetAsksServicesThatAnotherAgentStarted asks every route that needs one, and looks for the passwords wherever they should not be.
func TestATargetAsksServicesThatAnotherAgentStarted(t *testing.T) {
	a := newApartBench(t)
	needs := a.prepared()
	if left := processesBelow(t, a.backendData); len(left) > 0 {
		t.Errorf("services %v were started before they were asked for", left)
	}
	backends := a.started(needs)
	outcome := a.startTarget(backends)
	if outcome.Status != contract.OutcomeStatusSucceeded {
		t.Fatalf("the target was not started: %+v", outcome.Failure)
	}
	told, err := outcome.Result.AsTargetResult()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/db-read", "/db-write", "/cache-read", "/downstream"} {
		answer, err := http.Get(told.Url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		// Of the other server a fifth of the answers fails.
		if answer.StatusCode != http.StatusOK && path != "/downstream" {
			t.Errorf("%s answered %d: %s", path, answer.StatusCode, text)
		}
	}
	passwords := passwordsOf(t, *backends.Database)
	said, _ := json.Marshal([]any{needs, backends, outcome})
	for _, password := range passwords {
		for where, text := range map[string]string{
			"what both reported": string(said), "the log of the target's agent": a.targetLife.log.String(), "the log of the other": a.backendLife.log.String(),
		} {
			if strings.Contains(text, password) {
				t.Errorf("a password is in %s", where)
			}
		}
		mustNotHold(t, a.targetData, password)
		mustNotHold(t, a.backendData, password)
	}
	services := processesBelow(t, a.backendData)
	a.target.mustSucceed(a.target.restore())
	a.backend.mustSucceed(a.backend.restore())
	for _, pid := range services {
		mustHaveEnded(t, "a service", pid)
	}
	if left, _ := filepath.Glob(a.backendData + "*/*/postgresql"); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestABoxForAnotherLifeIsNotOpened: a key is of one preparation.
func TestABoxForAnotherLifeIsNotOpened(t *testing.T) {
	a := newApartBench(t)
	a.spec.Cache, a.spec.Database = nil, nil
	before := a.prepared()
	backends := a.started(before)
	if after := a.prepared(); after.PublicKey == before.PublicKey {
		t.Error("two preparations have one key")
	}
	outcome := a.startTarget(backends)
	if outcome.Failure == nil || outcome.Failure.Code != "backend-unreadable" || !strings.Contains(outcome.Failure.Sentence, "sealed for another key") {
		t.Errorf("%s: %+v", outcome.Status, outcome.Failure)
	}
}

// passwordsOf are those in the environment of the process that asks this database.
func passwordsOf(t *testing.T, database string) []string {
	t.Helper()
	processes, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	var text []byte
	for _, path := range processes {
		if line, err := os.ReadFile(path); err == nil && strings.Contains(string(line), database) {
			text, _ = os.ReadFile(filepath.Join(filepath.Dir(path), "environ"))
		}
	}
	var found []string
	for _, variable := range strings.Split(string(text), "\x00") {
		for _, name := range []string{"PGPASSWORD=", "REDISCLI_AUTH="} {
			if value, is := strings.CutPrefix(variable, name); is {
				found = append(found, value)
			}
		}
	}
	if len(found) != 2 || found[0] == found[1] {
		t.Fatalf("the target has %d passwords", len(found))
	}
	return found
}

// mustNotHold looks into every file below a folder but the services' own.
func mustNotHold(t *testing.T, folder, text string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if held, err := os.ReadFile(path); err == nil && strings.Contains(string(held), text) && filepath.Base(path) != "cache.conf" {
			t.Errorf("a password is in %s", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
