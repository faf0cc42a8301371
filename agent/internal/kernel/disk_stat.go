package kernel

// DiskStat is what a block device has counted since it appeared. A request is counted when it has ended; its time begins when the kernel
// was given it, so that it holds what it waited for others. The kernel cuts times to milliseconds, once for each sum, and prints their lower
// 32 bits: the time of a busy device with deep queues wraps within hours.
type DiskStat struct {
	Reads, ReadMs   int64
	Writes, WriteMs int64
	InFlight        int64 // at this moment
	// BusyMs is the time of the ticks of the kernel's clock in which a request began or ended, since Linux 5.0: short requests that are spread
	// well fill it while the device does next to nothing.
	BusyMs int64
	// Flushes are those of the device's volatile cache; -1 before Linux 5.5, which does not count them.
	Flushes, FlushMs int64
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
	found = DiskStat{
		Reads: numbers[0], ReadMs: numbers[3], Writes: numbers[4], WriteMs: numbers[7], InFlight: numbers[8], BusyMs: numbers[9], Flushes: -1, FlushMs: -1,
	}
	if count == fields {
		found.Flushes, found.FlushMs = numbers[beforeFlushes], numbers[beforeFlushes+1]
	}
	return found, nil
}
