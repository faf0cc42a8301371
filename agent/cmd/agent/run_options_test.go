package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestAutocannonOnThePathIsFoundWithoutBeingNamed(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	arguments := []string{"--url", "http://127.0.0.1:3000", "--data", folder}
	o, err := parseRunOptions(arguments, io.Discard)
	if err != nil || len(o.drivers) != 0 {
		t.Fatalf("without one: %d drivers, error %v", len(o.drivers), err)
	}
	program := filepath.Join(folder, "autocannon")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	o, err = parseRunOptions(arguments, io.Discard)
	if err != nil || len(o.drivers) != 1 || o.drivers[0].Path() != program {
		t.Fatalf("with one: %v, error %v", o.drivers, err)
	}
	o, err = parseRunOptions(append(arguments, "--tool", "autocannon=/opt/other"), io.Discard)
	if err != nil || len(o.drivers) != 1 || o.drivers[0].Path() != "/opt/other" {
		t.Fatalf("named: %v, error %v", o.drivers, err)
	}
}
