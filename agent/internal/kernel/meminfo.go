package kernel

import (
	"strconv"
	"strings"
)

// Meminfo is what we need of /proc/meminfo (meminfo_proc_show, fs/proc/meminfo.c), which has kilobytes. What it does not say is -1: it has
// MemAvailable since Linux 3.14.
type Meminfo struct{ TotalBytes, AvailableBytes, SwapTotalBytes, SwapFreeBytes int64 }

// Meminfo reads the file once.
func (f FS) Meminfo() Meminfo { return parseMeminfo(f.Peek("/proc/meminfo")) }

// parseMeminfo passes over lines that hold no number of kilobytes.
func parseMeminfo(text string) Meminfo {
	const most = 1 << 50 // which is more than bytes can count in 63 bits
	m := Meminfo{-1, -1, -1, -1}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		kilobytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
		if err != nil || kilobytes < 0 || kilobytes >= most {
			continue
		}
		switch name {
		case "MemTotal":
			m.TotalBytes = kilobytes * 1024
		case "MemAvailable":
			m.AvailableBytes = kilobytes * 1024
		case "SwapTotal":
			m.SwapTotalBytes = kilobytes * 1024
		case "SwapFree":
			m.SwapFreeBytes = kilobytes * 1024
		}
	}
	return m
}
