package doctor

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// grouped writes 12,402.
func grouped[T int | int64 | uint64](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// percent writes a share of 1 as 0.3 % or 12 %.
func percent(share float64) string {
	switch {
	case share < 0.0005:
		return "0 %"
	case share < 0.0995:
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// size writes bytes as 1.4 GiB.
func size(bytes int64) string {
	value, unit := float64(bytes), 0
	for ; value >= 1024 && unit < 4; unit++ {
		value /= 1024
	}
	if value >= 10 || unit == 0 {
		return fmt.Sprintf("%.0f %s", value, []string{"B", "KiB", "MiB", "GiB", "TiB"}[unit])
	}
	return fmt.Sprintf("%.1f %s", value, []string{"B", "KiB", "MiB", "GiB", "TiB"}[unit])
}

// several writes "1 queue" or "16 queues".
func several(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return grouped(n) + " " + thing + "s"
}

// and joins as people do: a, b and c.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// printable leaves no control characters in a name that a process chose for itself.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
}
