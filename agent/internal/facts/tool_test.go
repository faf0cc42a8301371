package facts

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/installed"
)

func TestParseVersion(t *testing.T) {
	for output, want := range map[string]string{
		"v20.20.2\n":                         "20.20.2",
		"autocannon v9.0.1\nnode v20.20.2\n": "9.0.1",
		"9.0.1":                              "9.0.1",
		"wrk debian/4.1.0-3build1 [epoll] Copyright (C) 2012 Will Glozer": "4.1.0-3build1",
		"oha 1.16.0":   "1.16.0",
		"fasthttp/1.2": "1.2",
		"Version: 12.13.0\nRuntime: go1.26.0 linux/amd64\n": "12.13.0",
		"Version: \nRuntime: go1.26.0 linux/amd64\n":        "",
		"tool 2.0.0-rc.1": "2.0.0-rc.1",
		"usage: tool":     "",
		"":                "",
	} {
		if got := parseVersion([]byte(output)); got != want {
			t.Errorf("%q: %q, want %q", output, got, want)
		}
	}
}

func TestReadTools(t *testing.T) {
	folder := t.TempDir()
	script := func(name, text string) string {
		path := filepath.Join(folder, name)
		write(t, path, "#!/bin/sh\n"+text+"\n")
		return path
	}
	childFile := filepath.Join(folder, "child")
	good, fails := script("good", "echo good $1 1.2.3"), script("fails", "echo fails 4.1 >&2; exit 1")
	silent, hangs := script("silent", ":"), script("hangs", "sleep 60 & echo $! > "+childFile+"; wait")
	broken, loud := script("broken", "exit 3"), script("loud", "echo loud 5.0.0; yes | head -c 300000")

	began := time.Now()
	results := readTools(Tools{
		"good": {good, "--version"}, "fails": {fails}, "silent": {silent}, "hangs": {hangs}, "broken": {broken}, "loud": {loud},
		"script": {"/bin/sh", good}, "absent": {"no-such-program-as-this"}, "scriptless": {"/bin/sh", "/no/such/script"}, "empty": {},
	}, time.Second)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	want := []Tool{
		{Name: "broken", Path: broken}, {Name: "fails", Path: fails, Version: "4.1"}, {Name: "good", Path: good, Version: "1.2.3"},
		{Name: "hangs", Path: hangs}, {Name: "loud", Path: loud, Version: "5.0.0"}, {Name: "script", Path: good, Version: "1.2.3"},
		{Name: "silent", Path: silent},
	}
	if diff := cmp.Diff(want, results.found); diff != "" {
		t.Error(diff)
	}
	reasons := strings.Join(results.missing, "\n")
	for _, line := range []string{
		"tool absent:", "tool broken: asked for its version: exit status 3", "tool empty: no command is known",
		"tool hangs: asked for its version: no answer within 1s", "tool scriptless:", "tool silent: prints no version",
	} {
		if !strings.Contains(reasons, line) {
			t.Errorf("no %q in\n%s", line, reasons)
		}
	}
	if len(results.missing) != 6 {
		t.Errorf("%d reasons, want 6:\n%s", len(results.missing), reasons)
	}
	expectEnded(t, childFile)
}

// expectEnded looks whether what the hanging tool had started is gone, too.
func expectEnded(t *testing.T, pidFile string) {
	t.Helper()
	text, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		if state, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
	}
	_ = unix.Kill(pid, unix.SIGKILL)
	t.Error("the tool's child outlived it")
}

func TestAGoProgramThatSaysNoVersionHasThatOfItsModule(t *testing.T) {
	vegeta := installed.Program(t, "vegeta")
	results := readTools(Tools{"vegeta": {vegeta, "-version"}}, toolTimeout)
	if len(results.found) != 1 || !strings.HasPrefix(results.found[0].Version, "12.") || len(results.missing) > 0 {
		t.Errorf("%+v", results)
	}
}
