package confined

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/process"
)

func TestMain(m *testing.M) {
	if !Main(os.Args[1:]) {
		os.Exit(m.Run())
	}
}

var generous = Limits{MemoryBytes: 1 << 30, FolderBytes: 1 << 30, FreeBytes: 1, Processes: 50}

// shell runs a script as nobody where this may, in a folder of its own. Its mark is among the words of everything that it starts.
type shell struct {
	t      *testing.T
	folder string
	mark   string
	output bytes.Buffer
}

func newShell(t *testing.T) *shell {
	t.Helper()
	folder, err := os.MkdirTemp("", "confined-")
	if err == nil {
		err = errors.Join(os.Chmod(folder, 0o755), nobody(t).Own(folder))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return &shell{t: t, folder: folder, mark: filepath.Base(folder)}
}

func nobody(t *testing.T) *process.Identity {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	identity, err := process.IdentityOf("nobody")
	if err != nil {
		t.Fatal(err)
	}
	return identity
}

func (s *shell) run(ctx context.Context, limits Limits, script string) (Ending, error) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ending, err := Run(ctx, Spec{
		Argv: []string{"/bin/sh", "-c", script, s.mark}, Folder: s.folder, Environment: []string{"PATH=" + os.Getenv("PATH"), "MARK=" + s.mark},
		Identity: nobody(s.t), Limits: limits, Output: &s.output, Errors: &s.output,
	})
	if left := s.left(); len(left) > 0 {
		s.t.Errorf("processes are left: %v", left)
	}
	return ending, err
}

// left are the processes that have the mark in their environment.
func (s *shell) left() (pids []int) {
	for _, pid := range (kernel.FS{}).PIDs() {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err == nil && bytes.Contains(text, []byte("MARK="+s.mark)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func TestAProgramRunsAsItsUserWithNothingOfOurs(t *testing.T) {
	t.Setenv("A_TOKEN", "of the agent")
	s := newShell(t)
	ending, err := s.run(context.Background(), generous, `id -un; pwd; env; ulimit -c; grep NoNewPrivs /proc/self/status; ls /proc/self/fd | tr "\n" " "; echo to stderr >&2; exit 3`)
	if err != nil || ending.Status != "exit status 3" || ending.Clean || ending.Over != "" {
		t.Errorf("%+v, %v", ending, err)
	}
	said := s.output.String()
	user := "root"
	if os.Geteuid() == 0 {
		user = "nobody"
	}
	for _, want := range []string{user + "\n", s.folder + "\n", "NoNewPrivs:\t1\n", "0 1 2 3 ", "to stderr\n"} {
		if os.Geteuid() == 0 && !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
	if strings.Contains(said, "TOKEN") || strings.Contains(said, "0 1 2 3 4") {
		t.Errorf("it was given %q", said)
	}
}

// A daemon leaves its group and its session, and its parent ends.
const daemons = `for i in 1 2 3; do setsid sh -c 'setsid sleep 600 & sleep 0.1' & done; sleep 0.3; `

func TestNothingIsLeftOfAProgram(t *testing.T) {
	s := newShell(t)
	ending, err := s.run(context.Background(), generous, daemons+`echo done`)
	if err != nil || !ending.Clean || s.output.String() != "done\n" {
		t.Errorf("%+v, %v, %q", ending, err, s.output.String())
	}
}

func TestWhatIsCanceledEndsWithAllThatItStarted(t *testing.T) {
	s := newShell(t)
	cause := errors.New("the run was canceled")
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		for len(s.left()) < 5 {
			time.Sleep(10 * time.Millisecond)
		}
		cancel(cause)
	}()
	begun := time.Now()
	if _, err := s.run(ctx, generous, `trap '' TERM INT HUP; `+daemons+`sleep 600`); !errors.Is(err, cause) {
		t.Error(err)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestLimitsEndAProgram(t *testing.T) {
	tight := Limits{MemoryBytes: 64 << 20, FolderBytes: 8 << 20, FreeBytes: 1, Processes: 20}
	full, many := tight, tight
	full.FreeBytes = 1 << 60
	many.Processes = 100
	for name, c := range map[string]struct {
		limits Limits
		script string
		over   Over
	}{
		"a fork bomb":                {tight, `b() { b | b & }; while true; do b; sleep 0.2; done`, Processes},
		"many processes that wait":   {tight, `for i in $(seq 40); do sleep 600 & done; wait`, Processes},
		"memory of several together": {many, `for i in $(seq 8); do sh -c 'x=$(head -c 12000000 /dev/zero | tr "\0" x); sleep 600' & done; wait`, Memory},
		"many files":                 {tight, `i=0; while true; do head -c 1000000 /dev/zero > $i; i=$((i+1)); sleep 0.02; done`, Disk},
		"the last free space":        {full, `sleep 600`, FreeSpace},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShell(t)
			ending, err := s.run(context.Background(), c.limits, c.script)
			// Of a bomb the kernel may be the first to have enough.
			unforked := c.over == Processes && !ending.Clean && strings.Contains(s.output.String(), "Cannot fork")
			if err != nil || ending.Over != c.over && !unforked {
				t.Errorf("%+v, %v, %q", ending, err, s.output.String())
			}
		})
	}
	t.Run("one large file", func(t *testing.T) {
		s := newShell(t)
		ending, err := s.run(context.Background(), tight, `head -c 100000000 /dev/zero > large`)
		info, _ := os.Stat(filepath.Join(s.folder, "large"))
		if err != nil || ending.Clean || info == nil || info.Size() > tight.FolderBytes {
			t.Errorf("%+v, %v, %v", ending, err, info)
		}
	})
}

func TestWhatCannotBeStartedSaysWhy(t *testing.T) {
	s := newShell(t)
	ending, err := Run(context.Background(), Spec{Argv: []string{"/not/there"}, Folder: s.folder, Identity: nobody(t), Limits: generous, Errors: &s.output})
	if err != nil || ending.Clean || s.output.String() != "/not/there cannot be started: no such file or directory\n" {
		t.Errorf("%+v, %v, %q", ending, err, s.output.String())
	}
}
