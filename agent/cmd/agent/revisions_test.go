package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"millionrps/agent/internal/contract"
	"millionrps/agent/internal/control/apitest"
)

// smallestServer answers each request with the version that was compiled in.
const smallestServer = `package main

import (
	"os"
	"strconv"
	"syscall"
)

const version = "VERSION"

func main() {
	port, _ := strconv.Atoi(os.Args[1])
	listener, _ := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	_ = syscall.SetsockoptInt(listener, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	if syscall.Bind(listener, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}) != nil || syscall.Listen(listener, 64) != nil {
		os.Exit(1)
	}
	for {
		connection, _, err := syscall.Accept(listener)
		if err == nil {
			go serve(connection)
		}
	}
}

func serve(connection int) {
	defer syscall.Close(connection)
	request := make([]byte, 4096)
	for {
		if n, err := syscall.Read(connection, request); n <= 0 || err != nil {
			return
		}
		_, _ = syscall.Write(connection, []byte("HTTP/1.1 200 OK\r\nContent-Length: "+strconv.Itoa(len(version))+"\r\n\r\n"+version))
	}
}
`

// sourced is a target that is built from a repository by go, as nobody where this may, and the repository.
type sourced struct {
	t          *testing.T
	repository string
	port       int
	target     map[string]any
}

func newSourced(t *testing.T) *sourced {
	t.Helper()
	for _, name := range []string{"git", "go"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(name + " is not installed")
		}
	}
	folder := filepath.Dir(openFolder(t))
	cache := filepath.Join(folder, "go-cache")
	if err := errors.Join(os.Chmod(folder, 0o755), os.Mkdir(cache, 0o777), os.Chmod(cache, 0o777)); err != nil {
		t.Fatal(err)
	}
	s := &sourced{t: t, repository: filepath.Join(folder, "shop"), port: freePort(t)}
	user := os.Getenv("USER")
	if os.Geteuid() == 0 {
		user = "nobody"
	}
	s.target = map[string]any{
		"argv": []string{"{{program}}", fmt.Sprint(s.port)}, "port": s.port, "healthPath": "/", "identityFiles": []string{},
		"source": map[string]any{
			"git": s.repository, "branch": "main", "build": []string{"/bin/sh", "-e", "build.sh"}, "program": "bin/server", "user": user, "timeoutSeconds": 600,
			"environment": map[string]string{"GOCACHE": cache, "GOTOOLCHAIN": "local", "GOPROXY": "off"},
		},
	}
	s.git("init", "--quiet", "--initial-branch=main", s.repository)
	return s
}

func (s *sourced) git(arguments ...string) string {
	s.t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, arguments...)...)
	if arguments[0] != "init" {
		command.Dir = s.repository
	}
	output, err := command.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %q: %v\n%s", arguments, err, output)
	}
	return strings.TrimSpace(string(output))
}

func (s *sourced) commit(subject, build, program string) string {
	s.t.Helper()
	for name, text := range map[string]string{"go.mod": "module shop\n\ngo 1.24\n", "main.go": program, "build.sh": build} {
		if err := os.WriteFile(filepath.Join(s.repository, name), []byte(text), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	s.git("add", "--all")
	s.git("commit", "--quiet", "--message", subject)
	return s.git("rev-parse", "HEAD")
}

const goBuild = "go build -o bin/server .\n"

func (b *bench) prepareNamed(target contract.NamedTarget) string {
	return b.Issue(contract.PrepareCommand{
		RunId: b.runID, Type: contract.PrepareCommandTypePrepare, Lease: b.lease, Tool: b.tool, Listen: &b.listen, SamplesPerSecond: 10,
		Target: b.Target(target), Roles: []contract.PrepareCommandRoles{contract.Server, contract.Client},
	})
}

func revision(commit string) contract.NamedTarget {
	return contract.NamedTarget{Kind: contract.Named, Name: "shop", Revision: &commit}
}

func TestARunMeasuresTheCommitThatItAsksFor(t *testing.T) {
	s := newSourced(t)
	one := s.commit("one", goBuild, strings.Replace(smallestServer, "VERSION", "one", 1))
	two := s.commit("two", goBuild, strings.Replace(smallestServer, "VERSION", "the second", 1))
	broken := s.commit("broken", goBuild, "package main\n\nfunc main() { undefinedName() }\n")
	api := apitest.New(t)
	start(t, api, openFolder(t), config(t, map[string]any{"targets": map[string]any{"shop": s.target}}))
	hello := api.Hellos(1)
	if source := hello.Facts.Targets[0].Source; source == nil || *source != (contract.TargetSource{Repository: s.repository, Branch: "main", TimeoutSeconds: 600}) {
		t.Errorf("the facts say %+v", source)
	}
	b := newBench(t, api)
	b.tool = "volley"
	b.lease = api.Lease(b.runID, 10*time.Minute, 15*time.Second)
	var programs []string
	for _, c := range []struct {
		commit, says string
		cached       bool
	}{{one, "one", false}, {two, "the second", false}, {one, "one", true}} {
		begun := b.begin(revision(c.commit))
		programs = append(programs, begun.Command[0])
		text, err := os.ReadFile(begun.Command[0])
		sum := sha256.Sum256(text)
		digest := hex.EncodeToString(sum[:])
		built := begun.Identity.Revision
		if err != nil || built == nil || built.Commit != c.commit || built.Sha256 != digest || built.FromCache != c.cached || built.BuildSeconds <= 0 {
			t.Fatalf("%+v, %v; the program has %s", built, err, digest)
		}
		if begun.Identity.Binary == nil || begun.Identity.Binary.Sha256 != digest {
			t.Errorf("what runs is %+v, and what was built %s", begun.Identity.Binary, digest)
		}
		response, err := http.Get(begun.Url + "/")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if string(body) != c.says {
			t.Errorf("it answers %q, not %q", body, c.says)
		}
		load, err := b.mustSucceed(b.drive(begun.Url, contract.Measure, 1)).Result.AsLoadResult()
		if err != nil || load.Requests == 0 || load.Errors.Non2xx != 0 {
			t.Errorf("%+v, %v", load, err)
		}
		b.mustSucceed(b.stop())
	}
	if programs[0] != programs[2] || programs[0] == programs[1] {
		t.Errorf("%q", programs)
	}
	if info, err := os.Stat(programs[0]); err != nil || os.Geteuid() == 0 && info.Sys().(*syscall.Stat_t).Uid != 0 {
		t.Errorf("who built it may change it: %v, %v", info, err)
	}
	outcome := api.Outcome(b.prepareNamed(revision(broken)))
	if outcome.Failure == nil || outcome.Failure.Code != "not-buildable" || !strings.Contains(outcome.Failure.Sentence, "undefined: undefinedName") {
		t.Fatalf("%+v", outcome.Failure)
	}
	wantArtifacts(t, api, outcome, "build.log")
	if log := api.Blob(outcome.Artifacts[0].Sha256); !strings.Contains(log, "main.go:3:15: undefined: undefinedName") {
		t.Errorf("the log is %q", log)
	}
	missing := api.Outcome(b.prepareNamed(contract.NamedTarget{Kind: contract.Named, Name: "shop"}))
	if missing.Failure == nil || missing.Failure.Code != "revision-refused" || !strings.Contains(missing.Failure.Sentence, "ask for a revision of it") {
		t.Errorf("%+v", missing.Failure)
	}
	asked := api.Ask(contract.ListRevisionsTask{Type: contract.ListRevisionsTaskTypeListRevisions, Request: contract.ListRevisions{Target: "shop", Most: 2}})
	listed, ok := api.Answer(asked).(contract.ListRevisionsAnswer)
	if !ok || len(listed.Revisions) != 2 || listed.Revisions[0].Commit != broken || listed.Revisions[1].Commit != two || said(listed.Revisions[1].Parent) != one || listed.Revisions[1].Subject != "two" {
		t.Errorf("%+v", listed)
	}
}

// A build that a run does not wait for any more ends, and so does one whose agent is killed.
func TestABuildEndsWithItsRunAndItsAgent(t *testing.T) {
	s := newSourced(t)
	marks := filepath.Join(filepath.Dir(s.repository), "marks")
	if err := errors.Join(os.Mkdir(marks, 0o777), os.Chmod(marks, 0o777)); err != nil {
		t.Fatal(err)
	}
	hangs := func(name string) string {
		return s.commit(name, fmt.Sprintf("trap '' TERM\nsetsid sh -c 'echo $$ > %[1]s/%[2]s.tmp; mv %[1]s/%[2]s.tmp %[1]s/%[2]s; exec sleep 600' &\nsleep 600\n", marks, name), "")
	}
	canceled, killed := hangs("canceled"), hangs("killed")
	api := apitest.New(t)
	agent := start(t, api, openFolder(t), config(t, map[string]any{"targets": map[string]any{"shop": s.target}}))
	api.Hellos(1)
	b := newBench(t, api)
	b.tool = "volley"
	preparing := b.prepareNamed(revision(canceled))
	pid := pidIn(t, filepath.Join(marks, "canceled"))
	b.mustSucceed(b.restore())
	if outcome := api.Outcome(preparing); outcome.Status != contract.OutcomeStatusInterrupted {
		t.Errorf("%+v", outcome)
	}
	mustHaveEnded(t, "the canceled build", pid)
	b.lease = api.Lease(b.runID, time.Minute, 15*time.Second)
	b.prepareNamed(revision(killed))
	pid = pidIn(t, filepath.Join(marks, "killed"))
	agent.kill()
	for deadline := time.Now().Add(10 * time.Second); !gone(pid) && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
	}
	mustHaveEnded(t, "the build of a killed agent", pid)
}
