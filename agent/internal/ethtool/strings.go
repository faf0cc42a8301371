package ethtool

import (
	"bytes"
	"encoding/binary"
	"unsafe"
)

// stringsHeader is that of struct ethtool_gstrings: command, string set and length.
const stringsHeader = 12

// stringCount is struct ethtool_sset_info for one string set.
type stringCount struct {
	command, reserved uint32
	mask              uint64
	count             uint32
	_                 uint32
}

// countStrings is 0 for an interface whose driver has no such set, or more than can be.
func (s *Socket) countStrings(nic string, set uint32, answer *stringCount, ask func(string, unsafe.Pointer) error) (int, error) {
	*answer = stringCount{command: getStringSet, mask: 1 << set}
	if err := ask(nic, unsafe.Pointer(answer)); err != nil {
		return 0, err
	}
	const most = 1 << 16
	if answer.mask == 0 || answer.count > most {
		return 0, nil
	}
	return int(answer.count), nil
}

// strings reads a set of that many names into a buffer with spare room.
func (s *Socket) strings(nic string, set uint32, count int, buffer []byte) ([]string, error) {
	binary.NativeEndian.PutUint32(buffer, getStrings)
	binary.NativeEndian.PutUint32(buffer[4:], set)
	binary.NativeEndian.PutUint32(buffer[8:], uint32(count))
	if err := s.ask(nic, unsafe.Pointer(unsafe.SliceData(buffer))); err != nil {
		return nil, err
	}
	if got := int(binary.NativeEndian.Uint32(buffer[8:])); got != count {
		return nil, ErrChanged
	}
	return parseStrings(buffer[stringsHeader : stringsHeader+count*stringBytes]), nil
}

// parseStrings splits a block of names of 32 bytes each, which end in zero bytes.
func parseStrings(block []byte) []string {
	names := make([]string, 0, len(block)/stringBytes)
	for ; len(block) >= stringBytes; block = block[stringBytes:] {
		name, _, _ := bytes.Cut(block[:stringBytes], []byte{0})
		names = append(names, string(name))
	}
	return names
}
