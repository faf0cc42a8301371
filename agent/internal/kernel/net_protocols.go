package kernel

import (
	"bytes"
	"fmt"
)

// ProtocolTable is one protocol's pair of lines in /proc/net/snmp or /proc/net/netstat: names, then numbers. Kernels add names in the
// middle, so positions are learnt from the names; they are learnt again only when the line of names differs, since comparing it is cheap.
// A counter that this kernel lacks has no column.
type ProtocolTable struct {
	File, Prefix string            // the prefix ends in a colon: "Tcp:" is not the beginning of "TcpExt:"
	Wanted       map[string]string // columns, by the kernel's names of the counters

	Found    []string // columns of the last parse that worked
	Counters []int64  // one for each

	names     []byte
	positions []int // ascending
}

// Parse says whether Found is another than before.
func (t *ProtocolTable) Parse(text []byte) (changed bool, err error) {
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		if !bytes.HasPrefix(line, []byte(t.Prefix)) {
			continue
		}
		numbers, _ := cutLine(text)
		if !bytes.HasPrefix(numbers, []byte(t.Prefix)) {
			return false, malformed(t.File, number+1, "no numbers follow the names of %s", t.Prefix)
		}
		if changed = !bytes.Equal(line, t.names); changed {
			t.learn(line)
		}
		if err := t.take(numbers[len(t.Prefix):], number+1); err != nil {
			return changed, err
		}
		return changed, nil
	}
	return false, fmt.Errorf("%s: no line begins with %s", t.File, t.Prefix)
}

func (t *ProtocolTable) learn(names []byte) {
	t.names = append(t.names[:0], names...)
	t.positions, t.Found = t.positions[:0], t.Found[:0]
	for position, name := range bytes.Fields(names[len(t.Prefix):]) {
		if column, isWanted := t.Wanted[string(name)]; isWanted {
			t.positions = append(t.positions, position)
			t.Found = append(t.Found, column)
		}
	}
}

func (t *ProtocolTable) take(numbers []byte, line int) error {
	t.Counters = t.Counters[:0]
	at := 0
	for i, position := range t.positions {
		value, rest, ok := cutDecimal(skipFields(numbers, position-at))
		if !ok {
			return malformed(t.File, line, "no number for %s", t.Found[i])
		}
		t.Counters = append(t.Counters, value)
		numbers, at = rest, position+1
	}
	return nil
}
