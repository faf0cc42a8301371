package counter

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// room is what one worker has of the shared memory. It fills pairs of cache lines, so that workers do not slow each other down.
type room struct {
	slot     slot
	backends Backends
	_        [128 - unsafe.Sizeof(Backends{})%128]byte
}

const roomBytes = int(unsafe.Sizeof(room{}))

// Shared is memory that the master and its workers both map: one room per worker.
type Shared struct {
	File  *os.File
	rooms []room
}

// CreateShared makes the memory in the master. A memfd has no name, so nothing is left behind by a kill -9.
func CreateShared(workers int) (*Shared, error) {
	fd, err := unix.MemfdCreate("millionrps-counters", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("creating shared memory for the counters: %w", err)
	}
	file := os.NewFile(uintptr(fd), "millionrps-counters")
	if err := file.Truncate(int64(workers * roomBytes)); err != nil {
		file.Close()
		return nil, fmt.Errorf("sizing shared memory for the counters: %w", err)
	}
	return MapShared(file)
}

// MapShared maps memory that CreateShared made, in the master or in a worker that inherited the file.
func MapShared(file *os.File) (*Shared, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading the size of the counters' memory: %w", err)
	}
	sizeBytes := int(info.Size())
	if sizeBytes < roomBytes {
		return nil, fmt.Errorf("the counters' memory has %d bytes, too few for one worker", sizeBytes)
	}
	memory, err := unix.Mmap(int(file.Fd()), 0, sizeBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping the counters' memory: %w", err)
	}
	rooms := unsafe.Slice((*room)(unsafe.Pointer(unsafe.SliceData(memory))), sizeBytes/roomBytes)
	return &Shared{File: file, rooms: rooms}, nil
}

// Workers is how many workers the memory has room for.
func (s *Shared) Workers() int { return len(s.rooms) }

// Worker is one worker's counter: a single slot, as the worker runs on a single core.
func (s *Shared) Worker(index int) *Counter {
	room := &s.rooms[index]
	return &Counter{slots: unsafe.Slice(&room.slot, 1), Backends: &room.backends}
}
