package kernel

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"os"
	"slices"
)

// mostPID is PID_MAX_LIMIT, include/linux/threads.h.
const mostPID = 1 << 22

// AppendPIDs takes the numeric names out of a block of struct linux_dirent64 (getdents(2)), as a listing of /proc or of /proc/PID/task has
// them. The record's length lies at 16; the name begins at 19 and ends with a zero byte.
func AppendPIDs(pids []int, block []byte) []int {
	const lengthOffset, nameOffset = 16, 19
	for len(block) > nameOffset {
		length := int(binary.NativeEndian.Uint16(block[lengthOffset:]))
		if length <= nameOffset || length > len(block) {
			return pids
		}
		name := block[nameOffset:length]
		if end := slices.Index(name, 0); end >= 0 {
			name = name[:end]
		}
		if pid, ok := Decimal(name); ok && pid > 0 && pid <= mostPID {
			pids = append(pids, int(pid))
		}
		block = block[length:]
	}
	return pids
}

// OpenSockets are the inodes of the sockets that a process has open; none when this one may not look.
func (f FS) OpenSockets(pid int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		folder := fmt.Sprintf("/proc/%d/fd/", pid)
		for _, name := range f.Names(folder) {
			target, err := os.Readlink(f.Path(folder + name))
			if err != nil {
				continue
			}
			if inode, ok := ParseSocketLink([]byte(target)); ok && !yield(inode) {
				return
			}
		}
	}
}

// ParseSocketLink reads "socket:[123]", which is where /proc/PID/fd/N of a socket leads.
func ParseSocketLink(target []byte) (inode uint32, ok bool) {
	number, isSocket := bytes.CutPrefix(target, []byte("socket:["))
	number, isWhole := bytes.CutSuffix(number, []byte("]"))
	value, isNumber := Decimal(number)
	if !isSocket || !isWhole || !isNumber || value > 1<<32-1 {
		return 0, false
	}
	return uint32(value), true
}
