package kernel

import "bytes"

// Mapping is a part of a process's memory that holds code.
type Mapping struct {
	Start, End uint64
	Offset     uint64 // in the file
	Path       string // of the file as the process sees it; in brackets what is none, "" for anonymous memory
}

// ParseMaps reads the executable mappings of /proc/PID/maps (show_map_vma, fs/proc/task_mmu.c), at most so many. Lines that are none are passed
// over.
func ParseMaps(text []byte, most int) []Mapping {
	var found []Mapping
	for len(text) > 0 && len(found) < most {
		var line []byte
		line, text = cutLine(text)
		span, rest := cutField(line)
		mode, rest := cutField(rest)
		digits, rest := cutField(rest)
		if len(mode) < 3 || mode[2] != 'x' {
			continue
		}
		from, to, _ := bytes.Cut(span, []byte("-"))
		start, ok := Hex64(from)
		end, ok2 := Hex64(to)
		offset, ok3 := Hex64(digits)
		if !ok || !ok2 || !ok3 || end <= start {
			continue
		}
		path := bytes.TrimLeft(skipFields(rest, 2), " ")
		found = append(found, Mapping{Start: start, End: end, Offset: offset, Path: string(path)})
	}
	return found
}
