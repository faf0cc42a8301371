package kernel

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"millionrps/agent/internal/kernel/cpulist"
)

// FS is the kernel's files below a root. The zero value is the machine we run on.
type FS struct{ root string }

// At is the host below a folder; "/" is this machine, and so is "".
func At(root string) FS {
	if root == "" {
		return FS{}
	}
	return FS{strings.TrimSuffix(filepath.Clean(root), "/")}
}

// Own says that it is the machine we run on, so that system calls speak of the same host as its files.
func (f FS) Own() bool { return f.root == "" }

// Path joins without cleaning the name: "device/.." has to pass through the symbolic link that device is.
func (f FS) Path(name string) string { return f.root + name }

// Text is a file without white space around it.
func (f FS) Text(name string) (string, error) {
	text, err := os.ReadFile(f.Path(name))
	return strings.TrimSpace(string(text)), err
}

// Peek is Text, "" when the file cannot be read.
func (f FS) Peek(name string) string {
	text, _ := f.Text(name)
	return text
}

// Number is a file that holds nothing else.
func (f FS) Number(name string) (int64, bool) {
	number, err := strconv.ParseInt(f.Peek(name), 10, 64)
	return number, err == nil
}

// Sysctl is the number of a parameter, as net.core.somaxconn.
func (f FS) Sysctl(name string) (int64, bool) {
	return f.Number("/proc/sys/" + strings.ReplaceAll(name, ".", "/"))
}

// Exists says that there is a file or a folder of this name.
func (f FS) Exists(name string) bool {
	_, err := os.Stat(f.Path(name))
	return err == nil
}

// Chosen is the word in brackets of a file that offers several, as "always [madvise] never"; "" where there is none.
func Chosen(text string) string {
	_, rest, _ := strings.Cut(text, "[")
	chosen, _, _ := strings.Cut(rest, "]")
	return chosen
}

// Names are those of a folder's entries, sorted; none when it cannot be read.
func (f FS) Names(folder string) []string {
	entries, _ := os.ReadDir(f.Path(folder))
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}

// PIDs are the processes that run now, ascending.
func (f FS) PIDs() []int {
	pids := []int{}
	for _, name := range f.Names("/proc") {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// CPUs reads a file that lists CPUs, or NUMA nodes, which are written alike.
func (f FS) CPUs(name string) (cpulist.List, error) {
	text, err := f.Text(name)
	if err != nil {
		return nil, err
	}
	return cpulist.Parse(text)
}

// CommandLine is the words that the kernel was started with.
func (f FS) CommandLine() []string { return strings.Fields(f.Peek("/proc/cmdline")) }
