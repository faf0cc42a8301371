// Package reserve keeps room on the disk, so that an agent can still note and report how it puts its host back when nothing else can be written.
package reserve

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// Bytes are enough for the outcomes of a run's end, with its snapshots.
	Bytes = 8 << 20
	// renewEvery is how often room is looked for once the reserve was used.
	renewEvery = 10 * time.Second
)

// Reserve is a file that is given up when the disk is full. Safe for concurrent use; a nil one holds nothing.
type Reserve struct {
	path string

	mu      sync.Mutex
	held    bool
	askedAt time.Time
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
func (r *Reserve) Held() bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held || time.Since(r.askedAt) < renewEvery {
		return r.held
	}
	r.askedAt = time.Now()
	// Written, not only allocated: not every file system can do the latter.
	if os.WriteFile(r.path, make([]byte, Bytes), 0o600) != nil {
		_ = os.Remove(r.path)
		return false
	}
	r.held = true
	return true
}

// Use gives the reserve up when an error says that the disk is full. It answers whether there is room now to try again.
func (r *Reserve) Use(err error) bool {
	if r == nil || !errors.Is(err, unix.ENOSPC) && !errors.Is(err, unix.EDQUOT) {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.held {
		return false
	}
	r.held, r.askedAt = false, time.Now()
	return os.Remove(r.path) == nil
}
