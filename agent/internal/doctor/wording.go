package doctor

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// grouped writes 12,402.
func grouped[T int | int64 | uint64](n T) string { return humanize.Comma(int64(n)) }

// size writes bytes as 1.4 GiB.
func size(bytes int64) string { return humanize.IBytes(uint64(bytes)) }

// several writes "1 queue" or "16 queues".
func several(n int, thing string) string { return english.Plural(n, thing, "") }

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

// printable leaves no control characters in a name that a process chose for itself.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
}
