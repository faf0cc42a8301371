package identity

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// readDeclared reads the files of the configuration file's patterns; a folder stands for all files in it.
func (l *look) readDeclared() {
	if l.OwnFiles {
		return
	}
	if !l.Declared {
		l.unread("identityFiles", "is not declared in the host's configuration file: which files the target reads is not known")
		return
	}
	for _, pattern := range l.Patterns {
		l.readPattern(pattern)
	}
}

// readTemplates reads what the agent has read and written itself, wherever the target's own root is.
func (l *look) readTemplates() {
	for _, template := range l.Templates {
		if source := l.take(template.From, func() (*os.File, error) { return openRegular(template.From) }); source != nil {
			source.Declared = true
			l.found.Files = append(l.found.Files, *source)
		}
		if filled := l.take(template.Filled, func() (*os.File, error) { return openRegular(template.Filled) }); filled != nil {
			filled.Declared, filled.FilledFrom = true, clean(template.From)
			l.found.Files = append(l.found.Files, *filled)
		}
	}
}

// root is that of the target's file system: another one when it runs in a container.
func (l *look) root() string {
	if len(l.PIDs) == 0 {
		return ""
	}
	own, err := os.Readlink("/proc/self/ns/mnt")
	its, itsErr := os.Readlink(procFile(l.PIDs[0], "ns/mnt"))
	if err != nil || itsErr != nil || own == its {
		return ""
	}
	return procFile(l.PIDs[0], "root")
}

// walk goes down a folder in the order of its names, and through links to folders, each once on a way down. In another root no link to a
// folder is followed, for it would lead to a folder of ours.
func (l *look) walk(place, shown string, above map[string]bool) {
	if l.beyond {
		return
	}
	look := os.Stat
	if place != shown {
		look = os.Lstat
	}
	info, err := look(place)
	if err != nil {
		l.unread(shown, withoutPath(err).Error())
		return
	}
	l.wantUnchanged(place, shown)
	if !info.IsDir() {
		l.addFile(shown, true)
		return
	}
	real, err := filepath.EvalSymlinks(place)
	if err != nil || above[real] {
		return
	}
	above[real] = true
	defer delete(above, real)
	entries, err := os.ReadDir(place)
	if err != nil {
		l.unread(shown, withoutPath(err).Error())
		return
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, entry := range entries {
		l.walk(filepath.Join(place, entry.Name()), filepath.Join(shown, entry.Name()), above)
	}
}
