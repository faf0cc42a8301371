// Package folder is the agent's data folder: private, and used by one agent at a time.
package folder

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Folder is a data folder that this process has locked.
type Folder struct {
	path    string
	lock    *os.File
	working *os.File // locked while a run is held
}

// LockFile is in every data folder.
const LockFile = "lock"

// ErrInUse is what the error of Open is when another process holds the folder.
var ErrInUse = errors.New("it is in use")

// inUseError is a sentence of its own.
type inUseError struct{ folder string }

func (e inUseError) Error() string {
	return fmt.Sprintf("another agent uses the data folder %s; give each its own with --data", e.folder)
}

func (e inUseError) Is(target error) bool { return target == ErrInUse }

// Open makes the folder where needed and locks it until Close or the end of the process. Its error is one sentence.
func Open(path string) (*Folder, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("the data folder %s has no absolute path: %w", path, err)
	}
	for _, sub := range []string{"", "spool", "blobs", "work"} {
		if err := os.MkdirAll(filepath.Join(absolute, sub), 0o700); err != nil {
			return nil, fmt.Errorf("the data folder cannot be made: %w", err)
		}
	}
	if err := os.Chmod(absolute, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder cannot be made private: %w", err)
	}
	// Root opens the folder of the service's user, too: no file is made where a link leads.
	lock, err := os.OpenFile(filepath.Join(absolute, LockFile), os.O_CREATE|os.O_RDWR|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, inUseError{absolute}
		}
		return nil, fmt.Errorf("locking the data folder %s: %w", absolute, err)
	}
	return &Folder{path: absolute, lock: lock}, nil
}

const workingFile = "working"

// MarkWorking says to other processes whether the agent works for a run. The mark goes with the process, however that ends.
func (f *Folder) MarkWorking(working bool) error {
	if !working {
		if f.working != nil {
			f.working.Close()
			f.working = nil
		}
		return nil
	}
	file, err := os.OpenFile(f.Path(workingFile), os.O_CREATE|os.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		file.Close()
		return err
	}
	f.working = file
	return nil
}

// IsWorking says whether the agent of a data folder works for a run.
func IsWorking(path string) bool {
	file, err := os.Open(filepath.Join(path, workingFile))
	if err != nil {
		return false
	}
	defer file.Close()
	return unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB) != nil
}

// Path is the absolute path of a file in the folder.
func (f *Folder) Path(elements ...string) string {
	return filepath.Join(append([]string{f.path}, elements...)...)
}

// Close gives the folder up.
func (f *Folder) Close() { f.lock.Close() }

// WriteFile replaces a private file (0600) as a whole: after a crash or an error it holds the old or the new content.
func (f *Folder) WriteFile(name string, content []byte) error {
	path := f.Path(name)
	partial, err := os.CreateTemp(f.path, name+".partial-*")
	if err != nil {
		return err
	}
	defer os.Remove(partial.Name())
	_, err = partial.Write(content)
	if err == nil {
		err = partial.Sync()
	}
	err = cmp.Or(err, partial.Close())
	if err == nil {
		err = os.Rename(partial.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
