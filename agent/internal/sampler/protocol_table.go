package sampler

import (
	"bytes"
	"fmt"
)

// protocolCounter is one counter of /proc/net/snmp or netstat and the column it becomes.
type protocolCounter struct{ kernelName, column string }

// protocolTable is one protocol's pair of lines in /proc/net/snmp or /proc/net/netstat: names, then numbers. Kernels add names in the
// middle, so positions are learnt from the names; they are learnt again only when the line of names differs, since comparing it is cheap.
// A counter that this kernel lacks has no column.
type protocolTable struct {
	name, prefix string // prefix ends in a colon: "Tcp:" is not the beginning of "TcpExt:"
	wanted       []protocolCounter

	names     []byte
	positions []int // ascending
	found     []string
	counters  []int64
}

func (t *protocolTable) parse(text []byte) (changed bool, err error) {
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		if !bytes.HasPrefix(line, []byte(t.prefix)) {
			continue
		}
		numbers, _ := cutLine(text)
		if !bytes.HasPrefix(numbers, []byte(t.prefix)) {
			return false, malformed(t.name, number+1, "no numbers follow the names of %s", t.prefix)
		}
		if changed = !bytes.Equal(line, t.names); changed {
			t.learn(line)
		}
		if err := t.take(numbers[len(t.prefix):], number+1); err != nil {
			return changed, err
		}
		return changed, nil
	}
	return false, fmt.Errorf("%s: no line begins with %s", t.name, t.prefix)
}

func (t *protocolTable) learn(names []byte) {
	t.names = append(t.names[:0], names...)
	t.positions, t.found = t.positions[:0], t.found[:0]
	for position, name := range bytes.Fields(names[len(t.prefix):]) {
		for _, counter := range t.wanted {
			if counter.kernelName == string(name) {
				t.positions = append(t.positions, position)
				t.found = append(t.found, counter.column)
			}
		}
	}
}

func (t *protocolTable) take(numbers []byte, line int) error {
	t.counters = t.counters[:0]
	at := 0
	for i, position := range t.positions {
		value, rest, ok := cutDecimal(skipFields(numbers, position-at))
		if !ok {
			return malformed(t.name, line, "no number for %s", t.found[i])
		}
		t.counters = append(t.counters, value)
		numbers, at = rest, position+1
	}
	return nil
}

type protocolSource struct {
	file   heldFile
	buffer *[]byte
	table  protocolTable
}

func (s *protocolSource) read(scope) (changed bool, err error) {
	text, err := s.file.read(s.buffer)
	if err != nil {
		return false, err
	}
	return s.table.parse(text)
}

func (s *protocolSource) columns(columns []string) []string { return append(columns, s.table.found...) }

func (s *protocolSource) values(values []int64) []int64 { return append(values, s.table.counters...) }

func (s *protocolSource) close() { s.file.close() }
