package sampler

import (
	"fmt"
	"slices"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// heldFile is a kernel file that stays open and is read from its start each time: opening /proc files costs more than reading most of them.
type heldFile struct {
	fs        kernel.FS
	name      string
	oneRecord bool // the kernel prints it in one piece, so a read that does not fill the buffer is the whole
	fd        int
}

func hold(fs kernel.FS, name string) heldFile {
	return heldFile{fs: fs, name: name, fd: -1}
}

// holdOneRecord is for files that the kernel makes with single_open (fs/seq_file.c).
func holdOneRecord(fs kernel.FS, name string) heldFile {
	return heldFile{fs: fs, name: name, oneRecord: true, fd: -1}
}

// read returns the whole file in *buffer, which grows as needed and is reused. A file that could not be read is opened anew the next time,
// so one that comes back is found again.
func (f *heldFile) read(buffer *[]byte) ([]byte, error) {
	if f.fd < 0 {
		fd, err := unix.Open(f.fs.Path(f.name), unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return nil, fmt.Errorf("opening %s: %w", f.name, err)
		}
		f.fd = fd
	}
	certainlyWhole := certainlyWholeBytes
	if f.oneRecord {
		certainlyWhole = len(*buffer)
	}
	text, err := readUntil(f.fd, buffer, certainlyWhole)
	if err != nil {
		f.close()
		return nil, fmt.Errorf("reading %s: %w", f.name, err)
	}
	return text, nil
}

func (f *heldFile) close() {
	if f.fd >= 0 {
		closeFile(f.fd)
		f.fd = -1
	}
}

// heldFiles are several of a kind, which come and go with CPUs, nodes or groups.
type heldFiles struct {
	fs     kernel.FS
	buffer *[]byte
	files  []heldFile
}

// hold keeps the files of these names; false when it had just them.
func (h *heldFiles) hold(names []string) (changed bool) {
	if slices.EqualFunc(names, h.files, func(name string, file heldFile) bool { return name == file.name }) {
		return false
	}
	h.close()
	h.files = nil
	for _, name := range names {
		h.files = append(h.files, hold(h.fs, name))
	}
	return true
}

// holdNumbered holds the existing files of the CPUs, or NUMA nodes, that another file lists, and returns their numbers.
func (h *heldFiles) holdNumbered(list, format string) (numbers []int, changed bool) {
	online, _ := h.fs.CPUs(list)
	var names []string
	for _, number := range online {
		if name := fmt.Sprintf(format, number); h.fs.Exists(name) {
			numbers, names = append(numbers, number), append(names, name)
		}
	}
	return numbers, h.hold(names)
}

// each hands out the text of every file, which is good until the next one's.
func (h *heldFiles) each(take func(name string, text []byte) error) error {
	for i := range h.files {
		text, err := h.files[i].read(h.buffer)
		if err == nil {
			err = take(h.files[i].name, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *heldFiles) close() {
	for i := range h.files {
		h.files[i].close()
	}
}

// readWhole reads until the kernel answers 0 bytes, or so few at first that there cannot be more. A short read is not the end:
// seq_read_iter (fs/seq_file.c) hands out one page of whole records at a time, so /proc/interrupts of a large host takes about a hundred
// reads. Reading on at the offset where the last read stopped continues there; any other offset but 0 would make the kernel print everything
// again.
func readWhole(fd int, buffer *[]byte) ([]byte, error) {
	return readUntil(fd, buffer, certainlyWholeBytes)
}

// readUntil takes a first read of less than so many bytes for the whole file.
func readUntil(fd int, buffer *[]byte, certainlyWhole int) ([]byte, error) {
	size := 0
	for {
		if len(*buffer)-size < minimumReadBytes {
			*buffer = append(*buffer, make([]byte, max(len(*buffer), 4*minimumReadBytes))...)
		}
		n, err := pread(fd, (*buffer)[size:], size)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return (*buffer)[:size], nil
		}
		size += n
		if size == n && n < certainlyWhole {
			return (*buffer)[:size], nil
		}
	}
}

// certainlyWholeBytes is so little that nothing can follow. The kernel hands out less than a page only when the next record would not fit
// into the rest of it, and no file that we read has records of 3 KB behind shorter ones. It saves half of the reads of small files.
const certainlyWholeBytes = 1024

// minimumReadBytes is a page: what one read of a seq_file yields at most by default.
const minimumReadBytes = 4096
