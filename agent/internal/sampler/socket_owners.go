package sampler

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// connections fills in, for each process, how many established connections on a local port it has, and its accept queues. The kernel lists a
// connection with the number of its inode, and a process's descriptors say which inodes are its own.
func (o *observer) connections(port uint16, processes []ProcessObservation) error {
	deadline := time.Now().Add(inspectWithin)
	owned, err := socketsOf(port)
	if err != nil {
		return err
	}
	counts := make([]int, len(processes))
	for i := range processes {
		inTime := o.table.eachSocket(processes[i].PID, deadline, func(inode uint32) {
			socket, ok := owned[inode]
			switch {
			case ok && socket.listening:
				processes[i].AcceptQueues = append(processes[i].AcceptQueues, socket.queue)
			case ok:
				counts[i]++
			}
		})
		if !inTime {
			for k := range processes {
				processes[k].AcceptQueues = nil
			}
			return nil
		}
	}
	for i := range processes {
		processes[i].Established = &counts[i]
	}
	return nil
}

// ownedSocket is a socket on the port.
type ownedSocket struct {
	listening bool
	queue     AcceptQueue
}

func socketsOf(port uint16) (map[uint32]ownedSocket, error) {
	sockets := map[uint32]ownedSocket{}
	err := dumpSockets(diagFilter{localPort: port}, 1<<stateEstablished|1<<stateListen, func(message []byte) {
		if inode, socket, ok := parseSocket(message); ok {
			sockets[inode] = socket
		}
	})
	return sockets, err
}

// parseSocket reads struct inet_diag_msg and, for a listening socket, the drops among the attributes behind it. One that waits to be accepted
// has no inode yet.
func parseSocket(message []byte) (inode uint32, socket ownedSocket, ok bool) {
	const stateAt, waitingAt, longestAt, inodeAt, end = 1, 56, 60, 68, 72
	const memoryDropsAt = 8 * 4 // SK_MEMINFO_DROPS
	if len(message) < end {
		return 0, socket, false
	}
	order := binary.NativeEndian
	inode = order.Uint32(message[inodeAt:])
	if message[stateAt] == stateListen {
		socket = ownedSocket{listening: true, queue: AcceptQueue{
			Waiting: int(order.Uint32(message[waitingAt:])),
			Longest: int(order.Uint32(message[longestAt:])),
		}}
		eachAttribute(message[end:], func(kind uint16, value []byte) {
			if kind == diagSocketMemory && len(value) >= memoryDropsAt+4 {
				socket.queue.Drops = int64(order.Uint32(value[memoryDropsAt:]))
			}
		})
	}
	return inode, socket, inode != 0
}

// eachSocket goes through the sockets that a process holds open; false when the deadline has passed, or its descriptors may not be read.
func (t *processTable) eachSocket(pid int, deadline time.Time, take func(inode uint32)) (inTime bool) {
	t.path = append(strconv.AppendInt(t.path[:0], int64(pid), 10), "/fd\x00"...)
	folder, err := openForReading(t.folder, t.path)
	if err != nil {
		return err == unix.ENOENT // it has ended
	}
	defer closeFile(folder)
	var numbers []int
	for {
		n, err := listSome(folder, *t.buffer)
		if err != nil {
			return err == unix.ENOENT
		}
		if n == 0 {
			return true
		}
		numbers = appendPids(numbers[:0], (*t.buffer)[:n])
		for _, number := range numbers {
			if inode, ok := t.socketInode(folder, number); ok {
				take(inode)
			}
		}
		if time.Now().After(deadline) {
			return false
		}
	}
}

func (t *processTable) socketInode(folder, number int) (inode uint32, ok bool) {
	t.path = append(strconv.AppendInt(t.path[:0], int64(number), 10), 0)
	var target [64]byte
	n, _, errno := unix.RawSyscall6(unix.SYS_READLINKAT, uintptr(folder), uintptr(unsafe.Pointer(unsafe.SliceData(t.path))),
		uintptr(unsafe.Pointer(&target)), uintptr(len(target)), 0, 0)
	if errno != 0 {
		return 0, false
	}
	return parseSocketLink(target[:n])
}

// parseSocketLink reads "socket:[123]", which is where a descriptor of a socket leads.
func parseSocketLink(target []byte) (inode uint32, ok bool) {
	number, isSocket := bytes.CutPrefix(target, []byte("socket:["))
	number, isWhole := bytes.CutSuffix(number, []byte("]"))
	value, isNumber := parseDecimal(number)
	if !isSocket || !isWhole || !isNumber || value > 1<<32-1 {
		return 0, false
	}
	return uint32(value), true
}
