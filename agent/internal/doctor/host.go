package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// host reads below a root.
type host struct{ root string }

// own says that the root is the machine we run on.
func (h host) own() bool { return h.root == "/" }

func (h host) path(name string) string { return strings.TrimSuffix(h.root, "/") + name }

// text is a file without surrounding white space, "" when it cannot be read.
func (h host) text(name string) string {
	text, err := os.ReadFile(h.path(name))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func (h host) number(name string) (int64, bool) {
	number, err := strconv.ParseInt(h.text(name), 10, 64)
	return number, err == nil
}

func (h host) sysctl(name string) (int64, bool) {
	return h.number("/proc/sys/" + strings.ReplaceAll(name, ".", "/"))
}

func (h host) exists(name string) bool {
	_, err := os.Stat(h.path(name))
	return err == nil
}

// names are those of a folder's entries, sorted.
func (h host) names(folder string) []string {
	entries, _ := os.ReadDir(h.path(folder))
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}

// matches are files below the root that a pattern names, without the root.
func (h host) matches(pattern string) []string {
	found, _ := filepath.Glob(h.path(pattern))
	for i := range found {
		found[i] = strings.TrimPrefix(found[i], strings.TrimSuffix(h.root, "/"))
	}
	return found
}

func (h host) systemd() bool { return h.exists("/run/systemd/system") }

// pidsOf are the processes of one of these names, which the kernel cuts off after 15 characters.
func (h host) pidsOf(names ...string) []int {
	pids := []int{}
	for _, entry := range h.names("/proc") {
		pid, err := strconv.Atoi(entry)
		if err == nil && slices.Contains(names, h.text("/proc/"+entry+"/comm")) {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quoted is a word that a shell takes as it is: names of NICs, folders and units are whatever somebody chose.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// setFile is the line that writes a value into root's files.
func setFile(value, files string) string {
	return fmt.Sprintf("echo %s | sudo tee %s > /dev/null", quoted(value), files)
}
