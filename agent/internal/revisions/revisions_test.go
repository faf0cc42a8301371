package revisions

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/confined"
	"millionrps/agent/internal/hostconfig"
)

func TestMain(m *testing.M) {
	if !confined.Main(os.Args[1:]) {
		os.Exit(m.Run())
	}
}

// lab is a repository, and a store that builds its commits as nobody where this may.
type lab struct {
	t          *testing.T
	repository string
	store      *Store
	target     hostconfig.Target
}

func newLab(t *testing.T) *lab {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	folder, err := os.MkdirTemp("", "revisions-")
	if err == nil {
		err = os.Chmod(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	l := &lab{t: t, repository: filepath.Join(folder, "shop")}
	data := filepath.Join(folder, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	l.store = &Store{Own: filepath.Join(data, "revisions"), Beside: data + ".revisions", Log: slog.New(slog.DiscardHandler)}
	user := "root"
	if os.Geteuid() == 0 {
		user = "nobody"
	} else if name := os.Getenv("USER"); name != "" {
		user = name
	}
	l.target = hostconfig.Target{Argv: []string{"{{program}}"}, User: user, Source: &hostconfig.Source{
		Git: l.repository, Branch: "main", Build: []string{"/bin/sh", "build.sh"}, Program: "bin/server", User: user, Timeout: time.Minute, MemoryBytes: 1 << 30,
	}}
	l.git("init", "--quiet", "--initial-branch=main", l.repository)
	return l
}

func (l *lab) git(arguments ...string) string {
	l.t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, arguments...)...)
	if arguments[0] != "init" {
		command.Dir = l.repository
	}
	output, err := command.CombinedOutput()
	if err != nil {
		l.t.Fatalf("git %q: %v\n%s", arguments, err, output)
	}
	return strings.TrimSpace(string(output))
}

// commit answers the SHA of a commit whose build is this script.
func (l *lab) commit(subject, build string) string {
	l.t.Helper()
	l.write("build.sh", build, 0o644)
	l.git("add", "--all")
	l.git("commit", "--quiet", "--allow-empty", "--message", subject)
	return l.git("rev-parse", "HEAD")
}

func (l *lab) write(name, text string, mode os.FileMode) {
	l.t.Helper()
	path := filepath.Join(l.repository, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
		l.t.Fatal(err)
	}
}

func (l *lab) build(commit string) (Built, error) {
	return l.store.Build(context.Background(), "shop", l.target, commit)
}

func (l *lab) mustBuild(commit string) Built {
	l.t.Helper()
	built, err := l.build(commit)
	if err != nil {
		l.t.Fatal(err)
	}
	return built
}

// mustFail answers why, and that nothing is left of what was tried.
func (l *lab) mustFail(commit, code, words string) *Fault {
	l.t.Helper()
	_, err := l.build(commit)
	var f *Fault
	if !errors.As(err, &f) || f.Code != code || !strings.Contains(f.Sentence, words) || strings.Contains(f.Sentence, "\n") {
		l.t.Fatalf("%+v, want %s: %s", err, code, words)
	}
	for _, root := range []string{l.store.Own, l.store.Beside} {
		if left, _ := filepath.Glob(filepath.Join(root, buildsFolder, "*"+commit+"*")); len(left) > 0 {
			l.t.Errorf("left of it: %v", left)
		}
	}
	return f
}

// program is a build that writes one.
func program(text string) string {
	return fmt.Sprintf("mkdir -p bin && printf '#!/bin/sh\\n%s\\n' > bin/server && chmod +x bin/server", text)
}

func TestACommitIsBuiltOnceAndKeptByItsBytes(t *testing.T) {
	l := newLab(t)
	one, two := l.commit("one", program("echo 1")), l.commit("two", program("echo 2"))
	first := l.mustBuild(one)
	text, err := os.ReadFile(first.Program)
	sum := sha256.Sum256(text)
	if err != nil || string(text) != "#!/bin/sh\necho 1\n" || first.SHA256 != hex.EncodeToString(sum[:]) || first.Commit != one || first.FromCache || first.BuildSeconds <= 0 {
		t.Errorf("%+v, %q, %v", first, text, err)
	}
	if second := l.mustBuild(two); second.SHA256 == first.SHA256 || second.Program == first.Program || second.FromCache {
		t.Errorf("%+v", second)
	}
	// What is kept needs no source any more.
	if err := os.Rename(l.repository, l.repository+".away"); err != nil {
		t.Fatal(err)
	}
	again := l.mustBuild(one)
	first.FromCache = true
	if again != first {
		t.Errorf("%+v, want %+v", again, first)
	}
	l.repository += ".away"
	// A program that is not what was built is built again.
	if err := os.WriteFile(again.Program, []byte("#!/bin/sh\necho other\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	l.target.Source.Git = l.repository
	if rebuilt := l.mustBuild(one); rebuilt.FromCache || rebuilt.SHA256 != first.SHA256 {
		t.Errorf("%+v", rebuilt)
	}
	if l.target.Source.Build = []string{"/bin/sh", "-e", "build.sh"}; l.mustBuild(one).FromCache {
		t.Error("built by another recipe, and taken from the cache")
	}
}

func TestABuildGetsTheCommitAndNothingOfTheAgent(t *testing.T) {
	t.Setenv("MILLIONRPS_JOIN_TOKEN", "secret")
	l := newLab(t)
	l.target.Source.Environment = []string{"GOFLAGS=-x"}
	commit := l.commit("one", "env > environment; id -un > user; ls -a > files; "+program("exit"))
	built := l.mustBuild(commit)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(built.Program), "..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	environment := read("environment")
	if strings.Contains(environment, "secret") || !strings.Contains(environment, "REVISION="+commit+"\n") || !strings.Contains(environment, "GOFLAGS=-x\n") {
		t.Error(environment)
	}
	if user := strings.TrimSpace(read("user")); user != l.target.Source.User {
		t.Errorf("built by %s", user)
	}
	if files := read("files"); strings.Contains(files, ".git\n") {
		t.Errorf("the checkout has %s", files)
	}
	if left := subfolders(filepath.Dir(filepath.Dir(filepath.Dir(built.Program)))); len(left) != 1 {
		t.Errorf("its home is left: %v", left)
	}
}

func TestWhatABuildLeftCannotBeChangedByLaterOnes(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only another user can be kept from it")
	}
	l := newLab(t)
	l.write("data/asset", "good", 0o644)
	first := l.mustBuild(l.commit("one", program("echo 1")+"; ln data/asset data/again; chmod u+s bin/server; mkfifo pipe"))
	tree := filepath.Dir(filepath.Dir(first.Program))
	attack := fmt.Sprintf("echo bad > %[1]s/data/asset; rm -f %[1]s/bin/server; echo bad > %[1]s/new; ls %[2]s/mirrors/* > seen; find %[2]s/mirrors -type f -exec sh -c 'echo bad > $0' {} ';'; ", tree, l.store.Beside)
	second := l.mustBuild(l.commit("two", attack+program("echo 2")))
	if text, err := os.ReadFile(filepath.Join(tree, "data", "again")); err != nil || string(text) != "good" {
		t.Errorf("%q, %v", text, err)
	}
	if again := l.mustBuild(first.Commit); !again.FromCache || again.SHA256 != first.SHA256 {
		t.Errorf("%+v", again)
	}
	if info, err := os.Stat(first.Program); err != nil || info.Mode() != 0o755 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, err := os.Lstat(filepath.Join(tree, "pipe")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a pipe is kept: %v", err)
	}
	if seen, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(second.Program)), "seen")); err != nil || len(seen) > 0 {
		t.Errorf("the build has seen the mirror: %q, %v", seen, err)
	}
	l.mustBuild(l.commit("three", program("echo 3")))
}

func TestOnlyWholeCommitsOfABranchAreBuilt(t *testing.T) {
	l := newLab(t)
	commit := l.commit("one", program("exit"))
	for _, name := range []string{"", "main", "HEAD", commit[:39], commit + "0", strings.ToUpper(commit), "--upload-pack=touch /tmp/x", commit + "\n", "-" + commit[1:], commit[:38] + "^0", "../../../etc"} {
		if _, err := l.build(name); err == nil || !strings.Contains(err.Error(), "is no whole SHA of a commit") {
			t.Errorf("%q: %v", name, err)
		}
	}
	l.mustFail(strings.Repeat("0", 40), Unknown, "no branch of the repository of shop has the commit 000000000000")
	tree := l.git("rev-parse", "HEAD^{tree}")
	l.mustFail(tree, Unknown, "no branch of")
	// As a pull request of a fork is: it is in the repository, and on no branch.
	l.git("checkout", "--quiet", "--detach")
	loose := l.commit("loose", program("exit"))
	l.git("update-ref", "refs/pull/1/head", loose)
	l.git("checkout", "--quiet", "main")
	l.mustFail(loose, Unknown, "push it to a branch there")
	l.git("branch", "approved", loose)
	l.mustBuild(loose)
}

func TestNothingOfARepositoryRunsBesideItsBuild(t *testing.T) {
	l := newLab(t)
	ran := filepath.Join(filepath.Dir(l.repository), "ran")
	if err := errors.Join(os.Mkdir(ran, 0o777), os.Chmod(ran, 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"post-checkout", "pre-receive", "post-update", "reference-transaction", "post-index-change"} {
		l.write(".git/hooks/"+hook, "#!/bin/sh\ntouch "+ran+"/"+hook+"\n", 0o755)
	}
	l.git("config", "filter.evil.smudge", "touch "+ran+"/smudge; cat")
	l.git("config", "uploadpack.packObjectsHook", "touch "+ran+"/pack; exec")
	l.git("config", "core.fsmonitor", "touch "+ran+"/fsmonitor")
	l.write(".gitattributes", "* filter=evil\n", 0o644)
	l.write(".gitmodules", "[submodule \"x\"]\n\tpath = x\n\turl = ext::sh -c touch% "+ran+"/submodule\n", 0o644)
	l.write("asset", "as it was committed", 0o644)
	commit := l.commit("one", program("exit"))
	for _, left := range list(ran) {
		_ = os.Remove(filepath.Join(ran, left))
	}
	built := l.mustBuild(commit)
	if left := list(ran); len(left) > 0 {
		t.Errorf("these ran: %v", left)
	}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(built.Program), "..", "asset")); err != nil || string(text) != "as it was committed" {
		t.Errorf("%q, %v", text, err)
	}
}

func list(folder string) (names []string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestACommitThatDoesNotBuildSaysWhy(t *testing.T) {
	l := newLab(t)
	f := l.mustFail(l.commit("broken", "echo 'server.go:7: undefined: x'; exit 2"), NotBuildable, "its build ended with exit status 2; its last words: server.go:7: undefined: x")
	if string(f.Output) != "server.go:7: undefined: x\n" {
		t.Errorf("%q", f.Output)
	}
	l.mustFail(l.commit("nothing", "true"), NotBuildable, "left no program bin/server in its checkout: no such file or directory")
	l.mustFail(l.commit("no program", "mkdir bin; touch bin/server"), NotBuildable, "it is no program")
	l.mustFail(l.commit("folder", "mkdir -p bin/server"), NotBuildable, "it is no program")
	l.mustFail(l.commit("link", "mkdir bin; ln -s /bin/sh bin/server"), NotBuildable, "left no program bin/server in its checkout")
	l.mustFail(l.commit("linked folder", "ln -s /usr/bin bin; "), NotBuildable, "left no program bin/server in its checkout")
	l.mustFail(l.commit("pipe", "mkdir bin; mkfifo -m 755 bin/server"), NotBuildable, "left no program bin/server")
	l.mustBuild(l.commit("link inside", "mkdir bin; cp /bin/true real; ln -s ../real bin/server"))
	f = l.mustFail(l.commit("talkative", "yes 'a long line of a build' | head -c 10000000; echo the end; exit 1"), NotBuildable, "the end")
	if len(f.Output) > tailBytes || !strings.HasSuffix(string(f.Output), "the end\n") {
		t.Errorf("%d bytes of output", len(f.Output))
	}
}

func TestABuildIsHeldWithinItsLimits(t *testing.T) {
	l := newLab(t)
	l.store.Limits = DefaultLimits
	l.store.Limits.Processes, l.store.Limits.BuildBytes = 30, 16<<20
	l.target.Source.MemoryBytes = 128 << 20
	l.target.Source.Timeout = 20 * time.Second
	l.mustFail(l.commit("forks", "for i in $(seq 40); do sleep 600 & done; wait"), NotBuildable, "its build had more than 30 processes")
	l.mustFail(l.commit("fills", "i=0; while true; do head -c 1000000 /dev/zero > $i; i=$((i+1)); sleep 0.05; done"), NotBuildable, "the files of its build took more than 16 MiB")
	l.mustFail(l.commit("hungry", "head -c 400000000 /dev/zero | tail -c 300000000 | cat > /dev/null; exit 9"), NotBuildable, "its build")
	l.target.Source.Timeout = 12 * time.Second
	begun := time.Now()
	l.mustFail(l.commit("hangs", "trap '' TERM; echo waiting; setsid sleep 600 & sleep 600"), NotBuildable, "fetching and building took more than 12s; its last words: waiting")
	if took := time.Since(begun); took > 40*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestACanceledBuildLeavesNothing(t *testing.T) {
	l := newLab(t)
	commit := l.commit("hangs", "touch begun; sleep 600")
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("the run was canceled")
	go func() {
		for begun := []string(nil); len(begun) == 0 && ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
			for _, root := range []string{l.store.Own, l.store.Beside} {
				there, _ := filepath.Glob(filepath.Join(root, buildsFolder, "*", "tree", "begun"))
				begun = append(begun, there...)
			}
		}
		cancel(cause)
	}()
	if _, err := l.store.Build(ctx, "shop", l.target, commit); !errors.Is(err, cause) {
		t.Error(err)
	}
	for _, root := range []string{l.store.Own, l.store.Beside} {
		if left := list(filepath.Join(root, buildsFolder)); len(left) > 0 {
			t.Errorf("left of it: %v", left)
		}
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	l := newLab(t)
	l.store.Limits = DefaultLimits
	l.store.Limits.KeptBuilds = 2
	one, two, three := l.commit("one", program("echo 1")), l.commit("two", program("echo 2")), l.commit("three", program("echo 3"))
	for _, commit := range []string{one, two, one, three} {
		time.Sleep(10 * time.Millisecond) // the time of a file's change says what was used last
		l.mustBuild(commit)
	}
	if !l.mustBuild(one).FromCache || !l.mustBuild(three).FromCache {
		t.Error("what was used last is gone")
	}
	if l.mustBuild(two).FromCache {
		t.Error("what was used longest ago is there")
	}
	l.store.Limits.KeptBuilds, l.store.Limits.KeptBytes = 10, 1
	if l.mustBuild(l.commit("four", program("echo 4"))).FromCache || l.mustBuild(one).FromCache {
		t.Error("more bytes are kept than are allowed")
	}
	// What a killed life was building is half of one.
	root := l.store.Beside
	if os.Geteuid() != 0 {
		root = l.store.Own
	}
	half := filepath.Join(root, buildsFolder, "half", "tree")
	if err := errors.Join(os.MkdirAll(half, 0o755), l.store.Sweep()); err != nil {
		t.Fatal(err)
	}
	if left := list(filepath.Join(root, buildsFolder)); len(left) != 1 {
		t.Errorf("%v", left)
	}
}

func TestRevisionsAreListedAlongFirstParents(t *testing.T) {
	l := newLab(t)
	one := l.commit("one", "1")
	l.git("checkout", "--quiet", "-b", "side")
	l.commit("on the side", "side")
	l.git("checkout", "--quiet", "main")
	l.git("merge", "--quiet", "--no-ff", "--message", "merged\u202e \x1b[31mred\x01 "+strings.Repeat("é", 300), "side")
	merged := l.git("rev-parse", "HEAD")
	got, err := l.store.List(context.Background(), "shop", l.target, 10)
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got[0].Commit != merged || got[0].Parent != one || got[1].Commit != one || got[1].Parent != "" || got[1].Subject != "one" {
		t.Errorf("%+v", got)
	}
	if subject := []rune(got[0].Subject); len(subject) > SubjectMost || !strings.HasPrefix(got[0].Subject, "merged [31mred é") || strings.ContainsAny(got[0].Subject, "\u202e\x1b\x01") {
		t.Errorf("%q", got[0].Subject)
	}
	if age := time.Since(time.UnixMicro(got[0].CommittedAtUs)); age < 0 || age > time.Minute {
		t.Errorf("committed %s ago", age)
	}
	if one, err := l.store.List(context.Background(), "shop", l.target, 1); err != nil || len(one) != 1 {
		t.Errorf("%+v, %v", one, err)
	}
	l.target.Source.Branch = "gone"
	var f *Fault
	if _, err := l.store.List(context.Background(), "shop", l.target, 1); !errors.As(err, &f) || f.Code != Unknown {
		t.Error(err)
	}
	l.target.Source.Git = "/not/there"
	if _, err := l.store.List(context.Background(), "shop", l.target, 1); !errors.As(err, &f) || f.Code != NotFetched || strings.Contains(f.Sentence, "/not/there") {
		t.Error(err)
	}
}

func TestNothingIsBuiltOrRunAsRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("this is not root")
	}
	l := newLab(t)
	commit := l.commit("one", program("exit"))
	l.target.Source.User = "root"
	l.mustFail(commit, Refused, "the target shop is built by root, and what a commit does there would be done by root")
	l.target.Source.User, l.target.User = "nobody", "root"
	l.mustFail(commit, Refused, "the target shop is run by root")
	l.target.User = "nobody-of-this-name"
	l.mustFail(commit, Refused, "the target shop is to run as nobody-of-this-name, and there is no such user here")
	l.target.Source = nil
	l.mustFail(commit, Refused, "has no source in the configuration file")
}

func TestThePasswordOfASourceIsInNoArgument(t *testing.T) {
	m := mirror{place: place{source: hostconfig.Source{Git: "https://ada:s3cret@git.example.org/shop.git"}}}
	address, environment := m.secret()
	if address != "https://git.example.org/shop.git" || len(environment) != 3 || environment[1] != "GIT_CONFIG_KEY_0=http.https://git.example.org/shop.git.extraHeader" {
		t.Errorf("%s, %q", address, environment)
	}
	if strings.Contains(m.settings(), "s3cret") || !strings.Contains(m.settings(), `[protocol "https"]`) {
		t.Error(m.settings())
	}
}
