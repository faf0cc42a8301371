package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"millionrps/agent/internal/volley"
)

const plantedToken = "Bearer pl4nted-t0ken/+=&\"é"

// Requests from a file, with a secret that stands neither in the file nor in the command line nor in the report.
func TestVolleySendsAFileOfRequestsWithASecret(t *testing.T) {
	large := strings.Repeat("millionrps ", 8<<20/11)
	folder := t.TempDir()
	body := filepath.Join(folder, "body.bin")
	if err := os.WriteFile(body, []byte(large), 0o600); err != nil {
		t.Fatal(err)
	}
	var orders, uploads, missing atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		switch {
		case r.Header.Get("Authorization") != plantedToken:
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodPost && r.URL.Path == "/orders" && strings.HasPrefix(string(content), `{"id":`) && r.Header.Get("Content-Type") == "application/json":
			orders.Add(1)
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"id":%s}`, r.URL.Query().Get("n"))
		case r.Method == http.MethodPut && string(content) == large:
			uploads.Add(1)
			w.WriteHeader(http.StatusNoContent)
		default:
			missing.Add(1)
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	file := filepath.Join(folder, "requests.json")
	text := fmt.Sprintf(`{"seed": 7, "variables": [{"name": "n", "kind": "counter", "from": 1}], "requests": [
		{"method": "POST", "path": "/orders?n={{n}}", "weight": 8, "headers": [{"name": "Authorization", "value": null, "secret": "token"}, {"name": "Content-Type", "value": "application/json", "secret": null}],
			"body": {"kind": "text", "text": "{\"id\":{{n}}}"}, "expect": {"status": 201, "bytes": null, "sha256": null, "contains": "\"id\":"}},
		{"method": "PUT", "path": "/upload", "weight": 1, "headers": [{"name": "Authorization", "secret": "token"}],
			"body": {"kind": "file", "sha256": "%x", "sizeBytes": %d, "fileName": "body.bin", "path": %q}, "expect": {"status": 204}},
		{"method": "DELETE", "path": "/gone", "weight": 1, "headers": [{"name": "Authorization", "secret": "token"}], "body": null, "expect": {"status": 404}}]}`,
		sha256.Sum256([]byte(large)), len(large), body)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(arguments []string, set func(*exec.Cmd)) (volley.Report, string) {
		t.Helper()
		command := exec.Command(agentBinary, append([]string{"volley", "--url", server.URL, "--requests", file, "--connections", "3", "--duration", "2s", "--warmup", "100ms", "--json"}, arguments...)...)
		var out, said strings.Builder
		command.Stdout, command.Stderr = &out, &said
		set(command)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
		words, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", command.Process.Pid))
		_ = command.Wait()
		if all := string(words) + out.String() + said.String(); strings.Contains(all, "pl4nted") {
			t.Errorf("the secret is in %s", all)
		}
		var report volley.Report
		_ = json.Unmarshal([]byte(out.String()), &report)
		return report, said.String()
	}
	fromPipe := func(command *exec.Cmd) {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		encoded, _ := json.Marshal(map[string]string{"token": plantedToken, "other": "x"})
		_, _ = write.Write(encoded)
		write.Close()
		command.ExtraFiles = []*os.File{read}
		t.Cleanup(func() { read.Close() })
	}
	fromEnvironment := func(command *exec.Cmd) { command.Env = append(os.Environ(), "TOKEN="+plantedToken) }
	for where, set := range map[string]func(*exec.Cmd){"fd:3": fromPipe, "env:TOKEN": fromEnvironment} {
		orders.Store(0)
		uploads.Store(0)
		missing.Store(0)
		report, said := run([]string{"--secret", "token=" + where}, set)
		if report.Succeeded == 0 || report.Failed.Total != 0 {
			t.Errorf("%s: %d succeeded, %+v, %s", where, report.Succeeded, report.Failed, said)
		}
		// What the server counted has the warm-up in it.
		if counted := orders.Load() + uploads.Load() + missing.Load(); counted < report.Sent || uploads.Load() == 0 || missing.Load() == 0 {
			t.Errorf("%s: the server counted %d, volley sent %d", where, counted, report.Sent)
		}
	}
	for want, arguments := range map[string][]string{
		"there is no such value":           {"--secret", "token=env:ABSENT"},
		"the secret token, which a header": {},
		"would show in the list":           {"--secret", "token=" + plantedToken[:6]},
		"cannot be given together":         {"--request", "/a", "--secret", "token=env:TOKEN"},
		"the descriptor 3 holds no JSON":   {"--secret", "token=fd:3"},
	} {
		if _, said := run(arguments, fromEnvironment); !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: %q, want %s", arguments, said, want)
		}
	}
}
