package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/app"
	"millionrps/agent/internal/volley"
)

func TestVolleyFlagsThatCannotBeAreOneSentence(t *testing.T) {
	for want, line := range map[string]string{
		"--url is missing":           "--connections 1 --duration 1s",
		"--connections must be 1":    "--url http://h/ --duration 1s",
		"--duration must be":         "--url http://h/ --connections 1",
		"--rate needs --duration":    "--url http://h/ --rate 5",
		"in the past":                "--url http://h/ --connections 1 --duration 1s --start-at 1000000",
		"which is none of the":       "--url http://h/a --connections 1 --duration 1s --expect-bytes /b=1",
		"whole number of bytes":      "--url http://h/a --connections 1 --duration 1s --expect-bytes /b=x",
		"64 hexadecimal digits":      "--url http://h/a --connections 1 --duration 1s --expect-sha256 abc",
		"must be its weight":         "--url http://h/ --connections 1 --duration 1s --request /a?b=c",
		"takes flags only":           "--url http://h/ --connections 1 --duration 1s more",
		"flag provided but not defi": "--depth 3",
	} {
		_, _, err := parseVolley(strings.Fields(line))
		var mistake app.UsageError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: wanted a usage error with %q, got %v", line, want, err)
		}
	}
}

func TestVolleyFlagsBecomeOptions(t *testing.T) {
	hash := strings.Repeat("0f", 32)
	o, asJSON, err := parseVolley([]string{"--url", "http://h:1/x", "--request", "/a?b=c=3", "--request", "/d", "--rate", "2.5", "--ramp-from", "1", "--ramp-seconds", "0.5",
		"--duration", "2s", "--expect-bytes", "7", "--expect-sha256", "/d=" + hash, "--json", "--header", "A: b"})
	if err != nil || !asJSON || o.Ramp != 500*time.Millisecond || o.Arrivals != volley.Constant || o.Connections != 10 || len(o.Headers) != 1 {
		t.Fatalf("%v: %+v", err, o)
	}
	a, d := o.Requests[0], o.Requests[1]
	if a.Path != "/a?b=c" || a.Weight != 3 || *a.Expect.Bytes != 7 || a.Expect.SHA256 != nil || d.Weight != 1 || *d.Expect.Bytes != 7 || *d.Expect.SHA256 != hash {
		t.Errorf("%+v", o.Requests)
	}
}

// As a program: what other programs rely on is the exit status, one document, and one sentence.
func TestVolleyAsAProgram(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) }))
	defer server.Close()
	run := func(arguments ...string) (stdout, stderr string, status int) {
		command := exec.Command(agentBinary, append([]string{"volley"}, arguments...)...)
		var out, errors strings.Builder
		command.Stdout, command.Stderr = &out, &errors
		_ = command.Run()
		return out.String(), errors.String(), command.ProcessState.ExitCode()
	}
	stdout, stderr, status := run("--url", server.URL, "--request", "/a=2", "--request", "/bcd=1", "--expect-bytes", "/bcd=4", "--connections", "3", "--duration", "300ms", "--json")
	var report volley.Report
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || status != 0 || stderr != "" {
		t.Fatalf("%v, exit %d, %s", err, status, stderr)
	}
	if report.Succeeded == 0 || report.Failed.Total != 0 || report.Sent != report.Succeeded+report.InFlight || len(report.Histogram.ValuesUs) == 0 {
		t.Errorf("%s", stdout)
	}
	if stdout, _, status := run("--url", server.URL, "--connections", "1", "--duration", "100ms"); status != 0 || !strings.Contains(stdout, "throughput") {
		t.Errorf("exit %d: %s", status, stdout)
	}
	for want, arguments := range map[int][]string{exitUsage: {"--url", server.URL}, exitFailed: {"--url", "http://127.0.0.1:1", "--connections", "1", "--duration", "1s"}} {
		if stdout, stderr, status := run(arguments...); status != want || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("exit %d instead of %d: %q %q", status, want, stdout, stderr)
		}
	}
}
