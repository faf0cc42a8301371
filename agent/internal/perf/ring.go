package perf

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ringPages is a power of two: 256 KiB, which with its head is less than what each user may pin for each CPU (kernel.perf_event_mlock_kb).
const ringPages = 64

// ring is what the kernel writes records into and we read them from (perf_event_mmap_page, include/uapi/linux/perf_event.h).
type ring struct {
	memory []byte
	head   *unix.PerfEventMmapPage
	data   []byte
	pieces []byte // a record that wraps, put together
}

func mapRing(fd int) (*ring, error) {
	page := unix.Getpagesize()
	memory, err := unix.Mmap(fd, 0, (1+ringPages)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping it: %w", err)
	}
	return &ring{memory: memory, head: (*unix.PerfEventMmapPage)(unsafe.Pointer(unsafe.SliceData(memory))), data: memory[page:]}, nil
}

// read hands out every record that is there; a record is good until the next one.
func (r *ring) read(take func(record)) {
	head := atomic.LoadUint64(&r.head.Data_head)
	tail := r.head.Data_tail
	for head-tail >= headerBytes {
		record, size := cutRecord(r.at(tail, headerBytes), func(size int) []byte { return r.at(tail, size) })
		if size == 0 || uint64(size) > head-tail {
			tail = head // what follows cannot be told apart
			break
		}
		take(record)
		tail += uint64(size)
	}
	atomic.StoreUint64(&r.head.Data_tail, tail)
}

// at is so many bytes from a position that counts on for ever.
func (r *ring) at(position uint64, size int) []byte {
	if size > len(r.data) {
		return nil
	}
	from := int(position & uint64(len(r.data)-1))
	if from+size <= len(r.data) {
		return r.data[from : from+size]
	}
	r.pieces = append(r.pieces[:0], r.data[from:]...)
	r.pieces = append(r.pieces, r.data[:size-(len(r.data)-from)]...)
	return r.pieces
}

func (r *ring) close() {
	if r != nil {
		_ = unix.Munmap(r.memory)
	}
}

const headerBytes = 8

// record is one of perf's: its kind, its flags and what follows its header.
type record struct {
	kind uint32
	misc uint16
	body []byte
}

// cutRecord reads a header, and the whole by the size that it says; 0 where there is none.
func cutRecord(header []byte, whole func(size int) []byte) (record, int) {
	r := record{kind: binary.NativeEndian.Uint32(header), misc: binary.NativeEndian.Uint16(header[4:])}
	size := int(binary.NativeEndian.Uint16(header[6:]))
	if size < headerBytes {
		return r, 0
	}
	all := whole(size)
	if len(all) < size {
		return r, 0
	}
	r.body = all[headerBytes:]
	return r, size
}
