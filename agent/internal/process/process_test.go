package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func output(t *testing.T, l *Launcher, argv ...string) (string, Exit) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	child, err := l.Start(Spec{Argv: argv, Stdout: file})
	if err != nil {
		t.Fatal(err)
	}
	exit := child.Wait()
	content, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(content), exit
}

func TestTheEnvironmentHoldsNothingThatChangesAMeasurement(t *testing.T) {
	for _, name := range []string{"PORT", "NODE_OPTIONS", "GOMAXPROCS", "GOGC", "MILLIONRPS_JOIN_TOKEN"} {
		t.Setenv(name, "1")
	}
	env, err := exec.LookPath("env")
	if err != nil {
		t.Fatal(err)
	}
	printed, _ := output(t, NewLauncher(), env)
	for line := range strings.Lines(printed) {
		switch name, _, _ := strings.Cut(line, "="); name {
		case "PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR", "PWD":
		default:
			t.Errorf("a child has %s", line)
		}
	}
}

func TestAnEndedChildStaysReadableUntilItIsReaped(t *testing.T) {
	child, err := NewLauncher().Start(Spec{Argv: []string{"/bin/sh", "-c", "exit 3"}})
	if err != nil {
		t.Fatal(err)
	}
	<-child.Exited()
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(child.PID), "stat"))
	if err != nil || !strings.Contains(string(stat), ") Z ") {
		t.Errorf("%s, %v", stat, err)
	}
	child.Kill()
	if exit := child.Wait(); exit.Clean() || exit.String() != "exit status 3" {
		t.Error(exit)
	}
	// It has no pid any more that a signal could go to.
	child.Kill()
	child.Terminate()
}

func TestKillReachesTheWholeGroup(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	child, err := NewLauncher().Start(Spec{Argv: []string{"/bin/sh", "-c", "sleep 60 & sleep 60"}, Stdout: write})
	if err != nil {
		t.Fatal(err)
	}
	write.Close()
	child.Kill()
	if exit := child.Wait(); exit.String() != "signal: killed" {
		t.Error(exit)
	}
	// The end of the pipe comes when the last process that holds it is gone.
	if _, err := read.Read(make([]byte, 1)); err == nil {
		t.Error("somebody wrote")
	}
}

// A program that goes on in the background, as a daemon does, or a shell that was ended, leaves its children behind.
func TestNothingOfAGroupOutlivesItsLeader(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	child, err := NewLauncher().Start(Spec{Argv: []string{"/bin/sh", "-c", "sleep 5 & exit 0"}, Stdout: write})
	if err != nil {
		t.Fatal(err)
	}
	write.Close()
	before := time.Now()
	if exit := child.Wait(); !exit.Clean() {
		t.Error(exit)
	}
	if _, err := read.Read(make([]byte, 1)); err == nil || time.Since(before) > 4*time.Second {
		t.Errorf("what it left behind lived for %s (%v)", time.Since(before), err)
	}
}

func TestAProgramThatIsNotThereIsAnError(t *testing.T) {
	if _, err := NewLauncher().Start(Spec{Argv: []string{"/no/such/program"}}); err == nil || !strings.Contains(err.Error(), "/no/such/program") {
		t.Error(err)
	}
}
