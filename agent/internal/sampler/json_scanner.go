package sampler

import (
	"fmt"
	"strings"

	"millionrps/agent/internal/kernel"
)

// jsonScanner walks through JSON without allocating. After the first failure it stays where it is and err says what was expected.
type jsonScanner struct {
	text []byte
	at   int
	err  error
}

func (s *jsonScanner) fail(expected string) {
	if s.err == nil {
		s.err = fmt.Errorf("byte %d: expected %s", s.at+1, expected)
	}
}

func (s *jsonScanner) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

// next looks at the next character that is no blank; 0 at the end and after a failure.
func (s *jsonScanner) next() byte {
	s.blanks()
	if s.err != nil || s.at >= len(s.text) {
		return 0
	}
	return s.text[s.at]
}

func (s *jsonScanner) accept(c byte) bool {
	if s.next() != c {
		return false
	}
	s.at++
	return true
}

func (s *jsonScanner) expect(c byte, what string) {
	if !s.accept(c) {
		s.fail(what)
	}
}

// object calls member at each value; member has to consume it.
func (s *jsonScanner) object(member func(key string)) {
	s.expect('{', "an object")
	if s.accept('}') {
		return
	}
	for s.err == nil {
		key := s.key()
		s.expect(':', "a colon")
		member(key)
		if s.accept('}') {
			return
		}
		s.expect(',', "a comma or the object's end")
	}
}

func (s *jsonScanner) array(element func()) {
	if s.null() {
		return
	}
	s.expect('[', "an array")
	if s.accept(']') {
		return
	}
	for s.err == nil {
		element()
		if s.accept(']') {
			return
		}
		s.expect(',', "a comma or the array's end")
	}
}

// key returns one of the keys we know, or "": that way nothing is allocated.
func (s *jsonScanner) key() string {
	text := s.quoted()
	for _, known := range requestKeys {
		if string(text) == known {
			return known
		}
	}
	return ""
}

// quoted returns what stands between the quotation marks, escapes left as they are.
func (s *jsonScanner) quoted() []byte {
	s.expect('"', "a quotation mark")
	for start := s.at; s.err == nil; s.at++ {
		switch {
		case s.at >= len(s.text):
			s.fail("the string's end")
		case s.text[s.at] == '\\':
			s.at++
		case s.text[s.at] == '"':
			s.at++
			return s.text[start : s.at-1]
		}
	}
	return nil
}

// number reads an integer that is not negative; null counts as 0.
func (s *jsonScanner) number() int64 {
	if s.null() {
		return 0
	}
	s.blanks()
	start := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	value, ok := kernel.Decimal(s.text[start:s.at])
	if !ok {
		s.at = start
		s.fail("a number of at most 63 bits")
	}
	return value
}

func (s *jsonScanner) null() bool {
	if s.next() != 'n' || len(s.text)-s.at < 4 || string(s.text[s.at:s.at+4]) != "null" {
		return false
	}
	s.at += 4
	return true
}

// skip passes over a value of any kind. Its depth is bounded because a line is up to a megabyte of open brackets.
func (s *jsonScanner) skip(depth int) {
	const deepest = 32
	switch c := s.next(); {
	case depth > deepest:
		s.fail("fewer levels")
	case c == '{':
		s.object(func(string) { s.skip(depth + 1) })
	case c == '[':
		s.array(func() { s.skip(depth + 1) })
	case c == '"':
		s.quoted()
	default:
		start := s.at
		for s.at < len(s.text) && isScalar(s.text[s.at]) {
			s.at++
		}
		if s.at == start {
			s.fail("a value")
		}
	}
}

func isScalar(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '+' || c == '.'
}
