package spool

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strconv"
)

// Entry is one report as it waits on disk.
type Entry struct {
	Sequence int64 `json:"sequence"`
	// Blobs must have been uploaded before the entry is sent.
	Blobs []string        `json:"blobs,omitempty"`
	Body  json.RawMessage `json:"body"`
}

const checksumBytes = 8

// formatLine is the checksum in hex, a space, the entry, a newline.
func formatLine(e Entry) ([]byte, error) {
	encoded, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	line := make([]byte, 0, checksumBytes+1+len(encoded)+1)
	line = fmt.Appendf(line, "%08x ", crc32.ChecksumIEEE(encoded))
	line = append(line, encoded...)
	return append(line, '\n'), nil
}

// parseLine takes a line without its newline.
func parseLine(line []byte) (Entry, error) {
	var e Entry
	if len(line) <= checksumBytes || line[checksumBytes] != ' ' {
		return e, fmt.Errorf("a line of %d bytes has no checksum", len(line))
	}
	want, err := strconv.ParseUint(string(line[:checksumBytes]), 16, 32)
	if err != nil {
		return e, fmt.Errorf("%q is not a checksum", line[:checksumBytes])
	}
	encoded := line[checksumBytes+1:]
	if got := crc32.ChecksumIEEE(encoded); uint64(got) != want {
		return e, fmt.Errorf("checksum %08x, want %08x", got, want)
	}
	if err := json.Unmarshal(encoded, &e); err != nil {
		return e, fmt.Errorf("decoding an entry: %w", err)
	}
	return e, nil
}
