package main

import (
	"encoding/json"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/doctor"
)

func report(findings ...doctor.Finding) doctor.Report {
	return doctor.Report{CheckedAt: time.UnixMicro(1), Findings: findings}
}

func TestFindingsAreAlignedWithWhatMendsThemBelow(t *testing.T) {
	got := doctorText(report(
		doctor.Finding{Code: "a", Severity: doctor.Problem, Sentence: "It is bad.", Mend: "sudo mend it"},
		doctor.Finding{Code: "b", Severity: doctor.Note, Sentence: "It is noted."},
		doctor.Finding{Code: "c", Severity: doctor.OK, Sentence: "It is fine."},
	), page{})
	const want = "problem  It is bad.\n           sudo mend it\nnote     It is noted.\nok       It is fine.\n\n1 problem, 0 warnings, 1 note, 1 fine\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestATerminalGetsLinesOfItsWidthAndCommandsThatCanBeCopied(t *testing.T) {
	mend := "sudo " + strings.Repeat("long ", 20) + "line"
	got := doctorText(report(doctor.Finding{Code: "a", Severity: doctor.Warning, Sentence: "One two three four five six seven 12 % of ten.", Mend: mend}), page{columns: 40, colours: true, root: true})
	want := "\x1b[33mwarning  \x1b[0mOne two three four five six\n         seven 12 % of ten.\n           \x1b[1m" + strings.TrimPrefix(mend, "sudo ") + "\x1b[0m\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("%q", got)
	}
}

func TestAFigureStaysWithItsUnit(t *testing.T) {
	if diff := cmp.Diff([]string{"One two three four five six", "12 % of ten"}, page{columns: 40}.wrapped("One two three four five six 12 % of ten")); diff != "" {
		t.Error(diff)
	}
}

// Whatever is found, the exit status is 0; what is not a terminal gets no colours.
func TestDoctorLooksAtThisHost(t *testing.T) {
	server := httptest.NewServer(nil)
	defer server.Close()
	wrk := filepath.Join(t.TempDir(), "wrk")
	tool(t, wrk, "wrk 4.0.0")
	listens := strings.TrimPrefix(server.URL, "http://127.0.0.1:")
	port, err := strconv.Atoi(listens)
	if err != nil {
		t.Fatal(err)
	}
	file := config(t, map[string]any{
		"targets": map[string]any{
			"absent": map[string]any{"argv": []string{"/no/such/program"}, "port": freePort(t), "healthPath": "/"},
			"taken":  map[string]any{"argv": []string{"/bin/sh"}, "port": port, "healthPath": "/"},
		},
		"listeningPorts": []int{port},
	})
	command := exec.Command(agentBinary, "doctor", "--url", server.URL, "--data", t.TempDir(), "--tool", "wrk="+wrk, file)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for _, want := range []string{"warning  wrk is 4.0.0; nothing before 4.1.0 was checked.\n", "ok       This host's clock agrees with the API's to within ", "free for the data folder", " other work used ",
		"problem  The target absent of the configuration file cannot be started: /no/such/program: no such file or directory.\n",
		"warning  The target taken of the configuration file cannot be started as long as its port " + listens + " is taken by agent.test (pid ",
		"which listens on port " + listens + ", can be a target.\n"} {
		if !strings.Contains(string(output), want) {
			t.Errorf("not %q:\n%s", want, output)
		}
	}
	if strings.Contains(string(output), "\x1b") {
		t.Error("a pipe got colours")
	}
}

func TestDoctorSpeaksJSON(t *testing.T) {
	output, err := exec.Command(agentBinary, "doctor", "--json", "--url", "http://127.0.0.1:1").Output()
	var report contract.DoctorReport
	if err != nil || json.Unmarshal(output, &report) != nil || len(report.Findings) < 20 {
		t.Fatalf("%v\n%s", err, output)
	}
	found := map[string]contract.DoctorFinding{}
	for _, finding := range report.Findings {
		found[finding.Code] = finding
	}
	unreachable := found["api-unreachable"]
	if unreachable.Severity != contract.DoctorFindingSeverityProblem || !strings.HasPrefix(unreachable.Sentence, "The API at http://127.0.0.1:1 does not answer: ") {
		t.Errorf("%+v", unreachable)
	}
}

func TestAReportDoesNotTellTheJoinToken(t *testing.T) {
	for _, given := range [][]string{{"--join-token", "secret"}, {"-join-token=secret"}, {"--join-token=secret"}} {
		arguments := append(append([]string{"run", "--data", "/x"}, given...), "--name", "a")
		if got := strings.Join(withoutToken(arguments), " "); got != "run --data /x --name a" {
			t.Errorf("%v: %q", given, got)
		}
	}
}
