// Package journal remembers which commands were taken and what came of them, so that a command is never carried out twice.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/reserve"
)

// kept is how many of the newest commands are remembered over a compaction; a run has at most 104.
const (
	kept            = 500
	compactionBytes = 1 << 20
)

// Record is one command. Outcome is nil while it has none.
type Record struct {
	CommandID string          `json:"commandId"`
	RunID     string          `json:"runId,omitempty"`
	Type      string          `json:"type,omitempty"`
	TakenAtUs int64           `json:"takenAtUs,omitempty"`
	Outcome   json.RawMessage `json:"outcome,omitempty"`
}

// Journal is a file of records, the later one of a command adding its outcome. Safe for concurrent use.
type Journal struct {
	mu   sync.Mutex
	path string
	file *os.File
	// room is given up when the disk is full.
	room  *reserve.Reserve
	bytes int64
	// compactAt is twice the size after the last compaction, so that compactions stay rare whatever the size of records.
	compactAt int64
	order     []string
	byID      map[string]*Record
	// damage is what a person should know of the file that was found.
	damage string
}

// Open reads the journal of the lives before; none is an empty one. A torn last line is dropped: its command was not acted upon. The reserve is
// for a full disk, and may be nil.
func Open(path string, room *reserve.Reserve) (*Journal, error) {
	content, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("reading the command journal: %w", err)
	}
	j := &Journal{path: path, room: room, byID: map[string]*Record{}}
	unread := 0
	for line := range bytes.Lines(content) {
		var r Record
		if json.Unmarshal(line, &r) == nil && r.CommandID != "" {
			j.remember(r)
		} else if bytes.HasSuffix(line, []byte("\n")) {
			unread++
		}
	}
	if unread > 0 {
		j.damage = setAside(path, content, unread)
	}
	return j, j.compact()
}

// setAside keeps a damaged file, as the journal is written anew without what cannot be read.
func setAside(path string, content []byte, unread int) string {
	kept := "It is kept as " + path + ".damaged"
	if err := os.WriteFile(path+".damaged", content, 0o600); err != nil {
		kept = fmt.Sprintf("It could not be kept (%v)", err)
	}
	return fmt.Sprintf("The command journal %s is damaged: %d of its lines cannot be read. %s. A run of before this start may lack its outcome: start it again, and check the disk of this host.", path, unread, kept)
}

// Damage says, in sentences, what of the file could not be read that was found, "" for nothing.
func (j *Journal) Damage() string { return j.damage }

func (j *Journal) remember(r Record) {
	if known := j.byID[r.CommandID]; known != nil {
		known.Outcome = r.Outcome
		return
	}
	j.byID[r.CommandID] = &r
	j.order = append(j.order, r.CommandID)
}

// Find answers nil for a command that was never taken.
func (j *Journal) Find(commandID string) *Record {
	j.mu.Lock()
	defer j.mu.Unlock()
	if known := j.byID[commandID]; known != nil {
		r := *known
		return &r
	}
	return nil
}

// Take makes sure on the disk that the command was taken. After an error it must not be acted upon: the reserve is for ends, not for more work.
func (j *Journal) Take(r Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.room.HeldNow() {
		return fmt.Errorf("writing the command journal: %w", unix.ENOSPC)
	}
	if err := j.write(r, nil); err != nil {
		return err
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("writing the command journal: %w", err)
	}
	j.remember(r)
	return nil
}

// Hold remembers a command in this life alone: one that must be carried out though the disk does not take it, and may be carried out twice.
func (j *Journal) Hold(r Record) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.remember(r)
}

// Finish adds the outcome. It is not forced to the disk: without it the next life reports the command as interrupted, after the
// outcome that the spool holds.
func (j *Journal) Finish(commandID string, outcome json.RawMessage) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	r := Record{CommandID: commandID, Outcome: outcome}
	j.remember(r)
	if err := j.write(r, j.room); err != nil {
		return err
	}
	if j.bytes > j.compactAt {
		return j.compact()
	}
	return nil
}

// Unfinished are the commands without an outcome, oldest first.
func (j *Journal) Unfinished() []Record {
	j.mu.Lock()
	defer j.mu.Unlock()
	var open []Record
	for _, id := range j.order {
		if r := j.byID[id]; r.Outcome == nil {
			open = append(open, *r)
		}
	}
	return open
}

func (j *Journal) write(r Record, room *reserve.Reserve) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encoding for the command journal: %w", err)
	}
	line = append(line, '\n')
	n, err := j.file.WriteAt(line, j.bytes)
	if err != nil && room.Use(err) {
		n, err = j.file.WriteAt(line, j.bytes)
	}
	if err != nil {
		// Half a line, of a disk that is full, would take the next record with it.
		return errors.Join(fmt.Errorf("writing the command journal: %w", err), j.file.Truncate(j.bytes))
	}
	j.bytes += int64(n)
	return nil
}

// compact writes the newest records, and all without an outcome, into a new file that replaces the old one.
func (j *Journal) compact() error {
	var order []string
	for i, id := range j.order {
		if len(j.order)-i <= kept || j.byID[id].Outcome == nil {
			order = append(order, id)
		} else {
			delete(j.byID, id)
		}
	}
	j.order = order
	partial := j.path + ".partial"
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("compacting the command journal: %w", err)
	}
	before, bytesBefore := j.file, j.bytes
	j.file, j.bytes = file, 0
	if err := j.writeAll(order, partial); err != nil {
		// Whatever comes next goes where the next life will look for it.
		file.Close()
		_ = os.Remove(partial)
		j.file, j.bytes = before, bytesBefore
		return fmt.Errorf("compacting the command journal: %w", err)
	}
	j.compactAt = max(compactionBytes, 2*j.bytes)
	if before != nil {
		before.Close()
	}
	return nil
}

// writeAll fills the partial file and puts it in the journal's place.
func (j *Journal) writeAll(order []string, partial string) error {
	for _, id := range order {
		if err := j.write(*j.byID[id], j.room); err != nil {
			return err
		}
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	return os.Rename(partial, j.path)
}
