package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/process"
)

func start(t *testing.T, environment []string, argv ...string) int {
	t.Helper()
	command := exec.Command(argv[0], argv[1:]...)
	command.Env = environment
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	// Between fork and exec it still is this program.
	own, _ := os.Readlink("/proc/self/exe")
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if program, err := os.Readlink(procFile(command.Process.Pid, "exe")); err == nil && program != own {
			break
		}
	}
	time.Sleep(50 * time.Millisecond) // its libraries
	return command.Process.Pid
}

func sumOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func hexOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (i Identity) file(path string) string {
	for _, file := range i.Files {
		if file.Path == path {
			return file.SHA256
		}
	}
	return ""
}

func reader() Reader { return Reader{Launcher: process.NewLauncher(), Key: []byte("of this host")} }

func self() (*process.Identity, error) { return nil, nil }

func TestATargetIsKnownByItsProgramItsLibrariesAndItsDeclaredFiles(t *testing.T) {
	folder := t.TempDir()
	conf := filepath.Join(folder, "etc", "x.conf")
	write(t, conf, "a")
	write(t, filepath.Join(folder, "other", "linked.conf"), "b")
	if err := os.Symlink(filepath.Join(folder, "other"), filepath.Join(folder, "etc", "enabled")); err != nil {
		t.Fatal(err)
	}
	sleep, err := exec.LookPath("sleep")
	if err == nil {
		sleep, err = filepath.EvalSymlinks(sleep)
	}
	if err != nil {
		t.Fatal(err)
	}
	subject := Subject{
		PIDs: []int{start(t, []string{"B=secret value", "A=1", "SHLVL=7"}, sleep, "60")}, Declared: true, Patterns: []string{folder + "/e*", folder + "/none*"},
		VersionCommand: []string{"/bin/sh", "-c", "echo ' x 1.2 '; echo of today >&2"}, RunAs: self,
	}
	first := reader().Read(context.Background(), subject)
	if first.Binary == nil || first.Binary.Path != sleep || first.Binary.SHA256 != sumOf(t, sleep) {
		t.Errorf("the program: %+v", first.Binary)
	}
	if !slices.ContainsFunc(first.Files, func(f File) bool {
		return strings.Contains(f.Path, "libc.") && f.SHA256 == sumOf(t, f.Path)
	}) {
		t.Errorf("its libraries: %+v", first.Files)
	}
	if first.file(conf) != hexOf([]byte("a")) || first.file(filepath.Join(folder, "etc/enabled/linked.conf")) != hexOf([]byte("b")) {
		t.Errorf("the declared files: %+v", first.Files)
	}
	if first.ArgvHMAC != reader().sum([]byte(sleep+"\x0060\x00")) || first.Version != "x 1.2 / of today" {
		t.Errorf("%+v", first)
	}
	if fmt.Sprint(first.EnvironmentNames) != "[A B]" || first.EnvironmentHMAC == "" || strings.Contains(fmt.Sprint(first), "secret") {
		t.Errorf("the environment: %v %s", first.EnvironmentNames, first.EnvironmentHMAC)
	}
	if want := []Unread{{folder + "/none*", "matches no file"}}; !slices.Equal(first.Unread, want) {
		t.Errorf("unread: %v", first.Unread)
	}
	write(t, conf, "changed")
	again := reader().Again(context.Background(), subject, first)
	if again.file(conf) != hexOf([]byte("changed")) || again.Version != first.Version || *again.Binary != *first.Binary || len(again.Files) != len(first.Files) {
		t.Errorf("read again: %+v", again)
	}
}

func TestTheEnvironmentIsToldApartByItsValuesAndByTheHost(t *testing.T) {
	sum := func(key, text string) string {
		_, sum := Reader{Key: []byte(key)}.environmentOf(text, true)
		return sum
	}
	same := sum("k", "A=1\x00B=2\x00INVOCATION_ID=x\x00HOSTNAME=7\x00")
	if same != sum("k", "B=2\x00A=1\x00INVOCATION_ID=y\x00HOSTNAME=8\x00") {
		t.Error("order, or what differs with every start by itself")
	}
	for _, other := range []string{sum("k", "A=1\x00B=3\x00"), sum("k", "A=1\x00"), sum("other", "A=1\x00B=2\x00")} {
		if other == same {
			t.Error("told to be the same")
		}
	}
}

func TestAnEnvironmentThatTheProgramWroteOverIsNotTaken(t *testing.T) {
	for environ, want := range map[string]bool{
		"": false, "A=1\x00B=\x00": false, "\x00\x00\x00": true, "nginx: master process\x00\x00": true, "A=1\x00\x00\x00": true,
	} {
		if wroteOver(environ) != want {
			t.Errorf("%q: want %v", environ, want)
		}
	}
	started := Subject{Declared: true, PIDs: []int{start(t, []string{"A=of the process"}, "/bin/sleep", "60")}, Argv: []string{"x"}, Environment: []string{"B=2"}}
	found := reader().Read(context.Background(), started)
	if fmt.Sprint(found.EnvironmentNames) != "[B]" || found.ArgvHMAC != reader().sum([]byte("x\x00")) {
		t.Errorf("what the agent started it with goes first: %+v", found)
	}
}

func TestWhatIsNotDeclaredAndWhatIsGoneIsNamed(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	text, err := os.ReadFile("/bin/sleep")
	if err != nil {
		t.Fatal(err)
	}
	write(t, program, string(text))
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	pid := start(t, nil, program, "60")
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	write(t, program, "another one")
	found := reader().Read(context.Background(), Subject{PIDs: []int{pid}})
	if found.Binary == nil || found.Binary.Path != program || found.Binary.SHA256 != hexOf(text) {
		t.Errorf("the program that runs is not the file of its name: %+v", found.Binary)
	}
	if len(found.Unread) != 1 || found.Unread[0].Path != "identityFiles" {
		t.Errorf("%v", found.Unread)
	}
	gone := reader().Read(context.Background(), Subject{PIDs: []int{1 << 30}, Declared: true})
	if gone.Binary != nil || len(gone.Unread) < 2 {
		t.Errorf("%+v", gone)
	}
}

// Edited without a reload, a file is what the next start will read.
func TestAFileThatWasChangedAfterTheStartIsNotSaidToBeWhatTheTargetReads(t *testing.T) {
	folder := t.TempDir()
	conf, linked := filepath.Join(folder, "conf", "x.conf"), filepath.Join(folder, "enabled", "x.conf")
	write(t, conf, "workers 1")
	write(t, filepath.Join(folder, "other", "x.conf"), "workers 8")
	write(t, filepath.Join(folder, "enabled", "y.conf"), "")
	if err := os.Symlink(conf, linked); err != nil {
		t.Fatal(err)
	}
	patterns := []string{conf, linked, folder + "/enabled/*.conf"}
	pid := start(t, nil, "/bin/sleep", "60")
	read := func(pid int) []string {
		var changed []string
		for _, u := range reader().Read(context.Background(), Subject{PIDs: []int{pid}, Declared: true, Patterns: patterns}).Unread {
			if strings.HasPrefix(u.Reason, "was changed after the target had started") {
				changed = append(changed, u.Path)
			}
		}
		slices.Sort(changed)
		return slices.Compact(changed)
	}
	if changed := read(pid); len(changed) != 0 {
		t.Errorf("nothing was changed: %v", changed)
	}
	write(t, conf, "workers 4")
	if changed := read(pid); !slices.Equal(changed, []string{conf, linked}) {
		t.Errorf("a file was changed: %v", changed)
	}
	pid = start(t, nil, "/bin/sleep", "60")
	if changed := read(pid); len(changed) != 0 {
		t.Errorf("the target was started again: %v", changed)
	}
	if err := os.Remove(linked); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(folder, "other", "x.conf"), linked); err != nil {
		t.Fatal(err)
	}
	if changed := read(pid); !slices.Equal(changed, []string{filepath.Dir(linked), linked}) {
		t.Errorf("a link was changed to another file of old: %v", changed)
	}
}

func TestWhatAPatternCannotLookIntoIsNamed(t *testing.T) {
	folder := t.TempDir()
	for _, above := range []string{filepath.Dir(folder), folder} {
		if err := os.Chmod(above, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, folder+"/open/x.conf", "a")
	write(t, folder+"/closed/x.conf", "b")
	write(t, folder+"/closed/in/x.conf", "c")
	if err := os.Symlink("loop", folder+"/loop"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder+"/closed", 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder+"/closed", 0o700) })
	pid := start(t, nil, "/bin/sleep", "60")
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if os.Getuid() == 0 { // as another user: root may read everything
		_ = unix.Setfsuid(65534)
		defer func() { _ = unix.Setfsuid(0) }()
	}
	found := newLook(context.Background(), Subject{PIDs: []int{pid}, Declared: true, Patterns: []string{folder + "/*/x.conf", folder + "/closed/*", folder + "/closed/in/[a-x].conf", folder + "/none/*"}})
	found.readDeclared()
	want := []Unread{
		{folder + "/closed/x.conf", "permission denied"}, {folder + "/loop/x.conf", "too many levels of symbolic links"},
		{folder + "/closed", "permission denied"}, {folder + "/closed/in", "permission denied"}, {folder + "/none/*", "matches no file"},
	}
	if !slices.Equal(found.found.Unread, want) || found.found.file(folder+"/open/x.conf") != hexOf([]byte("a")) {
		t.Errorf("%v, %+v", found.found.Unread, found.found.Files)
	}
}

func TestReadingIsBounded(t *testing.T) {
	folder := t.TempDir()
	for i := range filesMost + 20 {
		write(t, filepath.Join(folder, "many", fmt.Sprintf("%04d", i)), "x")
	}
	pid := start(t, nil, "/bin/sleep", "60")
	found := reader().Read(context.Background(), Subject{PIDs: []int{pid}, Declared: true, Patterns: []string{folder + "/many"}})
	if len(found.Files) >= filesMost || len(found.Unread) != 1 || !strings.Contains(found.Unread[0].Reason, "beyond the first 500 files") {
		t.Errorf("%d files, %v", len(found.Files), found.Unread)
	}
	large := filepath.Join(folder, "large")
	write(t, large, "")
	if err := os.Truncate(large, bytesMost+1); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mkfifo", filepath.Join(folder, "pipe")).Run(); err != nil {
		t.Fatal(err)
	}
	pid = start(t, nil, "/bin/sleep", "60")
	found = reader().Read(context.Background(), Subject{PIDs: []int{pid}, Declared: true, Patterns: []string{large, folder + "/pipe"}})
	want := []Unread{{large, "is beyond the 512 MiB that are read of a target"}, {folder + "/pipe", "is no regular file"}}
	if !slices.Equal(found.Unread, want) {
		t.Errorf("%v", found.Unread)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	found = reader().Read(over, Subject{PIDs: []int{pid}, Declared: true, Patterns: []string{folder + "/many/0001"}})
	if found.Binary != nil || len(found.Unread) == 0 || !strings.HasPrefix(found.Unread[0].Reason, "was not read within") {
		t.Errorf("%+v", found)
	}
}

func TestACommandThatPrintsNoVersionIsNamed(t *testing.T) {
	for script, want := range map[string]string{
		"exit 3":     "ended with exit status 3",
		"true":       "printed nothing",
		"sleep 1000": "did not end within 5s",
		// What it leaves behind in another session holds its output.
		"setsid sleep 15 & echo 1.0; exit 1": "ended with exit status 1",
	} {
		found := reader().Read(context.Background(), Subject{Declared: true, VersionCommand: []string{"/bin/sh", "-c", script}, RunAs: self})
		last := found.Unread[len(found.Unread)-1]
		if last.Path != "versionCommand" || last.Reason != want || found.Version != "" {
			t.Errorf("%s: %+v", script, found)
		}
	}
	endless := reader().Read(context.Background(), Subject{Declared: true, VersionCommand: []string{"/bin/sh", "-c", "yes | head -c 10000000"}, RunAs: self})
	if endless.Version != "y / y / y" {
		t.Errorf("%+v", endless)
	}
}

func TestThePlaceIsTheUnitOrTheContainerOfTheGroup(t *testing.T) {
	id := strings.Repeat("0123456789abcdef", 4)
	for path, want := range map[string][2]string{
		"/system.slice/nginx.service":                          {"nginx.service", ""},
		"/system.slice/system-x.slice/x@1.service/payload":     {"x@1.service", ""},
		"/system.slice/docker-" + id + ".scope":                {"", id},
		"/docker/" + id:                                        {"", id},
		"/kubepods.slice/pod7/cri-containerd-" + id + ".scope": {"", id},
		"/user.slice/user-0.slice/session-1.scope":             {"", ""},
		"/system.slice/millionrps-agent.service":               {"", ""},
	} {
		unit, container := placeOf([]kernel.Group{{Path: path}}, []kernel.Group{{Path: "/system.slice/millionrps-agent.service"}})
		if got := [2]string{unit, container}; got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

func TestTheKeyStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	key, err := Key(path)
	if again, againErr := Key(path); err != nil || againErr != nil || len(key) != keyBytes || string(key) != string(again) {
		t.Errorf("%v, %v", err, againErr)
	}
}
