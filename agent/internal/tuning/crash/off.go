//go:build !faultinjection

// Package crash has the positions at which a build for tests can kill itself, to see that its next life puts everything back.
package crash

// Point is where a build for tests can kill itself; see on.go. This one cannot.
func Point() {}
