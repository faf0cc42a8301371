//go:build race

package main

// raceFlag makes the binary under test look for races when the tests do.
var raceFlag = []string{"-race"}
