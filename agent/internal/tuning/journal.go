package tuning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const journalVersion = 1

// journalHead is the first line of a journal.
type journalHead struct {
	Version int    `json:"version"`
	BootID  string `json:"bootId"`
	RunID   string `json:"runId"`
}

// entry is what a knob was before anything was written to it; nil for one that came into being with more queues, and goes with them.
type entry struct {
	Key        string  `json:"key"`
	Setting    string  `json:"setting"`
	Before     *string `json:"before"`
	Note       string  `json:"note,omitempty"`
	Collateral bool    `json:"collateral,omitempty"`
}

// journal is on the disk before the kernel is written to, so that whatever ends this process, the next life can put everything back. It exists
// only while there is something to put back.
type journal struct {
	path    string
	crash   func()
	file    *os.File // while this life writes to it
	head    journalHead
	entries []entry
	// alarm is why a journal that exists cannot be understood: what was changed is unknown then.
	alarm error
}

// readJournal takes over what a dead life left. A journal of another boot is removed: a reboot has put everything back, and its interrupts may now
// be another device's. discarded says so.
func readJournal(path, bootID string, crash func()) (j *journal, discarded string) {
	j = &journal{path: path, crash: crash}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return j, ""
	case err != nil:
		j.alarm = err
		return j, ""
	}
	j.head, j.entries, j.alarm = parseJournal(text)
	switch {
	case bootID != "" && j.head.BootID != "" && j.head.BootID != bootID: // also where a power failure damaged the rest
		discarded = "the host was booted since, which put everything back"
	case j.alarm != nil:
		return j, ""
	case len(j.entries) == 0:
		discarded = "it ends before anything was written"
	default:
		return j, ""
	}
	j.alarm = j.remove()
	return j, discarded
}

// parseJournal forgives a torn last line: it was not yet on the disk, so that nothing was written because of it. Limits ended with the process.
func parseJournal(text []byte) (head journalHead, entries []entry, err error) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, line := range lines {
		torn := i == len(lines)-1 // what follows the last newline, mostly nothing
		if torn {
			break
		}
		if i == 0 {
			if err := json.Unmarshal(line, &head); err != nil || head.Version == 0 {
				return head, nil, fmt.Errorf("its first line is not one of a journal: %.80q", line)
			}
			if head.Version != journalVersion {
				return head, nil, fmt.Errorf("it has version %d, and this agent knows version %d", head.Version, journalVersion)
			}
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil || e.Key == "" {
			return head, nil, fmt.Errorf("its line %d is damaged: %.80q", i+1, line)
		}
		if !endsWithAgent(e.Key) {
			entries = append(entries, e)
		}
	}
	return head, entries, nil
}

// pending says that something is to be put back, or that nobody knows.
func (j *journal) pending() bool { return len(j.entries) > 0 || j.alarm != nil }

// noteOf is what is noted of a key, "" for nothing.
func (j *journal) noteOf(key string) string {
	for _, e := range j.entries {
		if e.Key == key {
			return e.Note
		}
	}
	return ""
}

// begin starts a journal of this life. Nothing is on the disk before add.
func (j *journal) begin(runID, bootID string) {
	j.head = journalHead{journalVersion, bootID, runID}
}

// add makes sure that the entries are on the disk.
func (j *journal) add(entries []entry) error {
	if len(entries) == 0 {
		return nil
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text) // ends each value with a newline
	encoder.SetEscapeHTML(false)
	if j.file == nil {
		if err := encoder.Encode(j.head); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if err := encoder.Encode(e); err != nil {
			return err
		}
	}
	j.crash()
	if err := j.append(text.Bytes()); err != nil {
		if len(j.entries) == 0 { // nothing depends on it yet
			_ = j.remove()
		}
		return fmt.Errorf("writing the tuning journal: %w", err)
	}
	j.entries = append(j.entries, entries...)
	j.crash()
	return nil
}

func (j *journal) append(text []byte) error {
	created := j.file == nil
	if created {
		file, err := os.OpenFile(j.path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600)
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
		return syncFolder(j.path)
	}
	return nil
}

// remove ends the journal, once everything reads back as it was.
func (j *journal) remove() error {
	j.crash()
	if j.file != nil {
		_ = j.file.Close()
		j.file = nil
	}
	err := os.Remove(j.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("removing the tuning journal: %w", err)
	}
	j.head, j.entries, j.alarm = journalHead{}, nil, nil
	j.crash()
	return syncFolder(j.path)
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
