package profiles

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"
)

// FunctionsMost is how many functions a Profile names, and processesMost how many processes that they ran in.
const (
	FunctionsMost = 50
	processesMost = 10
)

// ProcessFile stands in the place of a function's file for what is none: the process that a stack of the whole host is of.
const ProcessFile = "process"

// Profile is what a profile says, in the unit of what it counts.
type Profile struct {
	// Encoded is the profile itself: gzip-compressed protocol buffers, as pprof reads them.
	Encoded []byte
	// Processes are those whose profiles were merged, as far as the endpoint tells them apart; at least 1.
	Processes       int
	DurationSeconds float64 // 0 of a moment
	// SampleType is what is counted, such as cpu, delay or inuse_space, and Unit in what: nanoseconds, count or bytes.
	SampleType string
	Unit       string
	Total      float64
	Note       string     // sentences on how it was taken and what it lacks; empty where there is nothing to say
	Functions  []Function // the most expensive first; of equal ones the inner one first
}

// Function is where something was spent. Flat: in the function itself; Cumulative: with what it called.
type Function struct {
	Name       string
	File       string // with the line where it begins, where that is known
	Flat       float64
	Cumulative float64
}

// sampleTypes are the values that runs report of each kind; a program may have another default.
var sampleTypes = map[Kind]string{CPU: "cpu", Block: "delay", Mutex: "delay", Heap: "inuse_space", Goroutine: "goroutine", OnCPU: "cpu"}

// Read reads a profile in pprof's format, compressed or not. Its error is a clause: what came is no profile, or counts nothing.
func Read(encoded []byte, kind Kind) (Profile, error) {
	plain, err := unpacked(encoded)
	if err != nil {
		return Profile{}, err
	}
	p, err := profile.ParseUncompressed(plain)
	if err == nil {
		err = p.CheckValid()
	}
	if err != nil {
		return Profile{}, fmt.Errorf("what came is no profile: %w", err)
	}
	index, err := p.SampleIndexByName(sampleTypes[kind])
	if err != nil {
		index, err = p.SampleIndexByName("")
	}
	if err != nil {
		return Profile{}, fmt.Errorf("what came counts nothing: %w", err)
	}
	if !isGzip(encoded) {
		var compressed bytes.Buffer
		if err := p.Write(&compressed); err != nil {
			return Profile{}, fmt.Errorf("compressing it: %w", err)
		}
		encoded = compressed.Bytes()
	}
	total, functions := dearest(p, index)
	return Profile{
		Encoded: encoded, Processes: max(1, len(workers(p))), DurationSeconds: float64(p.DurationNanos) / 1e9,
		SampleType: short(p.SampleType[index].Type), Unit: short(p.SampleType[index].Unit), Total: total, Functions: functions,
	}, nil
}

// workers are the processes that the reference server's labels name.
func workers(p *profile.Profile) map[string]bool {
	named := map[string]bool{}
	for _, sample := range p.Sample {
		for _, worker := range sample.Label["worker"] {
			named[worker] = true
		}
	}
	return named
}

func dearest(p *profile.Profile, index int) (total float64, functions []Function) {
	all := map[Function]*Function{} // by name and file
	depths := map[*Function]int{}   // the least, from what was spent
	find := func(f Function) *Function {
		if all[f] == nil {
			found := f
			all[f] = &found
		}
		return all[f]
	}
	for _, sample := range p.Sample {
		value := float64(sample.Value[index])
		total += value
		seen := map[*Function]bool{}
		depth := 0
		for _, location := range sample.Location {
			for _, f := range functionsOf(location) {
				found := find(f)
				if depth == 0 {
					found.Flat += value
				}
				if !seen[found] { // recursion counts once
					seen[found] = true
					found.Cumulative += value
					if least, known := depths[found]; !known || depth < least {
						depths[found] = depth
					}
				}
				depth++
			}
		}
	}
	found := slices.DeleteFunc(slices.Collect(maps.Values(all)), func(f *Function) bool { return f.Cumulative == 0 })
	// Callers of one another that have as much follow from the inside out.
	slices.SortFunc(found, func(a, b *Function) int {
		return cmp.Or(cmp.Compare(b.Flat, a.Flat), cmp.Compare(b.Cumulative, a.Cumulative), cmp.Compare(depths[a], depths[b]),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File))
	})
	functions = []Function{}
	for at, f := range found {
		if at < FunctionsMost || f.File == ProcessFile {
			functions = append(functions, Function{short(f.Name), short(f.File), f.Flat, f.Cumulative})
		}
	}
	return total, withoutSmallProcesses(functions)
}

// withoutSmallProcesses keeps the busiest of the processes, which nothing is spent in themselves.
func withoutSmallProcesses(functions []Function) []Function {
	processes := 0
	return slices.DeleteFunc(functions, func(f Function) bool {
		if f.File == ProcessFile {
			processes++
		}
		return f.File == ProcessFile && processes > processesMost
	})
}

// short is a name as text that any database takes, and no longer than one is shown.
func short(name string) string {
	if len(name) > nameMost {
		name = name[:nameMost] + "…"
	}
	return strings.ReplaceAll(strings.ToValidUTF8(name, ""), "\x00", "")
}

// functionsOf are those at a place in the program, the innermost of inlined ones first. Without symbols it is an address in a file.
func functionsOf(l *profile.Location) []Function {
	var functions []Function
	for _, line := range l.Line {
		if line.Function == nil {
			continue
		}
		f := Function{Name: line.Function.Name, File: line.Function.Filename}
		if line.Function.StartLine > 0 {
			f.File += ":" + strconv.FormatInt(line.Function.StartLine, 10)
		}
		functions = append(functions, f)
	}
	if len(functions) == 0 {
		f := Function{Name: fmt.Sprintf("%#x", l.Address)}
		if l.Mapping != nil {
			f.File = l.Mapping.File
		}
		functions = append(functions, f)
	}
	return functions
}
