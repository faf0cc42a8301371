package volley

import "bytes"

// takeLine reads the lines between chunks.
func (r *response) takeLine(data []byte) (n int, complete bool, err error) {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		if len(r.carry)+len(data) > headMax {
			return 0, false, errChunk
		}
		r.carry = append(r.carry, data...)
		return len(data), false, nil
	}
	line := data[:end]
	if len(r.carry) > 0 {
		r.carry = append(r.carry, line...)
		line = r.carry
	}
	line = bytes.TrimSuffix(line, []byte{'\r'})
	r.carry = r.carry[:0]
	switch r.stage {
	case inChunkSize:
		if r.remaining, err = chunkSize(line); err != nil {
			return end + 1, false, err
		}
		if r.stage = inChunk; r.remaining == 0 {
			r.stage = inTrailer
		}
	case afterChunk:
		if len(line) > 0 {
			return end + 1, false, errChunk
		}
		r.stage = inChunkSize
	case inTrailer:
		complete = len(line) == 0
	}
	return end + 1, complete, nil
}

// chunkSize reads hexadecimal digits; an extension may follow.
func chunkSize(line []byte) (int64, error) {
	digits, _, _ := bytes.Cut(line, []byte{';'})
	digits = bytes.TrimSpace(digits)
	if len(digits) == 0 || len(digits) > 12 {
		return 0, errChunk
	}
	size := int64(0)
	for _, d := range digits {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			d = (d | 0x20) - 'a' + 10
		default:
			return 0, errChunk
		}
		size = size<<4 | int64(d)
	}
	return size, nil
}
