package process

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestMain lets this program become another one, as the agent does.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == GuardCommand {
		Guard(os.Stdin)
		return
	}
	if len(os.Args) > 1 && os.Args[1] == LimitedCommand {
		os.Exit(BecomeLimited(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func limitOfAChild(t *testing.T, l *Launcher) unix.Rlimit {
	t.Helper()
	text, exit := output(t, l, "/bin/sh", "-c", "ulimit -Sn; ulimit -Hn")
	var limit unix.Rlimit
	if _, err := fmt.Sscan(text, &limit.Cur, &limit.Max); err != nil || !exit.Clean() {
		t.Fatalf("%v, %s:\n%s", err, exit, text)
	}
	return limit
}

func TestAProgramThatIsStartedHasTheOpenFilesThatWereAsked(t *testing.T) {
	l := NewLauncher()
	before, err := l.OpenFiles()
	if err != nil || before != limitOfAChild(t, l) {
		t.Fatalf("says %v (%v), a child has %v", before, err, limitOfAChild(t, l))
	}
	for _, value := range []unix.Rlimit{{Cur: 4321, Max: 4321}, {Cur: 1234, Max: 5678}} {
		if err := l.SetOpenFiles(value); err != nil {
			t.Fatal(err)
		}
		said, err := l.OpenFiles()
		if got := limitOfAChild(t, l); got != value || said != value || err != nil {
			t.Errorf("asked %v, a child has %v, said to be %v (%v)", value, got, said, err)
		}
	}
	if err := l.SetOpenFiles(before); err != nil {
		t.Fatal(err)
	}
	if got := limitOfAChild(t, l); got != before {
		t.Errorf("taken back, a child has %v, not %v", got, before)
	}
}

func TestALimitBeyondWhatTheKernelAllowsIsRefusedAndChangesNothing(t *testing.T) {
	l := NewLauncher()
	before, _ := l.OpenFiles()
	// Beyond fs.nr_open not even root may go, and its highest value is 2^31 less a word.
	beyond := unix.Rlimit{Cur: 1 << 32, Max: 1 << 32}
	if err := l.SetOpenFiles(beyond); !errors.Is(err, syscall.EPERM) {
		t.Error(err)
	}
	if got := limitOfAChild(t, l); got != before {
		t.Errorf("a child has %v, not %v", got, before)
	}
}

func TestALimitedChildIsAChildLikeAnyOther(t *testing.T) {
	l := NewLauncher()
	if err := l.SetOpenFiles(unix.Rlimit{Cur: 4321, Max: 4321}); err != nil {
		t.Fatal(err)
	}
	if _, exit := output(t, l, "/bin/sh", "-c", "exit 3"); exit.String() != "exit status 3" {
		t.Error(exit)
	}
	if _, err := l.Start(Spec{Argv: []string{"/no/such/program"}}); err == nil || !strings.Contains(err.Error(), "/no/such/program") {
		t.Error(err)
	}
	child, err := l.Start(Spec{Argv: []string{"/bin/sleep", "60"}})
	if err != nil {
		t.Fatal(err)
	}
	child.Kill()
	if exit := child.Wait(); exit.String() != "signal: killed" {
		t.Error(exit)
	}
}

func TestALimitCostsAStartLittle(t *testing.T) {
	l := NewLauncher()
	if err := l.SetOpenFiles(unix.Rlimit{Cur: 4321, Max: 4321}); err != nil {
		t.Fatal(err)
	}
	before := time.Now()
	output(t, l, "/bin/true")
	took := time.Since(before)
	if took > time.Second {
		t.Errorf("took %s", took)
	}
	t.Logf("a start took %s", took)
}

const tellDeathSignal = "tell-death-signal"

// What it dies by is the property of a thread: this is the one that every program begins with.
func init() {
	if len(os.Args) < 2 || os.Args[1] != tellDeathSignal {
		return
	}
	var signal int32
	if err := unix.Prctl(unix.PR_GET_PDEATHSIG, uintptr(unsafe.Pointer(&signal)), 0, 0, 0); err != nil {
		panic(err)
	}
	fmt.Print(signal)
	syscall.Exit(0) // os.Exit lets the race detector wait a second, and there are 300 of these
}

func TestALimitedChildDiesWithThisProcess(t *testing.T) {
	l := NewLauncher()
	if err := l.SetOpenFiles(unix.Rlimit{Cur: 4321, Max: 4321}); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		if got, _ := output(t, l, self, tellDeathSignal); got != "9" {
			t.Fatalf("the %d. child gets signal %q when this process ends", i+1, got)
		}
	}
}
