package cpulist

import "math/bits"

const wordBits = 64

// Set is a bit for each CPU that a kernel can have: 1 KiB, whatever is added to it.
type Set [(maxCPU + 1) / wordBits]uint64

// SetOf has the CPUs of a list; numbers that no CPU can have are left out.
func SetOf(list List) *Set {
	set := &Set{}
	for _, cpu := range list {
		if cpu >= 0 && cpu <= maxCPU {
			set.add(cpu, cpu)
		}
	}
	return set
}

// Has says whether a CPU is in the set.
func (s *Set) Has(cpu int) bool {
	return cpu >= 0 && cpu <= maxCPU && s[cpu/wordBits]&(1<<(cpu%wordBits)) != 0
}

// add takes the CPUs from first to last, word by word. Both are CPUs that a kernel can have.
func (s *Set) add(first, last int) {
	for word := first / wordBits; word <= last/wordBits; word++ {
		low, high := max(first-word*wordBits, 0), min(last-word*wordBits, wordBits-1)
		s[word] |= ^uint64(0) >> (wordBits - 1 - high + low) << low
	}
}

// List is the set in ascending order.
func (s *Set) List() List {
	count := 0
	for _, word := range s {
		count += bits.OnesCount64(word)
	}
	list := make(List, 0, count)
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, i*wordBits+bits.TrailingZeros64(word))
		}
	}
	return list
}
