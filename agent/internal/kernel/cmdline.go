package kernel

import "strings"

// CommandLine is the words that the kernel was started with.
func (f FS) CommandLine() []string { return strings.Fields(f.Peek("/proc/cmdline")) }
