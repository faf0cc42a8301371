package masking

import (
	"bytes"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// pattern finds one text however its characters are spelled, each by itself: programs escape those that are special to them, and which ones those are
// differs from one to the next. Letters and digits are special to none, so a run of them is looked for first, and what stands around it only there.
type pattern struct {
	before []unit // nearest first
	anchor []byte
	after  []unit
	bytes  int // of the text
}

// unit is one character, as the codes that stand for it one after the other: its own, those of its bytes, those of UTF-16.
type unit [][]rune

const anchorLeast = 4

func patternOf(text string) pattern {
	from, to := anchorOf(text)
	p := pattern{before: unitsOf(text[:from]), anchor: []byte(text[from:to]), after: unitsOf(text[to:]), bytes: len(text)}
	slices.Reverse(p.before)
	return p
}

// anchorOf is the first run of letters and digits that is long enough to be rare, else the longest.
func anchorOf(text string) (from, to int) {
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && isPlain(text[end]) {
			end++
		}
		if end-at > to-from {
			from, to = at, end
		}
		if to-from >= anchorLeast {
			return from, to
		}
		at = end + 1
	}
	return from, to
}

func isPlain(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

func unitsOf(text string) (units []unit) {
	for len(text) > 0 {
		char, size := utf8.DecodeRuneInString(text)
		var own []rune
		for _, b := range []byte(text[:size]) {
			own = append(own, rune(b))
		}
		of := unit{own}
		if size > 1 {
			of = append(of, []rune{char})
		}
		if high, low := utf16.EncodeRune(char); high != utf8.RuneError {
			of = append(of, []rune{high, low})
		}
		units, text = append(units, of), text[size:]
	}
	return units
}

// spanMost is the length of the longest text that the pattern finds.
func (p pattern) spanMost() int { return len(p.anchor) + (p.bytes-len(p.anchor))*spellingMost }

// effort bounds the work that one pattern has with one text, in spellings that are looked for: a text that repeats the beginning of a secret without end
// could ask for as many as both are long, multiplied.
type effort struct{ left int }

func effortFor(text []byte) effort {
	const least, perByte = 1 << 20, 16 // what has the secret over and over takes less, unless nearly all of it is special to programs and escaped
	return effort{least + perByte*len(text)}
}

func (e *effort) isSpent() bool { return e.left <= 0 }

// replaced has a mark wherever the text has it. It is not known where that is once the effort is spent.
func (p pattern) replaced(text []byte, e *effort) []byte {
	from, to, found := p.find(text, e)
	if !found {
		return text
	}
	var out []byte
	for found {
		out = append(append(out, text[:from]...), mark...)
		text = text[to:]
		from, to, found = p.find(text, e)
	}
	return append(out, text...)
}

// find is the first place of the text that has it.
func (p pattern) find(text []byte, e *effort) (from, to int, found bool) {
	for at := 0; at <= len(text) && !e.isSpent(); at++ {
		next := bytes.Index(text[at:], p.anchor)
		if next < 0 {
			break
		}
		at += next
		from, isBefore := upTo(text, at, p.before, e)
		if !isBefore {
			continue
		}
		if to, isAfter := onFrom(text, at+len(p.anchor), p.after, e); isAfter {
			return from, to, true
		}
	}
	return 0, 0, false
}

// onFrom is the farthest place at which units end that begin at one.
func onFrom(text []byte, at int, units []unit, e *effort) (end int, found bool) {
	ends := []int{at}
	for _, u := range units {
		if ends = u.ends(text, ends, e); len(ends) == 0 || e.isSpent() {
			return 0, false
		}
	}
	return slices.Max(ends), true
}

// upTo is the farthest place at which units begin that end at one; the last one is given first.
func upTo(text []byte, at int, units []unit, e *effort) (begin int, found bool) {
	begins := []int{at}
	for _, u := range units {
		var earlier []int
		for _, end := range begins {
			for from := max(0, end-u.spanMost()); from < end; from++ {
				if u.mayBegin(text[from]) && slices.Contains(u.ends(text, []int{from}, e), end) {
					earlier = append(earlier, from)
				}
			}
		}
		slices.Sort(earlier)
		if begins = slices.Compact(earlier); len(begins) == 0 || e.isSpent() {
			return 0, false
		}
	}
	return slices.Min(begins), true
}

// mayBegin is false for a byte that no spelling of it begins with.
func (u unit) mayBegin(c byte) bool {
	own := u[0][0]
	return rune(c) == own || c >= utf8.RuneSelf || c == '%' || c == '&' || c == '\\' || c == '+' && own == ' '
}

func (u unit) spanMost() int {
	codes := 0
	for _, way := range u {
		codes = max(codes, len(way))
	}
	return codes * spellingMost
}

// ends are all places at which it may end that begins at one of these.
func (u unit) ends(text []byte, begins []int, e *effort) (ends []int) {
	for _, way := range u {
		at := begins
		for _, code := range way {
			var next []int
			e.left -= len(at)
			for _, begin := range at {
				next = append(next, spelled(text[begin:min(len(text), begin+spellingMost)], begin, code)...)
			}
			at = next
		}
		ends = append(ends, at...)
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}
