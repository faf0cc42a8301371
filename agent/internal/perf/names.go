package perf

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ianlancetaylor/demangle"
	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

// frame is the name of a function, and its file or the kernel.
type frame struct {
	name, file string
	known      bool
}

const (
	kernelFile   = "[kernel]"
	kallsymsMost = 64 << 20
)

// namer tells addresses by name, after the sampling.
type namer struct {
	kernel  symbols
	images  map[fileKey]*image // nil for one that could not be read
	hasRead bool
	hidden  bool // the kernel's addresses were looked for, and are not shown to us
}

// fileKey identifies a file, independent of its path.
type fileKey struct{ device, inode uint64 }

func newNamer() *namer { return &namer{images: map[fileKey]*image{}} }

// inKernel names an address of the kernel; the caller's is where it returns to, which may be the next function's first.
func (n *namer) inKernel(address uint64) frame {
	if !n.hasRead {
		n.hasRead = true
		n.kernel = kernelSymbols()
		n.hidden = len(n.kernel) == 0
	}
	name, ok := n.kernel.at(address)
	if !ok {
		return frame{name: kernelFile, file: kernelFile}
	}
	return frame{name: name, file: kernelFile, known: true}
}

func kernelSymbols() symbols {
	text, err := readSome(kernel.KallsymsFile, kallsymsMost)
	if err != nil {
		return nil
	}
	var found symbols
	for _, s := range kernel.ParseKallsyms(text) {
		found = append(found, symbol{start: s.Address, name: s.Name})
	}
	return found
}

// inProgram names an address of a process; false for one where there is no code, so that the stack ends before it.
func (n *namer) inProgram(p *process, address uint64) (frame, bool) {
	m := p.mappingAt(address)
	switch {
	case len(p.maps) == 0:
		return frame{name: "[unknown: the process had ended]", file: p.name}, true
	case m == nil:
		return frame{}, false
	case strings.HasPrefix(m.Path, "["):
		return frame{name: m.Path, file: m.Path, known: m.Path == "[vdso]"}, true
	case !strings.HasPrefix(m.Path, "/") || strings.HasPrefix(m.Path, "/memfd:"):
		if name, ok := p.jitAt(address); ok {
			return frame{name: name, file: "made in memory by " + p.name, known: true}, true
		}
		return frame{name: "[unknown: made in memory]", file: p.name}, true
	}
	if name, ok := p.jitAt(address); ok { // code that was moved onto huge pages, or written to a file
		return frame{name: name, file: m.Path, known: true}, true
	}
	if image := n.imageOf(p, m.Path); image != nil {
		if name, ok := image.at(address - m.Start + m.Offset); ok {
			return frame{name: demangle.Filter(name, demangle.NoParams), file: m.Path, known: true}, true
		}
	}
	return frame{name: fmt.Sprintf("[unknown in %s]", path.Base(m.Path)), file: m.Path}, true
}

func (n *namer) imageOf(p *process, name string) *image {
	file, err := p.open(strings.TrimSuffix(name, " (deleted)"))
	if err != nil {
		return nil
	}
	defer file.Close()
	var stat unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &stat); err != nil {
		return nil
	}
	key := fileKey{uint64(stat.Dev), stat.Ino}
	found, known := n.images[key]
	if !known && len(n.images) < imagesMost {
		found, _ = readImage(file)
		n.images[key] = found
	}
	return found
}

var errBadImage = errors.New("its tables cannot be read")

// unknownIn lists the files of the frames without a name, the most frequent first.
type unknownIn map[string]uint64

func (u unknownIn) most(count int) []string {
	names := make([]string, 0, len(u))
	for name := range u {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if u[a] != u[b] {
			return int(min(u[b], 1<<30)) - int(min(u[a], 1<<30))
		}
		return strings.Compare(a, b)
	})
	names = names[:min(count, len(names))]
	for i := range names {
		names[i] = path.Base(names[i])
	}
	return names
}
