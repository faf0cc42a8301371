package tuning

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/fakeroot"
	"millionrps/agent/internal/kernel"
)

// fakeHost is a made-up root with a kernel, a driver and processes behind it.
type fakeHost struct {
	t       *testing.T
	root    string
	journal string
	kernel  *fakeKernel
	driver  *fakeDriver
	signals []string
	limit   unix.Rlimit
	units   map[string]string // ActiveState by service; nil: no systemd
	// onService is what a service does to the host when it is stopped or started, by "stop tuned".
	onService map[string]func()
	crash     func()
	// stopsAfter is how long a process still runs once it was told to stop.
	stopsAfter time.Duration
}

func newFakeHost(t *testing.T, root string) *fakeHost {
	t.Helper()
	cpus, err := newHost(kernel.At(root), devices{files: rootFiles{kernel.At(root)}}).cpus()
	if err != nil {
		t.Fatal(err)
	}
	f := &fakeHost{
		t: t, root: root, journal: filepath.Join(t.TempDir(), "tuning.jsonl"), limit: unix.Rlimit{Cur: 1024, Max: 524288}, crash: func() {},
		kernel: &fakeKernel{rootFiles: rootFiles{kernel.At(root)}, cpus: cpus, managed: map[string]bool{}, fails: map[string]error{}, fixed: map[string]error{}},
	}
	f.driver = newFakeDriver(t, f.kernel)
	return f
}

// ena has 128 CPUs, smallENA 32 and the same NIC: a large host takes seconds to make up on a busy machine.
func ena(t *testing.T) *fakeHost      { return newFakeHost(t, fakeroot.ENA128(t)) }
func smallENA(t *testing.T) *fakeHost { return newFakeHost(t, fakeroot.ENA(t, 32)) }

// enaToRead is made once, for tests that only plan.
func enaToRead(t *testing.T) *fakeHost { return newFakeHost(t, rootToRead()) }

var rootToRead = sync.OnceValue(func() string {
	root := filepath.Join(scratch, "ena")
	if err := fakeroot.WriteENA128(root); err != nil {
		panic(err)
	}
	return root
})

// scratch is a folder of the whole package's tests.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "millionrps-tuning-"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(status)
}

func virtio(t *testing.T) *fakeHost { return newFakeHost(t, fakeroot.Virtio8(t)) }

func (f *fakeHost) OpenFiles() (unix.Rlimit, error)      { return f.limit, nil }
func (f *fakeHost) SetOpenFiles(limit unix.Rlimit) error { f.limit = limit; return nil }

// signal does to /proc/PID/stat what the kernel does to a process.
func (f *fakeHost) signal(pid int, signal syscall.Signal) error {
	state := map[syscall.Signal]string{unix.SIGSTOP: "T", unix.SIGCONT: "S"}[signal]
	if state == "" {
		return nil
	}
	f.signals = append(f.signals, fmt.Sprintf("%d %v", pid, signal))
	name := fmt.Sprintf("/proc/%d/stat", pid)
	text, err := f.kernel.Text(name)
	if err != nil {
		return unix.ESRCH
	}
	end := strings.LastIndexByte(text, ')')
	write := func() error { return f.kernel.rootFiles.write(name, text[:end+2]+state+text[end+3:]) }
	if signal != unix.SIGSTOP || f.stopsAfter == 0 {
		return write()
	}
	time.AfterFunc(f.stopsAfter, func() {
		if err := write(); err != nil {
			f.t.Error(err)
		}
	})
	return nil
}

func (f *fakeHost) systemctl(arguments ...string) (string, error) {
	if arguments[0] != "show" {
		name := strings.TrimSuffix(arguments[1], ".service")
		f.signals = append(f.signals, arguments[0]+" "+name)
		f.units[name] = map[string]string{"stop": "inactive", "start": "active"}[arguments[0]]
		if moved := f.onService[arguments[0]+" "+name]; moved != nil {
			moved()
		}
		return "", nil
	}
	var blocks []string
	for _, service := range arguments[2:] {
		name := strings.TrimSuffix(service, ".service")
		load, active := "loaded", f.units[name]
		if active == "" {
			load, active = "not-found", "inactive"
		}
		blocks = append(blocks, fmt.Sprintf("Id=%s\nLoadState=%s\nActiveState=%s\n", service, load, active))
	}
	return strings.Join(blocks, "\n"), nil
}

// set is what something other than the agent writes.
func (f *fakeHost) set(name, text string) {
	f.t.Helper()
	if err := f.kernel.rootFiles.write(name, text); err != nil {
		f.t.Fatal(err)
	}
}

// open begins a new life of the agent on the host.
func (f *fakeHost) open() *Tuner {
	f.t.Helper()
	bound := devices{files: f.kernel, driver: f.driver, signal: f.signal, limits: f, mayRaiseLimit: func() error { return nil }}
	if f.units != nil {
		bound.systemctl = f.systemctl
	}
	tuner, err := open(Config{Root: f.root, Journal: f.journal}, bound, func() { f.crash() })
	if err != nil {
		f.t.Fatal(err)
	}
	return tuner
}

// plan also looks that planning touched nothing.
func (f *fakeHost) plan(request Request) Plan {
	f.t.Helper()
	plan, err := f.open().Plan(request)
	if err != nil {
		f.t.Fatal(err)
	}
	if len(f.kernel.writes)+len(f.driver.calls)+len(f.signals) > 0 {
		f.t.Errorf("planning wrote %v, %v, %v", f.kernel.writes, f.driver.calls, f.signals)
	}
	return plan
}

// state is every file of the host.
func (f *fakeHost) state() map[string]string {
	f.t.Helper()
	files := map[string]string{
		"rlimit": formatLimit(f.limit), "channels": fmt.Sprint(f.driver.counts), "features": fmt.Sprint(f.driver.offload),
		"coalescing": fmt.Sprint(f.driver.coalesce), "units": fmt.Sprint(f.units),
	}
	err := filepath.WalkDir(f.root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			var text []byte
			text, err = os.ReadFile(path)
			files[strings.TrimPrefix(path, f.root)] = string(text)
		}
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return files
}

func (f *fakeHost) expectState(want map[string]string) {
	f.t.Helper()
	if diff := cmp.Diff(want, f.state()); diff != "" {
		f.t.Error(diff)
	}
	if _, err := os.Stat(f.journal); err == nil {
		f.t.Error("the journal is still there")
	}
}

func (f *fakeHost) text(name string) string {
	f.t.Helper()
	text, err := f.kernel.Text(name)
	if err != nil {
		f.t.Fatal(err)
	}
	return text
}

// find is the change of a key.
func find(t *testing.T, changes []Change, key string) Change {
	t.Helper()
	index := slices.IndexFunc(changes, func(c Change) bool { return c.Key == key })
	if index < 0 {
		var keys []string
		for _, change := range changes {
			keys = append(keys, change.Key)
		}
		t.Fatalf("no %s among %s", key, strings.Join(keys, "\n"))
	}
	return changes[index]
}

func ptr[T any](value T) *T { return &value }

func value(text *string) string {
	if text == nil {
		return "nil"
	}
	return *text
}
