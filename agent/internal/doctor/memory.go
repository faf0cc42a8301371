package doctor

import (
	"fmt"

	"millionrps/agent/internal/kernel"
)

func hugePages(h host, _ Config) []Finding {
	const file = "/sys/kernel/mm/transparent_hugepage/enabled"
	chosen := kernel.Chosen(h.Peek(file))
	switch chosen {
	case "":
		return fine("huge-pages", "The kernel has no transparent huge pages.")
	case "always":
		return one("huge-pages-always", Note, "Transparent huge pages are on for every program (always): memory is faster, with a pause now and then while the kernel makes room for one.", setFile("madvise", file))
	}
	return fine("huge-pages", fmt.Sprintf("Transparent huge pages are set to %s.", chosen))
}

func memory(h host, _ Config) []Finding {
	r := h.Meminfo()
	if r.TotalBytes <= 0 || r.AvailableBytes < 0 {
		return one("memory-unknown", Note, "What memory is left cannot be read from /proc/meminfo.", "")
	}
	return append(judgeMemory(r), judgeSwap(r)...)
}

func judgeMemory(r kernel.Meminfo) []Finding {
	const biggest = "ps -eo pid,rss,comm --sort=-rss | head  # what uses it"
	sentence := fmt.Sprintf("%s of %s of memory are available", size(r.AvailableBytes), size(r.TotalBytes))
	switch share := float64(r.AvailableBytes) / float64(r.TotalBytes); {
	case share < 0.03:
		return one("memory-low", Problem, sentence+": the kernel may kill the target or the load generator.", biggest)
	case share < 0.1:
		return one("memory-low", Warning, sentence+".", biggest)
	}
	return fine("memory", sentence+".")
}

func judgeSwap(r kernel.Meminfo) []Finding {
	used := r.SwapTotalBytes - r.SwapFreeBytes
	switch {
	case r.SwapTotalBytes <= 0:
		return fine("swap", "There is no swap.")
	case used == 0:
		return fine("swap", fmt.Sprintf("None of %s of swap is in use.", size(r.SwapTotalBytes)))
	}
	sentence := fmt.Sprintf("%s of %s of swap are in use: what was moved there is slow the first time it is needed", size(used), size(r.SwapTotalBytes))
	if used > r.AvailableBytes {
		return one("swap-in-use", Warning, sentence+", and there is not enough memory left to bring it back.", "")
	}
	mend := "sudo swapoff -a && sudo swapon -a"
	if used > r.AvailableBytes/2 {
		mend = "" // It would leave too little for a run.
	}
	return one("swap-in-use", Note, sentence+".", mend)
}
