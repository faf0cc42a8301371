package main

import (
	"encoding/base64"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

func TestACredentialIsPrivateAndServesTheNextLife(t *testing.T) {
	api := apitest.New(t)
	data := filepath.Join(t.TempDir(), "data")
	first := start(t, api, data)
	api.Hellos(1)
	for path, want := range map[string]os.FileMode{"": 0o700, "credential.json": 0o600} {
		info, err := os.Stat(filepath.Join(data, path))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q has the mode %v, want %v (%v)", path, info.Mode().Perm(), want, err)
		}
	}
	first.kill()
	start(t, api, data, "--join-token", "")
	api.Hellos(2)
	if joins := api.Calls("join"); joins != 1 {
		t.Errorf("joined %d times", joins)
	}
}

func TestARevokedAgentWithATokenLetsGoAndJoinsAnew(t *testing.T) {
	api := apitest.New(t)
	pidFile := filepath.Join(t.TempDir(), "pid")
	start(t, api, t.TempDir(), fakeTool(t, "echo $$ > "+pidFile+"; exec sleep 60"))
	api.Hellos(1)
	b := newBench(t, api)
	drive := b.drive(b.startTarget(), contract.Measure, 60)
	toolPID := pidIn(t, pidFile)
	api.Revoke("credential-2")
	api.Hellos(2)
	mustHaveEnded(t, "the tool", toolPID)
	if outcome := b.Outcome(drive); outcome.Status != contract.OutcomeStatusInterrupted || outcome.Failure.Code != "lease-lost" {
		t.Errorf("the step is %+v", outcome)
	}
	if joins := api.Calls("join"); joins != 2 {
		t.Errorf("joined %d times", joins)
	}
}

func TestARevokedAgentWithoutATokenDoesNotSpin(t *testing.T) {
	api := apitest.New(t)
	data := t.TempDir()
	start(t, api, data).killAfter(func() { api.Hellos(1) })
	agent := start(t, api, data, "--join-token", "")
	api.Hellos(2)
	api.Revoke("credential-2")
	deadline := time.Now().Add(10 * time.Second)
	for !strings.Contains(agent.log.String(), "create a join token on the hosts page") {
		if time.Now().After(deadline) {
			t.Fatal("no sentence says what to do")
		}
		time.Sleep(5 * time.Millisecond)
	}
	before := api.Calls("heartbeat") + api.Calls("poll") + api.Calls("reports")
	time.Sleep(time.Second)
	if calls := api.Calls("heartbeat") + api.Calls("poll") + api.Calls("reports") - before; calls > 3 {
		t.Errorf("%d calls in a second after it was turned away", calls)
	}
}

func TestMistakesAreOneSentence(t *testing.T) {
	server := httptest.NewServer(nil)
	defer server.Close()
	mistaken := filepath.Join(t.TempDir(), "agent.json")
	if err := os.WriteFile(mistaken, []byte(`{"nics": {"eth0": {"speed": 5}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		arguments []string
		status    int
		sentence  string
	}{
		{"no command", nil, 2, "name a command"},
		{"unknown command", []string{"walk"}, 2, `there is no command "walk"`},
		{"no url", []string{"run", "--data", "x"}, 2, "--url is missing"},
		{"a url of another kind", []string{"run", "--url", "ftp://x", "--data", "x"}, 2, "--url must be"},
		{"no data folder", []string{"run", "--url", server.URL}, 2, "--data is missing"},
		{"an unknown flag", []string{"run", "--fast"}, 2, "fast"},
		{"an unknown tool", []string{"run", "--tool", "ab=/usr/bin/ab"}, 2, `"ab" is not a load generator`},
		{"a tool by a relative path", []string{"run", "--tool", "autocannon=autocannon"}, 2, "absolute"},
		{"an unknown service", []string{"run", "--backend", "mysql=/usr/bin"}, 2, `"mysql" is no service; there is postgresql and cache`},
		{"a service by a relative path", []string{"run", "--backend", "cache=redis"}, 2, `the path of cache must be absolute, not "redis"`},
		{"a configuration file that is not there", []string{"run", "--url", server.URL, "--data", "x", "--config", "/no/such.json"}, 2, "the configuration file cannot be read"},
		{"a mistake in the configuration file", []string{"run", "--url", server.URL, "--data", "x", "--config", mistaken}, 2, "has the unknown field nics.eth0.speed; known fields: nics.eth0.bandwidthBitsPerSecond"},
		{"the doctor with an unknown flag", []string{"doctor", "--fast"}, 2, "fast"},
		{"the doctor with a url of another kind", []string{"doctor", "--url", "ftp://x"}, 2, "--url must be"},
		{"the doctor with an argument", []string{"doctor", "eth0"}, 2, `unexpected argument "eth0"`},
		{"a data folder that is a file", []string{"run", "--url", server.URL, "--data", agentBinary}, 1, "the data folder cannot be made"},
	} {
		t.Run(c.name, func(t *testing.T) {
			command := exec.Command(agentBinary, c.arguments...)
			output, _ := command.CombinedOutput()
			if command.ProcessState.ExitCode() != c.status || !strings.Contains(string(output), c.sentence) {
				t.Errorf("exit status %d: %s", command.ProcessState.ExitCode(), output)
			}
			if strings.Count(strings.TrimSpace(string(output)), "\n") > 0 {
				t.Errorf("more than a sentence:\n%s", output)
			}
		})
	}
}

func TestTwoAgentsNeverShareADataFolder(t *testing.T) {
	api := apitest.New(t)
	data := t.TempDir()
	start(t, api, data)
	api.Hellos(1)
	second := start(t, api, data)
	if code := second.end(); code != 1 || !strings.Contains(second.log.String(), "another agent uses the data folder") {
		t.Errorf("exit status %d: %s", code, second.log)
	}
}

func TestADamagedCredentialIsReplacedWhereAJoinTokenIsGiven(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "torn": `{"hostId":"h`, "without a secret": `{"hostId":"h","agentId":"a"}`} {
		t.Run(name, func(t *testing.T) {
			api := apitest.New(t)
			data := t.TempDir()
			file := filepath.Join(data, "credential.json")
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			start(t, api, data)
			api.Hellos(1)
			if joins := api.Calls("join"); joins != 1 {
				t.Errorf("joined %d times", joins)
			}
			if kept, err := os.ReadFile(file); err != nil || !strings.Contains(string(kept), "credential-") {
				t.Errorf("what is kept is %q (%v)", kept, err)
			}
		})
	}
}

func TestTheAPIIsKnownByItsKeyAndTheKeyIsKept(t *testing.T) {
	api, key := apitest.NewTLS(t)
	data := t.TempDir()
	fingerprint := "sha256//" + base64.StdEncoding.EncodeToString(key[:])
	start(t, api, data, "--fingerprint", fingerprint).killAfter(func() { api.Hellos(1) })
	start(t, api, data).killAfter(func() { api.Hellos(2) })
	doctor := exec.Command(agentBinary, "doctor", "--url", api.URL, "--data", data)
	if output, err := doctor.CombinedOutput(); err != nil || !strings.Contains(string(output), "clock") || strings.Contains(string(output), "does not answer as it should") {
		t.Errorf("%v\n%s", err, output)
	}
	forgetful := start(t, api, data, "--fingerprint", "none")
	mustLog(t, forgetful, "certificate signed by unknown authority")
}

func TestAJoinTokenIsNotToldToWhoHasAnotherKey(t *testing.T) {
	api, key := apitest.NewTLS(t)
	key[0]++
	agent := start(t, api, t.TempDir(), "--fingerprint", "sha256//"+base64.StdEncoding.EncodeToString(key[:]))
	mustLog(t, agent, "not the one that was pinned")
	if joins := api.Calls("join"); joins != 0 {
		t.Errorf("asked to join %d times", joins)
	}
}

func TestAJoinTokenDoesNotTravelInTheClear(t *testing.T) {
	api := apitest.New(t)
	agent := start(t, api, t.TempDir(), "--url", "http://192.0.2.1:3000")
	if code := agent.end(); code != 1 || !strings.Contains(agent.log.String(), "the join token is not sent to http://192.0.2.1:3000 in the clear") {
		t.Errorf("status %d: %s", code, agent.log)
	}
	insists := start(t, api, t.TempDir(), "--url", "http://192.0.2.1:3000", "--insecure-http")
	mustLog(t, insists, "the API did not take it; trying again")
}

func mustLog(t *testing.T, agent *life, line string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(agent.log.String(), line); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not say %q", line)
		}
	}
	agent.kill()
}
