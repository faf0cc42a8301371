package reserve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestTheReserveIsGivenUpOnceAndTakenAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reserve")
	r := Open(path)
	full := fmt.Errorf("writing: %w", unix.ENOSPC)
	if r.Use(errors.New("something else")) || !r.Use(full) || r.Held() {
		t.Error("it is given up for anything, not at all, or taken at once")
	}
	if !r.Use(full) {
		t.Error("another that found the disk full at the same moment may not try again")
	}
	if r.usedAt = r.usedAt.Add(-shared); r.Use(full) {
		t.Error("it is given up twice")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it takes room still: %v", err)
	}
	r.askedAt = time.Now().Add(-renewEvery)
	if info, err := os.Stat(path); !r.Held() || err == nil && info.Size() != 0 {
		t.Error("it is not taken again")
	}
	if info, err := os.Stat(path); err != nil || info.Size() != Bytes {
		t.Errorf("%v, %v", info, err)
	}
	// The next life finds it.
	if next := Open(path); !next.Use(full) {
		t.Error("a later life does not have it")
	}
	var none *Reserve
	if none.Use(full) || !none.Held() {
		t.Error("without a reserve there is nothing to give up, and nothing that keeps from writing")
	}
}
