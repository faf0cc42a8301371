package control

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"millionrps/agent/internal/blob"
	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/facts"
	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/hostconfig"
	"millionrps/agent/internal/journal"
	"millionrps/agent/internal/runner"
	"millionrps/agent/internal/sampler"
	"millionrps/agent/internal/spool"
)

// connect starts an agent in this process, whose runner has nothing to do.
func connect(t *testing.T, api *apitest.API, spoolBytes int64) *Agent {
	t.Helper()
	return connectTuned(t, api, spoolBytes, &tunedHost{})
}

func connectTuned(t *testing.T, api *apitest.API, spoolBytes int64, host *tunedHost) *Agent {
	t.Helper()
	data, err := folder.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	commands, err := journal.Open(data.Path("journal.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := spool.Create(data.Path("spool"), uuid.Must(uuid.NewV7()).String(), spoolBytes, nil)
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(api.URL)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	a := New(Config{
		API: address, JoinToken: apitest.JoinToken, Name: "host-a", StartedAt: time.Now(), Folder: data,
		Blobs: blob.NewStore(data.Path("blobs")), Stream: stream, SlowRetry: time.Minute, Log: log,
		Examiner: Examiner{Plan: host.Plan, Snapshot: host.Snapshot, Doctor: host.Doctor},
		Facts:    func() facts.Facts { return facts.Facts{} }, LookAgain: func() bool { return false },
	}, func(reports runner.Reporter, api Contact) *runner.Runner {
		return runner.New(runner.Config{
			HostName: "host-a", Journal: commands, Reporter: reports, WantContact: api.Want, Clock: api.Clock, Log: log, Tuner: host,
			Configuration: func() hostconfig.Config { return hostconfig.Config{} },
		})
	})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := a.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { stop(); <-done; data.Close() })
	api.Hellos(1)
	return a
}

func frame(value int64) sampler.Frame {
	return sampler.Frame{TimeUs: value, MonotonicUs: value, Values: []int64{value}}
}

func (a *Agent) addFrames(t *testing.T, count int) {
	t.Helper()
	for i := range count {
		if err := a.reports.Frame("run", "layout", false, frame(int64(i))); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOneReportThatTheAPIRefusesIsSetAsideAndTheOthersArrive(t *testing.T) {
	api := apitest.New(t)
	api.Refuse(func(entry map[string]any) bool { return entry["sequence"].(float64) == 738 })
	a := connect(t, api, 1<<20)
	if err := a.reports.Layout("layout", []string{"column"}); err != nil {
		t.Fatal(err)
	}
	a.addFrames(t, 1500)
	stream := func() *apitest.Stream { return api.StreamLocked(a.Stream.Incarnation) }
	api.Await("the last frame", func() bool { return stream().Acknowledged == 1501 })
	api.Locked(func() {
		if got := len(stream().Frames); got != 1499 {
			t.Errorf("%d frames of 1,500 arrived", got)
		}
	})
	content, err := os.ReadFile(a.Folder.Path("spool", "rejected-"+a.Stream.Incarnation+".jsonl"))
	if err != nil || strings.Count(string(content), "\n") != 1 || !strings.Contains(string(content), `"sequence":738`) {
		t.Errorf("%s, %v", content, err)
	}
}

func TestAnOutcomeWaitsForItsArtifactsAndGoesWithoutARefusedOne(t *testing.T) {
	goesWithout(t, http.StatusRequestEntityTooLarge)
}

func TestAnOutcomeGoesWithoutAnArtifactThatTheAPICannotStore(t *testing.T) {
	goesWithout(t, http.StatusInsufficientStorage)
	goesWithout(t, http.StatusInternalServerError)
}

func goesWithout(t *testing.T, status int) {
	t.Helper()
	api := apitest.New(t)
	a := connect(t, api, 1<<20)
	var artifacts []runner.Artifact
	for _, name := range []string{"kept", "refused"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := a.Blobs.Put(path)
		if err != nil {
			t.Fatal(err)
		}
		artifacts = append(artifacts, runner.Artifact{Kind: "tool-log", Name: name, SHA256: b.SHA256, SizeBytes: b.SizeBytes})
	}
	api.RefuseBlob(artifacts[1].SHA256, status)
	if err := a.reports.Outcome(runner.Outcome{CommandID: "c", Status: runner.Failed, Failure: &runner.Failure{}, Artifacts: artifacts}); err != nil {
		t.Fatal(err)
	}
	outcome := api.Outcome("c")
	if len(outcome.Artifacts) != 1 || outcome.Artifacts[0].Name != "kept" || api.Blob(artifacts[0].SHA256) != "kept" {
		t.Errorf("%+v", outcome)
	}
	api.Await("no file is left", func() bool { return len(waitingBlobs(t, a)) == 0 })
	again := runner.Outcome{CommandID: "d", Status: runner.Failed, Failure: &runner.Failure{}, Artifacts: artifacts[1:]}
	if err := a.reports.Outcome(again); err != nil {
		t.Fatal(err)
	}
	if outcome := api.Outcome("d"); len(outcome.Artifacts) != 0 {
		t.Errorf("an outcome names a file that was refused and is gone: %+v", outcome)
	}
}

func waitingBlobs(t *testing.T, a *Agent) []os.DirEntry {
	t.Helper()
	entries, err := os.ReadDir(a.Folder.Path("blobs"))
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestAFileThatIsEmptyIsUploadedToo(t *testing.T) {
	api := apitest.New(t)
	a := connect(t, api, 1<<20)
	path := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := a.Blobs.Put(path)
	if err != nil {
		t.Fatal(err)
	}
	artifacts := []runner.Artifact{{Kind: "tool-output", Name: "output", SHA256: b.SHA256}}
	if err := a.reports.Outcome(runner.Outcome{CommandID: "c", Status: runner.Failed, Failure: &runner.Failure{}, Artifacts: artifacts}); err != nil {
		t.Fatal(err)
	}
	if outcome := api.Outcome("c"); len(outcome.Artifacts) != 1 {
		t.Errorf("%+v", outcome)
	}
}

func TestAnOutcomeIsPostedAtOnce(t *testing.T) {
	api := apitest.New(t)
	a := connect(t, api, 1<<20)
	best := time.Hour
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		before := time.Now()
		if err := a.reports.Outcome(runner.Outcome{CommandID: id, Status: runner.Succeeded}); err != nil {
			t.Fatal(err)
		}
		api.Outcome(id)
		best = min(best, time.Since(before))
	}
	if best > 20*time.Millisecond {
		t.Errorf("took %s", best)
	}
	t.Logf("append to arrival %s", best)
}

func TestAFullSpoolDropsFramesCountsThemAndKeepsOutcomes(t *testing.T) {
	api := apitest.New(t)
	a := connect(t, api, 10_000)
	if err := a.reports.Layout("layout", []string{"column"}); err != nil {
		t.Fatal(err)
	}
	api.GoAway()
	a.addFrames(t, 200)
	dropped := a.reports.dropped.Load()
	if dropped == 0 {
		t.Fatal("none of 200 frames was dropped from 10,000 bytes")
	}
	if err := a.reports.Outcome(runner.Outcome{CommandID: "c", Status: runner.Succeeded}); err != nil {
		t.Fatal(err)
	}
	api.ComeBack()
	api.Outcome("c")
	api.Locked(func() {
		if got := len(api.StreamLocked(a.Stream.Incarnation).Frames); int64(got) != 200-dropped {
			t.Errorf("%d frames arrived, %d of 200 were dropped", got, dropped)
		}
	})
}

func TestAnAPIThatForgotThisLifeIsToldAgain(t *testing.T) {
	api := apitest.New(t)
	a := connect(t, api, 1<<20)
	api.ForgetStreams()
	if err := a.reports.Outcome(runner.Outcome{CommandID: "c", Status: runner.Succeeded}); err != nil {
		t.Fatal(err)
	}
	api.Outcome("c")
}

func TestACommandThatMakesNoSenseIsAnsweredWithTheReason(t *testing.T) {
	api := apitest.New(t)
	connect(t, api, 1<<20)
	drive := func(change func(*contract.DriveLoadCommand)) contract.DriveLoadCommand {
		d := contract.DriveLoadCommand{
			Type: contract.DriveLoadCommandTypeDriveLoad, Phase: contract.Measure, Share: api.Closed(1, 1), DurationSeconds: 1,
			Requests: []contract.RequestSpec{{Method: contract.GET, Path: "/simple", Weight: 1}},
		}
		change(&d)
		return d
	}
	for _, c := range []struct {
		command any
		words   string
	}{
		{map[string]any{"type": "levitate"}, `it knows no "levitate"`},
		{contract.PrepareCommand{Type: contract.PrepareCommandTypePrepare, SamplesPerSecond: 11}, "1 to 10 times a second, not 11"},
		{contract.ApplyTuningCommand{Type: contract.ApplyTuningCommandTypeApplyTuning, Address: said("here")}, `"here" is no IP address`},
		{contract.StartTargetCommand{Type: contract.StartTargetCommandTypeStartTarget, Target: api.Target(contract.ReferenceTarget{Framework: "gin"})}, `with the framework "gin"`},
		{contract.StartTargetCommand{Type: contract.StartTargetCommandTypeStartTarget, Target: api.Target(contract.ListeningTarget{})}, "0 is no port"},
		{contract.StartTargetCommand{Type: contract.StartTargetCommandTypeStartTarget}, "its target cannot be read"},
		{drive(func(d *contract.DriveLoadCommand) { d.DurationSeconds = 0 }), "0 seconds are not from 1 to 3600"},
		{drive(func(d *contract.DriveLoadCommand) { d.Profiles = []contract.ProfileKind{"../cmdline"} }), `no "../cmdline" profile`},
		{drive(func(d *contract.DriveLoadCommand) { d.StepIndex = -1 }), "-1 steps before it are not from 0"},
		{drive(func(d *contract.DriveLoadCommand) { d.Phase = "x" }), `no phase "x"`},
		{contract.PrepareCommand{Type: contract.PrepareCommandTypePrepare, SamplesPerSecond: 1, Lease: contract.LeaseTerms{TtlMs: 3_600_000}, Target: api.Reference(nil, false)}, "a lease of 3600000 ms"},
		{drive(func(d *contract.DriveLoadCommand) { d.Requests = nil }), "there is no request"},
		{drive(func(d *contract.DriveLoadCommand) { d.Requests[0].Weight = 0 }), "GET /simple has the weight 0"},
		{drive(func(d *contract.DriveLoadCommand) { d.ClientIndex, d.ClientCount = 2, 2 }), "no client 2 of 2"},
		{drive(func(d *contract.DriveLoadCommand) { d.Seed = 1 << 32 }), "more than 32 bits"},
		{drive(func(d *contract.DriveLoadCommand) { d.Requests[0].Path = "/{{n}}" }), "no variable of that name"},
		{drive(func(d *contract.DriveLoadCommand) { d.Share = api.Closed(0, 1) }), "0 connections are not from 1"},
		{drive(func(d *contract.DriveLoadCommand) { d.Share = api.Open(0) }), "0 requests a second are not from 1"},
		{drive(func(d *contract.DriveLoadCommand) { d.Share = contract.LoadShare{} }), "its load cannot be read"},
	} {
		outcome := api.Outcome(api.Issue(ofRun(t, c.command)))
		if outcome.Status != contract.OutcomeStatusFailed || !strings.Contains(outcome.Failure.Sentence, c.words) {
			t.Errorf("%+v: %+v", c.command, outcome.Failure)
		}
	}
}

// ofRun gives a command the id of a run.
func ofRun(t *testing.T, command any) map[string]any {
	t.Helper()
	var fields map[string]any
	encoded, err := json.Marshal(command)
	if err == nil {
		err = json.Unmarshal(encoded, &fields)
	}
	if err != nil {
		t.Fatal(err)
	}
	fields["runId"] = uuid.NewString()
	return fields
}
