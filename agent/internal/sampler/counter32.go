package sampler

// widener turns counters that the kernel keeps, or prints, in 32 bits (softnet_stat, interrupts, times of a disk) into ones that do not wrap.
// At a million packets a second a CPU wraps in 72 minutes, and a reader of rows should not have to know which columns do.
type widener struct {
	last []uint32
	high []int64
}

// reset starts anew when the set of counters has changed.
func (w *widener) reset(counters int) {
	w.last = append(w.last[:0], make([]uint32, counters)...)
	w.high = append(w.high[:0], make([]int64, counters)...)
}

// widen replaces raw values in place. A fall of less than half the range is no wrap but a counter that the kernel began again (a device
// that was reset); it is passed on as read.
func (w *widener) widen(values []int64) {
	for i, value := range values {
		raw := uint32(value)
		if raw < w.last[i] && w.last[i]-raw > 1<<31 {
			w.high[i] += 1 << 32
		}
		w.last[i] = raw
		values[i] = w.high[i] + int64(raw)
	}
}
