package main

import (
	"context"
	"net/url"
	"os"
	"strings"
	"testing"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/folder"
	"millionrps/agent/internal/process"
	"millionrps/agent/internal/tuning"
)

// A full disk, or whatever else keeps the next life from beginning, leaves no host tuned.
func TestAnAgentThatCannotStartPutsTheHostBack(t *testing.T) {
	hostRoot = fakeroot.Virtio8(t)
	defer func() { hostRoot = "/" }()
	path := t.TempDir()
	data, err := folder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	tuner, err := openTuner(data, process.NewLauncher(), newLog())
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
	data.Close()
	if err := os.Mkdir(data.Path("journal.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := run(runOptions{api: &url.URL{Scheme: "http", Host: "127.0.0.1:1"}, name: "a", data: path}); err == nil {
		t.Error("it started without its journal of commands")
	}
	if now := somaxconn(); now != before {
		t.Errorf("somaxconn is %s and was %s", now, before)
	}
}
