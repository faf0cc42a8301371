package api

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// shown is the JSON of an answer without what would move the cursor of whoever reads it, or turn the text round: names and sentences of
// people, of imported files and of targets are written to terminals and to logs of CI. Each such character becomes U+FFFD; lines and tabs stay.
func shown(answer []byte) []byte {
	if !mayHide(answer) {
		return answer
	}
	var out bytes.Buffer
	out.Grow(len(answer))
	for at := 0; at < len(answer); {
		r, size := nextOf(answer[at:])
		if hides(r) {
			out.WriteRune(utf8.RuneError)
		} else {
			out.Write(answer[at : at+size])
		}
		at += size
	}
	return out.Bytes()
}

// mayHide is quick to say no: nearly every answer is plain text.
func mayHide(answer []byte) bool {
	for _, b := range answer {
		if b == '\\' || b >= utf8.RuneSelf || b == 0x7f {
			return true
		}
	}
	return false
}

// nextOf is what the JSON begins with: an escape, which JSON has in strings alone, or a character as it is. A carriage return before a newline is part
// of that.
func nextOf(rest []byte) (r rune, size int) {
	if rest[0] != '\\' || len(rest) < 2 {
		return utf8.DecodeRune(rest)
	}
	switch rest[1] {
	case 'b', 'f':
		return '\b', 2
	case 'r':
		if bytes.HasPrefix(rest[2:], []byte(`\n`)) {
			return '\n', 4
		}
		return '\r', 2
	case 'u':
		if len(rest) >= 6 {
			if unit, err := strconv.ParseUint(string(rest[2:6]), 16, 16); err == nil {
				return rune(unit), 6
			}
		}
	}
	return ' ', 2
}

// hides says the same as BREAKS_A_LINE of the API's contract, but for the ends of lines and tabs.
func hides(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < ' ', r >= 0x7f && r <= 0x9f:
		return true
	}
	return r == 0x2028 || r == 0x2029 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
