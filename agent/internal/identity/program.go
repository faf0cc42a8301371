package identity

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

func procFile(pid int, name string) string { return fmt.Sprintf("/proc/%d/%s", pid, name) }

// readPrograms reads the program of each process, what it has loaded, and the script that an interpreter was started with.
func (l *look) readPrograms() {
	if len(l.PIDs) == 0 {
		l.unread("program", "no process of the target was found")
	}
	for i, pid := range l.PIDs {
		link, err := os.Readlink(procFile(pid, "exe"))
		if err != nil {
			l.unread("program", fmt.Sprintf("of process %d: %v", pid, withoutPath(err)))
			continue
		}
		program := strings.TrimSuffix(link, " (deleted)")
		// The link leads to the very file that runs, even when another has taken its name.
		file := l.take(program, func() (*os.File, error) { return openRegular(procFile(pid, "exe")) })
		switch {
		case file == nil:
		case i == 0:
			l.found.Binary = file
		default:
			l.found.Files = append(l.found.Files, *file)
		}
		if !l.OwnFiles {
			l.readLoaded(pid, program)
			l.readStarted(pid, program, argvOf(pid))
		}
	}
}

// readLoaded reads the libraries that the kernel has mapped for execution.
func (l *look) readLoaded(pid int, program string) {
	maps, err := os.ReadFile(procFile(pid, "maps"))
	if err != nil {
		l.unread("libraries", fmt.Sprintf("of process %d: %v", pid, withoutPath(err)))
		return
	}
	for line := range strings.Lines(string(maps)) {
		// Address, rights, offset, device, inode and path (proc_pid_maps(5)).
		fields := strings.Fields(line)
		at := strings.Index(line, "/")
		if len(fields) < 6 || at < 0 || !strings.Contains(fields[1], "x") || fields[4] == "0" {
			continue
		}
		path := strings.TrimSuffix(line[at:], "\n")
		if gone, deleted := strings.CutSuffix(path, " (deleted)"); deleted {
			if gone != program && !l.seen[gone] {
				l.seen[gone] = true
				l.unread(gone, "was removed or replaced since the target loaded it")
			}
			continue
		}
		if path == program || l.seen[path] {
			continue
		}
		place := l.root() + path
		if !sameInode(place, fields[4]) {
			l.seen[path] = true
			l.unread(path, "was replaced since the target loaded it")
			continue
		}
		l.addFile(path, false)
	}
}

func sameInode(path, inode string) bool {
	var stat unix.Stat_t
	return unix.Stat(path, &stat) == nil && fmt.Sprint(stat.Ino) == inode
}

// readStarted reads the script of an interpreter and the files that its own options load. What the script's arguments name is not the target's code: logs, data,
// files of passwords.
func (l *look) readStarted(pid int, program string, argv []string) {
	started, is := startedBy(program, argv)
	if !is {
		return
	}
	for _, path := range started.loads {
		l.readNamed(pid, path)
	}
	known := started.inArguments || started.script != "" && l.readNamed(pid, started.script)
	if len(started.classPath) > 0 {
		whole := started.class
		for _, path := range started.classPath {
			whole = l.readNamed(pid, path) && whole
		}
		known = known || whole
	}
	if !known {
		l.unread("script", fmt.Sprintf("of process %d is not known: no argument of %s is the path of its file", pid, filepath.Base(program)))
	}
}

// readNamed reads a regular file that an argument of a process names, and says whether it is one.
func (l *look) readNamed(pid int, path string) bool {
	place, shown := l.root()+path, path
	if !filepath.IsAbs(path) {
		folder := procFile(pid, "cwd")
		place = filepath.Join(folder, path)
		if cwd, err := os.Readlink(folder); err == nil {
			shown = filepath.Join(cwd, path)
		}
	}
	if info, err := os.Stat(place); err != nil || !info.Mode().IsRegular() {
		return false
	}
	l.wantUnchanged(place, shown)
	l.addFile(shown, false)
	return true
}

// argvOf has one word at least.
func argvOf(pid int) []string {
	line, _ := os.ReadFile(procFile(pid, "cmdline"))
	return strings.Split(string(bytes.TrimSuffix(line, []byte{0})), "\x00")
}
