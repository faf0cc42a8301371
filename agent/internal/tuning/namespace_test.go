package tuning

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/installed"
	"millionrps/agent/internal/kernel"
)

// inside tells the test binary that it runs in a network namespace that it made itself.
const inside = "MILLIONRPS_TUNING_NAMESPACE"

// The kernel itself, in two network namespaces joined by a veth of four queues. The test runs its own binary in one of them; what is tuned there
// belongs to the namespace, and goes with it.
func TestARealKernelIsTunedAndPutBack(t *testing.T) {
	for name, test := range map[string]func(*testing.T, Config){
		"every setting": everySettingInside, "kills": killsInside, "an interface that vanishes": vanishingInside,
		"a small MTU": smallMTUInside, "an MTU below others": stackedMTUInside, "two agents": twoAgentsInside,
	} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv(inside) != "" {
				test(t, enter(t))
				return
			}
			namespace := joinedNamespaces(t)
			command := exec.Command(installed.Program(t, "ip"), "netns", "exec", namespace, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=2m")
			command.Env = append(os.Environ(), inside+"="+namespace)
			output, err := command.CombinedOutput()
			t.Logf("in %s: %s", namespace, output)
			if err != nil || !strings.Contains(string(output), "--- PASS: "+t.Name()) {
				t.Errorf("%v", err)
			}
		})
	}
}

// joinedNamespaces makes a pair, srv0 at 192.0.2.1 and cli0 at 192.0.2.2, and returns the server's.
func joinedNamespaces(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: network namespaces take root; run it with sudo")
	}
	program := installed.Program(t, "ip")
	ip := func(arguments ...string) error {
		output, err := exec.Command(program, arguments...).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("ip %s: %s: %w", strings.Join(arguments, " "), strings.TrimSpace(string(output)), err)
		}
		return err
	}
	suffix := fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano()%1_000_000)
	server, client := "mrps-ts-"+suffix, "mrps-tc-"+suffix
	for _, name := range []string{server, client} {
		if err := ip("netns", "add", name); err != nil {
			t.Skipf("NOT RUN: this machine lets root make no network namespace: %v", err)
		}
		t.Cleanup(func() {
			if err := ip("netns", "delete", name); err != nil {
				t.Error(err)
			}
		})
	}
	for _, arguments := range [][]string{
		{"link", "add", "srv0", "numrxqueues", "4", "numtxqueues", "4", "netns", server, "type", "veth", "peer", "name", "cli0", "numrxqueues", "4", "numtxqueues", "4", "netns", client},
		{"-n", server, "address", "add", "192.0.2.1/24", "dev", "srv0"},
		{"-n", server, "link", "set", "srv0", "up"},
		{"-n", server, "link", "set", "lo", "up"},
		{"-n", client, "link", "set", "cli0", "up"},
	} {
		if err := ip(arguments...); err != nil {
			t.Fatal(err)
		}
	}
	return server
}

// enter makes sure that the test is where it may write, and takes away what belongs to the whole machine.
func enter(t *testing.T) Config {
	t.Helper()
	h := newHost(kernel.FS{}, devices{files: rootFiles{}})
	if nics := h.nics(); !slices.Equal(nics, []string{"srv0", "lo"}) {
		t.Fatalf("this is not the namespace that was made: it has %v", nics)
	}
	for _, folder := range []string{"/proc/irq", "/proc/sys/vm", "/proc/sys/fs", "/proc/sys/kernel", "/sys/devices/system", "/sys/kernel"} {
		if err := unix.Mount(folder, folder, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mount("", folder, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
			t.Fatal(err)
		}
	}
	return Config{Root: "/", Journal: filepath.Join(t.TempDir(), "tuning.jsonl")}
}

func openReal(t *testing.T, config Config) *Tuner {
	t.Helper()
	config.Limits = &keptLimit{unix.Rlimit{Cur: 1024, Max: 4096}}
	tuner, err := Open(config)
	if err != nil {
		t.Fatal(err)
	}
	return tuner
}

// keptLimit is that of an agent that starts nothing.
type keptLimit struct{ limit unix.Rlimit }

func (k *keptLimit) OpenFiles() (unix.Rlimit, error)      { return k.limit, nil }
func (k *keptLimit) SetOpenFiles(limit unix.Rlimit) error { k.limit = limit; return nil }
