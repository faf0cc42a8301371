package spool

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"millionrps/agent/internal/reserve"
)

const extension = ".spool"

// Create starts the stream of this life: a file named by its incarnation, which must not exist. Frames are refused beyond maxBytes, and while
// the reserve is used; it is for a full disk, and may be nil.
func Create(folder, incarnation string, maxBytes int64, room *reserve.Reserve) (*Stream, error) {
	path := filepath.Join(folder, incarnation+extension)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("starting the spool: %w", err)
	}
	return &Stream{Incarnation: incarnation, maxBytes: maxBytes, room: room, appended: make(chan struct{}, 1), file: file}, nil
}

// Leftovers opens what earlier lives could not deliver, oldest first. A torn last line is cut off. One file that cannot be opened fails
// all.
func Leftovers(folder string) ([]*Stream, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*"+extension))
	if err != nil {
		return nil, err
	}
	var streams []*Stream
	for _, path := range paths {
		s, err := reopen(path)
		if err != nil {
			return nil, err
		}
		if s.Drained() {
			if err := s.Close(); err != nil {
				return nil, fmt.Errorf("removing an empty spool: %w", err)
			}
			continue
		}
		streams = append(streams, s)
	}
	// Incarnations are UUIDv7, so their text is ordered by time.
	slices.SortFunc(streams, func(a, b *Stream) int { return cmp.Compare(a.Incarnation, b.Incarnation) })
	return streams, nil
}

func reopen(path string) (*Stream, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a spool of an earlier life: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("looking at %s: %w", path, err)
	}
	s := &Stream{
		Incarnation: strings.TrimSuffix(filepath.Base(path), extension),
		appended:    make(chan struct{}, 1),
		file:        file,
		size:        info.Size(),
	}
	whole := int64(0)
	if err := s.scan(0, func(e Entry, end int64) bool { s.sequence, whole = e.Sequence, end; return true }); err != nil {
		return nil, err
	}
	s.size = whole
	return s, file.Truncate(whole)
}

// Blobs are the names of all blobs that entries still need.
func (s *Stream) Blobs() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var named []string
	err := s.scan(s.acknowledged, func(e Entry, _ int64) bool { named = append(named, e.Blobs...); return true })
	return named, err
}

// SetAside writes an entry that the API will never take to rejected-<incarnation>.jsonl, beside the stream.
func (s *Stream) SetAside(e Entry, reason string) error {
	line, err := json.Marshal(map[string]any{"reason": reason, "sequence": e.Sequence, "entry": e.Body})
	if err != nil {
		return fmt.Errorf("setting a rejected report aside: %w", err)
	}
	path := filepath.Join(filepath.Dir(s.file.Name()), "rejected-"+s.Incarnation+".jsonl")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("setting a rejected report aside: %w", err)
	}
	_, err = file.Write(append(line, '\n'))
	if err = cmp.Or(err, file.Close()); err != nil {
		return fmt.Errorf("setting a rejected report aside: %w", err)
	}
	return nil
}
