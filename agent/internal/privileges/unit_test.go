package privileges

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const unitFile = "../../systemd/millionrps-agent.service"

// options are those of a unit file, by their names; a name that stands twice has both values.
func options(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			found[name] = append(found[name], value)
		}
	}
	return found
}

func TestTheUnitGrantsTheseCapabilitiesAndNoOther(t *testing.T) {
	unit := options(t, unitFile)
	want := []string{}
	for _, capability := range Capabilities {
		want = append(want, capability.Name)
	}
	slices.Sort(want)
	for _, name := range []string{"AmbientCapabilities", "CapabilityBoundingSet"} {
		granted := strings.Fields(strings.Join(unit[name], " "))
		slices.Sort(granted)
		if diff := cmp.Diff(want, granted); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestTheUnitLetsTheAgentTuneAndLittleElse(t *testing.T) {
	unit := options(t, unitFile)
	for name, want := range map[string]string{
		"User": RuleUser, "ProtectKernelTunables": "no", "PrivateNetwork": "no", "ProtectProc": "default", "NoNewPrivileges": "yes",
		"ProtectSystem": "strict", "ProtectHome": "yes", "StateDirectoryMode": "0700", "KillMode": "mixed", "RuntimeDirectoryPreserve": "yes", "Restart": "always",
		"SystemCallFilter": "@system-service perf_event_open",
	} {
		if diff := cmp.Diff([]string{want}, unit[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// With CAP_DAC_OVERRIDE, whoever is the agent's user could have any of them start programs as root.
	closed := strings.Fields(strings.Join(unit["InaccessiblePaths"], " "))
	for _, path := range []string{"-/run/systemd/private", "-/run/docker.sock", "-/run/containerd", "-/run/podman", "-/etc/shadow"} {
		if !slices.Contains(closed, path) {
			t.Errorf("%s is open to the agent", path)
		}
	}
	if start := unit["ExecStart"]; len(start) != 1 || !strings.Contains(start[0], "--data /var/lib/"+unit["StateDirectory"][0]) {
		t.Errorf("the data folder is not the state folder: %s", start)
	}
	sysusers, err := os.ReadFile("../../systemd/millionrps-agent.sysusers.conf")
	if err != nil || !strings.HasPrefix(string(sysusers), "u "+RuleUser+" ") {
		t.Errorf("the user of the unit is not made: %s %v", sysusers, err)
	}
}

// systemd knows each option and value; what it cannot find here is the program itself.
func TestSystemdTakesTheUnit(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed; the unit was read without it")
	}
	text, err := os.ReadFile(unitFile)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(unit string) string {
		path := filepath.Join(t.TempDir(), filepath.Base(unitFile))
		if err := os.WriteFile(path, []byte(unit), 0o644); err != nil {
			t.Fatal(err)
		}
		output, err := exec.Command(analyze, "--man=no", "verify", path).CombinedOutput()
		if err != nil {
			return string(output) + err.Error()
		}
		// Other units of the machine, which it loads too, are not ours to judge.
		complaints := ""
		for line := range strings.Lines(string(output)) {
			if strings.Contains(line, filepath.Base(unitFile)) {
				complaints += line
			}
		}
		return complaints
	}
	unit := strings.Replace(string(text), "/usr/local/lib/millionrps-agent/agent keep", "/bin/true keep", 1)
	if complaints := verify(unit); complaints != "" {
		t.Error(complaints)
	}
	if verify(strings.Replace(unit, "KillMode=mixed", "KillMode=softly", 1)) == "" {
		t.Error("a value that systemd does not know was taken")
	}
}
