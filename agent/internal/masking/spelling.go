package masking

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// spellingMost is how many bytes a character is spelled with at most, such as &amp;amp;#x0000002b;.
const spellingMost = 21

// spelled are the places at which a character ends that begins the text, which is at a place of a longer one: as it is, in Latin-1 or UTF-8, or
// escaped as in addresses, HTML, JSON and strings of programs, CSV and shells, also escaped again after that.
func spelled(text []byte, at int, code rune) (ends []int) {
	if len(text) == 0 {
		return nil
	}
	add := func(length int) { ends = append(ends, at+length) }
	if code <= 0xff && text[0] == byte(code) {
		add(1)
	}
	if code >= utf8.RuneSelf && !utf16.IsSurrogate(code) && bytes.HasPrefix(text, []byte(string(code))) {
		add(utf8.RuneLen(code))
	}
	switch text[0] {
	case '+':
		if code == ' ' {
			add(1)
		}
	case '%':
		percented(text, code, add)
	case '&':
		entity(text, code, add)
	case '\\':
		backslashed(text, code, add)
	case '"', '\'':
		for _, quoted := range []string{`""`, `''`, `'\''`, `'"'"'`} {
			if rune(text[0]) == code && quoted[0] == text[0] && strings.HasPrefix(string(text), quoted) {
				add(len(quoted))
			}
		}
	}
	return ends
}

func percented(text []byte, code rune, add func(length int)) {
	for from := 1; from+2 <= len(text); from += 2 {
		if hexIs(text[from:from+2], code) {
			add(from + 2)
		}
		if string(text[from:from+2]) != "25" {
			return
		}
	}
}

func entity(text []byte, code rune, add func(length int)) {
	const againMost, nameMost = 2, 12
	for from := 1; from <= 1+againMost*len("amp;"); from += len("amp;") {
		end := bytes.IndexByte(text[from:min(len(text), from+nameMost)], ';')
		if end < 0 {
			return
		}
		if name := text[from : from+end]; html.UnescapeString("&"+string(name)+";") == string(code) {
			add(from + end + 1)
		}
		if string(text[from:from+end]) != "amp" {
			return
		}
	}
}

// backslashed has any number of them, as each program that quotes what another one has quoted doubles them.
func backslashed(text []byte, code rune, add func(length int)) {
	const most = 8
	run := 0
	for run < len(text) && text[run] == '\\' {
		run++
	}
	if code == '\\' {
		for length := 2; length <= min(run, most); length *= 2 {
			add(length)
		}
	}
	if run == len(text) || run > most {
		return
	}
	digits := text[run+1:]
	switch next := text[run]; {
	case next == 'u' || next == 'x' || next == 'U':
		if end := bytes.IndexByte(digits, '}'); end > 0 && digits[0] == '{' && hexIs(digits[1:end], code) {
			add(run + 1 + end + 1)
		}
		if length := map[byte]int{'x': 2, 'u': 4, 'U': 8}[next]; length <= len(digits) && hexIs(digits[:length], code) {
			add(run + 1 + length)
		}
	case next == 't':
		if code == '\t' {
			add(run + 1)
		}
	case isPlain(next):
		if octal, err := strconv.ParseUint(string(text[run:min(len(text), run+3)]), 8, 32); err == nil && rune(octal) == code && len(text) >= run+3 {
			add(run + 3)
		}
	case rune(next) == code && next != '\\':
		add(run + 1)
	}
}

func hexIs(digits []byte, code rune) bool {
	value, err := strconv.ParseUint(string(digits), 16, 32)
	return err == nil && rune(value) == code
}
