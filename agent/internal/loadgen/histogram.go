package loadgen

import "math"

// Histogram counts latencies in the buckets of an HdrHistogram of 3 significant digits in microseconds: sparse, ascending, each bucket
// by its highest equivalent value. Adding counts by value merges two exactly.
type Histogram struct {
	// SignificantDigits are those that the tool counted with, at most 3. A bucket of 2 digits ends where one of 3 digits ends.
	SignificantDigits int
	ValuesUs          []int64
	Counts            []int64
}

// percentileMs is the value of the bucket that holds the given share of all, of 100.
func (h *Histogram) percentileMs(percent float64) *float64 {
	var total, seen int64
	for _, count := range h.Counts {
		total += count
	}
	if total == 0 {
		return nil
	}
	// A binary fraction such as 99.9 / 100 × 1000 lies a little above 999.
	wanted := max(1, int64(math.Ceil(percent/100*float64(total)-1e-9*float64(total))))
	for i, count := range h.Counts {
		if seen += count; seen >= wanted {
			return milliseconds(float64(h.ValuesUs[i]))
		}
	}
	return nil
}

func milliseconds(us float64) *float64 {
	ms := us / 1000
	return &ms
}

// bucketEndUs is the highest value that an HdrHistogram of 3 significant digits cannot tell from this one.
func bucketEndUs(us int64) int64 {
	const exactBelow = 2048
	width := int64(1)
	for us/width >= exactBelow {
		width *= 2
	}
	return us/width*width + width - 1
}
