package volley

import "bytes"

// headEnd is where the body begins, or -1. Lines end with CR LF; a bare LF is taken as well, as everybody does.
func headEnd(text []byte) int {
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return -1
		}
		at += n + 1
		switch rest := text[at:]; {
		case len(rest) > 0 && rest[0] == '\n':
			return at + 1
		case len(rest) > 1 && rest[0] == '\r' && rest[1] == '\n':
			return at + 2
		}
	}
}

const protocol = "HTTP/1."

// plausible refuses what can never become a head: a server that speaks something else may never end its first line.
func plausible(text []byte) error {
	if n := min(len(text), len(protocol)); string(text[:n]) != protocol[:n] {
		return errNotHTTP
	}
	return nil
}

// read takes a complete head.
func (r *response) read(text []byte) error {
	line, rest := cutLine(text)
	if err := r.readStatus(line); err != nil {
		return err
	}
	for {
		if line, rest = cutLine(rest); len(line) == 0 {
			break
		}
		if err := r.readHeader(line); err != nil {
			return err
		}
	}
	r.bodiless = r.status < 200 || r.status == 204 || r.status == 304
	return nil
}

// readStatus wants "HTTP/1.1 200" and then a space or nothing.
func (r *response) readStatus(line []byte) error {
	const long = len(protocol) + len("1 200")
	if len(line) < long || string(line[:len(protocol)]) != protocol || line[8] != ' ' || len(line) > long && line[long] != ' ' {
		return errNotHTTP
	}
	minor, a, b, c := line[7]-'0', line[9]-'0', line[10]-'0', line[11]-'0'
	if minor > 9 || a < 1 || a > 9 || b > 9 || c > 9 {
		return errNotHTTP
	}
	r.head = head{status: int(a)*100 + int(b)*10 + int(c), length: -1, closes: minor == 0}
	return nil
}

// readHeader looks only at the four headers that say how to read on.
func (r *response) readHeader(line []byte) error {
	colon := bytes.IndexByte(line, ':')
	if colon < 1 {
		return errHeader
	}
	if first := line[0] | 0x20; first != 'c' && first != 't' {
		return nil
	}
	name, value := line[:colon], line[colon+1:]
	switch colon {
	case len("connection"):
		if fold(name, "connection") {
			r.closes = (r.closes || hasWord(value, "close")) && !hasWord(value, "keep-alive")
		}
	case len("content-length"):
		if fold(name, "content-length") {
			return r.readLength(bytes.TrimSpace(value))
		}
	case len("content-encoding"):
		if fold(name, "content-encoding") {
			r.gzip = fold(bytes.TrimSpace(value), "gzip")
			r.encoded = !r.gzip && !fold(bytes.TrimSpace(value), "identity")
		}
	case len("transfer-encoding"):
		if fold(name, "transfer-encoding") {
			if !fold(bytes.TrimSpace(value), "chunked") {
				return errHeader
			}
			r.chunked = true
		}
	}
	return nil
}

// readLength refuses two lengths that differ: the start of the next response would be a guess.
func (r *response) readLength(digits []byte) error {
	if len(digits) == 0 || len(digits) > 15 {
		return errHeader
	}
	length := int64(0)
	for _, d := range digits {
		if d -= '0'; d > 9 {
			return errHeader
		}
		length = length*10 + int64(d)
	}
	if r.length >= 0 && r.length != length {
		return errHeader
	}
	r.length = length
	return nil
}

// cutLine is the first line without its end, and what follows it.
func cutLine(text []byte) (line, rest []byte) {
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		return text, nil
	}
	line, rest = text[:end], text[end+1:]
	if end > 0 && line[end-1] == '\r' {
		line = line[:end-1]
	}
	return line, rest
}

// fold compares with a lower-case ASCII text.
func fold(text []byte, lower string) bool {
	if len(text) != len(lower) {
		return false
	}
	for i, b := range text {
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		if b != lower[i] {
			return false
		}
	}
	return true
}

func hasWord(list []byte, lower string) bool {
	for word := range bytes.SplitSeq(list, []byte{','}) {
		if fold(bytes.TrimSpace(word), lower) {
			return true
		}
	}
	return false
}
