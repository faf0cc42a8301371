package kernel

import (
	"bytes"
	"fmt"
)

// SoftirqsFile is how often each CPU ran each kind of softirq.
const SoftirqsFile = "/proc/softirqs"

// SoftirqKinds are the rows that are read.
var SoftirqKinds = [...]struct{ row, Name string }{{"NET_RX", "netRx"}, {"NET_TX", "netTx"}}

// Softirqs is some rows of SoftirqsFile.
type Softirqs struct {
	CPUs     []int   // all possible ones: the file has a column for each
	Counters []int64 // of the first kind for each of CPUs, then of the next; 32 bits each
}

// ParseSoftirqs reads the file (show_softirqs, fs/proc/softirqs.c), into the lists that row has.
func ParseSoftirqs(text []byte, row *Softirqs) error {
	row.Counters = row.Counters[:0]
	heading, text := cutLine(text)
	var err error
	if row.CPUs, err = parseCPUHeading(SoftirqsFile, heading, row.CPUs[:0]); err != nil {
		return err
	}
	row.Counters = append(row.Counters, make([]int64, len(SoftirqKinds)*len(row.CPUs))...)
	found := 0
	for number := 2; len(text) > 0; number++ {
		var line []byte
		line, text = cutLine(text)
		label, counts, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			return malformed(SoftirqsFile, number, "no colon after the softirq's name")
		}
		label, _ = cutField(label)
		for kind := range SoftirqKinds {
			if string(label) != SoftirqKinds[kind].row {
				continue
			}
			if at := takeCounts(counts, row.Counters[kind*len(row.CPUs):(kind+1)*len(row.CPUs)]); at >= 0 {
				return malformed(SoftirqsFile, number, "%s has no count for CPU %d", SoftirqKinds[kind].row, row.CPUs[at])
			}
			found++
		}
	}
	if found != len(SoftirqKinds) {
		return fmt.Errorf("%s: not one line each for NET_RX and NET_TX", SoftirqsFile)
	}
	return nil
}

// takeCounts fills counts; it returns the position of the first field that is not a count, or -1.
func takeCounts(line []byte, counts []int64) (at int) {
	for at := range counts {
		var ok bool
		if counts[at], line, ok = cutDecimal(line); !ok {
			return at
		}
	}
	return -1
}
