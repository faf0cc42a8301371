package doctor

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"millionrps/agent/internal/kernel"
)

// host reads below a root.
type host struct{ kernel.FS }

// matches are files below the root that a pattern names, without the root.
func (h host) matches(pattern string) []string {
	found, _ := filepath.Glob(h.Path(pattern))
	for i := range found {
		found[i] = strings.TrimPrefix(found[i], h.Path(""))
	}
	return found
}

func (h host) systemd() bool { return h.Exists("/run/systemd/system") }

// pidsOf are the processes of one of these names, which the kernel cuts off after 15 characters.
func (h host) pidsOf(names ...string) []int {
	pids := []int{}
	for _, pid := range h.PIDs() {
		if slices.Contains(names, h.Peek(fmt.Sprintf("/proc/%d/comm", pid))) {
			pids = append(pids, pid)
		}
	}
	return pids
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quoted makes a word that a shell takes as it is: names of NICs, folders and units may hold anything.
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
