package fakeroot

import (
	"os"
	"testing"
)

// Tool writes a program that prints the version, as wrk does: with exit status 1. One that is there already is replaced at once.
func Tool(tb testing.TB, path, version string) {
	tb.Helper()
	if err := os.WriteFile(path+".new", []byte("#!/bin/sh\necho "+version+"\nexit 1\n"), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		tb.Fatal(err)
	}
}
