package main

import (
	"strings"
	"testing"
)

func TestAToolThatCannotBeDrivenIsAMistakeInTheCommandLine(t *testing.T) {
	arguments := []string{"--url", "http://127.0.0.1:3000", "--data", t.TempDir(), "--tool", "ab=/usr/bin/ab"}
	if _, err := parseRun(arguments); err == nil || !strings.Contains(err.Error(), "it knows volley, autocannon, wrk, ") {
		t.Error(err)
	}
}
