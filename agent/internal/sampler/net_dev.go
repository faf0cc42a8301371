package sampler

import (
	"bytes"
	"slices"
)

const procNetDev = "/proc/net/dev"

// nicCounters are the fields of /proc/net/dev that become columns (dev_seq_printf_stats, net/core/net-procfs.c). The kernel's drop of the
// receiving side is rx_dropped + rx_missed_errors.
var nicCounters = [...]struct {
	field int
	name  string
}{
	{0, "rxBytes"}, {1, "rxPackets"}, {2, "rxErrors"}, {3, "rxDropped"},
	{8, "txBytes"}, {9, "txPackets"}, {10, "txErrors"}, {11, "txDropped"},
}

type netDevRow struct {
	nics     []string // those of the wanted ones that the file has, in its order
	counters []int64  // len(nicCounters) for each of nics
}

func parseNetDev(text []byte, wanted []string, row *netDevRow) error {
	row.nics, row.counters = row.nics[:0], row.counters[:0]
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		name, fields, isNIC := bytes.Cut(line, []byte(":"))
		if !isNIC { // the two lines of headings have none; an interface's name cannot contain one (dev_valid_name)
			if number > 2 && len(line) > 0 {
				return malformed(procNetDev, number, "no colon after the interface's name")
			}
			continue
		}
		name, _ = cutField(name)
		index := slices.IndexFunc(wanted, func(nic string) bool { return string(name) == nic })
		if index < 0 {
			continue
		}
		row.nics = append(row.nics, wanted[index])
		if !row.addCounters(fields) {
			return malformed(procNetDev, number, "%s has fewer than 12 numbers", name)
		}
	}
	return nil
}

func (row *netDevRow) addCounters(fields []byte) bool {
	at := 0
	for _, counter := range nicCounters {
		value, rest, ok := cutDecimal(skipFields(fields, counter.field-at))
		if !ok {
			return false
		}
		row.counters = append(row.counters, value)
		fields, at = rest, counter.field+1
	}
	return true
}

type netDevSource struct {
	file   heldFile
	buffer *[]byte
	wanted []string
	row    netDevRow
	nics   []string
}

func (s *netDevSource) read(scope) (changed bool, err error) {
	text, err := s.file.read(s.buffer)
	if err != nil {
		return false, err
	}
	if err := parseNetDev(text, s.wanted, &s.row); err != nil {
		return false, err
	}
	if slices.Equal(s.nics, s.row.nics) {
		return false, nil
	}
	s.nics = append(s.nics[:0], s.row.nics...)
	return true, nil
}

func (s *netDevSource) columns(columns []string) []string {
	for _, nic := range s.nics {
		for _, counter := range nicCounters {
			columns = append(columns, "nic/"+nic+"/"+counter.name)
		}
	}
	return columns
}

func (s *netDevSource) values(values []int64) []int64 { return append(values, s.row.counters...) }

func (s *netDevSource) close() { s.file.close() }
