package backend

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// removeSharedMemory removes the segment that a killed PostgreSQL leaves in the kernel: the file of its lock names it. One that
// is attached still, or that was never there, stays as it is.
func removeSharedMemory(data string) error {
	const segmentLine = 6 // "key id", of the lines of postmaster.pid
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) <= segmentLine {
		return nil
	}
	words := strings.Fields(lines[segmentLine])
	if len(words) != 2 {
		return nil
	}
	id, err := strconv.Atoi(words[1])
	if err != nil {
		return nil
	}
	var about unix.SysvShmDesc
	if _, err := unix.SysvShmCtl(id, unix.IPC_STAT, &about); err != nil || about.Nattch > 0 || strconv.Itoa(int(about.Perm.Key)) != words[0] {
		return nil
	}
	_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
	return err
}
