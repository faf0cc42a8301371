//go:build !faultinjection

package tuning

// crashPoint is where a build for tests can kill itself; see fault_on.go. This one cannot.
func crashPoint() {}
