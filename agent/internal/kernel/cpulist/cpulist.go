// Package cpulist reads and writes sets of CPUs the way the kernel prints them and people write them: "0-15,32".
package cpulist

import (
	"fmt"
	"strconv"
	"strings"
)

// maxCPU is the highest number a kernel can be built for (NR_CPUS, arch/x86/Kconfig). It bounds what a list such as "0-4000000000" may cost.
const maxCPU = 8191

// quoted is as much of a text that is no list as an error repeats.
const quoted = "%.80q"

// List is a set of CPU numbers, ascending and distinct. Its text form is the kernel's.
type List []int

// Parse accepts numbers and ranges in any order, overlapping or not. An empty text is an empty list: the kernel prints that for a NUMA node
// that has memory but no CPU. What it costs grows with the text and not with the CPUs that the text repeats.
func Parse(text string) (List, error) {
	if strings.TrimSpace(text) == "" {
		return List{}, nil
	}
	var set Set
	for element := range strings.SplitSeq(text, ",") {
		first, last, err := parseRange(strings.TrimSpace(element))
		if err != nil {
			return nil, fmt.Errorf("CPU list "+quoted+": %w", text, err)
		}
		set.add(first, last)
	}
	return set.List(), nil
}

func parseRange(element string) (first, last int, err error) {
	low, high, isRange := strings.Cut(element, "-")
	if first, err = parseCPU(low); err != nil {
		return 0, 0, err
	}
	if !isRange {
		return first, first, nil
	}
	if last, err = parseCPU(high); err != nil {
		return 0, 0, err
	}
	if last < first {
		return 0, 0, fmt.Errorf("the range "+quoted+" runs backwards", element)
	}
	return first, last, nil
}

func parseCPU(text string) (int, error) {
	cpu, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf(quoted+" is not a CPU number", text)
	}
	if cpu > maxCPU {
		return 0, fmt.Errorf("CPU %d is beyond %d, the most a kernel can have", cpu, maxCPU)
	}
	return int(cpu), nil
}

// String joins neighbours into ranges, as the kernel does: 0-3,8.
func (l List) String() string {
	var text strings.Builder
	for start := 0; start < len(l); {
		end := start
		for end+1 < len(l) && l[end+1] == l[end]+1 {
			end++
		}
		if start > 0 {
			text.WriteByte(',')
		}
		text.WriteString(strconv.Itoa(l[start]))
		if end > start {
			text.WriteByte('-')
			text.WriteString(strconv.Itoa(l[end]))
		}
		start = end + 1
	}
	return text.String()
}

// MarshalJSON implements json.Marshaler. No list is null, which is another thing than a list without a CPU.
func (l List) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("null"), nil
	}
	return strconv.AppendQuote(nil, l.String()), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *List) UnmarshalText(text []byte) (err error) {
	*l, err = Parse(string(text))
	return err
}
