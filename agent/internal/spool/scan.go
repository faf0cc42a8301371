package spool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

const readBytes = 256 << 10

// scan visits the entries from an offset on until visit answers false; end is the offset behind the entry. A line that cannot be
// read (the disk lost power while it was written) is passed over: its sequence is missing, and a gap is all that remains of it.
func (s *Stream) scan(from int64, visit func(e Entry, end int64) bool) error {
	var buffer []byte
	offset := from
	for offset < s.size {
		line, rest, ok := bytes.Cut(buffer, []byte{'\n'})
		if !ok {
			more, err := s.read(offset, len(buffer)+readBytes)
			if err != nil {
				return err
			}
			if len(more) == len(buffer) {
				return nil
			}
			buffer = more
			continue
		}
		end := offset + int64(len(line)) + 1
		e, err := parseLine(line)
		if err == nil && !visit(e, end) {
			return nil
		}
		buffer, offset = rest, end
	}
	return nil
}

func (s *Stream) read(offset int64, length int) ([]byte, error) {
	buffer := make([]byte, min(int64(length), s.size-offset))
	n, err := s.file.ReadAt(buffer, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", s.file.Name(), err)
	}
	return buffer[:n], nil
}
