package ethtool

import (
	"errors"
	"unsafe"
)

// ErrChanged says that the driver has other strings or counters than before.
var ErrChanged = errors.New("the driver has other names or counters than before")

// statsBuffers are used again: counters are read with every sample.
type statsBuffers struct {
	count  stringCount
	names  []byte
	answer []uint64 // struct ethtool_stats: a header as long as one value, then the values
}

// spareStats is room for queues that a driver gets between our counting its counters and reading them: the kernel writes all it has,
// however many were asked for.
const spareStats = 1 << 14

// StatNames are the names of the driver's counters, in order; none if the driver has no counters.
func (s *Socket) StatNames(nic string) ([]string, error) {
	count, err := s.countStrings(nic, statStrings, &s.stats.count, s.askAtOnce)
	if count == 0 || err != nil {
		return nil, err
	}
	if needed := stringsHeader + (count+spareStats)*stringBytes; len(s.stats.names) < needed {
		s.stats.names = make([]byte, needed)
	}
	return s.strings(nic, statStrings, count, s.stats.names)
}

// Stats are all of the driver's counters; ErrChanged when there are not count of them. The next call reuses the slice.
func (s *Socket) Stats(nic string, count int) ([]uint64, error) {
	now, err := s.countStrings(nic, statStrings, &s.stats.count, s.askAtOnce)
	if err != nil {
		return nil, err
	}
	if now != count {
		return nil, ErrChanged
	}
	if needed := 1 + count + spareStats; len(s.stats.answer) < needed {
		s.stats.answer = make([]uint64, needed)
	}
	answer := s.stats.answer
	header := (*[2]uint32)(unsafe.Pointer(&answer[0]))
	header[0], header[1] = getStats, uint32(count)
	if err := s.askAtOnce(nic, unsafe.Pointer(&answer[0])); err != nil {
		return nil, err
	}
	if int(header[1]) != count {
		return nil, ErrChanged
	}
	return answer[1 : 1+count], nil
}
