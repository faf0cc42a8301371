package identity

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// readPattern reads all that one of the configuration file's patterns matches. filepath.Glob would leave out in silence what cannot be looked into.
func (l *look) readPattern(pattern string) {
	if _, err := filepath.Match(pattern, ""); err != nil {
		l.unread(pattern, "is no pattern")
		return
	}
	unread := len(l.found.Unread)
	if !l.match(l.root()+"/", "/", strings.Split(strings.Trim(pattern, "/"), "/")) && len(l.found.Unread) == unread {
		l.unread(pattern, "matches no file")
	}
}

// match goes down from a folder by the parts of a pattern that are left, and says whether anything was there.
func (l *look) match(place, shown string, parts []string) (matched bool) {
	if l.beyond {
		return true
	}
	if len(parts) == 0 {
		_, err := os.Lstat(place)
		if err != nil && !gone(err) {
			l.unread(shown, withoutPath(err).Error())
		}
		if err == nil {
			l.walk(place, shown, map[string]bool{})
		}
		return err == nil
	}
	if !strings.ContainsAny(parts[0], `*?[\`) {
		return l.match(filepath.Join(place, parts[0]), filepath.Join(shown, parts[0]), parts[1:])
	}
	entries, err := os.ReadDir(place)
	if err != nil {
		if !gone(err) {
			l.unread(shown, withoutPath(err).Error())
		}
		return false
	}
	l.wantUnchanged(place, shown)
	for _, entry := range entries {
		if fits, err := filepath.Match(parts[0], entry.Name()); err == nil && fits {
			matched = l.match(filepath.Join(place, entry.Name()), filepath.Join(shown, entry.Name()), parts[1:]) || matched
		}
	}
	return matched
}

// gone says that there is nothing of that name, which a pattern may well ask for.
func gone(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ENOTDIR)
}
