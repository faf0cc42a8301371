package runner

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"millionrps/agent/internal/hostconfig"
)

func listen(t *testing.T) (port int) {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener.Addr().(*net.TCPAddr).Port
}

func TestPrepareRefusesTargetsThatCannotWork(t *testing.T) {
	taken := listen(t)
	w := newWorker(t, readyLine, "")
	w.stated.ListeningPorts = []int{1, taken}
	w.stated.Targets = map[string]hostconfig.Target{
		"absent": {Argv: []string{"/no/such/program"}, Port: 1, HealthPath: "/"},
		"taken":  {Argv: []string{"/bin/sh"}, Port: taken, HealthPath: "/"},
		"nobody": {Argv: []string{"/bin/sh"}, Port: 1, HealthPath: "/", User: "no-such-user"},
	}
	for _, c := range []struct {
		target TargetSpec
		cpus   string
		code   string
		words  []string
	}{
		{NamedTarget{Name: "other"}, "", "target-unknown", []string{"names no target other; it names absent, nobody, taken"}},
		{NamedTarget{Name: "absent"}, "", "target-missing", []string{"the target absent cannot be started: /no/such/program: no such file"}},
		{NamedTarget{Name: "nobody"}, "", "target-missing", []string{"there is no such user here"}},
		{NamedTarget{Name: "taken"}, "", "port-in-use", []string{fmt.Sprintf("port %d is in use by runner.test (pid %d); end that, or change the target's port in the configuration file", taken, os.Getpid())}},
		{ListeningTarget{Port: 2}, "", "port-not-allowed", []string{fmt.Sprintf("does not allow port 2 as a target; it allows 1, %d", taken), "listeningPorts"}},
		{ListeningTarget{Port: 1}, "", "target-absent", []string{"nothing listens on port 1"}},
		{ListeningTarget{Port: taken}, "0", "cpus-refused", []string{"leave out the CPUs of the target"}},
		{nil, "", "prepare-failed", []string{"does not know"}},
	} {
		p := preparation()
		p.Target, p.TargetCPUs = c.target, c.cpus
		w.wantFailure(w.do(p), c.code, c.words...)
	}
	w.stated.Targets, w.stated.ListeningPorts = nil, nil
	p := preparation()
	p.Target = NamedTarget{Name: "other"}
	w.wantFailure(w.do(p), "target-unknown", "it names none")
	p.Target = ListeningTarget{Port: taken}
	w.wantFailure(w.do(p), "port-not-allowed", "it allows none")
}

// What listens is neither started nor stopped; its processes are the target's, which no counters of requests come with.
func TestATargetThatListensIsMeasuredAndLeftAlone(t *testing.T) {
	port := listen(t)
	w := newWorker(t, readyLine, "")
	w.stated.ListeningPorts = []int{port}
	p := preparation()
	p.Target = ListeningTarget{Port: port}
	if o := w.do(p); o.Status != Succeeded || o.Prepared.Port != port {
		t.Fatalf("%+v, %+v", o.Prepared, o.Failure)
	}
	// The listener is this very process, which is never part of a tree.
	o := w.do(StartTarget{Target: ListeningTarget{Port: port}, Listen: "127.0.0.1"})
	if o.Status != Failed || !strings.Contains(o.Failure.Sentence, "could not be sampled") {
		t.Errorf("%+v", o)
	}
	if o := w.do(Stop{}); o.Status != Succeeded || len(o.Artifacts) != 0 {
		t.Errorf("%+v", o)
	}
	if connection, err := net.Dial("tcp4", fmt.Sprintf("127.0.0.1:%d", port)); err != nil {
		t.Error("it was stopped")
	} else {
		connection.Close()
	}
}

// What answers there would be taken for the target.
func TestANamedTargetIsNotStartedWhereSomebodyElseListens(t *testing.T) {
	w := newWorker(t, readyLine, "")
	port := listen(t)
	w.stated.Targets = map[string]hostconfig.Target{"late": {Argv: []string{script(t, "exec sleep 60")}, Port: port, HealthPath: "/health"}}
	p := preparation()
	p.Server, p.Target = false, NamedTarget{Name: "late"}
	w.do(p)
	o := w.do(StartTarget{Target: NamedTarget{Name: "late"}, Listen: "127.0.0.1"})
	w.wantFailure(o, "port-in-use", fmt.Sprintf("port %d is in use", port))
}

func TestANamedTargetThatIsNotReadyKeepsItsLog(t *testing.T) {
	w := newWorker(t, readyLine, "")
	w.stated.Targets = map[string]hostconfig.Target{
		"silent": {Argv: []string{script(t, "echo starting; exec sleep 60")}, Port: 1, HealthPath: "/health"},
	}
	p := preparation()
	p.Server, p.Target = false, NamedTarget{Name: "silent"} // port 1 cannot be taken by everybody
	w.do(p)
	o := w.do(StartTarget{Target: NamedTarget{Name: "silent"}, Listen: "127.0.0.1"})
	w.wantFailure(o, "target-not-ready", "the target did not answer GET http://127.0.0.1:1/health with 200 within 300ms", "starting")
	if len(o.Artifacts) != 1 || o.Artifacts[0].Kind != "target-log" {
		t.Errorf("%+v", o.Artifacts)
	}
}
