package marks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// ErrLocked is the answer while another agent holds the lock.
var ErrLocked = errors.New("another agent holds the lock")

// errUntrusted is of a file that some user has put in the lock's place, so that it says nothing.
var errUntrusted = errors.New("another user's file is in its place")

// Lock is a file in each folder of marks, which this process holds until it ends. Only its owner and root can open it, so no other user can
// hold it in an agent's stead; whether it is held, everybody in its PID namespace can see.
type Lock struct{ files []*os.File }

// Lock keeps every other agent out that can see one of the folders. Where no file can be made there is none; Leave refuses what cannot be marked
// anywhere.
func (m Marks) Lock() (*Lock, error) {
	l := &Lock{}
	for _, folder := range folders {
		file, err := m.lockIn(folder)
		if errors.Is(err, ErrLocked) {
			l.Release()
			return nil, err
		}
		if err == nil {
			l.files = append(l.files, file)
		}
	}
	return l, nil
}

// Release gives it up and leaves no file.
func (l *Lock) Release() {
	for _, file := range l.files {
		_ = os.Remove(file.Name())
	}
	l.Close()
}

// Close gives it up as the end of the process does: the files stay.
func (l *Lock) Close() {
	for _, file := range l.files {
		_ = file.Close()
	}
	l.files = nil
}

// removeLock takes away the file of an agent that was killed. One that is held stays.
func (m Marks) removeLock(folder string) {
	path := m.lockPath(folder)
	if !m.isLock(path) {
		return
	}
	if file, err := m.lockIn(folder); err == nil {
		_ = os.Remove(path)
		file.Close()
	}
}

func (m Marks) lockPath(folder string) string { return filepath.Join(m.path(folder), prefix()+"lock") }

func (m Marks) lockIn(folder string) (*os.File, error) {
	if folder == ownFolder {
		_ = makeReadable(m.path(folder)) // an agent that may not still looks whether another holds the lock there
	}
	path := m.lockPath(folder)
	for {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0o600)
		if err != nil {
			if errors.Is(err, fs.ErrPermission) && m.isLock(path) && isHeld(path) {
				err = ErrLocked
			}
			return nil, err
		}
		if !m.isLock(path) {
			file.Close()
			return nil, errUntrusted
		}
		if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
			file.Close()
			if errors.Is(err, unix.EWOULDBLOCK) {
				err = ErrLocked
			}
			return nil, err
		}
		// Whoever held it until now has removed it since it was opened: the next one would make another file.
		if isAt(file, path) {
			return file, nil
		}
		file.Close()
	}
}

// isLock says that an agent made what is there, not just anybody.
func (m Marks) isLock(path string) bool {
	var stat unix.Stat_t
	return unix.Lstat(path, &stat) == nil && stat.Mode&unix.S_IFMT == unix.S_IFREG && stat.Mode&0o077 == 0 && m.believes(stat.Uid)
}

func isAt(file *os.File, path string) bool {
	var held, there unix.Stat_t
	return unix.Fstat(int(file.Fd()), &held) == nil && unix.Lstat(path, &there) == nil && held.Dev == there.Dev && held.Ino == there.Ino
}

// isHeld looks in /proc/locks (lock_get_status, fs/locks.c) for a file that this user may not open.
func isHeld(path string) bool {
	var stat unix.Stat_t
	text, err := os.ReadFile("/proc/locks")
	if err != nil || unix.Lstat(path, &stat) != nil {
		return false
	}
	file := fmt.Sprintf(" %02x:%02x:%d ", unix.Major(stat.Dev), unix.Minor(stat.Dev), stat.Ino)
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, " FLOCK ") && strings.Contains(line, file) {
			return true
		}
	}
	return false
}
