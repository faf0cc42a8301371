package privileges

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// The test starts itself as an ordinary user with an ambient capability, as systemd starts the agent.
func TestProgramsThatAreStartedGetNoCapability(t *testing.T) {
	if os.Getenv("WITH_AMBIENT") != "" {
		showWhatAChildGets(t)
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can start a process with an ambient capability")
	}
	command := exec.Command("/proc/self/exe", "-test.run=^TestProgramsThatAreStartedGetNoCapability$", "-test.v")
	command.Env = []string{"WITH_AMBIENT=1"}
	command.SysProcAttr = &syscall.SysProcAttr{
		Credential:  &syscall.Credential{Uid: 65534, Gid: 65534},
		AmbientCaps: []uintptr{unix.CAP_NET_ADMIN},
	}
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	const with, without = "0000000000001000", "0000000000000000"
	for _, want := range []string{"child before " + with, "child after " + without, "self after " + with} {
		if !strings.Contains(string(output), want) {
			t.Errorf("not %q:\n%s", want, output)
		}
	}
}

func showWhatAChildGets(t *testing.T) {
	child := func() string {
		// From a thread of its own choice: every thread has to have been told.
		result := make(chan string)
		go func() {
			runtime.LockOSThread()
			output, err := exec.Command("/bin/sh", "-c", "while read key value; do [ $key = CapEff: ] && echo $value; done < /proc/self/status; true").Output()
			if err != nil {
				t.Error(err)
			}
			result <- strings.TrimSpace(string(output))
		}()
		return <-result
	}
	t.Log("child before", child())
	if err := KeepFromChildren(); err != nil {
		t.Fatal(err)
	}
	t.Log("child after", child())
	for line := range strings.Lines(read("/", "/proc/self/status")) {
		if value, ok := strings.CutPrefix(line, "CapEff:"); ok {
			t.Log("self after", strings.TrimSpace(value))
		}
	}
}
