package cpulist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const groupBits = 32

// Mask writes the list as the kernel prints a mask of so many possible CPUs (bitmap_string, lib/vsprintf.c). Groups of 32 bits in
// hexadecimal, the highest first, are separated by commas; the highest is only as wide as its bits need. 0-35 is 0000000f,ffffffff of 64
// CPUs and f,ffffffff of 36. CPUs at or beyond that number are an error, as they are for the kernel (EOVERFLOW).
func (l List) Mask(possible int) (string, error) {
	if possible < 1 || possible > maxCPU+1 {
		return "", fmt.Errorf("a mask of %d CPUs: there are 1 to %d", possible, maxCPU+1)
	}
	groups := make([]uint32, (possible+groupBits-1)/groupBits)
	for _, cpu := range l {
		if cpu < 0 || cpu >= possible {
			return "", fmt.Errorf("CPU %d is beyond the last of %d CPUs", cpu, possible)
		}
		groups[cpu/groupBits] |= 1 << (cpu % groupBits)
	}
	width := (possible - 1) % groupBits / 4
	text := make([]string, 0, len(groups))
	for _, group := range slices.Backward(groups) {
		text = append(text, fmt.Sprintf("%0*x", width+1, group))
		width = groupBits/4 - 1
	}
	return strings.Join(text, ","), nil
}

// ParseMask reads a mask as the kernel prints and takes them (bitmap_parse, lib/bitmap-str.c). As for the kernel, a 0x prefix, an empty
// group and a group of more than 8 digits are errors. Groups left of the last may be short, as people write them.
func ParseMask(text string) (List, error) {
	if groups := strings.Count(text, ",") + 1; groups > (maxCPU+1)/groupBits {
		return nil, fmt.Errorf("CPU mask: %d groups are more than a kernel can have CPUs", groups)
	}
	groups := strings.Split(strings.TrimSpace(text), ",")
	slices.Reverse(groups)
	var set Set
	for position, digits := range groups {
		group, err := parseGroup(digits)
		if err != nil {
			return nil, fmt.Errorf("CPU mask "+quoted+": %w", text, err)
		}
		set[position*groupBits/wordBits] |= uint64(group) << (position * groupBits % wordBits)
	}
	return set.List(), nil
}

func parseGroup(digits string) (uint32, error) {
	if len(digits) == 0 || len(digits) > groupBits/4 || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return 0, fmt.Errorf(quoted+" is not 1 to 8 hexadecimal digits", digits)
	}
	group, err := strconv.ParseUint(digits, 16, groupBits)
	return uint32(group), err
}
