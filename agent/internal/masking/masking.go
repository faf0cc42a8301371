// Package masking keeps secrets out of everything that the agent says, logs and uploads.
package masking

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
)

// LeastBytes is the length of the shortest secret that can be masked: shorter ones stand in any text by chance.
const LeastBytes = 6

// mark stands where a secret was. It needs no escapes in JSON, and is no part of a base64 text.
const mark = "[secret]"

// Masker knows secrets. It forgets none as long as it lives. The zero value knows none, and so does nil; safe for concurrent use.
type Masker struct {
	mu       sync.RWMutex
	known    map[string]bool
	patterns []pattern // longest first, so that no rest of a longer one is left
}

// Add makes a value known, whole and by its parts: a server that logs a header may well leave its scheme out.
func (m *Masker) Add(value string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[string]bool{}
	}
	if m.known[value] {
		return
	}
	for _, part := range partsOf(value) {
		for _, text := range textsOf(part) {
			if !m.known[text] {
				m.patterns = append(m.patterns, patternOf(text))
			}
			m.known[text] = true
		}
	}
	slices.SortStableFunc(m.patterns, func(a, b pattern) int { return b.bytes - a.bytes })
}

// partsOf are the value and what in it is secret by itself: what follows the scheme of a header such as 'Bearer TOKEN', values of cookies and other
// fields, long words, the name and password of basic authentication.
func partsOf(value string) []string {
	scheme, credentials, _ := strings.Cut(value, " ")
	_, named, _ := strings.Cut(value, "=")
	parts := []string{value, strings.TrimSpace(credentials), named}
	for field := range strings.FieldsFuncSeq(value, func(c rune) bool { return strings.ContainsRune(";,&", c) }) {
		_, of, _ := strings.Cut(field, "=")
		parts = append(parts, strings.Trim(of, ` "`))
	}
	if strings.EqualFold(scheme, "basic") {
		if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(credentials)); err == nil {
			_, password, _ := strings.Cut(string(plain), ":")
			parts = append(parts, string(plain), password)
		}
	}
	const wordLeast = 8 // shorter ones are schemes and names of fields
	for word := range strings.FieldsFuncSeq(value, func(c rune) bool { return strings.ContainsRune(" ,;:=\"", c) }) {
		if len(word) >= wordLeast {
			parts = append(parts, word)
		}
	}
	return slices.DeleteFunc(parts, func(part string) bool { return len(part) < LeastBytes })
}

// textsOf are a part as it is and as encodings write it that change every byte.
func textsOf(part string) []string {
	encoded := hex.EncodeToString([]byte(part))
	texts := []string{part, encoded, strings.ToUpper(encoded)}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		// Without padding, so that it is found with it, too; of a longer text that begins or ends with it, at any place of three.
		for skip := range 3 {
			encoded := encoding.EncodeToString([]byte(strings.Repeat("x", skip) + part))
			first := (skip*8 + 5) / 6 // characters that bytes before take part in
			last := (skip + len(part)) * 8 / 6
			if last-first >= LeastBytes {
				texts = append(texts, encoded[first:last])
			}
		}
	}
	return texts
}

// Bytes answers the text without secrets: the same slice where it has none. The work is bounded by the length of the text: where that does not suffice to tell
// whether a secret is in it, as in one that repeats the beginning of a secret thousands of times, nothing of the text is answered but a mark.
func (m *Masker) Bytes(text []byte) []byte {
	masked, known := m.masked(text)
	if !known {
		return []byte(mark)
	}
	return masked
}

// masked has known false where it is not known whether a secret is left.
func (m *Masker) masked(text []byte) (masked []byte, known bool) {
	if m == nil {
		return text, true
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, p := range m.patterns {
		e := effortFor(text)
		text = p.replaced(text, &e)
		if e.isSpent() {
			return nil, false
		}
	}
	return text, true
}

// Text is Bytes of a string.
func (m *Masker) Text(text string) string { return string(m.Bytes([]byte(text))) }

// longest is the length of the longest text that is taken out.
func (m *Masker) longest() (bytes int) {
	if m == nil {
		return 0
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, p := range m.patterns {
		bytes = max(bytes, p.spanMost())
	}
	return bytes
}
