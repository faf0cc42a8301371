package perf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"millionrps/agent/internal/kernel"
)

const spinInC = `
#include <time.h>
__attribute__((noinline)) unsigned spin_inner(unsigned n) { unsigned sum = n; for (unsigned i = 0; i < 1000000; i++) { sum = sum * 31 + i; __asm__ volatile("" : "+r"(sum)); } return sum; }
__attribute__((noinline)) unsigned spin_outer(unsigned n) { unsigned sum = spin_inner(n); __asm__ volatile("" : "+r"(sum)); return sum; }
int main(void) { unsigned sum = 1; time_t end = time(0) + 60; while (time(0) < end) sum = spin_outer(sum); return sum == 0; }
`

const spinInGo = `package main

import ("os"; "time")

//go:noinline
func inner(n uint) uint { for i := uint(0); i < 1000000; i++ { n = n*31 + i }; return n }

//go:noinline
func outer(n uint) uint { return inner(n) + 1 }

func main() { n := uint(1); for end := time.Now().Add(time.Minute); time.Now().Before(end); { n = outer(n) }; os.Exit(int(n & 1)) }
`

const spinInNode = `
function spinInner(n) { for (let i = 0; i < 1e6; i++) n = (n * 31 + i) | 0; return n; }
function spinOuter(n) { return spinInner(n) + 1; }
let n = 1; const end = Date.now() + 60000; while (Date.now() < end) n = spinOuter(n);
`

// subject is a program that spins in functions whose names are to be found: one that calls nothing, and one further out. Compilers give a
// function that calls nothing no frame of its own, so that its caller is passed over.
type subject struct {
	name         string
	argv         []string
	inner, outer string
}

// spinning starts a program until the test ends; false where it cannot be had here.
func spinning(t *testing.T, argv []string, folder string) (pid int, ok bool) {
	t.Helper()
	command := exec.Command(argv[0], argv[1:]...)
	command.Dir = folder
	if err := command.Start(); err != nil {
		return 0, false
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	return command.Process.Pid, true
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func made(t *testing.T, argv ...string) bool {
	t.Helper()
	command := exec.Command(argv[0], argv[1:]...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if output, err := command.CombinedOutput(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return false
		}
		t.Fatalf("%v: %v\n%s", argv, err, output)
	}
	return true
}

func subjects(t *testing.T) (all []subject) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	write(t, in("spin.c"), spinInC)
	write(t, in("spin.go"), spinInGo)
	write(t, in("spin.js"), spinInNode)
	if made(t, "cc", "-O1", "-fno-omit-frame-pointer", "-o", in("c-spinner"), in("spin.c")) {
		all = append(all, subject{"c-spinner", []string{in("c-spinner")}, "spin_inner", "main"})
	}
	made(t, "go", "build", "-o", in("go-spinner"), in("spin.go"))
	made(t, "go", "build", "-ldflags=-s -w", "-o", in("go-stripped"), in("spin.go"))
	all = append(all, subject{"go-spinner", []string{in("go-spinner")}, "main.inner", "main.main"},
		subject{"go-stripped", []string{in("go-stripped")}, "main.inner", "main.main"})
	if node, err := exec.LookPath("node"); err == nil {
		all = append(all, subject{"node", []string{node, "--perf-basic-prof", "--interpreted-frames-native-stack", in("spin.js")}, "spinInner", "spinOuter"})
	}
	return all
}

// allowed skips where the kernel refuses, which the sentence has to explain.
func allowed(t *testing.T) {
	t.Helper()
	if err := Check(); err != nil {
		if os.Geteuid() == 0 && os.Getenv("MILLIONRPS_TEST_NO_SKIP") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

func TestSpinningProgramsAreFoundWithTheirFunctions(t *testing.T) {
	allowed(t)
	pids := map[string]int{}
	all := subjects(t)
	for _, s := range all {
		pid, ok := spinning(t, s.argv, t.TempDir())
		if !ok {
			t.Fatalf("%s does not start", s.name)
		}
		pids[s.name] = pid
	}
	time.Sleep(2 * time.Second) // until Node has started, and has made machine code of what is hot
	samples, err := Capture(t.Context(), 3*time.Second, Hertz)
	if err != nil {
		t.Fatal(err)
	}
	taken, err := samples.Profile()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(taken.Note)
	read, err := profile.Parse(bytes.NewReader(taken.Encoded))
	if err != nil {
		t.Fatal(err)
	}
	if err := read.CheckValid(); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		under := samplesWith(read, pids[s.name], s.inner, s.outer)
		every := samplesWith(read, pids[s.name])
		if every == 0 || 2*under < every {
			t.Errorf("%s: %d of %d samples are in %s under %s", s.name, under, every, s.inner, s.outer)
			logStacks(t, read, pids[s.name])
		}
	}
	if got := sumOf(read); got < 100 || taken.Processes < len(all) || !strings.Contains(taken.Note, "99 times a second") {
		t.Errorf("%d samples of %d processes: %s", got, taken.Processes, taken.Note)
	}
}

func sumOf(p *profile.Profile) (sum int64) {
	for _, s := range p.Sample {
		sum += s.Value[0]
	}
	return sum
}

// samplesWith counts those of a process whose stack has these functions.
func samplesWith(p *profile.Profile, pid int, names ...string) (count int64) {
	for _, s := range p.Sample {
		if !slices.Equal(s.Label["pid"], []string{strconv.Itoa(pid)}) {
			continue
		}
		stack := strings.Join(namesOf(s), "\n")
		if !slices.ContainsFunc(names, func(name string) bool { return !strings.Contains(stack, name) }) {
			count += s.Value[0]
		}
	}
	return count
}

func namesOf(s *profile.Sample) (names []string) {
	for _, l := range s.Location {
		names = append(names, l.Line[0].Function.Name)
	}
	return names
}

func logStacks(t *testing.T, p *profile.Profile, pid int) {
	for _, s := range p.Sample {
		if slices.Equal(s.Label["pid"], []string{strconv.Itoa(pid)}) {
			t.Logf("%d × %s", s.Value[0], strings.Join(namesOf(s), " < "))
		}
	}
}

const asHelper = "MILLIONRPS_PERF_CHECK"

func TestMain(m *testing.M) {
	if os.Getenv(asHelper) != "" {
		fmt.Println(Check())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Whoever may not sample is told what would let him.
func TestARefusalSaysWhatHelps(t *testing.T) {
	level, known := kernel.At("/").Sysctl("kernel.perf_event_paranoid")
	if os.Geteuid() != 0 || !known || level < 1 {
		t.Skip("everybody may sample here, or this is not root")
	}
	command := exec.Command("/proc/self/exe")
	command.Env = append(os.Environ(), asHelper+"=1")
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	output, err := command.Output()
	if err != nil {
		t.Skip("the test's program cannot be run as another user: ", err)
	}
	for _, want := range []string{"CAP_PERFMON", fmt.Sprintf("kernel.perf_event_paranoid is %d", level), "set kernel.perf_event_paranoid to 0"} {
		if !strings.Contains(string(output), want) {
			t.Errorf("%q lacks %q", output, want)
		}
	}
}

func TestASamplingThatIsGivenUpSaysWhy(t *testing.T) {
	allowed(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	reason := errors.New("the step had ended")
	time.AfterFunc(100*time.Millisecond, func() { cancel(reason) })
	if _, err := Capture(ctx, time.Minute, Hertz); !errors.Is(err, reason) {
		t.Errorf("%v", err)
	}
}
