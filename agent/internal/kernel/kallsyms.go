package kernel

import (
	"bytes"
	"cmp"
	"slices"
)

// KallsymsFile is every symbol of the kernel and its modules.
const KallsymsFile = "/proc/kallsyms"

// KernelSymbol is where a function of the kernel begins.
type KernelSymbol struct {
	Address uint64
	Name    string
}

// ParseKallsyms reads the file (s_show, kernel/kallsyms.c) into the functions that it has, ascending by address. It is empty where the kernel
// hides addresses: it prints zeros to who may not see them. Lines that hold no address are passed over.
func ParseKallsyms(text []byte) []KernelSymbol {
	var symbols []KernelSymbol
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		digits, rest := cutField(line)
		kind, rest := cutField(rest)
		name, module := cutField(rest)
		address, ok := Hex64(digits)
		if !ok || address == 0 || len(kind) != 1 || !bytes.ContainsAny(kind, "tTwW") || len(name) == 0 {
			continue
		}
		full := string(name)
		if of, _ := cutField(module); len(of) > 0 {
			full += " " + string(of)
		}
		symbols = append(symbols, KernelSymbol{Address: address, Name: full})
	}
	slices.SortStableFunc(symbols, func(a, b KernelSymbol) int { return cmp.Compare(a.Address, b.Address) })
	return symbols
}

// Hex64 reads hexadecimal digits alone, of at most 64 bits.
func Hex64(field []byte) (value uint64, ok bool) {
	if len(field) == 0 || len(field) > 16 {
		return 0, false
	}
	for _, c := range field {
		digit, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		value = value<<4 | digit
	}
	return value, true
}

func hexDigit(c byte) (uint64, bool) {
	const lower = 'a' - 'A'
	switch {
	case c >= '0' && c <= '9':
		return uint64(c - '0'), true
	case c|lower >= 'a' && c|lower <= 'f':
		return uint64(c|lower-'a') + 10, true
	}
	return 0, false
}
