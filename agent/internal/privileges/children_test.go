package privileges

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// The test starts itself as an ordinary user with an ambient capability, as systemd starts the agent, and without cgo, as the agent is built: the
// race detector needs cgo.
func TestProgramsThatAreStartedGetNoCapability(t *testing.T) {
	if os.Getenv("WITH_AMBIENT") != "" {
		showWhatAChildGets(t)
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can start a process with an ambient capability")
	}
	command := exec.Command(withoutCgo(t), "-test.run=^TestProgramsThatAreStartedGetNoCapability$", "-test.v")
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

// withoutCgo builds this test where any user may start it.
func withoutCgo(t *testing.T) (binary string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "millionrps-privileges-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	binary = filepath.Join(folder, "privileges.test")
	build := exec.Command("go", "test", "-c", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return binary
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
	status, err := (kernel.FS{}).PIDStatus("self")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("self after %016x", status.Effective)
}
