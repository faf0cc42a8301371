package facts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/kernel/cpulist"
	"millionrps/agent/internal/privileges"
)

const testdata = "../../testdata/"

func list(t *testing.T, text string) cpulist.List {
	t.Helper()
	cpus, err := cpulist.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return cpus
}

func number(n int) *int { return &n }

func TestReadDescribesTheVirtioHost(t *testing.T) {
	got, err := Read(testdata+"virtio-2cpu", nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Facts{
		HostName: "fixture", CPUModel: "AMD EPYC", CPUs: 2, OnlineCPUs: list(t, "0-1"), Cores: 2, Sockets: 1,
		NUMANodes:   []NUMANode{{0, list(t, "0-1")}},
		MemoryBytes: got.MemoryBytes, Kernel: got.Kernel, KernelVersion: got.KernelVersion, Architecture: "x86_64",
		BootID: "00000000-0000-4000-8000-000000000002", SoftirqAccountedApart: No, ClockSource: "tsc", Virtualisation: "vm-other",
		NICs: []NIC{
			{
				Name: "eth0", DefaultRoute: true, Driver: "virtio_net", MTUBytes: 1400, RxQueues: 1, TxQueues: 1, Addresses: []string{},
				Interrupts: []Interrupt{
					{37, "virtio2-config", list(t, "0-1"), list(t, "0")},
					{38, "virtio2-input.0", list(t, "0-1"), list(t, "1")},
					{39, "virtio2-output.0", list(t, "0-1"), list(t, "0")},
				},
			},
			{Name: "lo", Loopback: true, MTUBytes: 65536, RxQueues: 1, TxQueues: 1, Addresses: []string{}, Interrupts: []Interrupt{}},
		},
		Tools: []Tool{}, Privileges: []privileges.Privilege{},
		Missing: []string{"speed of eth0: the driver does not say", "firmware of eth0: the driver does not say"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.MemoryBytes < 1<<30 || !strings.HasPrefix(got.Kernel, "6.") {
		t.Errorf("memory %d bytes, kernel %q", got.MemoryBytes, got.Kernel)
	}
}

func TestReadDescribesTheENAHost(t *testing.T) {
	got, err := Read(testdata+"ena-16queue", nil)
	if err != nil {
		t.Fatal(err)
	}
	eth0 := got.NICs[0]
	interrupts := eth0.Interrupts
	eth0.Interrupts = nil
	if diff := cmp.Diff(NIC{Name: "eth0", DefaultRoute: true, Driver: "ena", MTUBytes: 9001, NUMANode: number(0), RxQueues: 16, TxQueues: 16, Addresses: []string{}}, eth0); diff != "" {
		t.Error(diff)
	}
	if len(interrupts) != 17 {
		t.Fatalf("%d interrupts, want one for management and 16 for queues", len(interrupts))
	}
	for i, want := range map[int]Interrupt{
		0:  {40, "ena-mgmnt@pci:0000:00:05.0", list(t, "0-30"), list(t, "0")},
		1:  {41, "eth0-Tx-Rx-0", list(t, "1"), list(t, "1")},
		16: {56, "eth0-Tx-Rx-15", list(t, "30"), list(t, "30")},
	} {
		if diff := cmp.Diff(want, interrupts[i]); diff != "" {
			t.Error(diff)
		}
	}
	got.NICs, got.Missing = nil, nil
	if diff := cmp.Diff(Facts{
		HostName: "ip-192-0-2-10", CPUModel: "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz",
		CPUs: 31, OnlineCPUs: list(t, "0-30"), Cores: 16, Sockets: 1, // CPU 31 is offline; its sibling 15 is a core alone
		NUMANodes:   []NUMANode{{0, list(t, "0-7,16-23")}, {1, list(t, "8-15,24-30")}},
		MemoryBytes: 64935428 * 1024, Kernel: "4.14.355-275.570.amzn2.x86_64", KernelVersion: "#1 SMP Wed Jan 1 00:00:00 UTC 2025",
		Architecture: "x86_64", BootID: "00000000-0000-4000-8000-000000000016", SoftirqAccountedApart: Yes, ClockSource: "tsc",
		Virtualisation: "amazon", InstanceType: "c6in.8xlarge", Tools: []Tool{}, Privileges: []privileges.Privilege{},
	}, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadOfAnEmptyHostSaysWhatIsMissing(t *testing.T) {
	root := t.TempDir()
	if _, err := Read(root, nil); err == nil {
		t.Error("a folder without proc was taken for a host")
	}
	if err := os.Mkdir(filepath.Join(root, "proc"), 0o755); err != nil {
		t.Fatal(err)
	}
	facts, err := Read(root, Tools{"wrk": {"no-such-program-as-this"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{
		"hostname", "osrelease", "boot_id", "clocksource", "architecture", "memory", "cpu/online", "node/online", "softirq", "CPU model",
		"virtualisation", "interfaces", "tool wrk",
	} {
		if !slices.ContainsFunc(facts.Missing, func(line string) bool { return strings.Contains(line, subject) }) {
			t.Errorf("Missing does not speak of %s: %q", subject, facts.Missing)
		}
	}
	if facts.SoftirqAccountedApart != Unknown {
		t.Errorf("SoftirqAccountedApart = %q, want unknown", facts.SoftirqAccountedApart)
	}
}

func TestReadOfThisMachineIsQuickAndComplete(t *testing.T) {
	began := time.Now()
	facts, err := Read("/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 100*time.Millisecond {
		t.Errorf("took %v, want under 100 ms", took)
	}
	if facts.HostName == "" || facts.CPUs < 1 || facts.MemoryBytes < 1<<20 || facts.Kernel == "" || facts.Architecture == "" || len(facts.NICs) == 0 {
		t.Errorf("incomplete: %+v", facts)
	}
	last := facts.NICs[len(facts.NICs)-1]
	if !last.Loopback || !slices.Contains(last.Addresses, "127.0.0.1/8") {
		t.Errorf("the last interface should be loopback with its address: %+v", last)
	}
}

func TestSoftirqAccounting(t *testing.T) {
	for name, test := range map[string]struct {
		config, commandLine string
		want                Answer
	}{
		"set":               {"CONFIG_HZ=250\nCONFIG_IRQ_TIME_ACCOUNTING=y\n", "quiet", Yes},
		"set, first line":   {"CONFIG_IRQ_TIME_ACCOUNTING=y\n", "quiet", Yes},
		"not set":           {"# CONFIG_IRQ_TIME_ACCOUNTING is not set\n", "quiet", No},
		"older than option": {"CONFIG_HZ=250\n", "", No},
		"only available":    {"CONFIG_HAVE_IRQ_TIME_ACCOUNTING=y\n", "", No},
		"switched off":      {"CONFIG_IRQ_TIME_ACCOUNTING=y\n", "quiet tsc=noirqtime panic=1", No},
		"no configuration":  {"", "", Unknown},
	} {
		root := t.TempDir()
		write(t, filepath.Join(root, "proc/cmdline"), test.commandLine+"\n")
		if test.config != "" {
			write(t, filepath.Join(root, "boot/config-6.1.0"), test.config)
		}
		if got := (&host{FS: kernel.At(root)}).softirqAccountedApart("6.1.0"); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestReadDescribesHostsOfEverySize(t *testing.T) {
	for name, test := range map[string]struct {
		root  string
		cpus  int
		cores int
		nodes int
		nics  map[string]int // name: interrupts
	}{
		"ENA, 128 CPUs": {fakeroot.ENA128(t), 128, 64, 2, map[string]int{"eth0": 17, "lo": 0}},
		"virtio":        {fakeroot.Virtio8(t), 8, 8, 1, map[string]int{"eth0": 17, "lo": 0}},
		"laptop":        {fakeroot.Laptop(t), 8, 4, 1, map[string]int{"enp2s0": 1, "wlp3s0": 4, "lo": 0}},
		"loopback only": {fakeroot.LoopbackOnly(t), 2, 2, 1, map[string]int{"lo": 0}},
	} {
		facts, err := Read(test.root, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		nics := map[string]int{}
		for _, nic := range facts.NICs {
			nics[nic.Name] = len(nic.Interrupts)
		}
		if diff := cmp.Diff(test.nics, nics); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if facts.CPUs != test.cpus || facts.Cores != test.cores || len(facts.NUMANodes) != test.nodes {
			t.Errorf("%s: %d CPUs, %d cores, %d nodes", name, facts.CPUs, facts.Cores, len(facts.NUMANodes))
		}
		for _, line := range facts.Missing {
			if strings.Contains(line, "no such file") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
