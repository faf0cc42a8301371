package kernel

import (
	"bytes"
	"slices"
)

// NetDevFile is what each interface received and sent.
const NetDevFile = "/proc/net/dev"

// NetDevCounters are the fields that are read (dev_seq_printf_stats, net/core/net-procfs.c). The kernel's drop of the receiving side is
// rx_dropped + rx_missed_errors.
var NetDevCounters = [...]struct {
	field int
	Name  string
}{
	{0, "rxBytes"}, {1, "rxPackets"}, {2, "rxErrors"}, {3, "rxDropped"},
	{8, "txBytes"}, {9, "txPackets"}, {10, "txErrors"}, {11, "txDropped"},
}

// NetDev is some interfaces' part of NetDevFile.
type NetDev struct {
	NICs     []string // those of the wanted ones that the file has, in its order
	Counters []int64  // len(NetDevCounters) for each of NICs
}

// ParseNetDev uses the lists again that row has.
func ParseNetDev(text []byte, wanted []string, row *NetDev) error {
	row.NICs, row.Counters = row.NICs[:0], row.Counters[:0]
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		name, fields, isNIC := bytes.Cut(line, []byte(":"))
		if !isNIC { // the two lines of headings have none; an interface's name cannot contain one (dev_valid_name)
			if number > 2 && len(line) > 0 {
				return malformed(NetDevFile, number, "no colon after the interface's name")
			}
			continue
		}
		name, _ = cutField(name)
		index := slices.IndexFunc(wanted, func(nic string) bool { return string(name) == nic })
		if index < 0 {
			continue
		}
		row.NICs = append(row.NICs, wanted[index])
		if !row.addCounters(fields) {
			return malformed(NetDevFile, number, "%s has fewer than 12 numbers", name)
		}
	}
	return nil
}

func (row *NetDev) addCounters(fields []byte) bool {
	at := 0
	for _, counter := range NetDevCounters {
		value, rest, ok := cutDecimal(skipFields(fields, counter.field-at))
		if !ok {
			return false
		}
		row.Counters = append(row.Counters, value)
		fields, at = rest, counter.field+1
	}
	return true
}
