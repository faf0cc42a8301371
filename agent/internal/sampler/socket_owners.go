package sampler

import (
	"fmt"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
	"millionrps/agent/internal/netlink"
)

// ownersWithinUs bounds the CPU time that one observation spends on finding out whose connections are whose: a connection takes 3 to 5.
const ownersWithinUs = 50_000

// connections fills in, for each process, how many established connections on a local port it has, and its accept queues. The kernel lists a
// connection with the number of its inode, and a process's descriptors say which inodes are its own. When that would take too long nothing
// is filled in.
func (o *observer) connections(port uint16, processes []ProcessObservation) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	beganUs, err := clockUs(unix.CLOCK_THREAD_CPUTIME_ID)
	if err != nil {
		return fmt.Errorf("reading the CPU time of a thread: %w", err)
	}
	owned, err := socketsOf(port)
	if err != nil {
		return err
	}
	counts, queues := make([]int, len(processes)), make([][]AcceptQueue, len(processes))
	for i := range processes {
		told := o.table.eachSocket(processes[i].PID, beganUs+ownersWithinUs, func(inode uint32) {
			socket, ok := owned[inode]
			switch {
			case ok && socket.listening:
				queues[i] = append(queues[i], socket.queue)
			case ok:
				counts[i]++
			}
		})
		if !told {
			return nil
		}
	}
	for i := range processes {
		processes[i].Established, processes[i].AcceptQueues = &counts[i], queues[i]
	}
	return nil
}

// ownedSocket is a socket on the port.
type ownedSocket struct {
	listening bool
	queue     AcceptQueue
}

// socketsOf asks twice because only listening sockets are asked for more than where they are, which costs something for each.
func socketsOf(port uint16) (map[uint32]ownedSocket, error) {
	sockets := map[uint32]ownedSocket{}
	for _, states := range []uint32{1 << kernel.TCPListen, 1 << kernel.TCPEstablished} {
		err := netlink.Sockets(netlink.SocketFilter{LocalPort: port}, states, func(message []byte) {
			if s, ok := netlink.ParseSocket(message); ok {
				sockets[s.Inode] = ownedSocket{s.Listening, AcceptQueue{Waiting: s.Waiting, Longest: s.Longest, Drops: s.Drops}}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return sockets, nil
}

// eachSocket goes through the sockets that a process holds open; false when the CPU time is used up, or we may not look. Descriptors are small
// numbers, so each is asked for by its number: listing them first would cost half as much again.
func (t *processTable) eachSocket(pid int, untilUs int64, take func(inode uint32)) (told bool) {
	status, err := t.readStatus(pid)
	if err != nil || status.Descriptors == 0 {
		return err == unix.ENOENT // it has ended
	}
	t.path = append(strconv.AppendInt(t.path[:0], int64(pid), 10), "/fd\x00"...)
	folder, err := openForReading(t.folder, t.path)
	if err != nil {
		return err == unix.ENOENT
	}
	defer closeFile(folder)
	var info unix.Stat_t
	_ = unix.Fstat(folder, &info) // since Linux 6.2 its size is how many are open, before that 0
	for number, open := 0, int64(0); number < status.Descriptors && (info.Size == 0 || open < info.Size); number++ {
		const lookAtClock = 256
		if number%lookAtClock == 0 {
			if nowUs, err := clockUs(unix.CLOCK_THREAD_CPUTIME_ID); err != nil || nowUs > untilUs {
				return false
			}
		}
		inode, err := t.socketInode(folder, number)
		if err == unix.EACCES {
			return false
		}
		if err == nil {
			open++
		}
		if inode != 0 {
			take(inode)
		}
	}
	return true
}

// socketInode is 0 for a descriptor that is not open, or no socket.
func (t *processTable) socketInode(folder, number int) (inode uint32, err error) {
	t.path = append(strconv.AppendInt(t.path[:0], int64(number), 10), 0)
	var target [64]byte
	n, _, errno := unix.RawSyscall6(unix.SYS_READLINKAT, uintptr(folder), uintptr(unsafe.Pointer(unsafe.SliceData(t.path))),
		uintptr(unsafe.Pointer(&target)), uintptr(len(target)), 0, 0)
	if errno != 0 {
		return 0, errno
	}
	inode, _ = kernel.ParseSocketLink(target[:n])
	return inode, nil
}
