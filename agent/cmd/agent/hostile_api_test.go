package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/sealing"
)

// besieged is a real agent on a made-up host whose API was taken over.
type besieged struct {
	*bench
	agent *life
	host  *madeUp
	lure  lure
	data  string
	// visits counts connections to an address that the host's file does not have.
	visits atomic.Int64
	sent   int
	// argv takes the words that the named target and the load tools were started with.
	argv   string
	before map[string]string
}

const secretText = "only-this-host-knows-it"

// besiege plants what a hostile API would like to reach, and starts an agent whose file allows one target, one port and one secret.
func besiege(t *testing.T) *besieged {
	t.Helper()
	folder := t.TempDir()
	s := &besieged{data: t.TempDir(), argv: filepath.Join(t.TempDir(), "argv"), host: &madeUp{t: t, root: fakeroot.ENA(t, 16)}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			socket, err := listener.Accept()
			if err != nil {
				return
			}
			s.visits.Add(1)
			socket.Close()
		}
	}()
	s.lure = lure{folder: folder, program: filepath.Join(folder, "program"), secret: filepath.Join(folder, "secret"), address: listener.Addr().String()}
	for path, text := range map[string]string{s.lure.program: "#!/bin/sh\ntouch " + folder + "/started\n", s.lure.secret: secretText + "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	port := freePort(t)
	recorder := func(name, then string) string {
		path := filepath.Join(t.TempDir(), name)
		text := fmt.Sprintf("#!/bin/sh\nfor w in \"$@\"; do printf '%%s\\0' \"$w\" >>%s; done\n%s\n", s.argv, then)
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	named := recorder("named", fmt.Sprintf("exec %s --host 127.0.0.1 --port %d", serverBinary, port))
	file := config(t, map[string]any{
		"targets": map[string]any{"named": map[string]any{
			"argv": []string{named, "{{level}}"}, "port": port, "healthPath": "/health", "parameters": map[string]any{"level": map[string]any{"values": []string{"low", "high"}}},
		}},
		"listeningPorts": []int{port}, "loadDestinations": []string{}, "addresses": []string{"http://127.0.0.1:1"},
		"secrets": map[string]any{"token": map[string]any{"file": writeSecret(t)}},
	})
	autocannon := "--tool=autocannon=" + recorder("autocannon", `case "$*" in *--version*) echo 'autocannon v9.0.0';; *) cat `+sample(t)+`;; esac`)
	wrk := "--tool=wrk=" + recorder("wrk", `case "$*" in *-v*) echo 'wrk 4.2.0 [epoll] Copyright (C) 2012 Will Glozer';; esac`)
	api := apitest.New(t)
	s.agent = startOnMadeUp(t, api, s.host.root, s.data, nil, file, autocannon, wrk)
	api.Hellos(1)
	api.FileBody("a")
	s.bench = newBench(t, api)
	s.before = s.host.files()
	return s
}

func writeSecret(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte("Bearer a-token-of-this-host\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Honest values of the commands, all of whose fields are there at least once. Which of them succeed does not matter: those that do are attacked
// where they are carried out, too.
const (
	references = `{"kind": "reference", "framework": "nethttp", "prefork": false, "workers": 1, "pick": "local", "port": null, "tls": false, "database": null, "cache": null, "downstream": null}`
	services   = `{"kind": "reference", "framework": "fiber", "prefork": true, "workers": 1, "pick": "locked", "port": 18080, "tls": true,
		"database": {"poolSize": 2, "prepared": true, "batch": 1, "synchronousCommit": true}, "cache": {"poolSize": 2},
		"downstream": {"timeoutMs": 100, "retries": 1, "failPercent": 1, "delayMs": 1}}`
	simplyNamed  = `{"kind": "named", "name": "named", "tls": false, "parameters": []}`
	namedTargets = `{"kind": "named", "name": "named", "tls": false, "parameters": [{"name": "level", "value": "high"}], "revision": "0123456789012345678901234567890123456789"}`
	listenings   = `{"kind": "listening", "port": 18081, "tls": false}`
	externals    = `{"kind": "external", "origin": "http://127.0.0.1:1"}`

	fullTuning = `{"nic": "eth0", "interruptAffinity": {"cpus": "8-15", "spread": "one-to-one"}, "interruptCoalescing": {"adaptiveRx": false, "adaptiveTx": false, "rxFrames": 8, "rxUs": 8,
		"txFrames": 8, "txUs": 8}, "packetSteering": {"cpus": "0-7"}, "flowSteering": {"entries": 32768}, "transmitSteering": {"cpus": "all", "spread": "all"}, "mtuBytes": 1500,
		"nicQueues": 8, "offloads": {"gro": true, "gso": true, "lro": false, "tso": true}, "busyPolling": {"pollUs": 50, "readUs": 50},
		"sysctls": [{"name": "net.core.somaxconn", "value": "65535"}], "stopServices": ["irqbalance"], "cpuGovernor": "performance", "cpuTurbo": false,
		"transparentHugePages": "never", "openFilesLimit": 4096}`

	closedLoad = `{"loop": "closed", "connections": 2, "pipelining": 1}`
	openLoad   = `{"loop": "open", "requestsPerSecond": 10, "arrivals": "poisson", "connections": 2}`

	asked = `"requests": [
		{"method": "POST", "path": "/simple", "weight": 1, "headers": [{"name": "X-A", "value": "b", "secret": null}, {"name": "Authorization", "value": null, "secret": "token"}],
			"body": {"kind": "text", "text": "a {{n}}"}, "expect": {"status": 200, "bytes": 1, "sha256": "0000000000000000000000000000000000000000000000000000000000000000", "contains": "a"}},
		{"method": "PUT", "path": "/simple", "weight": 1, "headers": [], "body": {"kind": "base64", "base64": "YQ=="}, "expect": {"status": null, "bytes": null, "sha256": null, "contains": null}},
		{"method": "PUT", "path": "/simple", "weight": 1, "headers": [], "expect": {"status": null, "bytes": null, "sha256": null, "contains": null},
			"body": {"kind": "file", "fileName": "a", "sizeBytes": 1, "sha256": "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}}],
		"variables": [{"kind": "counter", "name": "n", "from": 1}, {"kind": "random", "name": "r", "least": 1, "most": 2}, {"kind": "sample", "name": "s", "values": ["a"], "order": "in turn"}],
		"seed": 1, "decompress": true, "protocol": "http/1.1", "tls": {"verify": "any", "serverName": "a.example", "resume": true}, "cookies": true, "trustedCertificate": "a"`
	plain = `"requests": [{"method": "GET", "path": "/simple", "weight": 1, "headers": [], "body": null, "expect": {"status": null, "bytes": null, "sha256": null, "contains": null}}],
		"variables": [], "seed": 1, "decompress": false, "protocol": "http/1.1", "tls": null, "cookies": false, "trustedCertificate": null`
)

// honest are bodies of each type of command, the plainest first.
func (s *besieged) honest(url string) map[string][]map[string]any {
	head := fmt.Sprintf(`"commandId": "c", "runId": %q`, s.runID)
	lease := fmt.Sprintf(`{"runId": %q, "ttlMs": 60000, "guardMs": 15000}`, s.runID)
	all := map[string][]map[string]any{}
	add := func(kind, format string, values ...any) {
		all[kind] = append(all[kind], parsed(s.t, fmt.Sprintf(`{%s, "type": %q%s}`, head, kind, fmt.Sprintf(format, values...))))
	}
	for _, target := range []string{references, simplyNamed, services, namedTargets, listenings, externals} {
		add("prepare", `, "lease": %s, "roles": ["server", "client", "backend"], "target": %s, "listen": "127.0.0.1", "backendAddress": "127.0.0.1", "tool": "autocannon",
			"targetCpus": "0", "toolCpus": "0", "samplesPerSecond": 1, "secrets": ["token"]`, lease, target)
		add("start-target", `, "target": %s, "cpus": "0", "listen": "127.0.0.1", "backends": null`, target)
		add("start-backends", `, "target": %s, "address": "127.0.0.1", "needs": {"databaseConnections": 2, "publicKey": "a"}`, target)
	}
	add("start-target", `, "target": %s, "cpus": null, "listen": "127.0.0.1", "backends": {"database": "postgres://a@127.0.0.1:1/postgres", "cache": "redis://a@127.0.0.1:1",
		"downstream": "http://127.0.0.1:1/simple", "sealed": "a"}`, references)
	add("apply-tuning", `, "tuning": %s, "targetCpus": "0-3", "address": "127.0.0.1"`, fullTuning)
	for _, what := range []struct{ requests, startAt, perConnection, profiles string }{{plain, "null", "null", "[]"}, {asked, "1", "10", `["heap"]`}} {
		requests, startAt := what.requests, what.startAt
		add("preflight", `, "url": %q, %s`, url, requests)
		for _, load := range [][2]string{{"autocannon", closedLoad}, {"wrk", openLoad}} {
			add("drive-load", `, "url": %q, %s, "stepIndex": 0, "phase": "measure", "tool": %q, "toolWorkers": 1, "toolCpus": "0", "clientIndex": 0, "clientCount": 1, "requestsPerConnection": %s,
				"share": %s, "durationSeconds": 1, "startAtUs": %s, "profiles": %s`, url, requests, load[0], what.perConnection, load[1], startAt, what.profiles)
		}
	}
	add("open-window", `, "durationSeconds": 1, "profiles": ["goroutine"]`)
	for _, kind := range []string{"close-window", "stop", "restore"} {
		add(kind, "")
	}
	return all
}

// An API that was taken over can ask for anything in any field: nothing that the host's file does not allow is written, read, started or loaded, and
// the agent goes on working for whoever asks honestly.
func TestNoFieldOfACommandLeadsAnAgentBeyondItsHostsFile(t *testing.T) {
	s := besiege(t)
	attacked := map[string]map[string]bool{}
	began := time.Now()
	for _, kind := range []string{"apply-tuning", "start-backends", "preflight", "drive-load", "open-window", "close-window", "start-target", "prepare", "stop", "restore"} {
		attacked[kind] = map[string]bool{}
		bodies := s.honest(s.standing())[kind]
		for i, body := range bodies {
			outcome := s.Outcome(s.Issue(body))
			if i == 0 && kind != "start-backends" && outcome.Status != contract.OutcomeStatusSucceeded {
				t.Errorf("the honest %s would not even be carried out: %s", kind, outcome.Failure.Sentence)
			}
			s.attack(body, attacked[kind])
		}
		s.wantUnharmed(kind)
		t.Logf("%s: %d places, %d commands, after %s", kind, len(attacked[kind]), s.sent, time.Since(began).Round(time.Millisecond))
		s.mustSucceed(s.restore())
		s.bench = newBench(t, s.API)
	}
	wantEveryPlaceAttacked(t, reflect.TypeFor[contract.Command](), attacked)
	s.mustSucceed(s.drive(s.standing(), contract.Measure, 1))
	s.mustSucceed(s.stop())
	s.mustSucceed(s.restore())
	s.wantAsBefore()
}

func TestNoFieldOfAHostTaskLeadsAnAgentBeyondItsHostsFile(t *testing.T) {
	s := besiege(t)
	attacked := map[string]map[string]bool{}
	for _, text := range []string{
		`{"type": "plan", "request": {"tuning": ` + fullTuning + `, "targetCpus": "0-3", "address": "127.0.0.1"}}`,
		`{"type": "list-revisions", "request": {"target": "named", "most": 10}}`, `{"type": "restore", "acceptPresent": false}`,
		`{"type": "upgrade", "agentSha256": "a", "serverSha256": "a"}`, `{"type": "snapshot"}`, `{"type": "doctor"}`,
	} {
		body := parsed(t, text)
		kind := body["type"].(string)
		// The agent answers none without an id of its own.
		attacked[kind] = map[string]bool{".taskId": true}
		var waiting []string
		wait := func() {
			for _, id := range waiting {
				s.Answer(id)
			}
			waiting = nil
		}
		s.lure.attacked(body, attacked[kind], func(_ string, body map[string]any) {
			if waiting = append(waiting, s.Ask(body)); len(waiting) == 20 {
				wait()
			}
		})
		wait()
		s.wantUnharmed(kind)
	}
	wantEveryPlaceAttacked(t, reflect.TypeFor[contract.HostTask](), attacked)
	s.mustSucceed(s.drive(s.standing(), contract.Measure, 1))
	s.mustSucceed(s.stop())
	s.mustSucceed(s.restore())
	s.wantAsBefore()
}

// An API that knows the target's key can seal what it likes for it. Where the services are, the run said when it was prepared.
func TestATargetAsksServicesOnlyWhereItsRunHasThem(t *testing.T) {
	api := apitest.New(t)
	start(t, api, t.TempDir(), fakeTool(t, "exit 0"), config(t, map[string]any{"loadDestinations": []string{}}))
	api.Hellos(1)
	spec := contract.ReferenceTarget{Kind: contract.Reference, Framework: contract.Nethttp, Pick: contract.Local, Downstream: &contract.DownstreamSettings{TimeoutMs: 100}}
	prepare := func(b *bench, backend string) string {
		return b.Issue(contract.PrepareCommand{
			RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 1,
			Target: b.Target(spec), Roles: []contract.PrepareCommandRoles{contract.Server}, BackendAddress: &backend,
		})
	}
	b := newBench(t, api)
	if beyond := b.Outcome(prepare(b, "192.0.2.1")); beyond.Failure == nil || !strings.Contains(beyond.Failure.Sentence, "lets its target ask no services at 192.0.2.1; the loadDestinations") {
		t.Errorf("services beyond the host's file: %+v", beyond.Failure)
	}
	b.mustSucceed(b.restore())
	for name, change := range map[string]func(*contract.StartedBackends){
		"another downstream":       func(s *contract.StartedBackends) { s.Downstream = text("http://127.0.0.9:80/simple") },
		"a name":                   func(s *contract.StartedBackends) { s.Downstream = text("http://localhost:80/simple") },
		"a name before an address": func(s *contract.StartedBackends) { s.Downstream = text("http://127.0.0.1:80@127.0.0.9:80/simple") },
		"another database":         func(s *contract.StartedBackends) { s.Database = text("postgres://a@127.0.0.9:1/postgres") },
		"a file": func(s *contract.StartedBackends) {
			s.Database = text("postgres://a@127.0.0.1:1/postgres?passfile=/etc/shadow")
		},
		"words":                 func(s *contract.StartedBackends) { s.Database = text("host=127.0.0.9 passfile=/etc/shadow") },
		"another cache":         func(s *contract.StartedBackends) { s.Cache = text("redis://127.0.0.9:1/0") },
		"a cache by its socket": func(s *contract.StartedBackends) { s.Cache = text("unix:///run/redis.sock") },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, api)
			prepared, err := b.mustSucceed(prepare(b, "127.0.0.1")).Result.AsPreparedResult()
			if err != nil {
				t.Fatal(err)
			}
			sealed, err := sealing.Seal(prepared.BackendNeeds.PublicKey, []byte(`{"database": "a", "cache": "a"}`))
			if err != nil {
				t.Fatal(err)
			}
			backends := contract.StartedBackends{Downstream: text("http://127.0.0.1:80/simple"), Sealed: sealed}
			change(&backends)
			spec.Port = prepared.Port
			started := b.Outcome(b.Issue(contract.StartTargetCommand{
				RunId: b.runID, Type: contract.StartTargetCommandTypeStartTarget, Listen: b.listen, Target: b.Target(spec), Backends: &backends,
			}))
			if started.Failure == nil || started.Failure.Code != "load-refused" {
				t.Errorf("%+v", started.Failure)
			}
			b.mustSucceed(b.restore())
		})
	}
}

func text(value string) *string { return &value }

// attack sends every attack on a body, as many at a time as one answer of an API holds.
func (s *besieged) attack(body map[string]any, known map[string]bool) {
	s.t.Helper()
	const batchBytes = 4 << 20
	var batch []json.RawMessage
	bytes, answers := 0, 0
	send := func() {
		s.Send(batch, answers)
		batch, bytes, answers = nil, 0, 0
	}
	s.lure.attacked(body, known, func(path string, body map[string]any) {
		if path != ".commandId" && path != "without commandId" {
			body["commandId"] = uuid.NewString()
			answers++
		}
		encoded, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(path, err)
		}
		s.sent++
		batch, bytes = append(batch, encoded), bytes+len(encoded)
		if bytes > batchBytes || len(batch) == 25 {
			send()
		}
	})
	send()
}

// standing is an honest run with a target, and its address.
func (s *besieged) standing() string {
	s.t.Helper()
	return s.startTarget()
}

// wantUnharmed looks at everything that a hostile API could have reached.
func (s *besieged) wantUnharmed(what string) {
	s.t.Helper()
	if n := s.visits.Load(); n > 0 {
		s.t.Errorf("%s: an address that the file does not allow was reached %d times", what, n)
	}
	entries, err := os.ReadDir(s.lure.folder)
	names := []string{}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if err != nil || !slices.Equal(names, []string{"program", "secret"}) {
		s.t.Errorf("%s: beyond its folder there is %v, %v", what, names, err)
	}
	if strings.Contains(s.Said(), secretText) {
		s.t.Errorf("%s: the API was told what a file holds", what)
	}
	words, _ := os.ReadFile(s.argv)
	for word := range strings.SplitSeq(string(words), "\x00") {
		if strings.HasPrefix(word, "-") && !slices.Contains(options, strings.SplitN(word, "=", 2)[0]) {
			s.t.Errorf("%s: a program was given the option %.80q", what, word)
		}
	}
	s.exitedMustBe(what)
}

// options are those that drivers give to the tools.
var options = []string{"--version", "-v", "-c", "-d", "-p", "-t", "-s", "-w", "-j", "--json", "--no-progress", "-n", "--renderStatusCodes", "--", "-H", "-L", "-R", "--latency", "--har"}

func (s *besieged) exitedMustBe(what string) {
	s.t.Helper()
	select {
	case <-s.agent.exited:
		s.t.Fatalf("%s: the agent ended: %v", what, s.agent.ProcessState)
	default:
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.agent.Process.Pid))
	if err != nil {
		s.t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int
	if _, err := fmt.Sscan(after, &kilobytes); err != nil || kilobytes > 500<<10 {
		s.t.Errorf("%s: the agent took %d MiB (%v)", what, kilobytes>>10, err)
	}
}

func (s *besieged) wantAsBefore() {
	s.t.Helper()
	now := s.host.files()
	// What is written there in a word is read back among the others in brackets, which no made-up kernel does.
	delete(now, s.host.root+"/sys/kernel/mm/transparent_hugepage/enabled")
	delete(s.before, s.host.root+"/sys/kernel/mm/transparent_hugepage/enabled")
	if !maps.Equal(now, s.before) {
		for path, was := range s.before {
			if now[path] != was {
				s.t.Errorf("%s is %.40q, it was %.40q", path, now[path], was)
			}
		}
		s.t.Error("the host is not as it was")
	}
}
