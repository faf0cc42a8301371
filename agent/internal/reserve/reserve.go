// Package reserve keeps room on the disk, so that an agent can still note and report how it puts its host back when nothing else can be written.
package reserve

import (
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// Bytes are enough for the outcomes of a run's end, with its snapshots.
	Bytes = 8 << 20
	// roomLeast has to be free before the reserve is taken: it must not be what fills the disk.
	roomLeast = 2 * Bytes
	// shared is how long after it was given up another writer that had found the disk full may try again.
	shared = time.Second
	// renewEvery is how often room is looked for once the reserve was used.
	renewEvery = 10 * time.Second
)

// Reserve is a file that is given up when the disk is full. Safe for concurrent use; a nil one holds nothing.
type Reserve struct {
	path string

	mu      sync.Mutex
	held    bool
	askedAt time.Time
	usedAt  time.Time
}

// Open takes the reserve where there is room for it. One that a life before has used is taken anew.
func Open(path string) *Reserve {
	r := &Reserve{path: path}
	info, err := os.Stat(path)
	r.held = err == nil && info.Size() == Bytes
	r.Held()
	return r
}

// Held says whether the reserve is there, and takes it when there is room again. While it is not, only what has to be written should be.
func (r *Reserve) Held() bool { return r.taken(renewEvery) }

// HeldNow looks for room at once: for what is asked seldom.
func (r *Reserve) HeldNow() bool { return r.taken(0) }

func (r *Reserve) taken(again time.Duration) bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held || time.Since(r.askedAt) < again {
		return r.held
	}
	r.askedAt = time.Now()
	if r.fill() != nil {
		_ = os.Remove(r.path)
		return false
	}
	r.held = true
	return true
}

// fill writes it: not every file system can allocate only, and one that compresses would give zeros no room.
func (r *Reserve) fill() error {
	var disk unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(r.path), &disk); err != nil {
		return err
	}
	if disk.Bavail*uint64(disk.Bsize) < roomLeast {
		return unix.ENOSPC
	}
	file, err := os.OpenFile(r.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.CopyN(file, rand.Reader, Bytes)
	return errors.Join(err, file.Sync(), file.Close())
}

// Use gives the reserve up when an error says that the disk is full. It answers whether there is room now to try again.
func (r *Reserve) Use(err error) bool {
	if r == nil || !errors.Is(err, unix.ENOSPC) && !errors.Is(err, unix.EDQUOT) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.held {
		return time.Since(r.usedAt) < shared
	}
	r.held, r.askedAt, r.usedAt = false, time.Now(), time.Now()
	return os.Remove(r.path) == nil
}
