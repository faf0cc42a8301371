package profiling

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/google/pprof/profile"
)

// merge makes one profile of those of several workers, in the order of their indexes. Every sample has the label `worker`.
func merge(encoded [][]byte) (*profile.Profile, error) {
	profiles := make([]*profile.Profile, len(encoded))
	durationNs := int64(0)
	for index, bytesOfOne := range encoded {
		p, err := profile.Parse(bytes.NewReader(bytesOfOne))
		if err != nil {
			return nil, fmt.Errorf("reading the profile of worker %d: %w", index, err)
		}
		p.SetLabel("worker", []string{strconv.Itoa(index)})
		durationNs = max(durationNs, p.DurationNanos)
		profiles[index] = p
	}
	merged, err := profile.Merge(profiles)
	if err != nil {
		return nil, fmt.Errorf("merging the profiles of %d workers: %w", len(encoded), err)
	}
	// Merge adds the durations up, as of profiles one after the other. These were taken at the same time.
	merged.DurationNanos = durationNs
	return merged, nil
}
