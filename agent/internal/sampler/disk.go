package sampler

import (
	"fmt"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// TrackDisk adds what the disk counts that a folder lies on, whoever asks it. It fails for a folder that lies on none that the kernel counts for: of
// an overlay, in memory, on another host, or a file system over several disks of its own.
func (s *Sampler) TrackDisk(folder string) error {
	name, err := diskOf(folder)
	if err != nil {
		return fmt.Errorf("the disk below %s is not known: %w", folder, err)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return errClosed
	}
	s.disk.track(name)
	return nil
}

// UntrackDisk removes its columns.
func (s *Sampler) UntrackDisk() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.disk.track("")
}

// diskOf asks for the device of the folder itself, which is right through links, bind mounts and mounts over each other, where the list of
// mounts would have to be searched.
func diskOf(folder string) (string, error) {
	var stat unix.Stat_t
	if err := unix.Stat(folder, &stat); err != nil {
		return "", err
	}
	device := uint64(stat.Dev) // of 32 bits on some machines
	if unix.Major(device) == 0 {
		return "", fmt.Errorf("its file system is of no block device")
	}
	return kernel.At("/").Disk(fmt.Sprintf("%d:%d", unix.Major(device), unix.Minor(device)))
}

// diskSource is one disk, or none.
type diskSource struct {
	heldFile
	buffer   *[]byte
	disk     string // "" for none
	relayout bool
	found    kernel.DiskStat
	times    [4]int64 // read, write, busy and flush, in milliseconds
	wide     widener
}

func (s *diskSource) track(disk string) {
	s.close()
	s.relayout = s.relayout || disk != s.disk
	s.disk = disk
	s.name = "/sys/block/" + disk + "/stat"
	s.wide.reset(len(s.times))
}

func (s *diskSource) read(scope) (changed bool, err error) {
	changed = s.relayout
	s.relayout = false
	if s.disk == "" {
		return changed, nil
	}
	text, err := s.heldFile.read(s.buffer)
	if err == nil {
		s.found, err = kernel.ParseDiskStat(s.name, text)
	}
	if err == nil {
		s.times = [...]int64{s.found.ReadMs, s.found.WriteMs, s.found.BusyMs, s.found.FlushMs}
		s.wide.widen(s.times[:])
	}
	return changed, err
}

func (s *diskSource) columns(columns []string) []string {
	if s.disk == "" {
		return columns
	}
	for _, figure := range []string{"reads", "readUs", "writes", "writeUs", "busyUs", "inFlight"} {
		columns = append(columns, "disk/"+s.disk+"/"+figure)
	}
	if s.found.Flushes >= 0 {
		columns = append(columns, "disk/"+s.disk+"/flushes", "disk/"+s.disk+"/flushUs")
	}
	return columns
}

func (s *diskSource) values(values []int64) []int64 {
	if s.disk == "" {
		return values
	}
	const usPerMs = 1000
	values = append(values, s.found.Reads, s.times[0]*usPerMs, s.found.Writes, s.times[1]*usPerMs, s.times[2]*usPerMs, s.found.InFlight)
	if s.found.Flushes >= 0 {
		values = append(values, s.found.Flushes, s.times[3]*usPerMs)
	}
	return values
}
