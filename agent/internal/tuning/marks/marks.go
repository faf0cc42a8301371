// Package marks tells agents of one host which of them has changed it, even a dead one.
package marks

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// folders are where marks may stand; a boot empties each. An agent leaves its mark in all that it can write to, and looks in all. Not every
// agent may write to the first, and a container may share any one of them with the host.
var folders = []string{ownFolder, "/run/lock", "/dev/shm"}

// ownFolder is root's or the unit's.
const ownFolder = "/run/millionrps"

var errRemovable = errors.New("other users could remove it there")

// leftTunedError is for a host that reads as a dead agent has left it: its values are not the host's own.
type leftTunedError struct {
	folder string
	unseen bool // so that whether everything was put back is not known
}

func (e leftTunedError) Error() string {
	if e.unseen {
		return fmt.Sprintf("the data folder %s of another agent, which changed this host, cannot be seen from here, so nothing was changed: start that agent again, or run "+
			"its program with: restore --data %[1]s, where the folder can be seen; if it is gone for good, boot this host", e.folder)
	}
	return fmt.Sprintf("another agent changed this host and ended before it put everything back, so nothing was changed: start that agent again, or run "+
		"sudo %s restore --data %s", ownProgram(), e.folder)
}

// ownProgram is on no PATH where it was installed by the enrol line.
func ownProgram() string {
	if path, err := os.Executable(); err == nil {
		return path
	}
	return "agent"
}

// Marks are links to the journal of an agent that has changed this host and not yet put it back.
type Marks struct {
	Root    string // of the host; "/" of the machine's own
	Journal string
}

// LookForOthers removes marks whose journal is gone, and passes over those that just any user has left. Their agents have put everything back, or died before they changed anything.
func (m Marks) LookForOthers() error {
	own, _ := m.name()
	for _, folder := range folders {
		entries, err := os.ReadDir(m.path(folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("this agent cannot look for the marks of other agents in %s (%s), so nothing was changed: let it read that folder, as with "+
				"sudo chmod 755 %[1]s", folder, cause(err))
		}
		for _, entry := range entries {
			mark := filepath.Join(m.path(folder), entry.Name())
			journal, err := os.Readlink(mark)
			var stat unix.Stat_t
			if err != nil || unix.Lstat(mark, &stat) != nil || !m.believes(stat.Uid) || entry.Name() == own || !strings.HasPrefix(entry.Name(), prefix()) {
				continue
			}
			if err := stands(mark, journal); err != nil {
				return err
			}
			_ = os.Remove(mark)
		}
	}
	return nil
}

// believes says that a user's agent may tune this host: root's, our own user's, or that of the user to whom root gave the folder of marks. Anybody
// may write to the others, and would keep agents from tuning.
func (m Marks) believes(user uint32) bool {
	var folder unix.Stat_t
	return user == 0 || int(user) == os.Geteuid() || unix.Stat(m.path(ownFolder), &folder) == nil && folder.Uid == user
}

// stands says that a mark holds: its journal is there, or its folder cannot be seen from here.
func stands(mark, journal string) error {
	folder := filepath.Dir(journal)
	identity, err := identityOf(folder)
	if err != nil || !strings.HasSuffix(mark, identity) {
		return leftTunedError{folder, true}
	}
	if _, err := os.Stat(journal); !errors.Is(err, fs.ErrNotExist) { // also one that may not be looked at
		return leftTunedError{folder, false}
	}
	return nil
}

// Leave fails where no mark could be left at all: once this agent is killed, the next would take its values for the host's own.
func (m Marks) Leave() error {
	name, err := m.name()
	if err != nil {
		return err
	}
	var refusals []string
	for _, folder := range folders {
		if err := m.leaveIn(folder, name); err != nil {
			refusals = append(refusals, fmt.Sprintf("%s (%s)", folder, cause(err)))
		}
	}
	if len(refusals) == len(folders) {
		return fmt.Errorf("this agent cannot leave its mark in %s, so nothing was changed: let it write to one of these folders, as with "+
			"sudo install -d -o %d -m 755 %s", strings.Join(refusals, ", nor in "), os.Geteuid(), ownFolder)
	}
	return nil
}

func (m Marks) leaveIn(folder, name string) error {
	if folder == ownFolder {
		if err := makeReadable(m.path(folder)); err != nil {
			return err
		}
	}
	var stat unix.Stat_t
	if err := unix.Stat(m.path(folder), &stat); err != nil {
		return err
	}
	if stat.Mode&0o022 != 0 && stat.Mode&unix.S_ISVTX == 0 {
		return errRemovable
	}
	mark := filepath.Join(m.path(folder), name)
	err := os.Symlink(m.Journal, mark)
	if errors.Is(err, fs.ErrExist) && !m.isOurs(mark) {
		if err = os.Remove(mark); err == nil {
			err = os.Symlink(m.Journal, mark)
		}
	} else if errors.Is(err, fs.ErrExist) {
		err = nil // of an earlier life
	}
	return err
}

// makeReadable has every user see what stands in a folder, whatever the umask.
func makeReadable(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	stat, err := os.Stat(folder)
	if err == nil && stat.Mode().Perm() != 0o755 {
		err = os.Chmod(folder, 0o755)
	}
	return err
}

// isOurs is false for a mark that another user could remove, or that leads elsewhere.
func (m Marks) isOurs(mark string) bool {
	journal, err := os.Readlink(mark)
	var stat unix.Stat_t
	return err == nil && journal == m.Journal && unix.Lstat(mark, &stat) == nil && (stat.Uid == 0 || int(stat.Uid) == os.Geteuid())
}

// Remove is for a host that this agent has put back. It leaves no file of a killed life of it either.
func (m Marks) Remove() {
	name, err := m.name()
	if err != nil { // without its folder, nothing is known of the journal
		return
	}
	for _, folder := range folders {
		_ = os.Remove(filepath.Join(m.path(folder), name))
		m.removeLock(folder)
	}
}

func (m Marks) path(folder string) string { return strings.TrimSuffix(m.Root, "/") + folder }

// name tells the data folder by its path and by what it is: in another container, or without its volume, the same path is another folder.
func (m Marks) name() (string, error) {
	identity, err := identityOf(filepath.Dir(m.Journal))
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(m.Journal))
	return fmt.Sprintf("%s%08x%s", prefix(), hash.Sum32(), identity), err
}

func identityOf(folder string) (string, error) {
	var stat unix.Stat_t
	if err := unix.Stat(folder, &stat); err != nil {
		return "", fmt.Errorf("looking at %s: %w", folder, err)
	}
	return fmt.Sprintf("-%d-%d", stat.Dev, stat.Ino), nil
}

// prefix names the network namespace: each has values of its own, and one /run for all.
func prefix() string { return "millionrps-tuning-" + namespaceIdentity() + "-" }

// namespaceIdentity is its cookie, which no other has until the machine boots. Kernels before 5.14 tell only a number that the next namespace may get
// once this one is gone.
func namespaceIdentity() string {
	if socket, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0); err == nil {
		defer unix.Close(socket)
		if cookie, err := unix.GetsockoptUint64(socket, unix.SOL_SOCKET, unix.SO_NETNS_COOKIE); err == nil {
			return fmt.Sprintf("c%d", cookie)
		}
	}
	namespace, _ := os.Readlink("/proc/thread-self/ns/net") // net:[4026531840]
	return strings.Trim(namespace, "net:[]")
}

// cause is an error without the paths, which the sentence has.
func cause(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	return err.Error()
}
