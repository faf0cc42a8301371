package tuning

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/tuning/journal"
)

func TestSysctlRules(t *testing.T) {
	for _, test := range []struct{ name, value, fault string }{
		{"net.core.somaxconn", "1", ""},
		{"net.core.somaxconn", "1048576", ""},
		{"net.core.somaxconn", " 65535\n", ""},
		{"net.core.somaxconn", "0", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "1048577", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "-1", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "0x10", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "1 2", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "00000000001", "must be a whole number from 1 to 1048576"},
		{"net.core.somaxconn", "99999999999999999999", "must be a whole number from 1 to 1048576"},
		{"net.ipv4.ip_local_port_range", "1024 65535", ""},
		{"net.ipv4.ip_local_port_range", "1024\t65535", ""},
		{"net.ipv4.ip_local_port_range", "65535 1024", "must be 2 whole numbers from 1024 to 65535, ascending"},
		{"net.ipv4.ip_local_port_range", "1024", "must be 2 whole numbers from 1024 to 65535, ascending"},
		{"net.ipv4.tcp_rmem", "4096 131072 6291456", ""},
		{"net.ipv4.tcp_rmem", "4096 131072 6291456 1", "must be 3 whole numbers from 1 to 2147483647, ascending"},
		{"net.ipv4.tcp_congestion_control", "bbr", ""},
		{"net.ipv4.tcp_congestion_control", "vegas", "must be one of cubic, reno, bbr, dctcp"},
		{"net.ipv4.tcp_congestion_control", "bbr\n", "must be one of cubic, reno, bbr, dctcp"},
	} {
		if got := sysctlRules[test.name].fault(test.value); got != test.fault {
			t.Errorf("%s=%q: %q, want %q", test.name, test.value, got, test.fault)
		}
	}
}

// Every rule lets something through, and leads to a file below /proc/sys.
func TestTheTableOfSysctls(t *testing.T) {
	h := newHost(kernel.At("/nowhere"), devices{files: rootFiles{kernel.At("/nowhere")}})
	for name, rule := range sysctlRules {
		if rule.About == "" || rule.Words == nil && (rule.Numbers < 1 || rule.Max < rule.Min || rule.Max == 0) {
			t.Errorf("%s: %+v", name, rule)
		}
		k, err := h.knob("sysctl/"+name, "")
		if err != nil || !strings.HasPrefix(k.path, "/proc/sys/") || strings.Contains(k.path, "..") {
			t.Errorf("%s: %q, %v", name, k.path, err)
		}
	}
	if len(sysctlRules) < 30 {
		t.Errorf("only %d parameters", len(sysctlRules))
	}
}

func FuzzParseJournal(f *testing.F) {
	f.Add([]byte(`{"version":1,"bootId":"b","runId":"r"}` + "\n" + `{"key":"cpu/turbo","setting":"cpuTurbo","before":"on"}` + "\n"))
	f.Add([]byte(`{"version":2}` + "\n"))
	f.Add([]byte("\n\n{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "tuning.jsonl")
		must(t, os.WriteFile(file, text, 0o600))
		taken, _ := journal.Read(file, "", endsWithAgent, func() {})
		if taken.Alarm != nil && !strings.Contains(taken.Alarm.Error(), "it") {
			t.Errorf("%v is no sentence", taken.Alarm)
		}
		h := newHost(kernel.At("/nowhere"), devices{files: rootFiles{kernel.At("/nowhere")}, driver: noDriver})
		for _, e := range taken.Entries {
			k, err := h.knob(e.Key, e.Note)
			if err == nil && strings.Contains(k.path, "..") {
				t.Errorf("%q leads to %s", e.Key, k.path)
			}
		}
	})
}
