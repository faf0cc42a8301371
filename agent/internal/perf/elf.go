package perf

import (
	"debug/elf"
	"debug/gosym"
	"os"
)

const (
	// imagesMost is how many files are read for names.
	imagesMost = 512
	// tableBytesMost is the largest table of symbols that is read.
	tableBytesMost = 256 << 20
)

// image is an ELF file with its functions.
type image struct {
	segments []elf.ProgHeader
	symbols  symbols
}

// at names the function at a position in the file.
func (i *image) at(offset uint64) (string, bool) {
	for _, s := range i.segments {
		if offset >= s.Off && offset-s.Off < s.Filesz {
			return i.symbols.at(offset - s.Off + s.Vaddr)
		}
	}
	return "", false
}

// readImage may be given anything that a process has mapped; the library that reads it is not made for hostile files, and may panic.
func readImage(file *os.File) (found *image, err error) {
	defer func() {
		if recover() != nil {
			found, err = nil, errBadImage
		}
	}()
	parsed, err := elf.NewFile(file)
	if err != nil {
		return nil, err
	}
	found = &image{}
	for _, segment := range parsed.Progs {
		if segment.Type == elf.PT_LOAD && segment.Flags&elf.PF_X != 0 {
			found.segments = append(found.segments, segment.ProgHeader)
		}
	}
	found.symbols = functionsOf(parsed)
	return found, nil
}

// functionsOf takes them from the table of symbols; where that was stripped, from what a Go program always has, or from what a library offers.
func functionsOf(parsed *elf.File) symbols {
	for _, read := range []func(*elf.File) []symbol{staticSymbols, goSymbols, dynamicSymbols} {
		if found := read(parsed); len(found) > 0 {
			return sorted(found)
		}
	}
	return nil
}

func staticSymbols(parsed *elf.File) []symbol {
	if tooLarge(parsed, ".symtab", ".strtab") {
		return nil
	}
	table, err := parsed.Symbols()
	if err != nil {
		return nil
	}
	return functions(table)
}

func dynamicSymbols(parsed *elf.File) []symbol {
	if tooLarge(parsed, ".dynsym", ".dynstr") {
		return nil
	}
	table, err := parsed.DynamicSymbols()
	if err != nil {
		return nil
	}
	return functions(table)
}

func functions(table []elf.Symbol) []symbol {
	var found []symbol
	for _, s := range table {
		if kind := elf.ST_TYPE(s.Info); (kind == elf.STT_FUNC || kind == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF && s.Name != "" {
			found = append(found, symbol{s.Value, s.Size, s.Name})
		}
	}
	return found
}

// goSymbols reads the table from which a Go program tells its own stacks.
func goSymbols(parsed *elf.File) (found []symbol) {
	lines, text := parsed.Section(".gopclntab"), parsed.Section(".text")
	if lines == nil || text == nil || tooLarge(parsed, ".gopclntab") {
		return nil
	}
	data, err := lines.Data()
	if err != nil {
		return nil
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(data, text.Addr))
	if err != nil {
		return nil
	}
	for _, f := range table.Funcs {
		if f.End > f.Entry && f.Sym != nil {
			found = append(found, symbol{f.Entry, f.End - f.Entry, f.Name})
		}
	}
	return found
}

func tooLarge(parsed *elf.File, names ...string) bool {
	for _, name := range names {
		if s := parsed.Section(name); s != nil && s.Size > tableBytesMost {
			return true
		}
	}
	return false
}
