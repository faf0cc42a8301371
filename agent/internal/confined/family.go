package confined

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// family are the processes of a program: its first one, and all that came of it.
type family struct {
	main int
	// status is how the first one ended; nil while it runs.
	status *syscall.WaitStatus
}

// reap asks after every child that has ended, also those that were adopted.
func (f *family) reap() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil || pid <= 0:
			return
		case pid == f.main:
			f.status = &status
		}
	}
}

// members are all descendants of this process that have not ended.
func (f *family) members() (all []kernel.PIDStat) {
	children := map[int][]kernel.PIDStat{}
	var host kernel.FS
	for _, pid := range host.PIDs() {
		if stat, err := host.PIDStat(pid); err == nil {
			children[stat.Parent] = append(children[stat.Parent], stat)
		}
	}
	for generation := []int{os.Getpid()}; len(generation) > 0; {
		var next []int
		for _, parent := range generation {
			for _, stat := range children[parent] {
				next = append(next, stat.PID)
				if !stat.Ended() {
					all = append(all, stat)
				}
			}
		}
		generation = next
	}
	return all
}

func (f *family) over(limits Limits) Over {
	members := f.members()
	var pages int64
	for _, stat := range members {
		pages += stat.RSSPages
	}
	switch {
	case len(members) > limits.Processes:
		return Processes
	case pages*int64(os.Getpagesize()) > limits.MemoryBytes:
		return Memory
	}
	return ""
}

// end kills all, and answers how many do not die. Who may start no process any more cannot outrun this.
func (f *family) end() (left int) {
	for deadline := time.Now().Add(endWithin - 5*time.Second); ; time.Sleep(2 * time.Millisecond) {
		members := f.members()
		for _, stat := range members {
			_ = unix.Prlimit(stat.PID, unix.RLIMIT_NPROC, &unix.Rlimit{}, nil)
			_ = syscall.Kill(stat.PID, syscall.SIGKILL)
		}
		f.reap()
		if len(members) == 0 || time.Now().After(deadline) {
			return len(members)
		}
	}
}

func overDisk(told order) Over {
	var system unix.Statfs_t
	if err := unix.Statfs(told.Folder, &system); err == nil && int64(system.Bavail)*system.Bsize < told.Limits.FreeBytes {
		return FreeSpace
	}
	if Weight(told.Folder)+Weight(told.Scratch) > told.Limits.FolderBytes {
		return Disk
	}
	return ""
}

// Weight is what the files below a folder take on the disk, as far as they can be seen; 0 for no folder.
func Weight(folder string) (bytes int64) {
	if folder == "" {
		return 0
	}
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // it came and went
		}
		if info, err := entry.Info(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				bytes += stat.Blocks * 512
			}
		}
		return nil
	})
	return bytes
}
