package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/fakeroot"
)

// Whatever is found, the exit status is 0; what is not a terminal gets no colours.
func TestDoctorLooksAtThisHost(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	wrk := filepath.Join(t.TempDir(), "wrk")
	fakeroot.Tool(t, wrk, "wrk 4.0.0")
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
	if unreachable.Severity != contract.DoctorFindingSeverityProblem || !strings.HasPrefix(unreachable.Sentence, "The API at http://127.0.0.1:1 does not answer as it should: ") {
		t.Errorf("%+v", unreachable)
	}
}
