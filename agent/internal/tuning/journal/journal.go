// Package journal keeps on the disk what a host was before it was tuned, so that whatever ends the agent, its next life can put everything back.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const version = 1

// head is the first line.
type head struct {
	Version int    `json:"version"`
	BootID  string `json:"bootId"`
	RunID   string `json:"runId"`
}

// Entry is what a knob was before anything was written to it; nil for one that came into being with more queues, and goes with them.
type Entry struct {
	Key        string  `json:"key"`
	Setting    string  `json:"setting"`
	Before     *string `json:"before"`
	Note       string  `json:"note,omitempty"`
	Collateral bool    `json:"collateral,omitempty"`
}

// Journal is on the disk before the kernel is written to. It exists only while there is something to put back. It is not safe for concurrent use.
type Journal struct {
	// Path is "" for one that nothing may be added to.
	Path string
	// Crash is called before and after every write.
	Crash   func()
	RunID   string // whose tuning it holds
	Entries []Entry
	// Alarm is why a journal that exists cannot be understood: what was changed is unknown then.
	Alarm error

	bootID string
	file   *os.File // while this life writes to it
}

// Read takes over what a dead life left, but for what ended with it. A journal of another boot is removed: a reboot has put everything back, and
// its interrupts may now be another device's. discarded says so.
func Read(path, bootID string, ended func(key string) bool, crash func()) (j *Journal, discarded string) {
	j = &Journal{Path: path, Crash: crash}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return j, ""
	case err != nil:
		j.Alarm = err
		return j, ""
	}
	var h head
	h, j.Entries, j.Alarm = parse(text)
	j.RunID, j.Entries = h.RunID, slices.DeleteFunc(j.Entries, func(e Entry) bool { return ended(e.Key) })
	switch {
	case bootID != "" && h.BootID != "" && h.BootID != bootID: // also where a power failure damaged the rest
		discarded = "the host was booted since, which put everything back"
	case j.Alarm != nil:
		return j, ""
	case len(j.Entries) == 0:
		discarded = "it ends before anything was written"
	default:
		return j, ""
	}
	j.Alarm = j.Remove()
	return j, discarded
}

// parse forgives a torn last line: it was not yet on the disk, so that nothing was written because of it.
func parse(text []byte) (h head, entries []Entry, err error) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, line := range lines[:len(lines)-1] { // what follows the last newline, mostly nothing, is torn
		if i == 0 {
			if err := json.Unmarshal(line, &h); err != nil || h.Version == 0 {
				return h, nil, fmt.Errorf("its first line is not one of a journal: %.80q", line)
			}
			if h.Version != version {
				return h, nil, fmt.Errorf("it has version %d, and this agent knows version %d", h.Version, version)
			}
			continue
		}
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil || e.Key == "" {
			return h, nil, fmt.Errorf("its line %d is damaged: %.80q", i+1, line)
		}
		entries = append(entries, e)
	}
	return h, entries, nil
}

// Pending says that something is to be put back, or may be: a journal that cannot be read could hold anything.
func (j *Journal) Pending() bool { return len(j.Entries) > 0 || j.Alarm != nil }

// NoteOf is what is noted of a key, "" for nothing.
func (j *Journal) NoteOf(key string) string {
	for _, e := range j.Entries {
		if e.Key == key {
			return e.Note
		}
	}
	return ""
}

// Begin starts a journal of this life. Nothing is on the disk before Add.
func (j *Journal) Begin(runID, bootID string) {
	j.RunID, j.bootID = runID, bootID
}

// Add makes sure that the entries are on the disk.
func (j *Journal) Add(entries []Entry) error {
	if len(entries) == 0 {
		return nil
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text) // ends each value with a newline
	encoder.SetEscapeHTML(false)
	if j.file == nil {
		if err := encoder.Encode(head{version, j.bootID, j.RunID}); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	j.Crash()
	if err := j.append(text.Bytes()); err != nil {
		if len(j.Entries) == 0 { // nothing depends on it yet
			_ = j.Remove()
		}
		return fmt.Errorf("writing the tuning journal: %w", err)
	}
	j.Entries = append(j.Entries, entries...)
	j.Crash()
	return nil
}

func (j *Journal) append(text []byte) error {
	created := j.file == nil
	if created {
		file, err := os.OpenFile(j.Path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		j.file = file
	}
	if _, err := j.file.Write(text); err != nil {
		return err
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	if created {
		return syncFolder(j.Path)
	}
	return nil
}

// Remove ends the journal, once everything reads back as it was.
func (j *Journal) Remove() error {
	j.Crash()
	if j.file != nil {
		_ = j.file.Close()
		j.file = nil
	}
	err := os.Remove(j.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the tuning journal: %w", err)
	}
	j.RunID, j.Entries, j.Alarm = "", nil, nil
	j.Crash()
	return syncFolder(j.Path)
}

// syncFolder makes a file's name as durable as its content.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	return folder.Sync()
}
