package tuning

import (
	"fmt"

	"millionrps/agent/internal/kernel/cpulist"
)

// cpusInWords is "CPU 3" or "CPUs 0-2,5".
func cpusInWords(list cpulist.List) string {
	if len(list) == 1 {
		return "CPU " + list.String()
	}
	return "CPUs " + list.String()
}

// counted is "1 queue" or "4 queues".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
