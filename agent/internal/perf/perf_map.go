package perf

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel"
)

const perfMapBytesMost = 64 << 20

// symbol is a function that begins at an address; without a size it reaches to the next.
type symbol struct {
	start, size uint64
	name        string
}

// symbols are ascending by address.
type symbols []symbol

func (s symbols) at(address uint64) (string, bool) {
	at, found := slices.BinarySearchFunc(s, address, func(one symbol, address uint64) int { return cmp.Compare(one.start, address) })
	if !found {
		at--
	}
	if at < 0 || s[at].size > 0 && address-s[at].start >= s[at].size {
		return "", false
	}
	return s[at].name, true
}

func sorted(found []symbol) symbols {
	slices.SortStableFunc(found, func(a, b symbol) int { return cmp.Compare(a.start, b.start) })
	return found
}

// perfMap is what a runtime wrote down of the code that it made: /tmp/perf-PID.map.
type perfMap struct{ symbols symbols }

func (m *perfMap) at(address uint64) (string, bool) {
	if m == nil {
		return "", false
	}
	return m.symbols.at(address)
}

func readPerfMap(p *process) *perfMap {
	text, err := readOpen(perfMapBytesMost)(p.open("/tmp/perf-" + p.ownPID() + ".map"))
	if err != nil {
		return nil
	}
	return &perfMap{parsePerfMap(text)}
}

// parsePerfMap reads lines of 'START SIZE NAME', both in hexadecimal digits. Of code that was made twice at an address the later counts.
func parsePerfMap(text []byte) symbols {
	var found []symbol
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		start, rest, _ := bytes.Cut(line, []byte(" "))
		size, name, _ := bytes.Cut(rest, []byte(" "))
		from, ok := kernel.Hex64(bytes.TrimPrefix(start, []byte("0x")))
		length, ok2 := kernel.Hex64(bytes.TrimPrefix(size, []byte("0x")))
		if !ok || !ok2 || length == 0 || len(name) == 0 {
			continue
		}
		found = append(found, symbol{from, length, strings.ToValidUTF8(string(name), "?")})
	}
	all := sorted(found)
	kept := all[:0]
	for i, one := range all {
		if i+1 < len(all) && all[i+1].start == one.start {
			continue
		}
		kept = append(kept, one)
	}
	return kept
}
