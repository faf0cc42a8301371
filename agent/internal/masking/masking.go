// Package masking keeps the values of secrets out of whatever the agent says, logs and uploads.
package masking

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// LeastBytes is the length of the shortest secret that can be masked: shorter ones stand in any text by chance.
const LeastBytes = 6

// mark stands where a secret was. It needs no escapes in JSON, and is no part of a base64 text.
const mark = "[secret]"

// Masker knows secrets. It forgets none as long as it lives. The zero value knows none, and so does nil; safe for concurrent use.
type Masker struct {
	mu    sync.RWMutex
	known map[string]bool
	forms [][]byte // longest first, so that no rest of a longer one is left
}

// Add makes a value known, whole and by its words: a server that logs a header may well leave its scheme out.
func (m *Masker) Add(value string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known[value] {
		return
	}
	if m.known == nil {
		m.known = map[string]bool{}
	}
	m.known[value] = true
	for _, part := range partsOf(value) {
		for _, form := range formsOf(part) {
			if !slices.ContainsFunc(m.forms, func(known []byte) bool { return string(known) == form }) {
				m.forms = append(m.forms, []byte(form))
			}
		}
	}
	slices.SortStableFunc(m.forms, func(a, b []byte) int { return len(b) - len(a) })
}

// partsOf are the value and what in it is secret by itself: the words of a header such as 'Bearer TOKEN', the name and password of basic
// authentication.
func partsOf(value string) []string {
	parts := []string{value}
	words := strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune(" ,;=\"", c) })
	if len(words) > 1 && strings.EqualFold(words[0], "basic") {
		if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(value[len("basic"):])); err == nil {
			_, password, _ := strings.Cut(string(plain), ":")
			parts = append(parts, string(plain), password)
		}
	}
	const wordLeast = 8 // shorter ones are schemes and names of fields
	for _, word := range words {
		if len(word) >= wordLeast {
			parts = append(parts, word)
		}
	}
	return slices.DeleteFunc(parts, func(part string) bool { return len(part) < LeastBytes })
}

// formsOf are the ways in which programs write a text: as it is, escaped in JSON or as Go and shells quote it, in base64, percent-encoded.
func formsOf(text string) []string {
	forms := []string{text, url.QueryEscape(text), url.PathEscape(text), everyByte(text), strings.ToLower(url.QueryEscape(text)), inside(strconv.Quote(text)), inside(strconv.QuoteToASCII(text))}
	if encoded, err := json.Marshal(text); err == nil {
		forms = append(forms, inside(string(encoded)))
	}
	var plain strings.Builder
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) == nil {
		forms = append(forms, inside(strings.TrimSpace(plain.String())))
	}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		// Without padding, so that it is found with it, too; of a longer text that begins or ends with it, at any place of three.
		for skip := range 3 {
			encoded := encoding.EncodeToString([]byte(strings.Repeat("x", skip) + text))
			first := (skip*8 + 5) / 6 // characters that bytes before take part in
			last := (skip + len(text)) * 8 / 6
			if last-first >= LeastBytes {
				forms = append(forms, encoded[first:last])
			}
		}
	}
	return forms
}

func inside(quoted string) string { return quoted[1 : len(quoted)-1] }

// everyByte is what strict encoders write: all but letters, digits, - . _ ~.
func everyByte(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// Bytes answers the text without secrets: the same slice where it has none.
func (m *Masker) Bytes(text []byte) []byte {
	if m == nil {
		return text
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, form := range m.forms {
		if bytes.Contains(text, form) {
			text = bytes.ReplaceAll(text, form, []byte(mark))
		}
	}
	return text
}

// Text is Bytes of a string.
func (m *Masker) Text(text string) string { return string(m.Bytes([]byte(text))) }

// longest is the length of the longest form.
func (m *Masker) longest() int {
	if m == nil {
		return 0
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if len(m.forms) == 0 {
		return 0
	}
	return len(m.forms[0])
}
