package kernel

import (
	"os"
	"path"
	"strings"
)

// NICFolder is where an interface has its files.
func NICFolder(nic string) string { return "/sys/class/net/" + nic }

// NICQueues counts the queues that an interface uses now.
func (f FS) NICQueues(nic string) (rx, tx int) {
	for _, name := range f.Names(NICFolder(nic) + "/queues") {
		switch {
		case strings.HasPrefix(name, "rx-"):
			rx++
		case strings.HasPrefix(name, "tx-"):
			tx++
		}
	}
	return rx, tx
}

// NICDriver is the kernel driver of an interface's device, "" for one without.
func (f FS) NICDriver(nic string) string {
	link, err := os.Readlink(f.Path(NICFolder(nic) + "/device/driver"))
	if err != nil {
		return ""
	}
	return path.Base(link)
}
