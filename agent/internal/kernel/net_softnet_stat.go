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

// softnetFields are those that are read; 3 to 7 were the fast route's and are always 0.
var softnetFields = [...]int{0, 1, 2, 9, 10}

// ParseSoftnet reads a line for each CPU, into the memory of rows.
func ParseSoftnet(text []byte, rows []SoftnetCPU) ([]SoftnetCPU, error) {
	const cpuField = 12
	rows = rows[:0]
	for number := 1; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		var values [len(softnetFields)]int64
		at := 0
		for i, wanted := range softnetFields {
			field, rest := cutField(skipFields(line, wanted-at))
			value, ok := parseHex32(field)
			if !ok {
				return rows, malformed(SoftnetFile, number, "field %d is not 8 hexadecimal digits", wanted)
			}
			values[i], line, at = value, rest, wanted+1
		}
		field, _ := cutField(skipFields(line, cpuField-at))
		cpu, ok := parseHex32(field)
		if !ok || cpu > math.MaxInt32 {
			cpu = UnnumberedCPU
		}
		rows = append(rows, SoftnetCPU{int(cpu), values[0], values[1], values[2], values[3], values[4]})
	}
	return rows, nil
}
