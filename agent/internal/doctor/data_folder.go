package doctor

import (
	"fmt"

	"golang.org/x/sys/unix"
)

const (
	dataLow, dataLeast = int64(2 << 30), int64(256 << 20)
	dataLowShare       = 0.05
)

func dataFolder(h host, c Config) []Finding {
	if c.DataFolder == "" {
		return nil
	}
	var stat unix.Statfs_t
	if err := unix.Statfs(h.Path(c.DataFolder), &stat); err != nil {
		return one("data-folder-unknown", Note, fmt.Sprintf("The room that is left for the data folder %s cannot be read: %s.", c.DataFolder, err), "")
	}
	return judgeDataFolder(c.DataFolder, int64(stat.Bavail)*stat.Bsize, int64(stat.Blocks)*stat.Bsize)
}

// judgeDataFolder: a spool takes up to 512 MiB, outputs of tools come on top.
func judgeDataFolder(folder string, free, total int64) []Finding {
	sentence := fmt.Sprintf("%s of %s are free for the data folder %s", size(free), size(total), folder)
	mend := "sudo du -xh --max-depth=2 " + quoted(folder) + " | sort -h | tail  # what uses it"
	switch {
	case free < dataLeast:
		return one("data-folder-full", Problem, sentence+": what is measured while the API cannot be reached is lost once they are used up.", mend)
	case free < dataLow && float64(free) < dataLowShare*float64(total):
		return one("data-folder-filling", Warning, sentence+".", mend)
	}
	return fine("data-folder", sentence+".")
}
