package sampler

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ethtoolSocket asks a driver for its counters by ioctl (dev_ethtool, net/ethtool/ioctl.c), which is open to anybody.
type ethtoolSocket struct {
	fd      int
	request ifreq
	count   statsCount
	names   []byte
	answer  []uint64 // struct ethtool_stats: a header as long as one value, then the values
}

// ifreq is struct ifreq with its pointer.
type ifreq struct {
	name [unix.IFNAMSIZ]byte
	data unsafe.Pointer
	_    [16]byte
}

// statsCount is struct ethtool_sset_info for one string set.
type statsCount struct {
	command, reserved uint32
	mask              uint64
	count             uint32
	_                 uint32
}

// Of include/uapi/linux/ethtool.h.
const (
	ethtoolStringSetInfo = 0x37
	ethtoolStrings       = 0x1b
	ethtoolStats         = 0x1d
	stringSetStats       = 1
	stringBytes          = 32
)

func openEthtool() (*ethtoolSocket, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a socket to ask drivers: %w", err)
	}
	return &ethtoolSocket{fd: fd}, nil
}

func (s *ethtoolSocket) ask(nic string, data unsafe.Pointer) error {
	s.request = ifreq{data: data}
	copy(s.request.name[:unix.IFNAMSIZ-1], nic)
	err := ioctl(s.fd, unix.SIOCETHTOOL, unsafe.Pointer(&s.request))
	s.request.data = nil
	return err
}

// statCount is 0 for an interface whose driver has no counters.
func (s *ethtoolSocket) statCount(nic string) (int, error) {
	s.count = statsCount{command: ethtoolStringSetInfo, mask: 1 << stringSetStats}
	if err := s.ask(nic, unsafe.Pointer(&s.count)); err != nil {
		return 0, err
	}
	const most = 1 << 16
	if s.count.mask == 0 || s.count.count > most {
		return 0, nil
	}
	return int(s.count.count), nil
}

func (s *ethtoolSocket) statNames(nic string) ([]string, error) {
	count, err := s.statCount(nic)
	if count == 0 || err != nil {
		return nil, err
	}
	const header = 12
	if needed := header + (count+spareStats)*stringBytes; len(s.names) < needed {
		s.names = make([]byte, needed)
	}
	answer := s.names
	binary.NativeEndian.PutUint32(answer, ethtoolStrings)
	binary.NativeEndian.PutUint32(answer[4:], stringSetStats)
	binary.NativeEndian.PutUint32(answer[8:], uint32(count))
	if err := s.ask(nic, unsafe.Pointer(unsafe.SliceData(answer))); err != nil {
		return nil, err
	}
	if got := int(binary.NativeEndian.Uint32(answer[8:])); got != count {
		return nil, errStatsChanged
	}
	return parseStatNames(answer[header : header+count*stringBytes]), nil
}

// spareStats is room for a driver that gets more queues between our asking how many counters it has and reading them: the kernel writes all
// that there are, however many were asked for.
const spareStats = 1 << 14

var errStatsChanged = errors.New("the driver has other counters than before")

// parseStatNames splits a block of names of 32 bytes each, which end in zero bytes.
func parseStatNames(block []byte) []string {
	names := make([]string, 0, len(block)/stringBytes)
	for ; len(block) >= stringBytes; block = block[stringBytes:] {
		name, _, _ := bytes.Cut(block[:stringBytes], []byte{0})
		names = append(names, string(name))
	}
	return names
}

// stats are all of the driver's counters; the slice is used again.
func (s *ethtoolSocket) stats(nic string, count int) ([]uint64, error) {
	now, err := s.statCount(nic)
	if err != nil {
		return nil, err
	}
	if now != count {
		return nil, errStatsChanged
	}
	if needed := 1 + count + spareStats; len(s.answer) < needed {
		s.answer = make([]uint64, needed)
	}
	header := (*[2]uint32)(unsafe.Pointer(&s.answer[0]))
	header[0], header[1] = ethtoolStats, uint32(count)
	if err := s.ask(nic, unsafe.Pointer(&s.answer[0])); err != nil {
		return nil, err
	}
	if int(header[1]) != count {
		return nil, errStatsChanged
	}
	return s.answer[1 : 1+count], nil
}

func (s *ethtoolSocket) close() { _ = unix.Close(s.fd) }
