package hostconfig

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Source is where a target's program is built from, when a run asks for a revision.
type Source struct {
	// Git is the address of the repository, by https or http, or its absolute path on this host.
	Git string
	// Branch is the one whose commits are offered. Any commit that a branch of the repository has may be built.
	Branch string
	// Build is a program, by its absolute path or from the checkout on (./build), and its arguments.
	Build []string
	// Program is where the build leaves the program, in the checkout.
	Program string
	// User is the throw-away user that builds.
	User string
	// Environment is what the build gets in addition; NAME=value, ascending.
	Environment []string
	// Timeout is for fetching and building together.
	Timeout     time.Duration
	MemoryBytes int64
}

// ProgramPlace is where the built program stands in argv.
const ProgramPlace = "program"

const (
	sourceSecondsDefault, sourceSecondsLeast, sourceSecondsMost = 600, 10, 3600
	sourceMiBDefault, sourceMiBLeast, sourceMiBMost             = 2048, 64, 1 << 20
	gitMost                                                     = 1000
)

var branchName = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._/+-]{0,198}[A-Za-z0-9_+-])?$`)

func parseSource(text json.RawMessage, path string) (*Source, error) {
	if text == nil {
		return nil, nil
	}
	fields, err := object(text, path)
	if err != nil {
		return nil, err
	}
	known := []string{"git", "branch", "build", "program", "user", "environment", "timeoutSeconds", "memoryMiB"}
	if err := only(fields, path, known...); err != nil {
		return nil, err
	}
	for _, field := range known[:5] {
		if fields[field] == nil {
			return nil, fmt.Errorf("lacks %s, which every source states", join(path, field))
		}
	}
	s := &Source{}
	for _, word := range []struct {
		field string
		into  *string
		fits  func(string) bool
		must  string
	}{
		{"git", &s.Git, isRepository, "the address of a repository by https or http, or its absolute path on this host"},
		{"branch", &s.Branch, isBranch, "the name of a branch such as main"},
		{"program", &s.Program, isInside, "a path in the checkout such as bin/server"},
		{"user", &s.User, userName.MatchString, "the name of a user such as builder"},
	} {
		if *word.into, err = parseWord(fields[word.field], join(path, word.field), word.fits, word.must); err != nil {
			return nil, hidden(err, word.field, path)
		}
	}
	if s.Build, err = parseBuild(fields["build"], join(path, "build")); err != nil {
		return nil, err
	}
	if s.Environment, err = parseEnvironment(fields, path); err != nil {
		return nil, err
	}
	seconds, err := parseWithin(fields["timeoutSeconds"], join(path, "timeoutSeconds"), sourceSecondsDefault, sourceSecondsLeast, sourceSecondsMost)
	if err != nil {
		return nil, err
	}
	s.Timeout = time.Duration(seconds) * time.Second
	mebibytes, err := parseWithin(fields["memoryMiB"], join(path, "memoryMiB"), sourceMiBDefault, sourceMiBLeast, sourceMiBMost)
	s.MemoryBytes = mebibytes << 20
	return s, err
}

// hidden says nothing of an address, which may hold a password.
func hidden(err error, field, path string) error {
	if field != "git" {
		return err
	}
	return fmt.Errorf("has something else for %s, which must be the address of a repository by https or http, or its absolute path on this host", join(path, field))
}

func isRepository(text string) bool {
	if len(text) > gitMost || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '"' || r == '\\' }) {
		return false
	}
	if filepath.IsAbs(text) {
		return filepath.Clean(text) == text && text != "/"
	}
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && u.RawQuery == "" && u.Fragment == "" && (u.Scheme == "https" || u.Scheme == "http" && u.User == nil)
}

func isBranch(text string) bool {
	return branchName.MatchString(text) && !strings.Contains(text, "..") && !strings.Contains(text, "//") && !strings.HasSuffix(text, ".lock")
}

func isInside(text string) bool {
	return filepath.IsLocal(text) && filepath.Clean(text) == text && text != "." && !strings.ContainsRune(text, 0)
}

func parseBuild(text json.RawMessage, path string) (argv []string, err error) {
	if json.Unmarshal(text, &argv) != nil || len(argv) == 0 || hasNull(text) ||
		!filepath.IsAbs(argv[0]) && !(strings.HasPrefix(argv[0], "./") && isInside(argv[0][2:])) ||
		slices.ContainsFunc(argv, func(word string) bool { return strings.ContainsRune(word, 0) }) {
		return nil, fmt.Errorf("has %s for %s, which must be a list of words: a program by its absolute path, or one of the checkout such as ./build, and its arguments", shown(text), path)
	}
	return argv, nil
}

func parseWithin(text json.RawMessage, path string, usual, least, most int64) (int64, error) {
	if text == nil {
		return usual, nil
	}
	number, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || number < least || number > most {
		return 0, fmt.Errorf("has %s for %s, which must be a whole number from %d to %d", shown(text), path, least, most)
	}
	return number, nil
}

// Shown is the address without the name and password that it may have.
func (s Source) Shown() string {
	u, err := url.Parse(s.Git)
	if err != nil || u.User == nil {
		return s.Git
	}
	u.User = nil
	return u.String()
}

// fitsSource tells whether the program that is built is the one that is started.
func (t Target) fitsSource(path string) error {
	switch {
	case t.Source == nil:
		return nil
	case !slices.Contains(t.Argv, "{{"+ProgramPlace+"}}"):
		return fmt.Errorf("has %s, and no word {{%s}} in %s, where the program that is built stands", join(path, "source"), ProgramPlace, join(path, "argv"))
	case t.parameter(ProgramPlace) != nil || slices.ContainsFunc(t.Templates, func(one Template) bool { return one.Name == ProgramPlace }):
		return fmt.Errorf("has %s, which fills {{%s}}, and a parameter or template of that name; give that another name", join(path, "source"), ProgramPlace)
	}
	return nil
}
