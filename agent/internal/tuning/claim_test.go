package tuning

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/tuning/marks"
)

// takenAfter is a claim that another agent gives up in the moment in which it is asked for.
type takenAfter struct{ other func() }

func (c takenAfter) take() error { c.other(); return nil }
func (takenAfter) release()      {}

// Values that are read before the host is claimed may be those of another agent's run; kept as the host's own, they would stay for good.
func TestWhatAHostWasIsReadOnceItIsClaimed(t *testing.T) {
	f := virtio(t)
	before := f.state()
	one := f.open()
	apply(t, one, Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
	f.journal += ".2"
	other := f.open()
	other.bound.claim = takenAfter{func() { restore(t, one) }}
	applied := apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	if got := value(find(t, applied.Changes, "nic/eth0/mtu").Before); got != "1500" {
		t.Errorf("the host's own MTU is said to be %s", got)
	}
	restore(t, other)
	f.expectState(before)
}

func TestAClaimIsOfOneAgentAndOutlivesItUntilTheHostIsPutBack(t *testing.T) {
	f := virtio(t)
	folders := []string{t.TempDir(), t.TempDir()}
	one, other := agentOn(t, f, folders[0]), agentOn(t, f, folders[1])
	request := Request{Wanted: Wanted{MTUBytes: ptr(1400)}}
	refused := func(words string) {
		t.Helper()
		_, err := other.Apply(t.Context(), "run-2", Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want %q", err, words)
		}
	}
	apply(t, one, request)
	refused(errClaimed.Error())
	dies(one)
	refused(" restore --data " + folders[0])
	heir := agentOn(t, f, folders[0])
	restore(t, heir)
	apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	restore(t, other)
	apply(t, heir, request)
	restore(t, heir)
}

// A folder that cannot be seen from here says nothing of its journal: ProtectHome, another container's path, a volume that is not mounted.
func TestAMarkHoldsWhileTheFolderOfItsJournalIsNotSeen(t *testing.T) {
	for name, hide := range map[string]func(folder string){
		"the folder is absent":        func(string) {},
		"another one is in its place": func(folder string) { must(t, os.Mkdir(folder, 0o700)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := virtio(t)
			folder, elsewhere := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "data")
			must(t, os.Mkdir(folder, 0o700))
			dead := agentOn(t, f, folder)
			apply(t, dead, Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
			dies(dead)
			must(t, os.Rename(folder, elsewhere))
			hide(folder)
			other := agentOn(t, f, t.TempDir())
			for range 2 { // nor is the mark gone after the first
				_, err := other.Apply(t.Context(), "run-2", Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
				if err == nil || !strings.Contains(err.Error(), "the data folder "+folder+" of another agent, which changed this host, cannot be seen from here") ||
					!strings.Contains(err.Error(), " restore --data "+folder) {
					t.Fatal(err)
				}
			}
			must(t, os.RemoveAll(folder))
			must(t, os.Rename(elsewhere, folder))
			restore(t, agentOn(t, f, folder))
			apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
			restore(t, other)
		})
	}
}

// An agent that died between its mark and its journal has changed nothing.
func TestAMarkWithoutAJournalInItsFolderIsOfAnAgentThatChangedNothing(t *testing.T) {
	f := virtio(t)
	dead := agentOn(t, f, t.TempDir())
	must(t, dead.bound.claim.take())
	dies(dead)
	other := agentOn(t, f, t.TempDir())
	apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
	restore(t, other)
}

// agentOn begins the life of an agent with a data folder of its own.
func agentOn(t *testing.T, f *fakeHost, data string) *Tuner {
	t.Helper()
	tuner, err := Open(Config{Root: f.root, Journal: filepath.Join(data, "tuning.jsonl")})
	must(t, err)
	return tuner
}

// dies leaves what a killed process leaves.
func dies(t *Tuner) { t.bound.claim.(*claim).lock.Close() }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// unwritable has a folder of marks lead nowhere, for root too.
func (f *fakeHost) unwritable(folder string) {
	f.t.Helper()
	must(f.t, os.MkdirAll(filepath.Dir(f.root+folder), 0o755))
	must(f.t, os.Symlink("/nonexistent/folder", f.root+folder))
}

func (f *fakeHost) shared(folder string) {
	f.t.Helper()
	must(f.t, os.MkdirAll(f.root+folder, 0o755))
	must(f.t, os.Chmod(f.root+folder, 0o777|os.ModeSticky))
}

// The next agent would take what a dead one left for the host's own values.
func TestAnAgentThatCannotLeaveAMarkChangesNothing(t *testing.T) {
	f := virtio(t)
	f.unwritable("/run/millionrps")
	before := f.state()
	_, err := agentOn(t, f, t.TempDir()).Apply(t.Context(), "run-1", Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
	if err == nil || !strings.Contains(err.Error(), "cannot leave its mark in /run/millionrps (") || !strings.Contains(err.Error(), ", so nothing was changed: ") ||
		!strings.Contains(err.Error(), "sudo install -d -o ") {
		t.Error(err)
	}
	f.expectState(before)
}

func TestAMarkInAnyFolderIsSeen(t *testing.T) {
	for _, writable := range []string{"/run/lock", "/dev/shm"} {
		t.Run(writable, func(t *testing.T) {
			f := virtio(t)
			f.unwritable("/run/millionrps")
			f.shared(writable)
			folder := t.TempDir()
			dead := agentOn(t, f, folder)
			apply(t, dead, Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
			dies(dead)
			must(t, os.Remove(f.root+"/run/millionrps"))
			other := agentOn(t, f, t.TempDir())
			_, err := other.Apply(t.Context(), "run-2", Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
			if err == nil || !strings.Contains(err.Error(), " restore --data "+folder) {
				t.Error(err)
			}
			restore(t, agentOn(t, f, folder))
			apply(t, other, Request{Wanted: Wanted{MTUBytes: ptr(1300)}})
			restore(t, other)
			if left, _ := filepath.Glob(f.root + writable + "/*"); len(left) > 0 {
				t.Error(left)
			}
		})
	}
}

func TestAFolderOfMarksThatCannotBeReadIsNotTakenForAnEmptyOne(t *testing.T) {
	f := virtio(t)
	must(t, os.MkdirAll(f.root+"/run", 0o755))
	must(t, os.WriteFile(f.root+"/run/millionrps", nil, 0o600))
	f.shared("/dev/shm")
	_, err := agentOn(t, f, t.TempDir()).Apply(t.Context(), "run-1", Request{Wanted: Wanted{MTUBytes: ptr(1400)}})
	if err == nil || !strings.Contains(err.Error(), "cannot look for the marks of other agents in /run/millionrps (not a directory), so nothing was changed: ") {
		t.Error(err)
	}
}

// The unit's umask is 0077: a folder that only root may look into would hide the marks from every other agent.
func TestAnyUserSeesTheMarks(t *testing.T) {
	f := virtio(t)
	defer unix.Umask(unix.Umask(0o077))
	must(t, os.MkdirAll(f.root+"/run", 0o755))
	tuner := agentOn(t, f, t.TempDir())
	must(t, tuner.bound.claim.take())
	defer tuner.bound.claim.release()
	folder, err := os.Stat(f.root + "/run/millionrps")
	must(t, err)
	if folder.Mode().Perm() != 0o755 {
		t.Errorf("%v", folder.Mode())
	}
}

// An agent that is not root has no say in /run; the sticky bit keeps its mark from all others but root.
func TestAnOrdinaryUserLeavesAMarkInASharedFolder(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can become another user")
	}
	root, data := t.TempDir(), t.TempDir()
	must(t, os.Mkdir(root+"/run", 0o755))
	must(t, os.MkdirAll(root+"/dev/shm", 0o755))
	must(t, os.Chmod(root+"/dev/shm", 0o777|os.ModeSticky))
	must(t, os.Chmod(filepath.Dir(root), 0o755)) // of both
	journal := filepath.Join(data, "tuning.jsonl")
	dead := &claim{marks: marks.Marks{Root: root, Journal: journal}}
	asUser(t, 65534, dead.take)
	dead.lock.Close()
	must(t, os.WriteFile(journal, nil, 0o600))
	other := &claim{marks: marks.Marks{Root: root, Journal: filepath.Join(t.TempDir(), "tuning.jsonl")}}
	asUser(t, 65534, func() error {
		if err := other.take(); err == nil || !strings.Contains(err.Error(), data) {
			t.Error(err)
		}
		return nil
	})
	// Of a user whose agents nobody has let tune this host it is just a file that somebody left.
	must(t, other.take())
	other.release()
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

// A folder that everyone may write to protects no mark without the sticky bit, nor does a mark that another user may remove.
func TestAMarkThatOthersCanRemoveIsNone(t *testing.T) {
	f := virtio(t)
	f.unwritable("/run/millionrps")
	f.shared("/dev/shm")
	must(t, os.Chmod(f.root+"/dev/shm", 0o777))
	if err := agentOn(t, f, t.TempDir()).bound.claim.take(); err == nil || !strings.Contains(err.Error(), "/dev/shm (other users could remove it there)") {
		t.Error(err)
	}
}

func TestAMarkOfTheSameNameThatAnotherUserLeftIsReplaced(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root can become another user")
	}
	f := virtio(t)
	f.unwritable("/run/millionrps")
	f.shared("/dev/shm")
	tuner := agentOn(t, f, t.TempDir())
	must(t, tuner.bound.claim.take())
	left, _ := filepath.Glob(f.root + "/dev/shm/*[0-9]") // not the lock
	if len(left) != 1 {
		t.Fatal(left)
	}
	must(t, os.Lchown(left[0], 65534, 65534))
	dies(tuner)
	heir := agentOn(t, f, filepath.Dir(tuner.journal.Path))
	must(t, heir.bound.claim.take())
	defer heir.bound.claim.release()
	var stat unix.Stat_t
	must(t, unix.Lstat(left[0], &stat))
	if stat.Uid != 0 {
		t.Errorf("the mark is user %d's", stat.Uid)
	}
}
