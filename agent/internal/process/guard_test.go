package process

import (
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// killall and systemctl kill reach every process of the agent, and the guard is needed just then.
func TestTheGuardIsEndedByItsPipeAlone(t *testing.T) {
	child, err := NewLauncher().Start(Spec{Argv: []string{"/bin/sleep", "60"}})
	if err != nil {
		t.Fatal(err)
	}
	defer child.Kill()
	guard := exec.Command("/proc/self/exe", GuardCommand)
	pipe, err := guard.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := guard.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(pipe, "+"+strconv.Itoa(child.PID)+"\n"); err != nil {
		t.Fatal(err)
	}
	signals := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}
	for deadline := time.Now().Add(10 * time.Second); !ignores(guard.Process.Pid, signals); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Error("a signal ends the guard")
			break
		}
	}
	for _, signal := range signals {
		_ = guard.Process.Signal(signal)
	}
	pipe.Close()
	if err := guard.Wait(); err != nil {
		t.Error(err)
	}
	select {
	case <-child.Exited():
		if exit := child.Wait(); exit.String() != "signal: killed" {
			t.Error(exit)
		}
	case <-time.After(5 * time.Second):
		t.Error("the guard left the group")
	}
}

// ignores reads the mask of signals that a process ignores.
func ignores(pid int, signals []syscall.Signal) bool {
	status, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	_, after, _ := strings.Cut(string(status), "SigIgn:\t")
	word, _, _ := strings.Cut(after, "\n")
	mask, _ := strconv.ParseUint(word, 16, 64)
	for _, signal := range signals {
		if mask&(1<<(signal-1)) == 0 {
			return false
		}
	}
	return true
}

// A guard that is killed itself, as by the OOM killer, guards nothing any more.
func TestAKilledGuardIsReplacedByOneThatKnowsTheGroups(t *testing.T) {
	read, write := io.Pipe()
	launcher := NewLauncher()
	if err := launcher.GuardGroups(slog.New(slog.NewTextHandler(write, nil))); err != nil {
		t.Fatal(err)
	}
	over, err := launcher.Start(Spec{Argv: []string{"/bin/true"}})
	if err != nil {
		t.Fatal(err)
	}
	over.Wait()
	child, err := launcher.Start(Spec{Argv: []string{"/bin/sleep", "60"}})
	if err != nil {
		t.Fatal(err)
	}
	defer child.Kill()
	if err := syscall.Kill(guardOf(t), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() {
		line := make([]byte, 1000)
		n, _ := read.Read(line)
		said <- string(line[:n])
	}()
	select {
	case line := <-said:
		if !strings.Contains(line, "ended by itself and was started again") {
			t.Error(line)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the end of the guard was not missed")
	}
	launcher.guard.mu.Lock()
	launcher.guard.pipe.Close() // as the end of this process does
	launcher.guard.mu.Unlock()
	select {
	case <-child.Exited():
	case <-time.After(5 * time.Second):
		t.Error("the new guard does not know the group")
	}
	child.Wait()
}

// guardOf finds the guard among the children of this process.
func guardOf(t *testing.T) int {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		lists, _ := filepath.Glob("/proc/self/task/*/children")
		for _, list := range lists {
			children, _ := os.ReadFile(list)
			for _, child := range strings.Fields(string(children)) {
				command, _ := os.ReadFile("/proc/" + child + "/cmdline")
				if pid, err := strconv.Atoi(child); err == nil && strings.Contains(string(command), GuardCommand) {
					return pid
				}
			}
		}
	}
	t.Fatal("there is no guard")
	return 0
}
