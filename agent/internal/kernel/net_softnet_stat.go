package kernel

import (
	"math"
	"os"
)

// SoftnetFile is what became of packets, by the CPU that took them in.
const SoftnetFile = "/proc/net/softnet_stat"

// SoftnetCPU is one CPU's line (softnet_seq_show, net/core/net-procfs.c), in counters of 32 bits that wrap.
type SoftnetCPU struct {
	CPU           int // UnnumberedCPU before Linux 5.10: row n is then the n-th online CPU
	Processed     int64
	Dropped       int64 // because the CPU's backlog was full
	TimeSqueezed  int64 // how often it had to stop with packets left
	SteeredToHere int64 // interrupts that receive packet steering sent it, since Linux 2.6.35
	FlowLimited   int64 // since Linux 3.11
}

// UnnumberedCPU stands for the number of a CPU that the kernel does not print.
const UnnumberedCPU = -1

// Softnet reads the file once.
func (f FS) Softnet() ([]SoftnetCPU, error) {
	text, err := os.ReadFile(f.Path(SoftnetFile))
	if err != nil {
		return nil, err
	}
	return ParseSoftnet(text, nil)
}

// ParseSoftnet reads a line for each CPU, into the memory of rows. Fields 3 to 7 were the fast route's and are always 0.
func ParseSoftnet(text []byte, rows []SoftnetCPU) ([]SoftnetCPU, error) {
	const cpuField = 12
	rows = rows[:0]
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		var row SoftnetCPU
		at := 0
		for _, counter := range [...]struct {
			field int
			value *int64
		}{{0, &row.Processed}, {1, &row.Dropped}, {2, &row.TimeSqueezed}, {9, &row.SteeredToHere}, {10, &row.FlowLimited}} {
			field, rest := cutField(skipFields(line, counter.field-at))
			value, ok := parseHex32(field)
			if !ok {
				return rows, malformed(SoftnetFile, number, "field %d is not 8 hexadecimal digits", counter.field)
			}
			*counter.value, line, at = value, rest, counter.field+1
		}
		row.CPU = UnnumberedCPU
		field, _ := cutField(skipFields(line, cpuField-at))
		if cpu, ok := parseHex32(field); ok && cpu <= math.MaxInt32 {
			row.CPU = int(cpu)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
