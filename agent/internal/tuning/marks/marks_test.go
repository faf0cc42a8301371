package marks

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What an agent left in a namespace went with it: its mark, which stays, is none of the namespace that gets its number.
func TestAMarkNamesOneNetworkNamespaceUntilTheMachineBoots(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can make a network namespace")
	}
	seen := map[string]bool{}
	for range 20 { // one after another: the number of the last is given again
		number, name := inNewNamespace(t)
		if strings.Contains(number, strings.TrimSuffix(strings.TrimPrefix(name, "millionrps-tuning-"), "-")) {
			t.Skip("NOT RUN: kernels before 5.14 tell no cookie of a network namespace")
		}
		if seen[name] {
			t.Fatalf("two namespaces have the name %s", name)
		}
		seen[name] = true
	}
}

// inNewNamespace makes one of a thread, which ends with it.
func inNewNamespace(t *testing.T) (number, name string) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := unix.Unshare(unix.CLONE_NEWNET)
		number, _ = os.Readlink("/proc/thread-self/ns/net")
		name = prefix()
		done <- err
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return number, name
}
