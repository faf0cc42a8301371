package privileges

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func processOf(user int, capabilities uint64) string {
	return fmt.Sprintf("Name:\tagent\nUid:\t1\t%d\t1\t1\nCapPrm:\tffffffffffffffff\nCapEff:\t%016x\nCapBnd:\tffffffffffffffff\n", user, capabilities)
}

func TestEffectiveCapabilitiesBecomePrivileges(t *testing.T) {
	for _, c := range []struct {
		name, status string
		want         []Privilege
	}{
		{"none", processOf(1000, 0), []Privilege{}},
		{"others than ours", processOf(1000, 1<<unix.CAP_SYS_ADMIN|1<<unix.CAP_CHOWN), []Privilege{}},
		{"one", processOf(1000, 1<<unix.CAP_NET_ADMIN), []Privilege{NetAdmin}},
		{"the unit's", processOf(990, 1<<unix.CAP_DAC_OVERRIDE|1<<unix.CAP_NET_ADMIN|1<<unix.CAP_SYS_NICE|1<<unix.CAP_SYS_RESOURCE),
			[]Privilege{NetAdmin, DACOverride, SysNice, SysResource}},
		{"root in a machine without systemd", processOf(0, 1<<63-1), []Privilege{NetAdmin, DACOverride, SysNice, SysResource}},
		{"nothing can be read", "", []Privilege{}},
		{"a broken line", "CapEff:\tzz\n", []Privilege{}},
	} {
		root := t.TempDir()
		write(t, root, "proc/self/status", c.status)
		if diff := cmp.Diff(c.want, Held(kernel.At(root))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestServicesNeedSystemdAndRootOrTheRule(t *testing.T) {
	const passwd = "root:x:0:0::/root:/bin/sh\nmillionrps-agent:x:990:990::/:/usr/sbin/nologin\n"
	for _, c := range []struct {
		name          string
		user          int
		systemd, rule bool
		want          bool
	}{
		{"root", 0, true, false, true},
		{"root without systemd", 0, false, false, false},
		{"the user of the rule", 990, true, true, true},
		{"that user without the rule", 990, true, false, false},
		{"another user beside the rule", 1000, true, true, false},
		{"the rule without systemd", 990, false, true, false},
	} {
		root := t.TempDir()
		write(t, root, "proc/self/status", processOf(c.user, 0))
		write(t, root, "etc/passwd", passwd)
		if c.systemd {
			write(t, root, "run/systemd/system/x", "")
		}
		if c.rule {
			write(t, root, RuleFile, "")
		}
		if got := len(Held(kernel.At(root))) == 1; got != c.want {
			t.Errorf("%s: %v", c.name, Held(kernel.At(root)))
		}
	}
}
