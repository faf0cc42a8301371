// Package ethtool asks NIC drivers by the ioctls behind ethtool(8) (dev_ethtool, net/ethtool/ioctl.c). Reading needs no privilege; the rest
// takes CAP_NET_ADMIN. Errors are the kernel's errno: EOPNOTSUPP where the driver lacks the operation.
package ethtool

import (
	"fmt"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Socket asks about interfaces of the network namespace in which it was opened. It is not safe for concurrent use.
type Socket struct {
	fd      int
	request ifreq
	stats   statsBuffers
}

// ifreq is struct ifreq with its pointer.
type ifreq struct {
	name [unix.IFNAMSIZ]byte
	data unsafe.Pointer
	_    [16]byte
}

// Commands and string sets of include/uapi/linux/ethtool.h.
const (
	getCoalescing = 0x0e
	setCoalescing = 0x0f
	getStrings    = 0x1b
	getStats      = 0x1d
	getStringSet  = 0x37
	getFeatures   = 0x3a
	setFeatures   = 0x3b
	getChannels   = 0x3c
	setChannels   = 0x3d

	statStrings    = 1
	featureStrings = 4
	stringBytes    = 32
)

// Open takes a socket to ask with; Close gives it back.
func Open() (*Socket, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a socket to ask drivers: %w", err)
	}
	return &Socket{fd: fd}, nil
}

func (s *Socket) Close() { _ = unix.Close(s.fd) }

// Driver is who drives an interface. Its firmware is "" where the driver has none to name, or says N/A.
type Driver struct{ Name, Firmware string }

// Driver names the driver of an interface; EOPNOTSUPP where none answers, as for loopback.
func (s *Socket) Driver(nic string) (Driver, error) {
	info, err := unix.IoctlGetEthtoolDrvinfo(s.fd, nic)
	if err != nil {
		return Driver{}, err
	}
	driver := Driver{unix.ByteSliceToString(info.Driver[:]), strings.TrimSpace(unix.ByteSliceToString(info.Fw_version[:]))}
	if driver.Firmware == "N/A" {
		driver.Firmware = ""
	}
	return driver, nil
}

// Channels are numbers of queues, as struct ethtool_channels has them.
type Channels struct {
	MaxRx, MaxTx, MaxOther, MaxCombined         uint32
	RxCount, TxCount, OtherCount, CombinedCount uint32
}

func (s *Socket) Channels(nic string) (Channels, error) {
	return exchange(s, nic, getChannels, Channels{})
}

func (s *Socket) SetChannels(nic string, channels Channels) error {
	_, err := exchange(s, nic, setChannels, channels)
	return err
}

// Coalescing is how long interrupts wait, as struct ethtool_coalesce has it.
type Coalescing struct {
	RxUsecs, RxFrames, RxUsecsIRQ, RxFramesIRQ                           uint32
	TxUsecs, TxFrames, TxUsecsIRQ, TxFramesIRQ                           uint32
	StatsBlockUsecs, AdaptiveRx, AdaptiveTx                              uint32
	PacketRateLow, RxUsecsLow, RxFramesLow, TxUsecsLow, TxFramesLow      uint32
	PacketRateHigh, RxUsecsHigh, RxFramesHigh, TxUsecsHigh, TxFramesHigh uint32
	RateSampleInterval                                                   uint32
}

func (s *Socket) Coalescing(nic string) (Coalescing, error) {
	return exchange(s, nic, getCoalescing, Coalescing{})
}

func (s *Socket) SetCoalescing(nic string, coalescing Coalescing) error {
	_, err := exchange(s, nic, setCoalescing, coalescing)
	return err
}

// exchange gives a driver one of the structs that begin with their command, and returns what it made of it.
func exchange[T any](s *Socket, nic string, command uint32, value T) (T, error) {
	message := &struct {
		command uint32
		value   T
	}{command, value}
	err := s.ask(nic, unsafe.Pointer(message))
	return message.value, err
}

// ask passes what data points to. The pointer is stored where the garbage collector sees it, so that it lies on the heap: a stack may move while
// the kernel writes to where it was.
func (s *Socket) ask(nic string, data unsafe.Pointer) error {
	request := s.prepare(nic, data)
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(s.fd), unix.SIOCETHTOOL, uintptr(unsafe.Pointer(request)))
	return s.done(errno)
}

// askAtOnce skips what Go does around a call that may block: see kernel_calls.go of the sampler.
func (s *Socket) askAtOnce(nic string, data unsafe.Pointer) error {
	request := s.prepare(nic, data)
	_, _, errno := unix.RawSyscall(unix.SYS_IOCTL, uintptr(s.fd), unix.SIOCETHTOOL, uintptr(unsafe.Pointer(request)))
	return s.done(errno)
}

func (s *Socket) prepare(nic string, data unsafe.Pointer) *ifreq {
	s.request = ifreq{data: data}
	copy(s.request.name[:unix.IFNAMSIZ-1], nic)
	return &s.request
}

func (s *Socket) done(errno unix.Errno) error {
	s.request.data = nil
	if errno != 0 {
		return errno
	}
	return nil
}
