package target

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stranger is a server that was not started as a target.
func stranger(t *testing.T, address string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return strangerOf(t, program, address)
}

func strangerOf(t *testing.T, program, address string) *exec.Cmd {
	t.Helper()
	command := exec.Command(program, "a word")
	command.Env = append(os.Environ(), helperVariable+"="+address)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if connection, err := net.Dial("tcp4", strings.Replace(address, "0.0.0.0", "127.0.0.1", 1)); err == nil {
			connection.Close()
			return command
		}
	}
	t.Fatal("the server does not listen")
	return nil
}

func TestWhatListensIsFoundAndWatched(t *testing.T) {
	for _, own := range []string{"127.0.0.1", "0.0.0.0"} {
		port := freePort(t)
		server := stranger(t, fmt.Sprintf("%s:%d", own, port))
		target, err := Find(loopback, port, false)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("http://127.0.0.1:%d", port); target.URL != want || len(target.PIDs) != 1 || target.PIDs[0] != server.Process.Pid {
			t.Errorf("%+v, want %s of %d", target, want, server.Process.Pid)
		}
		if len(target.Command) != 2 || target.Command[1] != "a word" || target.Version != "target.test" || target.Workers != 0 || target.Pprof != "" {
			t.Errorf("%+v", target)
		}
		_ = server.Process.Kill()
		select {
		case <-target.Ended():
		case <-time.After(10 * time.Second):
			t.Fatal("nobody noticed its end")
		}
		want := fmt.Sprintf("The target on port %d ended: target.test (pid %d), which the agent had not started, is gone. Its own log, if it keeps one, may say why.", port, server.Process.Pid)
		if !target.Gone() || !strings.HasPrefix(target.LastWords(), want) {
			t.Errorf("%s", target.LastWords())
		}
	}
}

func TestAServerThatSomebodyElseStartedIsLeftAlone(t *testing.T) {
	port := freePort(t)
	server := stranger(t, fmt.Sprintf("127.0.0.1:%d", port))
	target, err := Find(loopback, port, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := target.Stop(0); err != nil {
		t.Error(err)
	}
	<-target.Ended()
	if target.Gone() {
		t.Error("it did not end by itself")
	}
	if again, err := Find(loopback, port, false); err != nil || again.PIDs[0] != server.Process.Pid {
		t.Errorf("%+v, %v", again, err)
	}
}

// A port of a container would be measured by the CPU time of what passes its bytes on.
func TestWhatPassesConnectionsOnIsNoTarget(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for name, refused := range map[string]bool{"docker-proxy": true, "rootlesskit": true, "my-proxy": false} {
		relay := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(relay, text, 0o755); err != nil {
			t.Fatal(err)
		}
		port := freePort(t)
		server := strangerOf(t, relay, fmt.Sprintf("127.0.0.1:%d", port))
		target, err := Find(loopback, port, false)
		if !refused {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if err := target.Stop(0); err != nil {
				t.Error(err)
			}
			continue
		}
		want := fmt.Sprintf("the port %d is held by %s (pid %d), which passes connections on to a container and is not the server: ", port, name, server.Process.Pid)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhereNothingListensTheSentenceSaysWhatToDo(t *testing.T) {
	port := freePort(t)
	if _, err := Find(loopback, port, false); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("nothing listens on port %d: start the server", port)) {
		t.Errorf("%v", err)
	}
	stranger(t, fmt.Sprintf("127.0.0.1:%d", port))
	_, err := Find(netip.MustParseAddr("127.0.0.2"), port, false)
	if err == nil || !strings.Contains(err.Error(), "does so on 127.0.0.1; have it listen on 127.0.0.2 or on every address, or choose another address for the run") {
		t.Errorf("%v", err)
	}
}
