package kernel

import (
	"bytes"
	"fmt"
	"math"
)

// malformed names the file and the line (counted from 1) of a text that no kernel we know prints.
func malformed(file string, line int, why string, arguments ...any) error {
	return fmt.Errorf("%s line %d: %s", file, line, fmt.Sprintf(why, arguments...))
}

// cutLine splits off the first line, without its line feed.
func cutLine(text []byte) (line, rest []byte) {
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		return text, nil
	}
	return text[:end], text[end+1:]
}

// cutField splits off the first field; fields are separated by any number of blanks. It is empty at the end of the line.
func cutField(line []byte) (field, rest []byte) {
	start := 0
	for start < len(line) && isBlank(line[start]) {
		start++
	}
	end := start
	for end < len(line) && !isBlank(line[end]) {
		end++
	}
	return line[start:end], line[end:]
}

func skipFields(line []byte, n int) []byte {
	for ; n > 0; n-- {
		_, line = cutField(line)
	}
	return line
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// cutDecimal splits off the first field as a number of at most 63 bits; ok is false when there is none.
func cutDecimal(line []byte) (value int64, rest []byte, ok bool) {
	field, rest := cutField(line)
	value, ok = Decimal(field)
	return value, rest, ok
}

// Decimal reads a number of at most 63 bits, digits alone, without allocating.
func Decimal(field []byte) (value int64, ok bool) {
	for _, c := range field {
		digit := int64(c - '0')
		if c < '0' || c > '9' || value > (math.MaxInt64-digit)/10 {
			return 0, false
		}
		value = value*10 + digit
	}
	return value, len(field) > 0
}

// parseHex32 reads what the kernel prints with %08x or %02X. One case for both keeps it short enough to be inlined.
func parseHex32(field []byte) (value int64, ok bool) {
	const lower = 'a' - 'A'
	if len(field) == 0 || len(field) > 8 {
		return 0, false
	}
	for _, c := range field {
		switch {
		case c >= '0' && c <= '9':
			value = value<<4 | int64(c-'0')
		case c|lower >= 'a' && c|lower <= 'f':
			value = value<<4 | int64(c|lower-'a'+10)
		default:
			return 0, false
		}
	}
	return value, true
}
