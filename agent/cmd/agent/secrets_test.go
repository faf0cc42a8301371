package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/installed"
	"millionrps/agent/internal/volley"
)

// A token of characters that a configuration of nginx can hold, and that every encoding changes.
const nginxToken = "Bearer pl4nted/t0ken+of=a/test=="

// nginx writes the folder of one that answers 401 without the token, and logs it where an agent keeps what its target says.
func nginx(t *testing.T) (argv []string, port int, counted func() map[string]int) {
	t.Helper()
	program := "/usr/sbin/nginx"
	if _, err := os.Stat(program); err != nil {
		program = installed.Program(t, "nginx")
	}
	folder := t.TempDir()
	port = freePort(t)
	var temporary strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s; ", kind, folder)
	}
	text := fmt.Sprintf(`daemon off; worker_processes 1; pid %[1]s/pid; error_log stderr; user root;
events { worker_connections 512; }
http {
  log_format counted '$status $request_method $uri';
  log_format careless 'authorized by $http_authorization';
  access_log %[1]s/access.log counted; access_log /dev/stderr careless;
  client_max_body_size 16m; client_body_buffer_size 1m; keepalive_requests 10000000; %[2]s
  server {
    listen 127.0.0.1:%[3]d;
    location /health { return 200 'ok'; }
    location / {
      if ($http_authorization != "%[4]s") { return 401; }
      return 201 'made';
    }
  }
}
`, folder, &temporary, port, nginxToken)
	conf := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	counted = func() map[string]int {
		log, err := os.ReadFile(filepath.Join(folder, "access.log"))
		if err != nil {
			t.Fatal(err)
		}
		lines := map[string]int{}
		for _, line := range strings.Split(strings.TrimSpace(string(log)), "\n") {
			lines[line]++
		}
		return lines
	}
	return []string{program, "-p", folder, "-e", "stderr", "-c", conf}, port, counted
}

// nginx answers before it has read a large body: what volley sent and what nginx logged are the same all the same.
func TestNginxLogsWhatVolleySent(t *testing.T) {
	argv, port, counted := nginx(t)
	server := exec.Command(argv[0], argv[1:]...)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	folder := t.TempDir()
	large := strings.Repeat("0123456789abcdef", 8<<20/16)
	path := filepath.Join(folder, "body")
	if err := os.WriteFile(path, []byte(large), 0o600); err != nil {
		t.Fatal(err)
	}
	header := `"headers": [{"name": "Authorization", "value": null, "secret": "token"}]`
	file := filepath.Join(folder, "requests.json")
	text := fmt.Sprintf(`{"requests": [
		{"method": "POST", "path": "/small/{{n}}", "weight": 7, %s, "body": {"kind": "text", "text": "{\"n\":{{n}}}"}, "expect": {"status": 201, "contains": "made"}},
		{"method": "PUT", "path": "/large", "weight": 2, %s, "body": {"kind": "file", "sha256": "%x", "sizeBytes": %d, "fileName": "body", "path": %q}, "expect": {"status": 201}},
		{"method": "GET", "path": "/closed", "weight": 1, "headers": [], "body": null, "expect": {"status": 401}}],
		"variables": [{"name": "n", "kind": "random", "least": 1, "most": 2}], "seed": 1}`, header, header, sha256.Sum256([]byte(large)), len(large), path)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for attempt := 0; ; attempt++ {
		answer, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/health", port))
		if err == nil {
			answer.Body.Close()
			break
		}
		if attempt == 50 {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	before := total(counted())
	command := exec.Command(agentBinary, "volley", "--url", fmt.Sprintf("http://127.0.0.1:%d/", port), "--requests", file, "--secret", "token=env:TOKEN", "--connections", "8", "--duration", "1s", "--json")
	command.Env = append(os.Environ(), "TOKEN="+nginxToken)
	stdout, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stdout)
	}
	var report volley.Report
	if err := json.Unmarshal(stdout, &report); err != nil {
		t.Fatal(err)
	}
	_ = server.Process.Signal(os.Interrupt)
	_ = server.Wait()
	lines := counted()
	if report.Succeeded == 0 || report.Failed.Total != 0 || int64(total(lines)-before) != report.Sent {
		t.Errorf("nginx logged %d, volley sent %d: %+v, %v", total(lines)-before, report.Sent, report.Failed, lines)
	}
	for _, line := range []string{"201 POST /small/1", "201 POST /small/2", "201 PUT /large", "401 GET /closed"} {
		if lines[line] == 0 {
			t.Errorf("nginx never logged %q: %v", line, lines)
		}
	}
}

func total(lines map[string]int) (sum int) {
	for _, n := range lines {
		sum += n
	}
	return sum
}

// A run that takes a token from the host's file, with a target that logs it: it is nowhere but at the target.
func TestASecretReachesTheTargetAndNothingElse(t *testing.T) {
	argv, port, counted := nginx(t)
	folder := t.TempDir()
	token := filepath.Join(folder, "token")
	if err := os.WriteFile(token, []byte(nginxToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	api := apitest.New(t)
	data := t.TempDir()
	careless := babbling(t)
	agent := start(t, api, data, "--tool=wrk="+installed.Program(t, "wrk"), config(t, map[string]any{
		"addresses": []string{careless},
		"secrets":   map[string]any{"api-token": map[string]string{"file": token}, "absent": map[string]string{"environment": "ABSENT_FROM_EVERYWHERE"}},
		"targets":   map[string]any{"nginx": map[string]any{"argv": argv, "port": port, "healthPath": "/health"}},
	}))
	hello := api.Hellos(1)
	if names := hello.Facts.Secrets; names == nil || strings.Join(*names, " ") != "absent api-token" {
		t.Errorf("the facts name the secrets %v", names)
	}
	b := newBench(t, api)
	b.tool = "volley"
	missing := b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 1,
		Target: b.Target(contract.NamedTarget{Kind: contract.Named, Name: "nginx"}), Roles: []contract.PrepareCommandRoles{contract.Client}, Secrets: []string{"api-token", "absent"},
	})
	if o := api.Outcome(missing); o.Failure == nil || o.Failure.Code != "secret-missing" || !strings.Contains(o.Failure.Sentence, "the secret absent, which cannot be read on host-a") {
		t.Errorf("%+v", o.Failure)
	}
	target := b.begin(contract.NamedTarget{Kind: contract.Named, Name: "nginx"})
	watched := watchCommandLines(t, "pl4nted")
	body := api.FileBody(strings.Repeat("x", 1<<20))
	for _, tool := range []string{"volley", "wrk"} {
		b.tool = tool
		b.wantAuthorized(target.Url, body)
	}
	b.mustSucceed(b.stop())
	b.mustSucceed(b.restore())
	b.askBabbling(careless)
	api.Await("what net/http itself says of a server that talks on", func() bool { return strings.Contains(agent.log.String(), "hello you are [secret]") })
	if lines := counted(); lines["201 POST /orders"] == 0 || lines["201 PUT /upload"] == 0 || lines["401 POST /orders"] != 0 {
		t.Errorf("nginx logged %v", lines)
	}
	if seen := watched(); seen != "" {
		t.Errorf("a command line holds it: %s", seen)
	}
	said := api.Said()
	if !strings.Contains(said, "authorized by [secret]") {
		t.Error("the target's log was not kept, so nothing is proved")
	}
	wantNowhere(t, "what was reported", said)
	wantNowhere(t, "the agent's log", agent.log.String())
	err := filepath.WalkDir(data, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			wantNowhere(t, path, string(content))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// wantAuthorized drives a mix that needs the token, and whose second request is a file.
func (b *bench) wantAuthorized(url string, body *contract.RequestBody) {
	b.t.Helper()
	secret, kind := "api-token", "application/json"
	var text contract.RequestBody
	if err := text.FromTextBody(contract.TextBody{Kind: contract.Text, Text: `{"a":1}`}); err != nil {
		b.t.Fatal(err)
	}
	authorized := []contract.RequestHeader{{Name: "Authorization", Secret: &secret}, {Name: "Content-Type", Value: &kind}}
	outcome := b.mustSucceed(b.Issue(contract.DriveLoadCommand{
		RunId: b.runID, Type: contract.DriveLoadCommandTypeDriveLoad, Phase: contract.Measure, Tool: b.tool, Url: url, ClientCount: 1,
		Requests: []contract.RequestSpec{
			{Method: contract.POST, Path: "/orders", Weight: 9, Headers: authorized, Body: &text}, {Method: contract.PUT, Path: "/upload", Weight: 1, Headers: authorized, Body: body},
		},
		Share: b.Closed(4, 1), DurationSeconds: 1, Profiles: []contract.ProfileKind{},
	}))
	result, err := outcome.Result.AsLoadResult()
	if err != nil || result.Requests == 0 || result.Errors != (contract.RequestErrors{}) {
		b.t.Errorf("%s: %v, %+v", b.tool, err, result)
	}
}

// babbling is a server that tells who asked, after an answer that ended before: net/http logs what it gets so.
func babbling(t *testing.T) (origin string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connection, out, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer connection.Close()
		if r.URL.Path == "/slow" { // connections are kept as long as any is waited for
			time.Sleep(500 * time.Millisecond)
		}
		_, _ = out.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		_ = out.Flush()
		time.Sleep(100 * time.Millisecond) // until this one counts as idle
		_, _ = out.WriteString("hello you are " + r.Header.Get("Authorization"))
		_ = out.Flush()
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// askBabbling is a run of a preflight alone.
func (b *bench) askBabbling(origin string) {
	b.t.Helper()
	b.mustSucceed(b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: "volley", SamplesPerSecond: 1,
		Target: b.Target(contract.ExternalTarget{Kind: contract.External, Origin: origin}), Roles: []contract.PrepareCommandRoles{contract.Client}, Secrets: []string{"api-token"},
	}))
	secret := "api-token"
	authorized := []contract.RequestHeader{{Name: "Authorization", Secret: &secret}}
	b.mustSucceed(b.Issue(contract.PreflightCommand{
		RunId: b.runID, Type: contract.PreflightCommandTypePreflight, Url: origin, Protocol: contract.Http11, Variables: []contract.RequestVariable{},
		Requests: []contract.RequestSpec{{Method: contract.GET, Path: "/", Weight: 1, Headers: authorized}, {Method: contract.GET, Path: "/slow", Weight: 1, Headers: authorized}},
	}))
	b.mustSucceed(b.restore())
}

// watchCommandLines looks at those of all processes until it is asked what it saw.
func watchCommandLines(t *testing.T, planted string) (seen func() string) {
	t.Helper()
	done, found := make(chan struct{}), make(chan string, 1)
	go func() {
		last := ""
		for {
			paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
			for _, path := range paths {
				if words, err := os.ReadFile(path); err == nil && strings.Contains(string(words), planted) {
					last = string(words)
				}
			}
			select {
			case <-done:
				found <- last
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	return func() string { close(done); return <-found }
}

// wantNowhere looks for the token as it is and as programs write it.
func wantNowhere(t *testing.T, where, text string) {
	t.Helper()
	value := strings.TrimPrefix(nginxToken, "Bearer ")
	for _, form := range []string{value, url.QueryEscape(value), url.PathEscape(value), base64.StdEncoding.EncodeToString([]byte(nginxToken)), base64.StdEncoding.EncodeToString([]byte(value)), "pl4nted"} {
		if at := strings.Index(text, form); at >= 0 {
			t.Errorf("%s holds the secret: %q", where, regexp.MustCompile(`\s+`).ReplaceAllString(text[max(0, at-80):min(len(text), at+80)], " "))
			return
		}
	}
}
