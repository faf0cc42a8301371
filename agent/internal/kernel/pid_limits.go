package kernel

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Unlimited is a limit that is none (RLIM_INFINITY).
const Unlimited = math.MaxUint64

// ParseOpenFilesLimit reads the line "Max open files  1024  1048576  files" of /proc/PID/limits (proc_pid_limits, fs/proc/base.c).
func ParseOpenFilesLimit(text string) (soft, hard uint64, err error) {
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
