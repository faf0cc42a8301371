package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/fakeroot"
)

// madeUp is a made-up host with 16 queues and 128 CPUs, and a data folder for it.
type madeUp struct {
	t                  *testing.T
	root, data, tuning string
}

func newMadeUp(t *testing.T) *madeUp {
	t.Helper()
	return &madeUp{t, fakeroot.ENA128(t), filepath.Join(t.TempDir(), "data"), madeUpTuning}
}

const madeUpTuning = `{"nic": "eth0", "interruptAffinity": {"cpus": "64-79", "spread": "one-to-one"}, "packetSteering": {"cpus": "0-63"},
  "flowSteering": {"entries": 32768}, "transmitSteering": {"cpus": "all", "spread": "all"}, "mtuBytes": 1500,
  "sysctls": [{"name": "net.core.somaxconn", "value": "65535"}], "cpuGovernor": "performance"}`

// command is a faulty agent on the made-up host, with the tuning on stdin.
func (m *madeUp) command(arguments ...string) *exec.Cmd {
	command := exec.Command(faultyBinary, arguments...)
	command.Env = append(os.Environ(), "MILLIONRPS_HOST_ROOT="+m.root)
	command.Stdin = strings.NewReader(m.tuning)
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command
}

// say runs an agent to its end.
func (m *madeUp) say(arguments ...string) (stdout, stderr string, status int) {
	m.t.Helper()
	return say(m.t, m.command(arguments...))
}

func say(t *testing.T, command *exec.Cmd) (stdout, stderr string, status int) {
	t.Helper()
	var out, errors bytes.Buffer
	command.Stdout, command.Stderr = &out, &errors
	_ = command.Run()
	return out.String(), errors.String(), command.ProcessState.ExitCode()
}

// files are the contents of everything below the root.
func (m *madeUp) files() map[string]string {
	m.t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(m.root, func(path string, entry os.DirEntry, err error) error {
		// A lock is of whoever tries, and no part of the host.
		if err != nil || !entry.Type().IsRegular() || strings.HasSuffix(path, "-lock") {
			return err
		}
		content, err := os.ReadFile(path)
		found[path] = strings.TrimSpace(string(content))
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return found
}

var applied = regexp.MustCompile(`applied at position (\d+)`)

// apply tunes the host until the caller ends the process.
func (m *madeUp) apply() (process *exec.Cmd, position int) {
	m.t.Helper()
	process = m.command("lab-apply", "--tuning", "-", "--data", m.data)
	stdout, err := process.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = process.Process.Kill(); _ = process.Wait() })
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if found := applied.FindStringSubmatch(lines.Text()); found != nil {
			position, _ = strconv.Atoi(found[1])
			go func() { _, _ = io.Copy(io.Discard, stdout) }()
			return process, position
		}
	}
	m.t.Fatal("nothing was applied")
	return nil, 0
}

func TestAPlanShowsWhatWouldChangeAndTouchesNothing(t *testing.T) {
	m := newMadeUp(t)
	before := m.files()
	stdout, stderr, status := m.say("plan", "--tuning", "-")
	for _, words := range []string{"KEY ", "NOW ", "TO BE WRITTEN", "nic/eth0/rx-15/rps_cpus", "sysctl/net.core.somaxconn", "65535", "Nothing was touched."} {
		if !strings.Contains(stdout, words) {
			t.Errorf("it does not say %q:\n%s%s", words, stdout, stderr)
		}
	}
	if status != 0 {
		t.Errorf("exit status %d", status)
	}
	stdout, _, _ = m.say("plan", "--tuning", "-", "--json", "--target-cpus", "last 64")
	var plan contract.TuningPlan
	if err := json.Unmarshal([]byte(stdout), &plan); err != nil || plan.TargetCpus == nil || *plan.TargetCpus != "64-127" || len(plan.Changes) < 64 {
		t.Errorf("%v, %.300s", err, stdout)
	}
	if !maps.Equal(m.files(), before) {
		t.Error("it touched something")
	}
}

func TestAPlanThatCannotBeIsRefusedInOneSentence(t *testing.T) {
	m := newMadeUp(t)
	for _, c := range []struct {
		tuning string
		flags  []string
		status int
		words  string
	}{
		{`{"interruptAffinity": {"cpus": "200", "spread": "all"}}`, nil, 1, "There is no CPU 200 on this host"},
		{`{"interruptAffinity": {"cpus": "", "spread": "all"}}`, nil, 1, "empty"},
		{`{"sysctls": [{"name": "kernel.panic", "value": "1"}]}`, nil, 1, "kernel.panic"},
		{`{"nic": "eth9", "mtuBytes": 9000}`, nil, 1, "eth9"},
		{`{"packetStering": null}`, nil, 1, `unknown field "packetStering"; there are busyPolling, cpuGovernor, `},
		{`{"sysctls": {"net.core.somaxconn": "1"}}`, nil, 1, `stdin is no tuning: sysctls must be a list of {"name", "value"}, not an object`},
		{`{"mtuBytes": 100}`, nil, 1, "576 to 65535"},
		{`{} {}`, nil, 1, "follows"},
		{`not JSON`, nil, 1, "is no tuning"},
		{`{}`, []string{"--target-cpus", "last 200"}, 1, "last 200"},
		{`{}`, []string{"--address", "here"}, 1, `"here" is no IP address`},
		{`{}`, []string{"--colour"}, 2, "colour"},
		{`{}`, []string{"more"}, 2, `unexpected argument "more"`},
	} {
		command := m.command(append([]string{"plan", "--tuning", "-"}, c.flags...)...)
		command.Stdin = strings.NewReader(c.tuning)
		stdout, stderr, status := say(t, command)
		if status != c.status || !strings.Contains(stderr, c.words) || strings.Count(stderr, "\n") != 1 || stdout != "" {
			t.Errorf("%s %v: exit status %d, %q, %q", c.tuning, c.flags, status, stdout, stderr)
		}
	}
}

func TestASnapshotShowsTheStateOfTheHost(t *testing.T) {
	m := newMadeUp(t)
	stdout, _, status := m.say("snapshot")
	if status != 0 || !strings.Contains(stdout, "sysctl/net.core.somaxconn = ") || !strings.Contains(stdout, "nic/eth0/rx-0/rps_cpus = ") {
		t.Errorf("exit status %d:\n%.500s", status, stdout)
	}
	stdout, _, _ = m.say("snapshot", "--json")
	var snapshot struct {
		TakenAtUs int64
		Values    map[string]string
	}
	if err := json.Unmarshal([]byte(stdout), &snapshot); err != nil || snapshot.TakenAtUs == 0 || len(snapshot.Values) < 50 {
		t.Errorf("%v, %.300s", err, stdout)
	}
}

func TestWhatAnAgentThatIsGoneChangedIsPutBackByHand(t *testing.T) {
	m := newMadeUp(t)
	before := m.files()
	process, _ := m.apply()
	if maps.Equal(m.files(), before) {
		t.Fatal("nothing was applied")
	}
	if _, stderr, status := m.say("restore", "--data", m.data); status != 1 || !strings.Contains(stderr, "an agent runs on") {
		t.Errorf("while it runs: exit status %d, %q", status, stderr)
	}
	_ = process.Process.Kill()
	_ = process.Wait()
	stdout, stderr, status := m.say("restore", "--data", m.data)
	if status != 0 || !strings.Contains(stdout, "Everything that run") || !strings.Contains(stdout, "nic/eth0/irq/eth0-Tx-Rx-3/affinity") {
		t.Errorf("exit status %d:\n%s%s", status, stdout, stderr)
	}
	if !maps.Equal(m.files(), before) {
		t.Error("the host is not as it was")
	}
	if stdout, _, status := m.say("restore", "--data", m.data); status != 0 || stdout != "There is nothing to put back.\n" {
		t.Errorf("once more: exit status %d, %q", status, stdout)
	}
}

// What a dead agent has left would be kept as the host's own by another one, and stay for good.
func TestNoOtherAgentTunesAHostThatAKilledOneHasNotPutBack(t *testing.T) {
	one := newMadeUp(t)
	before := one.files()
	other := &madeUp{t, one.root, filepath.Join(t.TempDir(), "data"), `{"nic": "eth0", "mtuBytes": 1400}`}
	refused := func(words string) {
		t.Helper()
		if stdout, stderr, status := other.say("lab-apply", "--tuning", "-", "--data", other.data); status != 1 || !strings.Contains(stderr, words) {
			t.Errorf("exit status %d:\n%.500s%s", status, stdout, stderr)
		}
	}
	process, _ := one.apply()
	tuned := one.files()
	refused("another agent on this host holds a tuning of its own")
	_ = process.Process.Kill()
	_ = process.Wait()
	refused(" restore --data " + one.data)
	if !maps.Equal(one.files(), tuned) {
		t.Error("the other one changed something")
	}
	if _, stderr, status := one.say("restore", "--data", one.data); status != 0 {
		t.Errorf("exit status %d, %s", status, stderr)
	}
	process, _ = other.apply()
	_ = process.Process.Signal(syscall.SIGTERM)
	_ = process.Wait()
	if !maps.Equal(one.files(), before) {
		t.Error("the host is not as it was")
	}
}

func TestAHostThatStaysDifferentIsToldAndCanBeVouchedFor(t *testing.T) {
	m := newMadeUp(t)
	process, _ := m.apply()
	_ = process.Process.Kill()
	_ = process.Wait()
	mtu := filepath.Join(m.root, "sys/class/net/eth0/mtu")
	if err := os.RemoveAll(mtu); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(mtu, 0o700); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, status := m.say("restore", "--data", m.data)
	if status != 1 || !strings.Contains(stdout, "DIFFERS") || !strings.Contains(stderr, "--accept-present") {
		t.Errorf("exit status %d:\n%s%s", status, stdout, stderr)
	}
	if stdout, _, status := m.say("restore", "--data", m.data, "--accept-present"); status != 0 || !strings.Contains(stdout, "taken as it is") {
		t.Errorf("exit status %d:\n%s", status, stdout)
	}
	if stdout, _, _ := m.say("restore", "--data", m.data); !strings.Contains(stdout, "nothing to put back") {
		t.Error(stdout)
	}
}

func TestRestoreTakesNoFolderForAnAgents(t *testing.T) {
	empty := t.TempDir()
	_, stderr, status := say(t, exec.Command(agentBinary, "restore", "--data", empty))
	if status != 1 || !strings.Contains(stderr, "not the data folder of an agent") {
		t.Errorf("exit status %d, %q", status, stderr)
	}
	if made, _ := os.ReadDir(empty); len(made) != 0 {
		t.Errorf("it made %v", made)
	}
	if _, stderr, status := say(t, exec.Command(agentBinary, "restore")); status != 2 || !strings.Contains(stderr, "--data is missing") {
		t.Errorf("exit status %d, %q", status, stderr)
	}
	api := apitest.New(t)
	data := t.TempDir()
	start(t, api, data, fakeTool(t, "true"))
	api.Hellos(1)
	if _, stderr, status := say(t, exec.Command(agentBinary, "restore", "--data", data)); status != 1 || !strings.Contains(stderr, "stop that agent first") {
		t.Errorf("exit status %d, %q", status, stderr)
	}
}

// An agent killed at some places of a tuning and its end: restoring by hand leaves the made-up host as it was. The tuner's own tests go
// through every place.
func TestATuningThatIsKilledAnywhereIsPutBackByHand(t *testing.T) {
	m := newMadeUp(t)
	before := m.files()
	process, position := m.apply()
	_ = process.Process.Signal(syscall.SIGTERM)
	_ = process.Wait()
	if status := process.ProcessState.ExitCode(); status != 0 || !maps.Equal(m.files(), before) {
		t.Fatalf("told to end, it ended with %d", status)
	}
	tried := 0
	for at := 1; at <= position; at += max(1, position/12) {
		command := m.command("lab-apply", "--tuning", "-", "--data", m.data)
		command.Env = append(command.Env, "MILLIONRPS_CRASH_AT="+strconv.Itoa(at))
		if _, _, status := say(t, command); status != -1 {
			t.Fatalf("at position %d of %d it was not killed: exit status %d", at, position, status)
		}
		if stdout, stderr, status := m.say("restore", "--data", m.data); status != 0 || !maps.Equal(m.files(), before) {
			t.Fatalf("killed at position %d of %d, exit status %d:\n%s%s", at, position, status, stdout, stderr)
		}
		tried++
	}
	t.Logf("killed at %d of %d positions", tried, position)
}

func TestTheAgentThatPeopleInstallCannotBeToldToCrash(t *testing.T) {
	for _, words := range []string{"MILLIONRPS_CRASH_AT", "MILLIONRPS_HOST_ROOT", "lab-apply"} {
		for path, want := range map[string]bool{agentBinary: false, faultyBinary: true} {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(content, []byte(words)) != want {
				t.Errorf("%s contains %s: %t", filepath.Base(path), words, !want)
			}
		}
	}
}
