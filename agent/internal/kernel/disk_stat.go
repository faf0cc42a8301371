package kernel

// DiskStat is what a block device has counted since it appeared. A request is counted when it has ended; its time begins when the kernel
// was given it, so that it holds what it waited for others. The kernel cuts times to milliseconds, once for each sum.
type DiskStat struct {
	Reads, ReadUs   int64
	Writes, WriteUs int64
	InFlight        int64 // at this moment
	// BusyUs is the time of the ticks of the kernel's clock in which a request began or ended, since Linux 5.0: short requests that are spread
	// well fill it while the device does next to nothing.
	BusyUs int64
	// Flushes are those of the device's volatile cache; -1 before Linux 5.5, which does not count them.
	Flushes, FlushUs int64
}

// ParseDiskStat reads the file stat of a block device (part_stat_show, block/genhd.c), whose fields are those of
// Documentation/admin-guide/iostats.rst.
func ParseDiskStat(file string, text []byte) (found DiskStat, err error) {
	line, _ := cutLine(text)
	const least, beforeFlushes, fields = 11, 15, 17
	var numbers [fields]int64
	count := 0
	for ; count < fields; count++ {
		number, rest, ok := cutDecimal(line)
		if !ok {
			break
		}
		numbers[count], line = number, rest
	}
	if more, _ := cutField(line); count < least || count < fields && len(more) > 0 {
		return DiskStat{}, malformed(file, 1, "field %d is not a number", count+1)
	}
	const usPerMs = 1000
	found = DiskStat{
		Reads: numbers[0], ReadUs: numbers[3] * usPerMs, Writes: numbers[4], WriteUs: numbers[7] * usPerMs,
		InFlight: numbers[8], BusyUs: numbers[9] * usPerMs, Flushes: -1, FlushUs: -1,
	}
	if count == fields {
		found.Flushes, found.FlushUs = numbers[beforeFlushes], numbers[beforeFlushes+1]*usPerMs
	}
	return found, nil
}
