package perf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"millionrps/agent/internal/kernel"
)

const (
	mappingsMost  = 4096
	mapsBytesMost = 4 << 20
)

// process is a program that was seen to run, as it was when first seen. One that had ended by then has a number and no more.
type process struct {
	pid, number int
	name        string
	maps        []kernel.Mapping
	ourFiles    bool // it sees the files that we see, so that they can be read when it has ended
	jit         *perfMap
	jitRead     bool
}

func lookAt(pid, number int) *process {
	p := &process{pid: pid, number: number, name: "process " + strconv.Itoa(pid)}
	if pid == idleProcess {
		p.name = "kernel"
		return p
	}
	if comm, err := readSome(p.file("comm"), 64); err == nil {
		p.name = strings.Map(printable, strings.ToValidUTF8(strings.TrimSpace(string(comm)), "?"))
		if program, err := os.Readlink(p.file("exe")); err == nil && p.name == "exe" { // it was started as /proc/self/exe
			p.name = path.Base(program)
		}
	}
	own, err := os.Readlink("/proc/self/ns/mnt")
	theirs, _ := os.Readlink(p.file("ns/mnt"))
	p.ourFiles = err == nil && own == theirs
	p.lookAgain()
	return p
}

func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return '?'
	}
	return r
}

// lookAgain reads what is mapped now; what was before is kept where that cannot be read any more.
func (p *process) lookAgain() {
	text, err := readSome(p.file("maps"), mapsBytesMost)
	if maps := kernel.ParseMaps(text, mappingsMost); err == nil && len(maps) > 0 {
		p.maps = maps
	}
}

func (p *process) file(name string) string { return fmt.Sprintf("/proc/%d/%s", p.pid, name) }

// open opens a file by its path as the process sees it.
func (p *process) open(name string) (*os.File, error) {
	if p.ourFiles {
		return openRegular(name)
	}
	return openRegular(p.file("root") + name)
}

func (p *process) mappingAt(address uint64) *kernel.Mapping {
	for i := range p.maps {
		if m := &p.maps[i]; address >= m.Start && address < m.End {
			return m
		}
	}
	return nil
}

// jitAt names code that a runtime made in memory, if it writes down what: Node does with --perf-basic-prof.
func (p *process) jitAt(address uint64) (string, bool) {
	if !p.jitRead {
		p.jitRead = true
		p.jit = readPerfMap(p)
	}
	return p.jit.at(address)
}

func readSome(name string, most int64) ([]byte, error) {
	return readOpen(most)(openRegular(name))
}

// readOpen reads at most so many bytes of a file that was opened, and closes it.
func readOpen(most int64) func(*os.File, error) ([]byte, error) {
	return func(file *os.File, err error) ([]byte, error) {
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return io.ReadAll(io.LimitReader(file, most))
	}
}

var errNotRegular = errors.New("it is no regular file")

// openRegular never waits: what other programs name may be a pipe.
func openRegular(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = file.Close()
		return nil, errors.Join(err, errNotRegular)
	}
	return file, nil
}

// ownPID is the number that the process has in its own namespace, by which it names its file.
func (p *process) ownPID() string {
	text, err := readSome(p.file("status"), 64<<10)
	if err != nil {
		return strconv.Itoa(p.pid)
	}
	_, rest, found := bytes.Cut(text, []byte("\nNSpid:"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	fields := strings.Fields(string(line))
	if !found || len(fields) == 0 {
		return strconv.Itoa(p.pid)
	}
	return fields[len(fields)-1]
}
