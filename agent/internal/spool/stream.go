// Package spool is an ordered stream of reports on disk: what is appended survives a kill -9 and is delivered by the next life.
//
// A stream is a file per incarnation, one entry a line. It shrinks to nothing when everything in it was acknowledged; what was
// acknowledged before a crash may be sent again, and the API ignores sequences it has.
package spool

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/reserve"
)

// ErrFull is the answer to a frame when the stream has reached its bound, or the disk its own.
var ErrFull = errors.New("the spool is full")

// Stream is safe for concurrent use.
type Stream struct {
	// Incarnation is the life of the agent that wrote the stream.
	Incarnation string

	maxBytes int64
	room     *reserve.Reserve
	appended chan struct{}

	mu       sync.Mutex
	file     *os.File
	sequence int64
	size     int64
	// acknowledged is the offset up to which every entry was delivered.
	acknowledged int64
}

// Report is what is appended.
type Report struct {
	// Droppable reports are refused when the stream or the disk is full.
	Droppable bool
	// Patient reports go with the next one that is not.
	Patient bool
	// Blobs must have been uploaded before the report is sent.
	Blobs []string
	// Encode makes the JSON for the sequence that the report gets.
	Encode func(sequence int64) ([]byte, error)
}

// Append writes one entry and answers its sequence, from 1. A droppable report gets ErrFull from a full stream. After an error nothing of
// the entry is kept.
func (s *Stream) Append(r Report) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Droppable && (s.size >= s.maxBytes || !s.room.Held()) {
		return 0, ErrFull
	}
	sequence := s.sequence + 1
	body, err := r.Encode(sequence)
	if err != nil {
		return 0, err
	}
	line, err := formatLine(Entry{Sequence: sequence, Blobs: r.Blobs, Body: body})
	if err != nil {
		return 0, err
	}
	_, err = s.file.WriteAt(line, s.size)
	switch {
	case err == nil:
	case r.Droppable && isFull(err):
		return 0, ErrFull
	case s.room.Use(err):
		_, err = s.file.WriteAt(line, s.size)
	}
	if err != nil {
		// Whatever part of the line came to the disk is written over by the next one.
		return 0, fmt.Errorf("appending to %s: %w", s.file.Name(), err)
	}
	s.sequence = sequence
	s.size += int64(len(line))
	if !r.Patient {
		select {
		case s.appended <- struct{}{}:
		default:
		}
	}
	return sequence, nil
}

func isFull(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

// Appended receives after an Append of what is not patient; several may be one.
func (s *Stream) Appended() <-chan struct{} { return s.appended }

// Acknowledge forgets every entry up to the sequence. After an error some may be delivered again.
func (s *Stream) Acknowledge(sequence int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.scan(s.acknowledged, func(e Entry, end int64) bool {
		if e.Sequence > sequence {
			return false
		}
		s.acknowledged = end
		return true
	})
	if err != nil || s.acknowledged < s.size || s.size == 0 {
		return err
	}
	if err := s.file.Truncate(0); err != nil {
		return fmt.Errorf("emptying %s: %w", s.file.Name(), err)
	}
	s.size, s.acknowledged = 0, 0
	return nil
}

// Next returns the entries that are due, in order: at most maxEntries and, beyond the first, maxBytes of bodies.
func (s *Stream) Next(maxEntries, maxBytes int) ([]Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var batch []Entry
	bytes := 0
	err := s.scan(s.acknowledged, func(e Entry, _ int64) bool {
		bytes += len(e.Body)
		if len(batch) > 0 && (len(batch) == maxEntries || bytes > maxBytes) {
			return false
		}
		batch = append(batch, e)
		return true
	})
	return batch, err
}

// Drained says that nothing waits.
func (s *Stream) Drained() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.acknowledged >= s.size
}

// Close keeps the file when something waits in it, and removes it otherwise.
func (s *Stream) Close() error {
	drained := s.Drained()
	s.mu.Lock()
	defer s.mu.Unlock()
	if drained {
		return errors.Join(os.Remove(s.file.Name()), s.file.Close())
	}
	return s.file.Close()
}
