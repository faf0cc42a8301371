package kernel

import (
	"context"
	"errors"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Unlimited is a limit that is none (RLIM_INFINITY).
const Unlimited = math.MaxUint64

// ChildOpenFiles is the limit of open files of a program that this process starts. Its own file would not tell: Go's runtime raises the soft limit to
// the hard one when it starts, and gives children back what it had found. A program that is no Go program shows it.
func (f FS) ChildOpenFiles() (soft, hard uint64, err error) {
	const file, within = "/proc/self/limits", 5 * time.Second
	if !f.Own() {
		return parseOpenFilesLimit(f.Peek(file))
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	text, err := exec.CommandContext(ctx, "cat", file).Output()
	if err != nil {
		return 0, 0, err
	}
	return parseOpenFilesLimit(string(text))
}

// parseOpenFilesLimit reads the line "Max open files  1024  1048576  files" of /proc/PID/limits (proc_pid_limits, fs/proc/base.c).
func parseOpenFilesLimit(text string) (soft, hard uint64, err error) {
	for line := range strings.Lines(text) {
		words, ok := strings.CutPrefix(line, "Max open files")
		if numbers := strings.Fields(words); ok && len(numbers) > 1 {
			soft, softErr := limitOf(numbers[0])
			hard, hardErr := limitOf(numbers[1])
			return soft, hard, errors.Join(softErr, hardErr)
		}
	}
	return 0, 0, errors.New("limits: no line says how many files may be open")
}

func limitOf(word string) (uint64, error) {
	if word == "unlimited" {
		return Unlimited, nil
	}
	return strconv.ParseUint(word, 10, 64)
}
