package doctor

import (
	"fmt"
	"strconv"
	"strings"
)

func hugePages(h host, _ Config) []Finding {
	const file = "/sys/kernel/mm/transparent_hugepage/enabled"
	_, rest, _ := strings.Cut(h.text(file), "[")
	chosen, _, found := strings.Cut(rest, "]")
	switch {
	case !found:
		return fine("huge-pages", "The kernel has no transparent huge pages.")
	case chosen == "always":
		return one("huge-pages-always", Note, "Transparent huge pages are on for every program (always): memory is faster, with a pause now and then while the kernel makes room for one.", setFile("madvise", file))
	}
	return fine("huge-pages", fmt.Sprintf("Transparent huge pages are set to %s.", chosen))
}

type memoryReading struct{ total, available, swapTotal, swapFree int64 }

// parseMeminfo reads /proc/meminfo, which has kilobytes; MemAvailable is there since Linux 3.14.
func parseMeminfo(text string) (r memoryReading, ok bool) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		if err != nil {
			continue
		}
		switch name {
		case "MemTotal":
			r.total = kilobytes * 1024
		case "MemAvailable":
			r.available, ok = kilobytes*1024, true
		case "SwapTotal":
			r.swapTotal = kilobytes * 1024
		case "SwapFree":
			r.swapFree = kilobytes * 1024
		}
	}
	return r, ok && r.total > 0
}

func memory(h host, _ Config) []Finding {
	r, ok := parseMeminfo(h.text("/proc/meminfo"))
	if !ok {
		return one("memory-unknown", Note, "What memory is left cannot be read from /proc/meminfo.", "")
	}
	return append(judgeMemory(r), judgeSwap(r)...)
}

func judgeMemory(r memoryReading) []Finding {
	const biggest = "ps -eo pid,rss,comm --sort=-rss | head  # what uses it"
	sentence := fmt.Sprintf("%s of %s of memory are available", size(r.available), size(r.total))
	switch share := float64(r.available) / float64(r.total); {
	case share < 0.03:
		return one("memory-low", Problem, sentence+": the kernel may kill the target or the load generator.", biggest)
	case share < 0.1:
		return one("memory-low", Warning, sentence+".", biggest)
	}
	return fine("memory", sentence+".")
}

func judgeSwap(r memoryReading) []Finding {
	used := r.swapTotal - r.swapFree
	switch {
	case r.swapTotal == 0:
		return fine("swap", "There is no swap.")
	case used == 0:
		return fine("swap", fmt.Sprintf("None of %s of swap is in use.", size(r.swapTotal)))
	}
	sentence := fmt.Sprintf("%s of %s of swap are in use: what was moved there is slow the first time it is needed", size(used), size(r.swapTotal))
	if used >= r.available/2 {
		return one("swap-in-use", Warning, sentence+", and there is not enough memory left to bring it back.", "")
	}
	return one("swap-in-use", Note, sentence+".", "sudo swapoff -a && sudo swapon -a")
}
