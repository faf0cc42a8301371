package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"millionrps/agent/internal/control/apitest"
)

// The next heartbeat is an hour away.
func TestAHangupHasTheConfigurationFileReadAgain(t *testing.T) {
	api := apitest.New(t)
	api.Heartbeat(time.Hour)
	flag := config(t, map[string]any{"listeningPorts": []int{8080}})
	agent := start(t, api, t.TempDir(), fakeTool(t, "exit 0"), flag)
	if ports := api.Hellos(1).Facts.ListeningPorts; len(ports) != 1 || ports[0] != 8080 {
		t.Fatalf("%v", ports)
	}
	if err := os.WriteFile(strings.TrimPrefix(flag, "--config="), []byte(`{"listeningPorts": [8080, 9090]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := agent.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if ports := api.Hellos(2).Facts.ListeningPorts; len(ports) != 2 || ports[1] != 9090 {
		t.Errorf("%v", ports)
	}
	select {
	case <-agent.exited:
		t.Error("the agent ended")
	default:
	}
}
