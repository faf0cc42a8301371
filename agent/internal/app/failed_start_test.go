package app

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/tuning"
)

// api does not answer.
var api = &url.URL{Scheme: "http", Host: "127.0.0.1:1"}

// leftTuned is the data folder of a life that ended with a made-up host tuned, and what looks whether it is as it was.
func leftTuned(t *testing.T) (path string, isBack func() bool) {
	t.Helper()
	hostRoot = fakeroot.Virtio8(t)
	t.Cleanup(func() { hostRoot = "/" })
	path = t.TempDir()
	data, err := folder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	tuner, err := openTuner(data, process.NewLauncher(), newLog(nil))
	if err != nil {
		t.Fatal(err)
	}
	somaxconn := func() string {
		text, err := os.ReadFile(hostRoot + "/proc/sys/net/core/somaxconn")
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(text))
	}
	before := somaxconn()
	request := tuning.Request{Wanted: tuning.Wanted{Sysctls: []tuning.Sysctl{{Name: "net.core.somaxconn", Value: "1234"}}}}
	if _, err := tuner.Apply(context.Background(), "run-1", request); err != nil || somaxconn() != "1234" {
		t.Fatalf("%v, %s", err, somaxconn())
	}
	return path, func() bool { return somaxconn() == before }
}

// A full disk, or whatever else keeps the next life from beginning, leaves no host tuned.
func TestAnAgentThatCannotStartPutsTheHostBack(t *testing.T) {
	path, isBack := leftTuned(t)
	if err := os.Mkdir(filepath.Join(path, "journal.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Run(RunOptions{API: api, Name: "a", Data: path}); err == nil {
		t.Error("it started without its journal of commands")
	}
	if !isBack() {
		t.Error("the host is not as it was")
	}
}

func TestAnAgentWithABrokenConfigurationPutsTheHostBack(t *testing.T) {
	path, isBack := leftTuned(t)
	config := filepath.Join(t.TempDir(), "agent.json")
	if err := os.WriteFile(config, []byte(`{"nic": {}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var mistake UsageError
	if err := Run(RunOptions{API: api, Name: "a", ConfigFile: config, Data: path}); !errors.As(err, &mistake) || !strings.Contains(err.Error(), "unknown field nic") {
		t.Errorf("%v", err)
	}
	if !isBack() {
		t.Error("the host is not as it was")
	}
	absent := filepath.Join(path, "absent")
	if err := Run(RunOptions{API: api, Name: "a", ConfigFile: config, Data: absent}); !errors.As(err, &mistake) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(absent); err == nil {
		t.Error("it made a data folder")
	}
}
