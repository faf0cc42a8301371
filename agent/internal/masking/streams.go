package masking

import "io"

// Writer masks each Write by itself, which is one record of a log.
func (m *Masker) Writer(to io.Writer) io.Writer { return writer{m, to} }

type writer struct {
	masker *Masker
	to     io.Writer
}

func (w writer) Write(record []byte) (int, error) {
	if _, err := w.to.Write(w.masker.Bytes(record)); err != nil {
		return 0, err
	}
	return len(record), nil
}

const chunkBytes = 1 << 20

// Copy copies without secrets, whatever the length. A secret that lies across two chunks is found: the end of each is looked at again with the
// next. From a chunk on that Bytes answers nothing of, only a mark is copied, and the rest is read to its end.
func (m *Masker) Copy(to io.Writer, from io.Reader) error {
	kept := max(0, m.longest()-1)
	chunk, held := make([]byte, chunkBytes), []byte(nil)
	for {
		n, err := io.ReadFull(from, chunk)
		masked, known := m.masked(append(held, chunk[:n]...))
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return err
		}
		if !known {
			if _, err := io.WriteString(to, mark); err != nil {
				return err
			}
			_, err := io.Copy(io.Discard, from)
			return err
		}
		held = masked
		out := len(held)
		if !last {
			out = max(0, len(held)-kept)
		}
		if _, err := to.Write(held[:out]); err != nil {
			return err
		}
		if last {
			return nil
		}
		held = append([]byte(nil), held[out:]...)
	}
}
