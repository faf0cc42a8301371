package marks

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// host is a made-up one, whose folders of marks are those of a machine.
func host(t *testing.T) Marks {
	t.Helper()
	root := t.TempDir()
	for _, folder := range []string{"/run/lock", "/dev/shm"} {
		must(t, os.MkdirAll(root+folder, 0o755))
		must(t, os.Chmod(root+folder, 0o777|os.ModeSticky))
	}
	must(t, os.Chmod(filepath.Dir(root), 0o755)) // so that other users reach it, too
	must(t, os.Chmod(root, 0o755))
	return Marks{Root: root, Journal: filepath.Join(t.TempDir(), "tuning.jsonl")}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestALockIsOfOneAgentAndEndsWithIt(t *testing.T) {
	m := host(t)
	one, err := m.Lock()
	must(t, err)
	for range 2 {
		if _, err := m.Lock(); !errors.Is(err, ErrLocked) {
			t.Errorf("a second agent holds it: %v", err)
		}
	}
	m.Remove() // takes away what is held by nobody
	if _, err := m.Lock(); !errors.Is(err, ErrLocked) {
		t.Errorf("a second agent holds it: %v", err)
	}
	one.Close()
	heir, err := m.Lock()
	must(t, err)
	heir.Close()
	m.Remove()
	for _, folder := range folders {
		if left, _ := filepath.Glob(m.Root + folder + "/millionrps-*"); len(left) > 0 {
			t.Error(left)
		}
	}
}

// Whatever another user of the host does, an agent tunes it all the same.
func TestNoOtherUserKeepsAnAgentFromTuning(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can become another user")
	}
	for name, squat := range map[string]func(path string) error{
		"a name in the kernel": func(string) error {
			socket, err := net.ListenUnix("unix", &net.UnixAddr{Name: "@millionrps/tuning", Net: "unix"})
			if err == nil {
				t.Cleanup(func() { socket.Close() })
			}
			return err
		},
		"a locked file": func(path string) error {
			file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
			if err != nil {
				return err
			}
			t.Cleanup(func() { file.Close() })
			return unix.Flock(int(file.Fd()), unix.LOCK_EX)
		},
		"a folder": func(path string) error { return os.Mkdir(path, 0o777) },
		"a link":   func(path string) error { return os.Symlink("/etc/passwd", path) },
		"a mark": func(path string) error {
			identity, err := identityOf("/etc")
			if err != nil {
				return err
			}
			return os.Symlink("/etc/passwd", strings.TrimSuffix(path, "lock")+"00000000"+identity)
		},
		"a pipe": func(path string) error { return unix.Mkfifo(path, 0o666) },
	} {
		t.Run(name, func(t *testing.T) {
			m := host(t)
			for _, folder := range folders[1:] {
				asUser(t, 65534, func() error { return squat(filepath.Join(m.Root+folder, prefix()+"lock")) })
				if name == "a name in the kernel" {
					break
				}
			}
			lock, err := m.Lock()
			must(t, err)
			must(t, m.LookForOthers())
			if len(lock.files) == 0 {
				t.Error("nothing is locked")
			}
			if _, err := m.Lock(); !errors.Is(err, ErrLocked) {
				t.Errorf("a second agent holds it: %v", err)
			}
			lock.Release()
		})
	}
}

// The agent of a service's user and one that root starts keep each other out: each sees the other's lock, which it may not open.
func TestAgentsOfDifferentUsersKeepEachOtherOut(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can become another user")
	}
	const service = 65534
	m := host(t)
	must(t, os.Mkdir(m.Root+ownFolder, 0o755))
	must(t, os.Chown(m.Root+ownFolder, service, service))
	root, err := m.Lock()
	must(t, err)
	var own *Lock
	lockAsService := func() (err error) {
		own, err = m.Lock()
		return err
	}
	asUser(t, service, func() error {
		if err := lockAsService(); !errors.Is(err, ErrLocked) {
			t.Errorf("the service's user holds it beside root: %v", err)
		}
		return nil
	})
	root.Release()
	asUser(t, service, lockAsService)
	if _, err := m.Lock(); !errors.Is(err, ErrLocked) {
		t.Errorf("root holds it beside the service's user: %v", err)
	}
	own.Release()
}

// asUser acts on a thread of that user, which ends with it.
func asUser(t *testing.T, user uintptr, act func() error) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		if _, _, errno := unix.RawSyscall(unix.SYS_SETRESUID, user, user, user); errno != 0 {
			done <- errno
			return
		}
		done <- act()
	}()
	must(t, <-done)
}
