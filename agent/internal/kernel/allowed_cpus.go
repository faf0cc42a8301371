package kernel

import (
	"fmt"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel/cpulist"
)

// AllowedCPUs are those in the mask of this process, which its children inherit and the online CPUs bound.
func AllowedCPUs() (cpulist.List, error) {
	var mask unix.CPUSet
	if err := unix.SchedGetaffinity(0, &mask); err != nil {
		return nil, fmt.Errorf("reading the CPU mask: %w", err)
	}
	list := cpulist.List{}
	for cpu := 0; len(list) < mask.Count(); cpu++ {
		if mask.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list, nil
}
