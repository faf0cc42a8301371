package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/installed"
)

const (
	// builtVariable is where a test that runs in a namespace finds the programs.
	builtVariable = "MILLIONRPS_TEST_BUILT"
	// namespaceVariable says that this is a test in its namespace.
	namespaceVariable = "MILLIONRPS_TEST_NAMESPACE"

	tunedNIC     = "srv0"
	tunedAddress = "198.18.41.1"
)

// inNamespace runs the calling test in a network namespace of its own, with a veth of four queues whose other end leads nowhere. It answers
// true there, and false to the test that started it, which has nothing more to do.
func inNamespace(t *testing.T) bool {
	t.Helper()
	if os.Getenv(namespaceVariable) != "" {
		protectTheMachine(t)
		return true
	}
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: network namespaces need root")
	}
	ip := installed.Program(t, "ip")
	name := fmt.Sprintf("mrps-agent-test-%d", os.Getpid())
	must(t, ip, "netns", "add", name)
	defer must(t, ip, "netns", "delete", name)
	must(t, ip, "-n", name, "link", "set", "lo", "up")
	queues := []string{"numrxqueues", "4", "numtxqueues", "4"}
	link := append([]string{"-n", name, "link", "add", "name", tunedNIC}, queues...)
	must(t, ip, append(append(link, "type", "veth", "peer", "name", "cli0"), queues...)...)
	must(t, ip, "-n", name, "addr", "add", tunedAddress+"/24", "dev", tunedNIC)
	for _, nic := range []string{tunedNIC, "cli0"} {
		must(t, ip, "-n", name, "link", "set", nic, "up")
	}
	inside := exec.Command(ip, "netns", "exec", name, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	inside.Env = append(os.Environ(), namespaceVariable+"="+name, builtVariable+"="+filepath.Dir(agentBinary))
	output, err := inside.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "--- PASS: "+t.Name()) {
		t.Errorf("in the namespace: %v\n%s", err, output)
	} else {
		t.Logf("in the namespace:\n%s", output)
	}
	return false
}

// protectTheMachine makes what no network namespace has of its own impossible to write, in this mount namespace, which ip netns exec made.
func protectTheMachine(t *testing.T) {
	t.Helper()
	for _, path := range []string{"/proc/irq", "/proc/sys/vm", "/proc/sys/fs", "/proc/sys/kernel", "/sys/devices/system/cpu", "/sys/kernel/mm"} {
		err := unix.Mount(path, path, "", unix.MS_BIND, "")
		if err == nil {
			err = unix.Mount("", path, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
		}
		if err != nil {
			t.Fatalf("%s cannot be made read-only: %v", path, err)
		}
	}
}

func must(t *testing.T, program string, arguments ...string) {
	t.Helper()
	if output, err := exec.Command(program, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(arguments, " "), err, output)
	}
}

// values are those of the namespace that the tests change.
func values(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	paths := []string{"/sys/class/net/" + tunedNIC + "/mtu", "/proc/sys/net/core/somaxconn"}
	queues, _ := filepath.Glob("/sys/class/net/" + tunedNIC + "/queues/rx-*/rps_cpus")
	if len(queues) != 4 {
		t.Fatalf("%s has %d receive queues", tunedNIC, len(queues))
	}
	for _, path := range append(paths, queues...) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found[path] = strings.TrimSpace(string(content))
	}
	return found
}
